import pLimit from 'p-limit';

import type { RateLimit } from '../../errors/rateLimitHeaders';
import { monotonic, wait } from '../clock';
import { MAX_PAUSE_MS, MAX_RETRY_AFTER_MS, RETRY_AFTER_JITTER_MS } from './retry';

/**
 * The longest Retry-After from which a limit is derived. Pacing is not worth it for longer periods: requests that were
 * refused use up the new period at once.
 */
const MAX_PERIOD_MS = 2_000;

/** Limits are counted over a second or more; a shorter Retry-After is the rest of a period. */
const MIN_PERIOD_MS = 1_000;

/** How long a detected limit is trusted: the API may have lifted it since. */
const LIMIT_TTL_MS = 300_000;

/** How long to wait after an increase that led to a refusal. */
const INCREASE_INTERVAL_MS = 60_000;

/** How many accepted requests are recorded. */
const MIN_HISTORY = 1_000;

/** How often to check whether a request in progress has ended. */
const POLL_INTERVAL_MS = 10;

/** The first pause without Retry-After; each refused probe doubles it. */
const BASE_PAUSE_MS = 1_000;

/**
 * After so many refused probes in a row (a minute) another client takes each period whole. It has the longest pauses when
 * a period begins, so shorter ones win the next.
 */
const MANY_REFUSED_PROBES = 9;

/** The pause from then on. */
const SHORT_PAUSE_MS = 4_000;

/** After so many refused probes in a row, Retry-After is not trusted. */
const MAX_REFUSED_PROBES = 3;

/** Accepted requests are counted over a slightly longer time than the period, so that a limit is not underestimated. */
const PERIOD_TOLERANCE = 1.05;

/** Each refusal in spite of pacing adds this share to the assumed period: the clock of the API may differ. */
const MARGIN_STEP = 0.005;

/** The maximum of these shares: more of them would cost more time than refusals do. */
const MAX_MARGIN = 0.03;

/** Allows one request. */
interface Permit {
	/** When the request was sent (`monotonic`). */
	sentAt: number;
}

/**
 * Follows the rate limit of a credential. Times are those of `monotonic`.
 *
 * - The headers of responses are followed: how many requests remain, and how long to wait.
 * - If many requests are refused, or none remains, it works as a circuit breaker: nothing is sent for a while, then
 *   one request (the probe) shows whether the limit was reset.
 * - A limit over one or two seconds is detected: its period is Retry-After, its size the number of requests that were
 *   accepted within that time. From then on requests wait for the sliding window, so that hardly any is refused.
 */
export class RateLimiter {
	private blockedUntil = Number.NEGATIVE_INFINITY;
	/** Whether the next request is a probe. */
	private isHalfOpen = false;
	private probe?: Permit;
	/** How many probes in a row were refused. */
	private refusedProbes = 0;
	/** Until when Retry-After is not taken for the period of a limit. */
	private ignoreRetryAfterUntil = Number.NEGATIVE_INFINITY;
	/** How many more requests the headers allowed. */
	private remaining = Number.POSITIVE_INFINITY;
	private headersReadAt = Number.NEGATIVE_INFINITY;

	/** When the API counted the last accepted requests, in ascending order. */
	private readonly accepted: number[] = [];
	private readonly queue = pLimit(1);
	private inFlight = 0;
	/** The detected limit: how many requests in each period (milliseconds). */
	private limit = Number.POSITIVE_INFINITY;
	private period = 0;
	private detectedAt = Number.NEGATIVE_INFINITY;
	/** The limit before the last increase, until a refusal or a further increase. */
	private provenLimit?: number;
	private increase = 1;
	private increaseAt = 0;
	/**
	 * When the API counts a request, from 0 (sent) to 1 (response received). It is unknown, so half-way is assumed,
	 * and the end if a request was refused in spite of pacing.
	 */
	private countedAt = 0.5;
	/** By which share the pacing is slower than the limit. */
	private margin = 0;
	/** When the limit was detected or the pacing corrected: requests sent before say nothing about it. */
	private adjustedAt = Number.NEGATIVE_INFINITY;
	/** How long the fastest accepted request took, in milliseconds. */
	private fastest = Number.POSITIVE_INFINITY;

