import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../../pagination/page';
import { pageFetcher, lastOf, nextOf, hasNext } from '../../../pagination/page';
import type { Context, RequestData } from '../../../shared/context';
import { idTextOf } from '../../../shared/record';
import { readWithTime } from '../../../transport/send';

/** How many of the newest records are read before and after. */
export const SNAPSHOT_SIZE = 100;

/** A record as it is listed. */
export type Listed = Record<string, string | number | boolean | null | undefined>;

/** The newest records of the lists in which a new one may be. */
export interface Snapshot {
	/** Their IDs: a record may move from one list to another. */
	ids: Set<string>;
	/** HitPay's time of the response, in milliseconds since 1970; nothing if it did not contain one. */
	readAt?: number;
	/** Each list: when the newest one was created (`madeAt`), and whether it contains no other ones. */
	lists: Array<{ madeAt: number; isAll: boolean }>;
}

/**
 * Reads the newest records of each list.
 *
 * @param filters of each list
 * @throws what n8n threw if one cannot be read
 */
export async function readSnapshot(
	context: Context,
	request: RequestData,
	filters: IDataObject[],
): Promise<Snapshot> {
	let readAt: number | undefined;
	const pages = await firstPages(context, request, filters, (time) => (readAt = time));
	const ids = pages.flatMap(({ records }) => records.map((record) => idTextOf(record) ?? ''));
	const lists = pages.map((page) => ({ madeAt: newestOf(page.records), isAll: isAll(page) }));
	return { ids: new Set(ids), readAt, lists };
}

/** Returns when the newest record was created, as `madeAt` does. */
export function newestOf(records: IDataObject[]): number {
	const times = records.map(madeAt).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : Number.NaN;
}

/** Returns when a record was created, by HitPay's clock in any zone; NaN if that cannot be read. */
export function madeAt({ created_at }: IDataObject): number {
	return typeof created_at === 'string' ? Date.parse(created_at.replace(' ', 'T')) : Number.NaN;
}

/** Reads the first page of each list. @param filters of each list @param onTime is passed HitPay's time */
export async function firstPages(
	context: Context,
	request: RequestData,
	filters: IDataObject[],
	onTime?: (time?: number) => void,
): Promise<Page[]> {
	const { url: path = '' } = request.options;
	const queryPage = async (query: IDataObject) => {
		const { body, time } = await readWithTime(context, request, path, query);
		onTime?.(time);
		return body;
	};
	return await Promise.all(filters.map(pageFetcher(context, path, queryPage, SNAPSHOT_SIZE)));
}

/** Returns whether a page is surely the only one. */
export function isAll(page: Page): boolean {
	const { meta } = page;
	const isKnown = meta.next_cursor === null || lastOf(page) !== undefined;
	return isKnown && !nextOf(page) && !hasNext(page, 1);
}
