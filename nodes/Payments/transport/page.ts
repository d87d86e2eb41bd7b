import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { isObject } from './answer';
import { stop, unexpected } from './errors';
import { refuses } from './failure';
import type { Shape } from './output';
import type { NodeContext } from './types';

/** Records asked for with one request. The service's own default is 25, its maximum is not stated. */
const PAGE_SIZE = 100;

/** What a server gets that refuses PAGE_SIZE: the service's default (docs/interface.md, Limits). */
const SAFE_PAGE_SIZE = 25;

/** So many pages in a row may hold nothing new although there are more: filters may come after paging. */
export const MOST_EMPTY = 20;

/** What happened when `pageOf` gives nothing. */
export const NO_LIST = 'The answer of the service holds no list of records';

/** A page of a list (docs/interface.md, Pagination envelopes). */
export interface Page {
	records: IDataObject[];
	meta: IDataObject;
	/** The query of the link to another page, if one leads there. Where else it leads is nothing to us. */
	next?: URLSearchParams;
}

/** What is wanted of a list. */
export interface Wanted {
	/** How many records at most. */
	limit: number;
	/** What is kept of each record; page by page, so that the rest takes no memory. */
	shape: Shape;
	/** How many requests at the same time, at most. */
	atOnce: number;
	/** Whether to begin at several days at the same time. */
	isInStretches: boolean;
	/** The filters, by the service's names. */
	filters: IDataObject;
}

/** Gets pages until there are enough records. */
export type Walk = (
	context: NodeContext,
	fetchPage: FetchPage,
	wanted: Wanted,
) => Promise<IDataObject[]>;

/** Gets one page; `position` is the cursor, the page number or a filter, by the service's names. */
export type FetchPage = (position: IDataObject) => Promise<Page>;

/** Sends the request of a list with more in its query, and gives the answer's body. */
export type Ask = (query: IDataObject) => Promise<unknown>;

/** Gets pages of PAGE_SIZE records, or of `limit` when that is less, or of what the server takes. */
export function pageFetcher(context: NodeContext, ask: Ask, limit: number): FetchPage {
	let size = Math.min(PAGE_SIZE, limit);
	return async (position) => {
		const answer = await ask({ per_page: size, ...position }).catch(async (error: unknown) => {
			const isTooLarge = size > SAFE_PAGE_SIZE && refuses(error, 'per_page');
			if (!isTooLarge) throw error;
			size = SAFE_PAGE_SIZE;
			return await ask({ per_page: size, ...position });
		});
		const page = pageOf(answer);
		if (page) return page;
		throw unexpected(context, NO_LIST);
	};
}

/**
 * The pages that `nextOf` leads to, one after the other. A record that was on a page before is left out: pages
 * overlap where a cursor counts records and others arrive meanwhile.
 *
 * @param start more in the query of all of them
 * @throws an error when the cursors lead in a circle, or through nothing but pages without anything new
 */
export async function* pagesByCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	start: IDataObject = {},
): AsyncGenerator<Page, void> {
	const seen = new Set<string>();
	const ids = new Set<unknown>();
	let position = start;
	let empty = 0;
	for (;;) {
		const page = await fetchPage(position);
		const records = page.records.filter((record) => isNew(ids, record));
		empty = records.length === 0 ? empty + 1 : 0;
		if (empty > MOST_EMPTY) throw endless(context, `${empty} pages in a row held nothing new.`);
		yield { ...page, records };
		const next = nextOf(page);
		if (!next) return;
		const key = JSON.stringify(next);
		if (seen.has(key)) {
			throw endless(context, `After page ${seen.size + 1} it leads back to one before it.`);
		}
		seen.add(key);
		position = { ...start, ...next };
	}
}

/**
 * What in the query leads to the next page, if there is one: `meta.next_cursor`, or what the link to the next page
 * has where nothing is said of a cursor.
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

/** Whether a record is not among those that came before. Of one without an ID nobody can tell: it is. */
export function isNew(ids: Set<unknown>, record: IDataObject): boolean {
	const { size } = ids;
	return !hasId(record) || ids.add(record.id).size > size;
}

/** Whether a record can be told from others. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'number' || isText(id);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** The page that was answered; nothing when the answer is no list of records. */
export function pageOf(answer: unknown): Page | undefined {
	const { data, meta, links } = (answer ?? {}) as Record<string, unknown>;
	if (!Array.isArray(data) || !data.every(isObject)) return undefined;
	// What is empty in PHP, which has one kind of list and object, comes as a list.
	const isMeta = meta === undefined || meta === null || isObject(meta) || isEmptyList(meta);
	if (!isMeta || (isObject(meta) && !tellsEnd(meta))) return undefined;
	const { next } = (links ?? {}) as IDataObject;
	return {
		records: data,
		meta: (meta ?? {}) as IDataObject,
		next: isText(next) ? queryOf(next) : undefined,
	};
}

/** Whether what a page tells of the next one can be read. Otherwise a list would end without its last records. */
function tellsEnd({ next_cursor: cursor, last_page: last }: IDataObject): boolean {
	const isCursor = !cursor || ['string', 'number'].includes(typeof cursor);
	return isCursor && (!last || wholeOf(last) !== undefined);
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

function queryOf(link: string): URLSearchParams {
	const [address = ''] = link.split('#');
	const [, ...query] = address.split('?');
	return new URLSearchParams(query.join('?'));
}

/** Whether another page follows. @param number the page's own, from 1 */
export function hasNext(page: Page, number: number): boolean {
	const last = lastOf(page);
	return last === undefined ? page.next !== undefined : number < last;
}

/** The number of the last page, where the page tells it. */
export function lastOf({ meta }: Page): number | undefined {
	return wholeOf(meta.last_page);
}

/** A number of a page, which may be text. */
export function wholeOf(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && Number.isInteger(Number(value)) ? Number(value) : undefined;
}

/** The error of a list that never ends. @param what a sentence that says how it shows */
export function endless(context: NodeContext, what: string): NodeOperationError {
	return stop(
		context,
		'The service repeats its pages, so the list would never end',
		`${what} Set a limit or narrow the list down with filters, and tell the support of the service.`,
	);
}
