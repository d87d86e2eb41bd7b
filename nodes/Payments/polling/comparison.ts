import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { AccountEvent } from '../events/kinds';
import { normalizeStatus, statusOfRecord } from '../shared/chargeStatus';
import { DAY_MS, parseTime, SERVICE_ZONE, withOffset } from '../shared/time';
import type { List } from './lists';
import { notifiedIdOf, isAwaited } from './notified';
import type { Plan } from './plan';
import type { PollState } from './pollState';
import { READ_LAG_MS, RecentStatuses } from './recentStatuses';
import { dayNumber, hashOf, SeenRecords } from './seenRecords';

/**
 * Returns the item of a record that starts the workflow.
 *
 * @param previousStatus of a record that changed; null if it was not recorded, or if the record is new
 */
export type ToItem = (record: IDataObject, previousStatus: string | null) => INodeExecutionData;

/** How much longer than necessary records are kept, in milliseconds: clocks may be set back. */
const MARGIN_MS = 2 * DAY_MS;

/** The list that is polled. */
export interface Polled {
	list: List;
	key: string;
	/** The ID of the business, if it is known. */
	business?: string;
	/** The revision of the new state. */
	revision: number;
	/** How many days the poll looks back. */
	lookBack: number;
	/** The statuses to output, for changes only. */
	statuses?: Set<string>;
	/** The event that is notified of the records, if they wait for it. */
	notified?: AccountEvent;
}

/**
 * Compares records with the recorded state, one by one as they are read, and keeps only records that start the
 * workflow: a list may have a hundred thousand, most of them unchanged. Items are made one by one, too: making
 * thousands of them together would block n8n.
 */
export class Comparison {
	/** How many records were added since `repeat`. */
	addedCount = 0;

	private isRepeated = false;
	/** When the newest record was created. Milliseconds since 1970. */
	private newest = Number.NEGATIVE_INFINITY;
	private readonly recent: RecentStatuses;
	private readonly before: SeenRecords;
	private readonly seen: SeenRecords;
	/** By ID. A record that moved while pages were read is listed twice: the later one is newer. */
	private readonly changes = new Map<string, { item: INodeExecutionData; at: number }>();

	/** @param previous undefined in the first poll, which records everything and detects nothing */
	constructor(
		private readonly previous: PollState | undefined,
		private readonly polled: Polled,
		private readonly toItem: ToItem,
	) {
		const { buckets, statuses } = previous?.seen ?? {};
		this.recent = new RecentStatuses(previous?.recent, polled.list.changes?.order);
		this.before = new SeenRecords(buckets, statuses);
		this.seen = new SeenRecords(buckets, statuses);
	}

	/** Begins to read the list again: only missing records count, if they existed when the poll began. */
	repeat() {
		this.isRepeated = true;
		this.addedCount = 0;
	}

	/** Compares a record, which has an ID. @param readAt when it was read, in milliseconds since 1970 */
	add(record: IDataObject, plan: Plan, readAt: number) {
		const { list, statuses, notified } = this.polled;
		const id = record.id as string;
		const hash = hashOf(notified && !list.changes ? notifiedIdOf(notified, record) : id);
		const at = createdAt(record) ?? plan.now;
		const isLater = this.previous === undefined && at >= plan.now;
		if (this.isRepeated && (isLater || this.seen.statusOf(hash) !== undefined)) return;
		this.newest = Math.max(this.newest, at);
		const before = this.before.statusOf(hash);
		const status = list.changes ? list.statusOf(record) : '';
		if (before !== undefined && this.recent.mayBeOlder(hash, status, before, readAt)) return;
		const change = this.changeOf(record, before, at, plan);
		if (change && notified && isAwaited(notified, record, plan.now)) {
			// The next poll finds it again.
			this.changes.delete(id);
			return;
		}
		if (change && (!statuses || statuses.has(statusOfRecord(record)))) {
			this.changes.set(id, { item: this.toItem(record, change.previousStatus), at });
		} else this.changes.delete(id);
		// In a list that the API cannot filter by day, the last poll that listed a record counts.
		const keptFrom = list.from === undefined ? plan.now : Math.min(at, plan.now);
		if (!this.isRemembered(record, at, plan)) return this.seen.delete(hash);
		this.seen.set(hash, status, dayNumber(keptFrom));
		this.addedCount += 1;
		const isChanged = list.changes && !plan.isRecording && before !== status;
		if (isChanged) this.recent.set(hash, readAt, before);
	}

