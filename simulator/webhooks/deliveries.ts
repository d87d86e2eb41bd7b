import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Agent, request } from 'undici';

import type { Settings } from '../options';

/** One attempt to deliver a notification. */
export interface Delivery {
	/** ID of the notification, the same in all its attempts. */
	id: string;
	/** The event: `payment_request.completed`, `charge.created`, `refund.created` … */
	event: string;
	/** Number of the attempt, from 1. */
	attempt: number;
	url: string;
	/** Headers that were sent, without `host` and `content-length`. */
	headers: Record<string, string>;
	body: string;
	/** When the attempt began, in milliseconds since 1970. */
	at: number;
	/** Status code of the response; undefined while there is none. */
	status?: number;
	/** The first characters of the response. */
	answer?: string;
	/** Why there was no response. */
	error?: string;
}

/** A notification to deliver. */
export interface Notification {
	event: string;
	url: string;
	headers: Record<string, string>;
	body: string;
	/** Called when a receiver responds with a 2xx. */
	accepted?: () => void;
}

interface SentNotification extends Notification {
	id: string;
	attempts: number;
}

/** Attempts that run at the same time. */
const CONCURRENCY = 8;

/** Notifications that wait. Further ones are recorded in the journal, but not sent. */
const MAX_PENDING = 10_000;

/** Characters of a response that are kept. */
const MAX_ANSWER = 300;

/** Names for documentation, which nobody has (RFC 2606): a lookup takes a second, and asks a server outside. */
const RESERVED = /(^|\.)example\.(com|net|org)$/;

/** The longest wait between two attempts. */
const MAX_DELAY_MS = 3_600_000;

/**
 * Delivers notifications in the background, and repeats each with back-off until the receiver responds
 * with a 2xx (docs/interface.md, Deliveries).
 */
export class Deliveries {
	/** Every attempt, oldest first. */
	readonly journal: Delivery[] = [];

	private readonly sent = new Map<string, SentNotification>();
	private readonly pending = new Set<Promise<void>>();
	// Connections are not reused: a receiver may stop between two notifications.
	private readonly agent = new Agent({ pipelining: 0 });
	private readonly limit = pLimit(CONCURRENCY);
	private stopping = new AbortController();
	private closed = false;

	constructor(private readonly settings: Settings) {}

	send(notification: Notification) {
		this.settings.observer.notification?.(notification);
		const sent = { ...notification, id: randomUUID(), attempts: 0 };
		this.sent.set(sent.id, sent);
		this.start(sent);
	}

	has(id: string): boolean {
		return this.sent.has(id);
	}

	/** Sends a notification again, unchanged, whether or not it was accepted before. */
	redeliver(id: string) {
		const sent = this.sent.get(id);
		if (!sent) throw new RangeError(`There is no notification ${id}`);
		this.start(sent);
	}

	/** Resolves when no notification is in progress or waits for another attempt. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	/** Empties the journal, and cancels notifications that are not delivered yet. */
	clear() {
		this.stopping.abort(new Error('The delivery was cancelled.'));
		this.stopping = new AbortController();
		this.journal.length = 0;
		this.sent.clear();
	}

	/** Cancels notifications that are not delivered yet, and sends nothing from then on. */
	async close(): Promise<void> {
		this.closed = true;
		this.stopping.abort(new Error('The delivery was cancelled.'));
		await this.idle();
		await this.agent.destroy();
	}

	private start(sent: SentNotification) {
		if (this.closed) return;
		if (this.pending.size >= MAX_PENDING) {
			this.record(sent).error = 'Too many notifications are waiting.';
			return;
		}
		const delivery = this.deliver(sent, this.stopping.signal);
		this.pending.add(delivery);
		void delivery.then(() => this.pending.delete(delivery));
	}

	private async deliver(sent: SentNotification, stopping: AbortSignal): Promise<void> {
		const { retryDelay, retryFactor, maxTries } = this.settings;
		setMaxListeners(0, stopping);
		for (let index = 0; index < maxTries; index++) {
			if (index > 0) {
				const delay = Math.min(retryDelay * retryFactor ** (index - 1), MAX_DELAY_MS);
				await sleep(delay, undefined, { signal: stopping }).catch(() => undefined);
			}
			if (await this.limit(() => stopping.aborted || this.attempt(sent, stopping))) return;
		}
	}

	/** Sends a notification once. Returns whether the receiver accepted it. */
	private async attempt(sent: SentNotification, stopping: AbortSignal): Promise<boolean> {
		const { url, headers, body } = sent;
		const { deliveryTimeout } = this.settings;
		const entry = this.record(sent);
		const timeout = AbortSignal.timeout(deliveryTimeout);
		const signal = AbortSignal.any([stopping, timeout]);
		const dispatcher = this.agent;
		try {
			if (RESERVED.test(new URL(url).hostname)) throw new Error('The host does not exist.');
			const response = await request(url, { method: 'POST', headers, body, signal, dispatcher });
			// The status decides; whether the body arrives does not matter.
			const answer = await response.body.text().catch(() => '');
			entry.status = response.statusCode;
			entry.answer = answer.slice(0, MAX_ANSWER);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			entry.error = timeout.aborted ? `No response within ${deliveryTimeout} ms.` : reason;
			return false;
		}
		// Redirects are not followed: a 3xx is not accepted.
		const accepted = entry.status >= 200 && entry.status < 300;
		if (accepted) sent.accepted?.();
		return accepted;
	}

	private record(sent: SentNotification): Delivery {
		const { id, event, url, headers, body } = sent;
		const at = this.settings.now();
		const entry: Delivery = { id, event, attempt: ++sent.attempts, url, headers, body, at };
		this.journal.push(entry);
		return entry;
	}
}
