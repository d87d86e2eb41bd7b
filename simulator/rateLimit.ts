/** Counts requests within a sliding time, one count for each key. */
export class RateLimit {
	private readonly times = new Map<string, number[]>();

	/** At most `limit` requests in any `period` (milliseconds); a limit of 0 is none. */
	constructor(
		private readonly limit: number,
		private readonly period: number,
		private readonly now: () => number,
	) {}

	/** Counts a request. Gives the seconds to wait when it is one too many, else 0. */
	wait(key: string): number {
		if (this.limit === 0) return 0;
		const now = this.now();
		const recent = (this.times.get(key) ?? []).filter((at) => at > now - this.period);
		this.times.set(key, recent);
		if (recent.length < this.limit) {
			recent.push(now);
			return 0;
		}
		return Math.max(1, Math.ceil(((recent[0] as number) + this.period - now) / 1000));
	}
}
