/** The rule of a rate limit. */
export interface Limit {
	/** Requests per period; 0 for no limit. */
	limit: number;
	/** Milliseconds. */
	period: number;
	/**
	 * How periods begin: at any time (sliding), or with the first request after the last period (fixed), as in the
	 * framework of the Payments API.
	 */
	window?: 'sliding' | 'fixed';
}

/** The result of counting a request. */
export interface Count {
	/** Milliseconds until another request is accepted; 0 if this one was. */
	wait: number;
	/** How many more are accepted in the period. */
	remaining: number;
}

/** Counts the requests of each key. */
export class RateLimit {
	private readonly times = new Map<string, number[]>();

	constructor(
		private readonly rule: Limit,
		private readonly now: () => number,
	) {}

	/** Counts a request, unless it exceeds the limit. */
	take(key: string): Count {
		const { limit, period, window } = this.rule;
		if (limit === 0) return { wait: 0, remaining: Infinity };
		const now = this.now();
		const earlier = this.times.get(key) ?? [];
		const isOver = (at: number) => at <= now - period;
		const counted =
			window === 'fixed'
				? earlier[0] === undefined || isOver(earlier[0])
					? []
					: earlier
				: earlier.filter((at) => !isOver(at));
		this.times.set(key, counted);
		if (counted.length >= limit)
			return { wait: (counted[0] as number) + period - now, remaining: 0 };
		counted.push(now);
		return { wait: 0, remaining: limit - counted.length };
	}
}

/** Returns seconds for `Retry-After`: whole, and 1 or more. @param wait milliseconds */
export function inSeconds(wait: number): number {
	return Math.max(1, Math.ceil(wait / 1000));
}
