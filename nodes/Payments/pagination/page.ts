import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import type { RecordMapper } from '../output/simplify';
import type { NodeContext } from '../run/context';
import { lists } from '../shared/messages/lists';
import { isObject, toInteger } from '../shared/record';

/** How many pages in a row may have no new records: the API may filter after paging. */
export const MAX_EMPTY_PAGES = 20;

/** A page of a list (docs/interface.md, Pagination envelopes). */
export interface Page {
	records: IDataObject[];
	meta: IDataObject;
	/** The query of the link to the next page. The rest of the link is ignored. */
	next?: URLSearchParams;
}

/** The part of a list to fetch. */
export interface ListRequest {
	/** The maximum of records. */
	limit: number;
	/** Returns whether a record is listed, for a filter that the API does not have. Not for date ranges. */
	accepts?: (record: IDataObject) => boolean;
	/** Returns whether no further page is needed. Not for date ranges. */
	isEnough?: (page: Page) => boolean;
	/** Reduces each record to the needed fields, page by page, which saves memory. */
	mapRecord: RecordMapper;
	/** The maximum of requests in progress. */
	concurrency: number;
	/** Whether to fetch several date ranges at the same time. */
	isByDateRange: boolean;
	/** The filters by their names in the API. */
	filters: IDataObject;
}

/** Fetches pages until there are enough records. */
export type PageStrategy = (
	context: NodeContext,
	fetchPage: FetchPage,
	listRequest: ListRequest,
) => Promise<IDataObject[]>;

/** Fetches a page; `position` is a cursor, a page number or a filter, by its name in the API. */
export type FetchPage = (position: IDataObject) => Promise<Page>;

/** Sends the request of a list with additional query parameters, and returns the body of the response. */
export type QueryPage = (query: IDataObject) => Promise<unknown>;

/** Returns `fetchPage` with a first page that was fetched already. */
export function startingWith(first: Page, fetchPage: FetchPage): FetchPage {
	let prefetched: Page | undefined = first;
	return async (position) => {
		const page = prefetched ?? (await fetchPage(position));
		prefetched = undefined;
		return page;
	};
}

/**
 * Fetches pages by cursor, without the records of earlier pages: if a cursor counts records, pages overlap when new
 * records arrive.
 *
 * @param filters additional query parameters of all pages
 * @throws an error if a cursor is repeated, or too many pages have no new records
 */
export async function* pagesByCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	filters: IDataObject = {},
): AsyncGenerator<Page & { isLast: boolean }, void> {
	const seen = new Set<string>();
	const ids = new Set<unknown>();
	let position = filters;
	let empty = 0;
	for (;;) {
		const page = await fetchPage(position);
		const records = page.records.filter((record) => isNew(ids, record));
		empty = records.length === 0 ? empty + 1 : 0;
		if (empty > MAX_EMPTY_PAGES) throw operationError(context, lists.noNewRecords(empty));
		const next = positionAfter(page, position);
		yield { ...page, records, isLast: !next };
		if (!next) return;
		const key = JSON.stringify(next);
		if (seen.has(key)) throw operationError(context, lists.cursorRepeated(seen.size + 1));
		seen.add(key);
		position = { ...filters, ...next };
	}
}

/** Returns the query parameter of the page after another, if there is one. @param position of that page */
export function positionAfter(page: Page, position: IDataObject) {
	return nextOf(page) ?? nextNumberOf(page, position);
}

/**
 * Returns the query parameter of the next page, if there is one: `meta.next_cursor`, or without that field, the cursor
 * or page of the link to the next page.
 */
export function nextOf({ meta, next }: Page): Record<string, string | number> | undefined {
	const { next_cursor: cursor } = meta;
	if (isText(cursor) || (typeof cursor === 'number' && cursor > 0)) return { cursor };
	if (cursor !== undefined) return undefined;
	for (const name of ['cursor', 'page']) {
		const value = next?.get(name);
		if (value) return { [name]: value };
	}
	return undefined;
}

/** Returns the number of the next page of a list that states nothing but its last page. @param position of the page */
function nextNumberOf(page: Page, position: IDataObject): { page: number } | undefined {
	const { current_page, next_cursor } = page.meta;
	// Beside a cursor, a number may be that of the first page.
	if (next_cursor !== undefined || 'cursor' in position) return undefined;
	const number = toInteger(current_page) ?? toInteger(position.page) ?? 1;
	return number < (lastOf(page) ?? 0) ? { page: number + 1 } : undefined;
}

/** Returns whether a record was not on an earlier page, and records its ID. A record without an ID counts as new. */
export function isNew(ids: Set<unknown>, record: IDataObject): boolean {
	const { size } = ids;
	return !hasId(record) || ids.add(record.id).size > size;
}

/** Returns whether a record has an ID. */
export function hasId({ id }: IDataObject): boolean {
	// JSON has larger integers, which are no longer the ones that were sent.
	return Number.isSafeInteger(id) || isText(id);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** Reads the page in the body of a response; nothing if it is not a list of records. */
export function pageOf(body: unknown): Page | undefined {
	const { data, meta, links, success } = (body ?? {}) as Record<string, unknown>;
	if (success === false || !Array.isArray(data) || !data.every(isObject)) return undefined;
	// PHP has one type for lists and objects, and encodes an empty one as a list.
	const isMeta = meta === undefined || meta === null || isObject(meta) || isEmptyList(meta);
	if (!isMeta || (isObject(meta) && !isReadable(meta))) return undefined;
	const { next } = (links ?? {}) as IDataObject;
	return {
		records: data,
		meta: (meta ?? {}) as IDataObject,
		next: isText(next) ? queryOf(next) : undefined,
	};
}

/** Returns whether the position of the next page can be read. If not, the list would end without its last records. */
function isReadable({ next_cursor: cursor, last_page: last }: IDataObject): boolean {
	const isCursor = !cursor || typeof cursor === 'string' || Number.isSafeInteger(cursor);
	return isCursor && (!last || toInteger(last) !== undefined);
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

function queryOf(link: string): URLSearchParams {
	const [url = ''] = link.split('#');
	const [, ...query] = url.split('?');
	return new URLSearchParams(query.join('?'));
}

/** Returns whether another page follows. @param number of the page, from 1 */
export function hasNext(page: Page, number: number): boolean {
	const last = lastOf(page);
	return last === undefined ? page.next !== undefined : number < last;
}

/** Returns the number of the last page, if the page reports it. */
export function lastOf({ meta }: Page): number | undefined {
	return toInteger(meta.last_page);
}
