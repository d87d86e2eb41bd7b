import type { IDataObject } from 'n8n-workflow';

import { pageFetcher } from '../../../pagination/fetchPage';
import type { Page } from '../../../pagination/page';
import { lastOf, nextOf, hasNext } from '../../../pagination/page';
import type { Context, RequestData } from '../../../run/context';
import { runOf, type Run } from '../../../run/run';
import { idTextOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import { lastResponseTime } from '../../../transport/headers';
import { read } from '../../../transport/read';
import { readingOf, readTwice, type Reading } from '../freshness';
import { SNAPSHOT_TTL_MS } from '../ledger/lifetimes';
import { certainTime, isMadeBefore } from './serverTime';

/** How many of the newest records are read before and after. */
export const SNAPSHOT_SIZE = 100;

/** The newest records of the lists in which a new record may appear. */
export interface Snapshot {
	/** When its first page was requested (`monotonic`). */
	at: number;
	/** Their IDs in lower case: a record may move from one list to another. */
	ids: Set<string>;
	/** When it was read, by HitPay's clock (`lastResponseTime`). */
	readAt?: number;
	lists: SnapshotList[];
}

/** A list of which a snapshot has the newest records. */
interface SnapshotList {
	/** When the newest of them was created (`madeAt`). */
	newestAt: number;
	/** When the oldest of them was created, if the list has older ones. */
	oldestAt?: number;
	/** Whether the snapshot has all its records. */
	isAll: boolean;
}

/** The snapshots of a run by their path, and when they were read (`monotonic`). */
const snapshots = new WeakMap<
	Run,
	Map<string, { at: number; reading: Promise<Reading<Snapshot>> }>
>();

/**
 * Reads the newest records of each list. Items of a run that start in the same seconds share the snapshot: the ledger
 * has the records that the run itself creates meanwhile.
 *
 * @param filters of each list at the path
 * @throws as `readingOf`
 */
export async function readSnapshot(
	context: Context,
	request: RequestData,
	path: string,
	filters: IDataObject[],
): Promise<Reading<Snapshot>> {
	const run = runOf(context);
	const ofRun =
		snapshots.get(run) ?? new Map<string, { at: number; reading: Promise<Reading<Snapshot>> }>();
	snapshots.set(run, ofRun);
	const last = ofRun.get(path);
	if (last && monotonic() - last.at < SNAPSHOT_TTL_MS) return await last.reading;
	const readOnce = async () => await readingOf(readNow(context, request, path, filters));
	const reading = readTwice(context, readOnce);
	ofRun.set(path, { at: monotonic(), reading });
	// After a failure, the next item reads the snapshot again.
	reading.catch(() => ofRun.delete(path));
	return await reading;
}

/** Returns a snapshot with the time at which the item itself read last: items share the lists. */
export function readLater(context: Context, snapshot: Snapshot): Snapshot {
	return { ...snapshot, readAt: lastResponseTime(context) ?? snapshot.readAt };
}

async function readNow(
	context: Context,
	request: RequestData,
	path: string,
	filters: IDataObject[],
): Promise<Snapshot> {
	const at = monotonic();
	const pages = await firstPages(context, request, path, filters);
	return snapshotOf(context, pages, at);
}

/** Returns the snapshot of the first page of each list, which an item requested at a time (`monotonic`) and has just read. */
export function snapshotOf(context: Context, pages: Page[], at: number): Snapshot {
	const ids = pages.flatMap(({ records }) => records.map(snapshotIdOf));
	return { at, ids: new Set(ids), readAt: lastResponseTime(context), lists: pages.map(listOf) };
}

function listOf(page: Page): SnapshotList {
	const times = page.records.map(madeAt).filter((time) => !Number.isNaN(time));
	if (times.length === 0) return { newestAt: Number.NaN, isAll: isAll(page) };
	const newestAt = Math.max(...times);
	return isAll(page)
		? { newestAt, isAll: true }
		: { newestAt, oldestAt: Math.min(...times), isAll: false };
}

/** Returns the ID of a record as a snapshot has it. */
export function snapshotIdOf(record: unknown): string {
	return idTextOf(record)?.toLowerCase() ?? '';
}

/**
 * Returns when a record was created, by HitPay's clock; NaN if that cannot be read. A time without an offset counts as
 * UTC, so that it can be compared with those of the same list: local time repeats an hour in autumn.
 */
export function madeAt({ created_at }: IDataObject): number {
	if (typeof created_at !== 'string') return Number.NaN;
	const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(created_at);
	return Date.parse(`${created_at.replace(' ', 'T')}${hasOffset ? '' : 'Z'}`);
}

/**
 * Returns whether a record seems to be from before a snapshot: created before its newest record, or before it was read by
 * HitPay's clock. Clocks of servers differ, so it may still be new.
 */
export function seemsEarlier(record: IDataObject, { lists, readAt }: Snapshot): boolean {
	const isOlder = lists.some(({ newestAt }) => madeAt(record) < newestAt);
	return isOlder || isMadeBefore(certainTime(record.created_at), readAt);
}

/**
 * Returns whether a record comes after the snapshot of its list: it was there, and after a deletion, or a change of another
 * one, it moved up.
 */
export function movedUp(record: IDataObject, { oldestAt }: SnapshotList): boolean {
	return oldestAt !== undefined && madeAt(record) < oldestAt;
}

/** Returns a function that fetches the pages of a list. */
export function listFetcher(context: Context, request: RequestData, path: string) {
	const queryPage = async (query: IDataObject) => await read(context, request, path, query);
	return pageFetcher(context, path, queryPage, SNAPSHOT_SIZE);
}

/** Reads the first page of each list. @param filters of each list */
export async function firstPages(
	context: Context,
	request: RequestData,
	path: string,
	filters: IDataObject[],
): Promise<Page[]> {
	return await Promise.all(filters.map(listFetcher(context, request, path)));
}

/** Returns whether a page is surely the only one. */
export function isAll(page: Page): boolean {
	const { meta } = page;
	const isStated = meta.next_cursor === null || lastOf(page) !== undefined;
	return isStated && !nextOf(page) && !hasNext(page, 1);
}
