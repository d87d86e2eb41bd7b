/** How a limit counts. */
export interface Limit {
	/** Requests in each period; 0 for no limit. */
	limit: number;
	/** Milliseconds. */
	period: number;
	/**
	 * Which period: any (sliding), or the one that begins with the first request after the one before it
	 * has ended (fixed), as the service's framework counts.
	 */
	window?: 'sliding' | 'fixed';
}

/** What became of a request. */
export interface Count {
	/** Milliseconds until another request is taken, when this one was one too many, else 0. */
	wait: number;
	/** How many more are taken. */
	remaining: number;
}

/** Counts requests, one count for each key. */
export class RateLimit {
	private readonly times = new Map<string, number[]>();

	constructor(
		private readonly rule: Limit,
		private readonly now: () => number,
	) {}

	/** Counts a request, unless it is one too many. */
	take(key: string): Count {
		const { limit, period, window } = this.rule;
		if (limit === 0) return { wait: 0, remaining: Infinity };
		const now = this.now();
		const known = this.times.get(key) ?? [];
		const isOver = (at: number) => at <= now - period;
		const counted =
			window === 'fixed'
				? known[0] === undefined || isOver(known[0])
					? []
					: known
				: known.filter((at) => !isOver(at));
		this.times.set(key, counted);
		if (counted.length >= limit)
			return { wait: (counted[0] as number) + period - now, remaining: 0 };
		counted.push(now);
		return { wait: 0, remaining: limit - counted.length };
	}
}

/** As `Retry-After` says it: whole seconds, at least one. @param wait milliseconds */
export function inSeconds(wait: number): number {
	return Math.max(1, Math.ceil(wait / 1000));
}
