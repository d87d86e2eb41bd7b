import { monotonic } from '../clock';

/**
 * The longest Retry-After from which a limit is derived. Pacing is not worth it for longer periods: requests that were
 * refused use up the new period at once.
 */
const MAX_PERIOD_MS = 2_000;

/** Limits are counted over a second or more; a shorter Retry-After is the rest of a period. */
const MIN_PERIOD_MS = 1_000;

/** How long a detected limit is trusted: the API may have lifted it since. */
export const LIMIT_TTL_MS = 300_000;

/** How long to wait after an increase that led to a refusal. */
const INCREASE_INTERVAL_MS = 60_000;

/** How many accepted requests are recorded. */
const MIN_HISTORY = 1_000;

/** How often to check whether a request in progress has ended. */
export const POLL_INTERVAL_MS = 10;

/** Accepted requests are counted over a slightly longer time than the period, so that a limit is not underestimated. */
const PERIOD_TOLERANCE = 1.05;

/** Each refusal in spite of pacing adds this share to the assumed period: the clock of the API may differ. */
const MARGIN_STEP = 0.005;

/** The maximum of these shares: more of them would cost more time than refusals do. */
const MAX_MARGIN = 0.03;

/**
 * Detects a limit over one or two seconds: its period is Retry-After, its size the number of requests that were accepted
 * within that time. From then on requests wait for the sliding window, so that hardly any is refused. Times are those of
 * `monotonic`.
 */
export class Pacing {
	/** When the API counted the last accepted requests, in ascending order. */
	private readonly accepted: number[] = [];
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

	/** Records a request that was accepted now. */
	recordAccepted(sentAt: number) {
		const now = monotonic();
		// The request was in progress when the limit was detected, so it counts as accepted in that period.
		if (this.isLimitKnown(now) && sentAt <= this.detectedAt) this.limit += 1;
		this.fastest = Math.min(this.fastest, now - sentAt);
		const at = sentAt + this.countedAt * (now - sentAt);
		let index = this.accepted.length;
		while (index > 0 && this.accepted[index - 1]! > at) index -= 1;
		this.accepted.splice(index, 0, at);
		if (this.accepted.length > 2 * MIN_HISTORY) this.accepted.splice(0, MIN_HISTORY);
	}

	/** Undoes the last increase, or paces more slowly, if a request was refused in spite of pacing. */
	recordRefused(sentAt: number) {
		const now = monotonic();
		if (!this.isLimitKnown(now) || sentAt <= this.adjustedAt) return;
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

	/**
	 * Derives a limit from a refusal.
	 *
	 * @param retryAfter milliseconds
	 * @param inFlight how many requests are in progress
	 * @returns whether there is one: not if the period is long, or none of our requests was accepted
	 */
	detectLimit(retryAfter: number, inFlight: number): boolean {
		const now = monotonic();
		if (retryAfter > MAX_PERIOD_MS) return false;
		const wasLimitKnown = this.isLimitKnown(now);
		const period = Math.max(retryAfter, wasLimitKnown ? this.period : MIN_PERIOD_MS);
		const count = this.accepted.filter((at) => at > now - period * PERIOD_TOLERANCE).length;
		if (count === 0 && inFlight === 0) return false;
		this.period = period;
		this.limit = count;
		this.provenLimit = undefined;
		this.increase = 1;
		this.detectedAt = now;
		this.adjustedAt = now;
		this.increaseAt = now + (wasLimitKnown ? INCREASE_INTERVAL_MS : 2 * period);
		return true;
	}

	/** Forgets the detected limit. */
	forgetLimit() {
		this.detectedAt = Number.NEGATIVE_INFINITY;
	}

	/** Increases the limit if no request was refused, each time by twice as much: the detected limit may be too low. */
	private increaseLimit(now: number) {
		this.provenLimit = this.limit;
		this.limit += this.increase;
		this.increase *= 2;
		this.increaseAt = now + 2 * this.period;
	}

	/** How many requests the detected limit allows in a period, if there is one. */
	get detectedLimit(): number | undefined {
		return this.isLimitKnown(monotonic()) ? this.limit : undefined;
	}

	private isLimitKnown(now: number): boolean {
		return now - this.detectedAt < LIMIT_TTL_MS;
	}

	/** Returns how long the next request has to wait, in milliseconds. @param inFlight how many are in progress */
	delay(inFlight: number): number {
		const now = monotonic();
		// Other clients used up the limit, so its size is unknown.
		if (this.limit === 0 && inFlight === 0) this.forgetLimit();
		if (!this.isLimitKnown(now)) return 0;
		const delay = this.delayAt(now, inFlight);
		// A limit that delays nothing is not increased: it would grow without end while few requests are sent.
		if (delay <= 0 || now < this.increaseAt) return delay;
		this.increaseLimit(now);
		return this.delayAt(now, inFlight);
	}

	private delayAt(now: number, inFlight: number): number {
		const free = this.limit - inFlight;
		if (free <= 0) return POLL_INTERVAL_MS;
		const oldest = this.accepted[this.accepted.length - free];
		if (oldest === undefined) return 0;
		// The API counts the next request at the same point of its way, and not at once.
		const countedAfter = this.countedAt * this.fastest;
		const period = this.period * (1 + this.margin);
		return Math.min(period, oldest + period - now - countedAfter);
	}
}