	/** Waits until another request is allowed, in the order of the calls, or until `isOver`. */
	async acquire(isOver: () => boolean = () => false, cancelled?: AbortSignal): Promise<Permit> {
		return await this.queue(async () => {
			for (let delay = this.delay(); delay > 0 && !isOver(); delay = this.delay()) {
				await wait(delay, cancelled);
			}
			const permit = { sentAt: monotonic() };
			if (this.isHalfOpen) this.probe ??= permit;
			this.inFlight += 1;
			return permit;
		});
	}

	/**
	 * Returns a permit.
	 *
	 * @param outcome whether the API counted the request, if it was sent
	 * @param headers the rate limit of a response that was not successful
	 */
	release(permit: Permit, outcome: 'accepted' | 'refused' | 'not sent', headers: RateLimit = {}) {
		this.inFlight -= 1;
		if (outcome === 'accepted' && headers.remaining !== undefined) this.readHeaders(headers);
		this.releaseProbe(permit, outcome, headers);
		const now = monotonic();
		if (outcome === 'accepted') this.recordAccepted(permit, now);
		const isPaced = this.isLimitKnown(now) && permit.sentAt > this.adjustedAt;
		if (outcome === 'refused' && isPaced) this.correctPacing(now);
	}

	private recordAccepted({ sentAt }: Permit, now: number) {
		// The request was in progress when the limit was detected, so it counts as accepted in that period.
		if (this.isLimitKnown(now) && sentAt <= this.detectedAt) this.limit += 1;
		this.fastest = Math.min(this.fastest, now - sentAt);
		const at = sentAt + this.countedAt * (now - sentAt);
		let index = this.accepted.length;
		while (index > 0 && this.accepted[index - 1]! > at) index -= 1;
		this.accepted.splice(index, 0, at);
		if (this.accepted.length > 2 * MIN_HISTORY) this.accepted.splice(0, MIN_HISTORY);
	}

	private releaseProbe(permit: Permit, outcome: string, { remaining, retryAfter }: RateLimit) {
		const isProbe = permit === this.probe;
		if (isProbe) this.probe = undefined;
		if (isProbe && outcome === 'accepted') {
			this.isHalfOpen = this.remaining === 0;
			this.refusedProbes = 0;
		}
		if (outcome !== 'refused' || !(isProbe || remaining === 0)) return;
		if (isProbe) this.refusedProbes += 1;
		this.block(retryAfter);
	}

	/** Follows the headers of a response that was not a refusal. */
	readHeaders({ remaining = Number.POSITIVE_INFINITY, retryAfter = 0 }: RateLimit) {
		this.remaining = remaining;
		this.headersReadAt = monotonic();
		if (remaining > 0 && retryAfter === 0) return;
		this.isHalfOpen = true;
		// A longer time, such as that of a daily limit, may not be meant for all requests.
		if (retryAfter > 0 && retryAfter <= MAX_RETRY_AFTER_MS) this.blockFor(retryAfter);
	}

	/**
	 * Blocks requests for Retry-After, and for at least a pause that each refused probe doubles; then allows a probe.
	 *
	 * @param retryAfter milliseconds
	 */
	block(retryAfter = 0) {
		const longest = this.refusedProbes < MANY_REFUSED_PROBES ? MAX_PAUSE_MS : SHORT_PAUSE_MS;
		const pause = Math.min(longest, BASE_PAUSE_MS * 2 ** this.refusedProbes);
		this.blockFor(Math.min(MAX_RETRY_AFTER_MS, Math.max(retryAfter, pause)));
		this.isHalfOpen = true;
		if (this.refusedProbes < MAX_REFUSED_PROBES) return;
		this.detectedAt = Number.NEGATIVE_INFINITY;
		this.ignoreRetryAfterUntil = monotonic() + LIMIT_TTL_MS;
	}

