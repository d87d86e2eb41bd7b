import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Settings } from './options';

/** One try to deliver a notification. */
export interface Delivery {
	/** Id of the notification, the same in all its tries. */
	id: string;
	/** What it is about: `payment_request.completed`, `charge.created`, `refund.created` … */
	event: string;
	/** Number of the try, from 1. */
	try: number;
	url: string;
	/** Headers that were sent, `host` and `content-length` left out. */
	headers: Record<string, string>;
	body: string;
	/** When the try began, milliseconds since 1970. */
	at: number;
	/** Status code of the receiver's answer; undefined while there is none. */
	status?: number;
	/** Why there was no answer. */
	error?: string;
}

/** A notification that is to be delivered. */
export interface Notification {
	event: string;
	url: string;
	headers: Record<string, string>;
	body: string;
	/** Called when a receiver has answered with a 2xx. */
	accepted?: () => void;
}

interface Known extends Notification {
	id: string;
	tries: number;
}

/** Tries that run at the same time. */
const CONCURRENT = 8;

/** Notifications that wait; one more is not sent, and the journal says so. */
const MOST_PENDING = 10_000;

/** Milliseconds; the back-off grows no further. */
const LONGEST_DELAY = 3_600_000;

/**
 * Delivers notifications, each repeated with back-off until a 2xx comes (docs/interface.md,
 * Deliveries). Nobody waits for it but who asks: `send` returns at once.
 */
export class Deliveries {
	/** Every try, oldest first. */
	readonly journal: Delivery[] = [];

	private readonly known = new Map<string, Known>();
	private readonly pending = new Set<Promise<void>>();
	// No connection is kept: a receiver that ends between two notifications must not be noticed.
	private readonly agent = new Agent({ pipelining: 0 });
	private free = CONCURRENT;
	private readonly waiting: Array<() => void> = [];
	private ending = new AbortController();
	private closed = false;

	constructor(private readonly settings: Settings) {}

	send(notification: Notification) {
		const known = { ...notification, id: randomUUID(), tries: 0 };
		this.known.set(known.id, known);
		this.start(known);
	}

	knows(id: string): boolean {
		return this.known.has(id);
	}

	/** Sends a notification once more, as it was, whether or not it had been accepted. */
	redeliver(id: string) {
		const known = this.known.get(id);
		if (!known) throw new RangeError(`no notification ${id}`);
		this.start(known);
	}

	/** Resolves when nothing is being sent or waits to be. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	/** Forgets the journal, and gives up what is not delivered yet. */
	clear() {
		this.ending.abort();
		this.ending = new AbortController();
		this.journal.length = 0;
		this.known.clear();
	}

	/** Gives up what is not delivered yet; nothing is sent any more. */
	async close(): Promise<void> {
		this.closed = true;
		this.ending.abort();
		await this.idle();
		await this.agent.destroy();
	}

	private start(known: Known) {
		if (this.closed) return;
		if (this.pending.size >= MOST_PENDING) {
			this.note(known).error = 'Too many notifications are waiting.';
			return;
		}
		const run = this.run(known, this.ending.signal);
		this.pending.add(run);
		void run.then(() => this.pending.delete(run));
	}

	private async run(known: Known, ending: AbortSignal): Promise<void> {
		const { retryDelay, retryFactor, maxTries } = this.settings;
		setMaxListeners(0, ending);
		for (let index = 0; index < maxTries; index++) {
			if (index > 0) {
				const delay = Math.min(retryDelay * retryFactor ** (index - 1), LONGEST_DELAY);
				await sleep(delay, undefined, { signal: ending }).catch(() => undefined);
			}
			if (ending.aborted || (await this.tryOnce(known, ending))) return;
		}
	}

	/** Gives whether that was the last try that is needed. */
	private async tryOnce(known: Known, ending: AbortSignal): Promise<boolean> {
		await this.enter();
		const aborter = new AbortController();
		const abort = () => aborter.abort(new Error('The simulator ended.'));
		const timer = setTimeout(() => {
			aborter.abort(new Error(`No answer in ${this.settings.deliveryTimeout} ms.`));
		}, this.settings.deliveryTimeout);
		ending.addEventListener('abort', abort, { once: true });
		try {
			if (ending.aborted) return true;
			const entry = this.note(known);
			try {
				entry.status = await this.post(known, aborter.signal);
			} catch (error) {
				entry.error = error instanceof Error ? error.message : String(error);
				return false;
			}
			const accepted = entry.status >= 200 && entry.status < 300;
			if (accepted) known.accepted?.();
			return accepted;
		} finally {
			clearTimeout(timer);
			ending.removeEventListener('abort', abort);
			this.leave();
		}
	}

	/** Gives the status code of the answer. Redirects are not followed: a 3xx is no 2xx. */
	private async post({ url, headers, body }: Known, signal: AbortSignal): Promise<number> {
		const dispatcher = this.agent;
		const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
		// The answer counts from its status on; what becomes of its body does not matter.
		await answer.body.dump().catch(() => undefined);
		return answer.statusCode;
	}

	private note(known: Known): Delivery {
		const { id, event, url, headers, body } = known;
		const at = this.settings.now();
		const entry: Delivery = { id, event, try: ++known.tries, url, headers, body, at };
		this.journal.push(entry);
		return entry;
	}

	private async enter(): Promise<void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	private leave() {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}
