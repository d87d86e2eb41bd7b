import { z } from 'zod';

import { normalizeStatus } from '../shared/chargeStatus';

/** By how much a read may be behind (docs/reliability.md, fault F4). The header Date counts whole seconds. */
export const READ_LAG_MS = 21_000;

export const recentRules = z.object({
	/** The latest time at which statuses that are not in `changed` were recorded. Milliseconds since 1970. */
	firstAt: z.number(),
	/** By the hash of the ID: when a status was recorded, and the recent statuses that it replaced. */
	changed: z.record(z.object({ at: z.number(), replaced: z.array(z.string()) })),
});

/** The saved form. */
type Recent = z.infer<typeof recentRules>;

/**
 * The statuses that were recorded so recently that a read may be older. In such a read, a record seems to have returned
 * to an earlier status. The change counts once reads are newer.
 */
export class RecentStatuses {
	private readonly changed: Map<string, Recent['changed'][string]>;
	private firstAt: number;

	/** @param order the statuses in the order of a record's life */
	constructor(
		{ firstAt, changed }: Recent = { firstAt: Number.NEGATIVE_INFINITY, changed: {} },
		private readonly order: string[] = [],
	) {
		this.firstAt = firstAt;
		this.changed = new Map(Object.entries(changed));
	}

	/** Returns whether a status that was read may be older than the recorded one. @param now the time of the read */
	mayBeOlder(hash: string, status: string, recorded: string, now: number): boolean {
		const { at, replaced } = this.changed.get(hash) ?? { at: this.firstAt, replaced: [] };
		if (!isRecent(at, now)) return false;
		return replaced.includes(status) || this.rank(status) < this.rank(recorded);
	}

	set(hash: string, now: number, previous: string | undefined) {
		const last = this.changed.get(hash);
		const replaced = last && isRecent(last.at, now) ? [...last.replaced] : [];
		if (previous !== undefined) replaced.push(previous);
		this.changed.set(hash, { at: now, replaced });
	}

	setAll(now: number) {
		this.firstAt = now;
		this.changed.clear();
	}

	toState(now: number): Recent {
		const recent = [...this.changed].filter(([, { at }]) => isRecent(at, now));
		const firstAt = Number.isFinite(this.firstAt) ? this.firstAt : 0;
		return { firstAt, changed: Object.fromEntries(recent) };
	}

	private rank(status: string): number {
		const at = this.order.indexOf(normalizeStatus(status));
		return at < 0 ? this.order.length : at;
	}
}

function isRecent(at: number, now: number): boolean {
	return Math.abs(now - at) < READ_LAG_MS;
}
