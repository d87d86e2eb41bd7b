import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { isObject } from './answer';
import { stop, unexpected } from './errors';
import { refuses } from './failure';
import type { NodeContext } from './types';

/** Records asked for with one request. The service's own default is 25, its maximum is not stated. */
const PAGE_SIZE = 100;

/** What a server gets that refuses PAGE_SIZE: the service's default (docs/interface.md, Limits). */
const SAFE_PAGE_SIZE = 25;

/** So many pages in a row may be empty although there are more: filters may come after paging. */
const MOST_EMPTY = 20;

/** What happened when `pageOf` gives nothing. */
export const NO_LIST = 'The answer of the service holds no list of records';

/** A page of a list (docs/interface.md, Pagination envelopes). */
export interface Page {
	records: IDataObject[];
	meta: IDataObject;
	/** Whether a link leads to another page. */
	isLinked: boolean;
}

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
 * The pages that `meta.next_cursor` leads to, one after the other.
 *
 * @param start more in the query of all of them
 * @throws an error when the cursors lead in a circle, or through nothing but empty pages
 */
export async function* pagesByCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	start: IDataObject = {},
): AsyncGenerator<Page, void> {
	const seen = new Set<string>();
	let position = start;
	let empty = 0;
	for (;;) {
		const page = await fetchPage(position);
		empty = page.records.length === 0 ? empty + 1 : 0;
		if (empty > MOST_EMPTY) throw endless(context, `${empty} pages in a row were empty.`);
		yield page;
		const cursor = nextCursorOf(page);
		if (!cursor) return;
		if (seen.has(cursor)) {
			throw endless(context, `After page ${seen.size + 1} it leads back to one before it.`);
		}
		seen.add(cursor);
		position = { ...start, cursor };
	}
}

/** What leads to the next page, if there is one. */
export function nextCursorOf({ meta }: Page): string | undefined {
	const { next_cursor: cursor } = meta;
	return typeof cursor === 'string' && cursor !== '' ? cursor : undefined;
}

/** The page that was answered; nothing when the answer is no list of records. */
export function pageOf(answer: unknown): Page | undefined {
	const { data, meta, links } = (answer ?? {}) as Record<string, unknown>;
	if (!Array.isArray(data) || !data.every(isObject)) return undefined;
	// What is empty in PHP, which has one kind of list and object, comes as a list.
	const isMeta = meta === undefined || meta === null || isObject(meta) || isEmptyList(meta);
	if (!isMeta) return undefined;
	const { next } = (links ?? {}) as IDataObject;
	return {
		records: data,
		meta: (meta ?? {}) as IDataObject,
		isLinked: typeof next === 'string' && next !== '',
	};
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** Whether another page follows. @param number the page's own, from 1 */
export function hasNext(page: Page, number: number): boolean {
	const last = lastOf(page);
	return last === undefined ? page.isLinked : number < last;
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
