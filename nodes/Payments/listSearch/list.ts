import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { elsewhere, toNodeError } from '../transport/errors';
import { hasNext, nextOf, NO_LIST, pageOf, type Page } from '../transport/page';
import { request } from '../transport/request';

/** How a list goes on. The editor keeps a token of ours from one page to the next. */
interface Paging {
	/** What is asked for; without a token, for the first page. */
	query: (token?: string) => IDataObject;
	/** The token of the page after this one. */
	next: (page: Page, token?: string) => string | undefined;
}

/** A list by cursor. */
export const byCursor: Paging = {
	query: (cursor) => (cursor === undefined ? {} : { cursor }),
	next: (page) => {
		const cursor = nextOf(page)?.cursor;
		return cursor === undefined ? undefined : String(cursor);
	},
};

/** A list by numbers. @param name what the service calls the number of the page */
export function byNumber(name = 'page'): Paging {
	return {
		query: (page = '1') => ({ [name]: page }),
		next: (page, number = '1') =>
			hasNext(page, Number(number)) ? String(Number(number) + 1) : undefined,
	};
}

/** What the token of a cursor begins with, where that of a number would be the same. */
const CURSOR = 'cursor ';

/** A list of which nobody says how it goes on: the first page shows it. */
export const byEither: Paging = {
	query: (token = '1') =>
		token.startsWith(CURSOR) ? byCursor.query(token.slice(CURSOR.length)) : byNumber().query(token),
	next: (page, token) => {
		const cursor = byCursor.next(page);
		if (cursor !== undefined) return CURSOR + cursor;
		return token?.startsWith(CURSOR) ? undefined : byNumber().next(page, token);
	},
};

/** What fills a drop-down. */
interface List<T> {
	path: string;
	/** What is always asked for. */
	query?: IDataObject;
	/** What the service calls the words to search for. Without a name, the labels are searched here. */
	search?: string;
	paging: Paging;
	/** What a record is shown by. @param zone the time zone of the one who looks */
	label: (record: T, zone: string) => string;
}

/** So many hits fill what the editor shows at once: with fewer, it does not ask for more. */
const ENOUGH = 25;

/** So many pages are gone through at most for one answer to the editor. */
const MOST_PAGES = 20;

/**
 * A function that fills a drop-down, in the service's order. Where the service can not search, its pages
 * are gone through until there are enough hits.
 */
export function listOf<T extends { id: string }>(list: List<T>) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const words = filter.trim();
		const zone = this.getTimezone();
		const isHere = list.search === undefined && words !== '';
		const results: INodeListSearchResult['results'] = [];
		let next: string | undefined = token;
		try {
			for (let pages = 1; pages <= MOST_PAGES; pages += 1) {
				const query = {
					...list.query,
					...list.paging.query(next),
					...(list.search && words && { [list.search]: words }),
				};
				const came = pageOf(await request(this, { method: 'GET', path: list.path, query }));
				if (!came) {
					throw new NodeOperationError(this.getNode(), NO_LIST, { description: elsewhere });
				}
				for (const record of came.records as unknown as T[]) {
					const name = list.label(record, zone) || record.id;
					if (!isHere || holds(`${name} ${record.id}`, words)) {
						results.push({ name, value: record.id });
					}
				}
				next = list.paging.next(came, next);
				if (next === undefined || results.length >= (isHere ? ENOUGH : 1)) break;
			}
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
		return { results, paginationToken: next };
	};
}

function holds(text: string, words: string): boolean {
	const place = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => place.includes(word));
}
