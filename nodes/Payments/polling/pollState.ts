import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { normalizeStatus } from '../shared/chargeStatus';
import { DAY_MS, HOUR_MS, withOffset } from '../shared/time';
import type { List } from './lists';

/**
 * The state of a trigger, in n8n's static data. It is replaced as a whole after everything was read, so that a poll
 * that fails changes nothing.
 */
export interface PollState {
	/** What is polled (`PollParameters.key`). */
	key: string;
	/** All records that were created since then are in `seen`. Milliseconds since 1970. */
	since: number;
	/** The time of the last full scan, in milliseconds since 1970. */
	readAt: number;
	/** By ID. Small, since there may be many, and n8n saves all of them each time. */
	seen: Record<string, Seen>;
}

/**
 * The day of its creation, or of its last poll if the API cannot filter the list by day, counted from 1970 in UTC; and
 * its status.
 */
type Seen = [day: number, status: string];

/** A record to start the workflow with. */
export interface Change {
	record: IDataObject;
	/** The previous status of a record that changed; null if it was not recorded. */
	previousStatus?: string | null;
}

/** What a poll read. */
export interface Reading {
	/** What `fieldsToKeep` kept of them. */
	records: IDataObject[];
	/** Whether all days were read, and not only the last ones. */
	isFullScan: boolean;
}

/** The interval of full scans, in milliseconds. */
const FULL_SCAN_INTERVAL_MS = HOUR_MS;

/** How much longer than necessary records are kept, in milliseconds: clocks may be set back. */
const MARGIN_MS = 2 * DAY_MS;

/**
 * Returns whether all days have to be read, and not only the last ones.
 *
 * @param lookBack days
 */
export function isFullScanDue(
	{ readAt, since }: PollState,
	lookBack: number,
	now: number,
): boolean {
	// Or the trigger looks back further than before, or a clock was set back.
	return now - readAt >= FULL_SCAN_INTERVAL_MS || readAt > now || now - lookBack * DAY_MS < since;
}

/**
 * Returns what to keep of a record while a list is read. Of a record that cannot start the workflow, only what
 * `detectChanges` compares: a list may have a hundred thousand records, most of them unchanged.
 *
 * @param previous undefined in the first poll, in which no record starts the workflow
 */
export function fieldsToKeep(
	previous: PollState | undefined,
	{ statusOf }: List,
): (record: IDataObject) => IDataObject {
	return (record) => {
		const { id, created_at } = record;
		const status = statusOf(record);
		const [, before] = previous?.seen[id as string] ?? [];
		const mayStart = previous !== undefined && (before === undefined || isOther(before, status));
		return mayStart ? record : { id, status, created_at };
	};
}

/** What is polled. */
interface Polled {
	list: List;
	key: string;
	/** Days. */
	lookBack: number;
}

/**
 * Returns whether a record is remembered. In a list that the API cannot filter by day, it is too old if it was created
 * before Look Back and has its final status: others can change at any age. Without a time of creation, it is never too
 * old.
 */
export function isWatched(
	record: IDataObject,
	{ list: { from, changes, statusOf }, lookBack }: Omit<Polled, 'key'>,
	now: number,
): boolean {
	if (from !== undefined) return true;
	const at = createdAt(record) ?? now;
	if (at >= now - lookBack * DAY_MS - MARGIN_MS) return true;
	return changes !== undefined && !changes.final.includes(statusOf(record));
}

/**
 * Compares what was read with the recorded state.
 *
 * @param previous undefined in the first poll, which records everything and detects nothing
 * @param lookBack days
 * @returns the changes, the oldest first, and the new state
 */
export function detectChanges(
	previous: PollState | undefined,
	{ records, isFullScan }: Reading,
	{ list, key, lookBack }: Polled,
	now: number,
): { changes: Change[]; state: PollState } {
	const begin = now - lookBack * DAY_MS;
	const since = previous && !isFullScan ? previous.since : begin;
	const seen = new Map(Object.entries(previous?.seen ?? {}));
	const changes: Array<Change & { at: number }> = [];
	// A record that moved while pages were read is listed twice. The later one is newer.
	const listed = new Map(records.map((record) => [record.id as string, record]));
	for (const [id, record] of listed) {
		const at = createdAt(record) ?? now;
		const status = list.statusOf(record);
		const [, before] = seen.get(id) ?? [];
		const isNew =
			previous !== undefined && before === undefined && at >= Math.max(previous.since, begin);
		const change = list.changes
			? statusChange(before, status, isNew && list.changes.later)
			: isNew && {};
		if (change) changes.push({ record, at, ...change });
		const day = Math.floor((list.from === undefined ? now : at) / DAY_MS);
		// What was created since then would be new again if it was forgotten, and Look Back raised.
		const isRemembered = at >= since || isWatched(record, { list, lookBack }, now);
		if (isRemembered) seen.set(id, [day, status]);
		else seen.delete(id);
	}
	const rest = { key, seen: Object.fromEntries(seen) };
	// Of two records with the same time, the API lists the newer one first.
	const inOrder = changes.reverse().sort((a, b) => a.at - b.at);
	if (previous && !isFullScan) return { changes: inOrder, state: { ...previous, ...rest } };

	rest.seen = Object.fromEntries(
		[...seen].filter(([id, [day]]) => listed.has(id) || (day + 1) * DAY_MS > begin - MARGIN_MS),
	);
	return { changes: inOrder, state: { ...rest, since, readAt: now } };
}

/**
 * Returns the change of a status, if there is one. A charge that was created and refunded between two polls counts as
 * changed: otherwise its refund would be missed.
 *
 * @param later of a new record: the statuses that it cannot have begun with
 */
function statusChange(before: string | undefined, status: string, later: string[] | false) {
	if (before !== undefined) {
		return isOther(before, status) && { previousStatus: before };
	}
	return later && later.includes(status) && { previousStatus: null };
}

function isOther(before: string, status: string): boolean {
	return normalizeStatus(before) !== normalizeStatus(status);
}

/** Returns when a record was created, in milliseconds since 1970. */
export function createdAt({ created_at }: IDataObject): number | undefined {
	const time = DateTime.fromISO(String(withOffset(created_at)));
	return time.isValid ? time.toMillis() : undefined;
}