	get isBlocked(): boolean {
		return monotonic() < this.blockedUntil;
	}

	private blockFor(time: number) {
		const until = monotonic() + time + Math.random() * RETRY_AFTER_JITTER_MS;
		this.blockedUntil = Math.max(this.blockedUntil, until);
	}

	/**
	 * Derives a limit from a refusal.
	 *
	 * @param retryAfter milliseconds
	 * @returns whether there is one: not if the period is long, or none of our requests was accepted
	 */
	detectLimit(retryAfter: number): boolean {
		const now = monotonic();
		if (retryAfter > MAX_PERIOD_MS || now < this.ignoreRetryAfterUntil) return false;
		const wasLimitKnown = this.isLimitKnown(now);
		const period = Math.max(retryAfter, wasLimitKnown ? this.period : MIN_PERIOD_MS);
		const count = this.accepted.filter((at) => at > now - period * PERIOD_TOLERANCE).length;
		if (count === 0 && this.inFlight === 0) return false;
		this.period = period;
		this.limit = count;
		this.provenLimit = undefined;
		this.increase = 1;
		this.detectedAt = now;
		this.adjustedAt = now;
		this.increaseAt = now + (wasLimitKnown ? INCREASE_INTERVAL_MS : 2 * period);
		return true;
	}

	/** Increases the limit if no request was refused, each time by twice as much: the detected limit may be too low. */
	private increaseLimit(now: number) {
		this.provenLimit = this.limit;
		this.limit += this.increase;
		this.increase *= 2;
		this.increaseAt = now + 2 * this.period;
	}

	/** Undoes the last increase, or paces more slowly, as a request was refused in spite of pacing. */
	private correctPacing(now: number) {
		this.adjustedAt = now;
		this.increaseAt = now + INCREASE_INTERVAL_MS;
		this.increase = 1;
		if (this.provenLimit === undefined) {
			this.countedAt = 1;
			this.margin = Math.min(MAX_MARGIN, this.margin + MARGIN_STEP);
			return;
		}
		this.limit = this.provenLimit;
		this.provenLimit = undefined;
	}

	/** How many requests the detected limit allows in a period, if there is one. */
	get detectedLimit(): number | undefined {
		return this.isLimitKnown(monotonic()) ? this.limit : undefined;
	}

	private isLimitKnown(now: number): boolean {
		return now - this.detectedAt < LIMIT_TTL_MS;
	}

	/** Returns how long the next request has to wait, in milliseconds. */
	private delay(): number {
		const now = monotonic();
		if (now < this.blockedUntil) return this.blockedUntil - now;
		if (this.isHalfOpen && this.probe) return POLL_INTERVAL_MS;
		const isCurrent = now - this.headersReadAt < MAX_RETRY_AFTER_MS;
		if (isCurrent && this.inFlight > 0 && this.inFlight >= this.remaining) return POLL_INTERVAL_MS;
		// Other clients used up the limit, so its size is unknown.
		if (this.limit === 0 && this.inFlight === 0) this.detectedAt = Number.NEGATIVE_INFINITY;
		if (!this.isLimitKnown(now)) return 0;
		const delay = this.pacingDelay(now);
		// A limit that delays nothing is not increased: it would grow without end while few requests are sent.
		if (delay <= 0 || now < this.increaseAt) return delay;
		this.increaseLimit(now);
		return this.pacingDelay(now);
	}

	/** Returns how long the next request has to wait for the detected limit, in milliseconds. */
	private pacingDelay(now: number): number {
		const free = this.limit - this.inFlight;
		if (free <= 0) return POLL_INTERVAL_MS;
		const oldest = this.accepted[this.accepted.length - free];
		if (oldest === undefined) return 0;
		// The API counts the next request at the same point of its way, and not at once.
		const countedAfter = this.countedAt * this.fastest;
		const period = this.period * (1 + this.margin);
		return Math.min(period, oldest + period - now - countedAfter);
	}
}
