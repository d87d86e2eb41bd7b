import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { hasNext, nextOf, pageOf, type Page } from '../pagination/page';
import { toNodeError, unexpectedResponse } from '../shared/errors/nodeErrors';
import { lists } from '../shared/messages/lists';
import { idTextOf } from '../shared/record';
import { request } from '../transport/triggerRequest';

/** How a list continues. The editor keeps a token for the next page. */
interface Paging {
	/** Returns the query of a page; without a token, of the first one. */
	query: (token?: string) => IDataObject;
	/** Returns the token of the next page. */
	next: (page: Page, token?: string) => string | undefined;
}

/** Pages by cursor. */
export const byCursor: Paging = {
	query: (cursor) => (cursor === undefined ? {} : { cursor }),
	next: (page) => {
		const cursor = nextOf(page)?.cursor;
		return cursor === undefined ? undefined : String(cursor);
	},
};

/** Pages by number. @param name the query parameter of the page number */
export function byNumber(name = 'page'): Paging {
	return {
		query: (page = '1') => ({ [name]: page }),
		next: (page, number = '1') =>
			hasNext(page, Number(number)) ? String(Number(number) + 1) : undefined,
	};
}

/** The prefix that distinguishes the token of a cursor from that of a number. */
const CURSOR = 'cursor ';

/** Pages of a list whose pagination is not documented: the first page shows it. */
export const byEither: Paging = {
	query: (token = '1') =>
		token.startsWith(CURSOR) ? byCursor.query(token.slice(CURSOR.length)) : byNumber().query(token),
	next: (page, token) => {
		const cursor = byCursor.next(page);
		if (cursor !== undefined) return CURSOR + cursor;
		return token?.startsWith(CURSOR) ? undefined : byNumber().next(page, token);
	},
};

/** The source of a drop-down. */
interface List<T> {
	path: string;
	/** The query of every request. */
	query?: IDataObject;
	/** The query parameter of the search. Without one, the labels are searched here. */
	search?: string;
	paging: Paging;
	/** Returns the label of a record. @param zone the time zone of the workflow */
	label: (record: T, zone: string) => string;
	/** Returns the page of a record, which the editor offers to open. */
	page?: (record: T) => unknown;
}

/** The number of results that fill the drop-down: with fewer, the editor does not request more. */
const MIN_RESULTS = 25;

/** The maximum number of pages that are searched for one response to the editor. */
const MAX_PAGES = 20;

/**
 * Returns a function that fills a drop-down, in the order of the API. If the API cannot search, pages are read until
 * there are enough results.
 */
export function listOf<T>(list: List<T>) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const words = filter.trim();
		const zone = this.getTimezone();
		const isLocalSearch = list.search === undefined && words !== '';
		const results: INodeListSearchResult['results'] = [];
		let next: string | undefined = token;
		try {
			for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
				const query = {
					...list.query,
					...list.paging.query(next),
					...(list.search && words && { [list.search]: words }),
				};
				const page = pageOf(await request(this, { method: 'GET', path: list.path, query }));
				if (!page) throw unexpectedResponse(this, lists.noList);
				for (const record of page.records) {
					const id = idTextOf(record);
					// Without an ID it cannot be selected.
					if (id === undefined) continue;
					const name = list.label(record as T, zone) || id;
					if (!isLocalSearch || containsWords(`${name} ${id}`, words))
						results.push({ name, value: id, url: webAddressOf(list.page?.(record as T)) });
				}
				next = list.paging.next(page, next);
				if (next === undefined || results.length >= (isLocalSearch ? MIN_RESULTS : 1)) break;
			}
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
		return { results, paginationToken: next };
	};
}

/** Returns an address that a browser can open; nothing else is a link in the editor. */
function webAddressOf(value: unknown): string | undefined {
	return typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined;
}

function containsWords(text: string, words: string): boolean {
	const searched = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => searched.includes(word));
}
