import pLimit from 'p-limit';

import type { RateLimit } from '../../errors/rateLimitHeaders';
import { monotonic, wait } from '../clock';
import { LIMIT_TTL_MS, Pacing, POLL_INTERVAL_MS } from './pacing';
import { MAX_PAUSE_MS, MAX_RETRY_AFTER_MS, RETRY_AFTER_JITTER_MS } from './retry';

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
 * - A limit over one or two seconds is detected, and requests are paced by it (`Pacing`).
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
	private readonly queue = pLimit(1);
	private inFlight = 0;
	private readonly pacing = new Pacing();

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
		if (outcome === 'accepted') this.pacing.recordAccepted(permit.sentAt);
		if (outcome === 'refused') this.pacing.recordRefused(permit.sentAt);
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
		this.pacing.forgetLimit();
		this.ignoreRetryAfterUntil = monotonic() + LIMIT_TTL_MS;
	}

	get isBlocked(): boolean {
		return monotonic() < this.blockedUntil;
	}

	private blockFor(time: number) {
		const until = monotonic() + time + Math.random() * RETRY_AFTER_JITTER_MS;
		this.blockedUntil = Math.max(this.blockedUntil, until);
	}

	/** Derives a limit from a refusal (`Pacing`), unless Retry-After is not trusted. @param retryAfter milliseconds */
	detectLimit(retryAfter: number): boolean {
		const isTrusted = monotonic() >= this.ignoreRetryAfterUntil;
		return isTrusted && this.pacing.detectLimit(retryAfter, this.inFlight);
	}

	/** How many requests the detected limit allows in a period, if there is one. */
	get detectedLimit(): number | undefined {
		return this.pacing.detectedLimit;
	}

	/** Returns how long the next request has to wait, in milliseconds. */
	private delay(): number {
		const now = monotonic();
		if (now < this.blockedUntil) return this.blockedUntil - now;
		if (this.isHalfOpen && this.probe) return POLL_INTERVAL_MS;
		const isCurrent = now - this.headersReadAt < MAX_RETRY_AFTER_MS;
		if (isCurrent && this.inFlight > 0 && this.inFlight >= this.remaining) return POLL_INTERVAL_MS;
		return this.pacing.delay(this.inFlight);
	}
}
