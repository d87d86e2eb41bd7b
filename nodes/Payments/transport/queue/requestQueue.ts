import pLimit from 'p-limit';

import type { RateLimit } from '../../errors/rateLimitHeaders';
import { MAX_CONCURRENCY } from '../../run/limits';
import { monotonic } from '../clock';
import { RateLimiter } from './rateLimiter';

/** How long the circuit stays open. */
const RESET_TIMEOUT_MS = 60_000;

/** Over how many responses the share of refusals is averaged, roughly: with a detected limit, over two periods. */
const REFUSAL_WINDOW = { min: 10, max: 200 };

/** A larger share of refusals means that too many requests are sent. */
const MAX_REFUSAL_SHARE = 1 / 3;

/**
 * More refusals in the window mean the same, since each keeps a place in the queue until its Retry-After is over. It is
 * more than the default concurrency: all requests in progress may be refused for the same reason.
 */
const MAX_REFUSALS = 10;

/**
 * Queues the requests of one credential in this process, first in, first out. If many requests are refused, they follow
 * the detected rate limit. If no limit can be detected, the concurrency is halved, and grows with each success (as in
 * TCP).
 */
class RequestQueue {
	readonly rateLimiter = new RateLimiter();
	/** When a request last succeeded (`monotonic`). */
	private succeededAt = Number.NEGATIVE_INFINITY;
	/** When the circuit opened, and the refusal that opened it if there was one. */
	private opened?: { at: number; refusal?: unknown };
	private refusalRate = 0;
	private readonly admission = pLimit(1);
	private readonly inFlight = new Set<Promise<unknown>>();
	private concurrency = MAX_CONCURRENCY;

	/**
	 * Runs a task when it is its turn.
	 *
	 * @param maxInFlight how many tasks may be in progress, itself included
	 */
	async run<T>(maxInFlight: number, task: (queue: RequestQueue) => Promise<T>): Promise<T> {
		const { result } = await this.admission(async () => {
			while (
				this.inFlight.size >= Math.min(maxInFlight, Math.max(1, Math.floor(this.concurrency)))
			) {
				await Promise.race(this.inFlight);
			}
			const result = task(this);
			const settled = Promise.allSettled([result]);
			this.inFlight.add(settled);
			void settled.then(() => this.inFlight.delete(settled));
			// Wrapped in an object, so that the admission does not await it.
			return { result };
		});
		return await result;
	}

	/**
	 * Whether the circuit breaker is open: all attempts of a request met an outage. Until a response arrives, or a
	 * minute is over, requests are not repeated, so that a thousand items do not wait one after the other.
	 */
	get isOpen(): boolean {
		return this.opened !== undefined && monotonic() - this.opened.at < RESET_TIMEOUT_MS;
	}

	/** Opens the circuit. @param refusal the error, if it is a rate limit that does not end */
	openCircuit(refusal?: unknown) {
		this.opened = { at: monotonic(), refusal };
	}

	/** The error that refuses requests, without sending them, while a rate limit that does not end blocks them. */
	get refusal(): unknown {
		return this.isOpen && this.rateLimiter.isBlocked ? this.opened?.refusal : undefined;
	}

	/** Records a response, which closes the circuit. @param isRefusal whether it was a 429 */
	recordResponse(isRefusal = false) {
		if (!isRefusal || this.opened?.refusal === undefined) this.opened = undefined;
	}

	recordSuccess() {
		this.recordResponse();
		this.succeededAt = monotonic();
		this.refusalRate -= this.refusalRate / this.refusalWindow;
		this.concurrency = Math.min(MAX_CONCURRENCY, this.concurrency + 1 / this.concurrency);
	}

	private get refusalWindow(): number {
		const { min, max } = REFUSAL_WINDOW;
		return Math.min(max, Math.max(min, 2 * (this.rateLimiter.detectedLimit ?? 0)));
	}

	/** Returns whether another request succeeded since a time (`monotonic`). */
	hasSucceededSince(time: number): boolean {
		return this.succeededAt > time;
	}

	/** Records a 429. */
	recordRefusal({ retryAfter }: RateLimit = {}) {
		this.refusalRate += (1 - this.refusalRate) / this.refusalWindow;
		const maxShare = Math.min(MAX_REFUSAL_SHARE, MAX_REFUSALS / this.refusalWindow);
		if (this.refusalRate <= maxShare) return;
		this.refusalRate = 0;
		const isDetected =
			retryAfter !== undefined && retryAfter > 0 && this.rateLimiter.detectLimit(retryAfter);
		this.rateLimiter.block(retryAfter);
		if (isDetected) return;
		this.concurrency = Math.max(1, Math.min(this.concurrency, this.inFlight.size) / 2);
	}
}

const queues = new Map<string, RequestQueue>();

/** Returns the queue of a credential. Queues are never removed: there is one for each credential. */
export function queueFor(credential: string): RequestQueue {
	const queue = queues.get(credential) ?? new RequestQueue();
	queues.set(credential, queue);
	return queue;
}

export type { RequestQueue };