	/** Returns the items of the changes, the oldest first, and the new state; no state if it is the same as before. @param readAt now, by the clock of the API */
	finish(plan: Plan, readAt: number): { items: INodeExecutionData[]; state?: PollState } {
		const { previous } = this;
		// Of two records with the same time, the API lists the newer one first.
		const changes = [...this.changes.values()].reverse().sort((a, b) => a.at - b.at);
		const items = changes.map(({ item }) => item);
		const kept = Math.min(this.begin(plan), this.since(plan)) - MARGIN_MS;
		if (plan.isFullScan) this.seen.deleteBefore(dayNumber(kept));
		if (plan.isRecording) this.recent.setAll(readAt);
		const { key, business, revision } = this.polled;
		const isSame =
			previous?.business === business &&
			previous !== undefined &&
			!plan.isHourly &&
			!this.seen.isChanged;
		if (isSame) return { items };
		const state = {
			key,
			revision,
			business,
			since: this.since(plan),
			readAt,
			clockAt: Date.now(),
			recent: this.recent.toState(readAt),
			hourlyAt: plan.isHourly ? plan.now : previous!.hourlyAt,
			fullScanAt: plan.isFullScan ? plan.now : previous!.fullScanAt,
			seen: this.seen.toState(),
		};
		return { items, state };
	}

	private changeOf(
		record: IDataObject,
		before: string | undefined,
		at: number,
		plan: Plan,
	): { previousStatus: string | null } | undefined {
		const { previous } = this;
		const { changes, statusOf } = this.polled.list;
		if (previous === undefined) return undefined;
		const isNew = before === undefined && at >= Math.max(previous.since, this.begin(plan));
		if (!changes) return isNew ? { previousStatus: null } : undefined;
		const status = statusOf(record);
		// A charge that was created and refunded between two polls counts as changed. Otherwise its refund would be
		// missed.
		if (isNew && changes.later.includes(status)) return { previousStatus: null };
		const isOther = before !== undefined && normalizeStatus(before) !== normalizeStatus(status);
		return isOther ? { previousStatus: before } : undefined;
	}

	/**
	 * Returns whether a record is remembered: if it was created within Look Back, or if it would be new again after
	 * Look Back is raised. In a list that the API cannot filter by day, a record without a final status is remembered
	 * at any age. A record without a time of creation is never too old.
	 */
	private isRemembered(record: IDataObject, at: number, plan: Plan): boolean {
		if (at >= Math.min(this.since(plan), this.begin(plan) - MARGIN_MS)) return true;
		const { from, changes, statusOf } = this.polled.list;
		return from === undefined && changes !== undefined && !changes.final.includes(statusOf(record));
	}

	/** Returns the beginning of Look Back. */
	private begin({ now }: Plan): number {
		return now - this.polled.lookBack * DAY_MS;
	}

	/**
	 * Returns the time since which all records are recorded. It does not pass the newest record that was read, less the
	 * lag of reads: with a clock that is ahead, records that are created until then would be skipped.
	 */
	private since(plan: Plan): number {
		const begin = this.begin(plan);
		const { since = Number.NEGATIVE_INFINITY } = this.previous ?? {};
		if (this.previous && !plan.isFullScan) return since;
		if (plan.isRecording) return begin;
		return Math.max(since, Math.min(begin, this.newest - READ_LAG_MS));
	}
}

/** A time with an offset, which the runtime reads many times faster than luxon. */
const COMPLETE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Returns when a record was created, in milliseconds since 1970. */
export function createdAt({ created_at: created }: IDataObject): number | undefined {
	if (typeof created === 'string' && COMPLETE_TIME.test(created)) {
		const at = Date.parse(created);
		if (!Number.isNaN(at)) return at;
	}
	const time = parseTime(String(withOffset(created)), SERVICE_ZONE);
	return time.isValid ? time.toMillis() : undefined;
}
