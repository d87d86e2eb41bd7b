import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { toNodeError, unexpectedResponse } from '../errors/nodeErrors';
import { pageFetcher } from '../pagination/fetchPage';
import { pageOf, type Page } from '../pagination/page';
import { lists } from '../shared/messages/lists';
import { idTextOf } from '../shared/record';
import { request } from '../transport/triggerRequest';
import type { Paging } from './paging';

/** The source of a drop-down. */
interface List<T> {
	path: string;
	/** The query of every request. */
	query?: IDataObject;
	/** The query parameter of the search. Without one, the labels are searched here. */
	search?: string;
	/** Whether the labels are searched here too, after the API's results: the API does not search all of a label. */
	isSearchedHere?: boolean;
	paging: Paging;
	/** Returns the page of a record, which the editor offers to open. */
	page?: (record: T) => unknown;
	/** Returns whether a record can be selected; by default, all can. */
	isListed?: (record: T) => boolean;
	/** Returns a record that was found, with fields for its label that the list does not contain. */
	complete?: (context: ILoadOptionsFunctions, id: string, record: T) => Promise<T>;
	/** The records that come first while nothing is searched, and the text by which the API finds them. */
	first?: { search: string; has: (record: T) => boolean };
	label: (record: T) => string;
}

/** The position in a list: the token of a page, and whether its labels are searched here. */
interface Position {
	token?: string;
	isHere: boolean;
}

/** The number of results that fill the drop-down: with fewer, the editor does not request more. */
const MIN_RESULTS = 25;

/** The maximum number of pages that are searched for one response to the editor. */
const MAX_PAGES = 20;

/** The same if the API searches, too: the user waits for its results. */
const MAX_PAGES_AFTER_SEARCH = 6;

/** The prefix of the editor's token while the labels are searched here, after the search of the API. */
const HERE = 'here ';

/**
 * Returns a function that fills a drop-down, in the order of the API. Pages are read until there are enough results.
 */
export function listOf<T>(list: List<T>) {
	const { label, complete = async (_context, _id, record) => await Promise.resolve(record) } = list;
	const maxPages = list.isSearchedHere ? MAX_PAGES_AFTER_SEARCH : MAX_PAGES;
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		token?: string,
	): Promise<INodeListSearchResult> {
		const words = filter.trim();
		const minResults = words !== '' || list.isListed ? MIN_RESULTS : 1;
		const readPage = pageReader(this, list, words);
		const found = new Map<string, T>();
		let position = positionOf(list, words, token);
		try {
			for (let pages = 0; position && pages < maxPages && found.size < minResults; pages += 1) {
				const page = await readPage(position);
				for (const record of page.records as T[]) {
					const id = idTextOf(record);
					// Without an ID it cannot be selected.
					if (id === undefined || list.isListed?.(record) === false) continue;
					if (position.isHere && !containsWords(`${label(record)} ${id}`, words)) continue;
					found.set(id, record);
				}
				// With many results of the API, the user adds a word; the ones of earlier responses would be listed again.
				const isFew = token === undefined && found.size < MIN_RESULTS;
				position = following(list, words, position, page, isFew);
			}
			const isStart = words === '' && token === undefined;
			const first = isStart ? await firstOf(this, list, found, position) : [];
			const results = [...new Map([...first, ...found])].map(async ([value, record]) => {
				const name = label(await complete(this, value, record)) || value;
				return { name, value, url: webAddressOf(list.page?.(record)) };
			});
			return { results: await Promise.all(results), paginationToken: tokenOf(list, position) };
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	};
}

/**
 * Returns the records that come first, by their IDs. If there are more pages, the API searches them. Records that it
 * does not find stay at their place in the list.
 *
 * @param found the records of the first page @param next where the list continues
 */
async function firstOf<T>(
	context: ILoadOptionsFunctions,
	list: List<T>,
	found: Map<string, T>,
	next: Position | undefined,
): Promise<Array<[string, T]>> {
	const { first } = list;
	if (!first) return [];
	const search = pageReader(context, list, first.search);
	const page = next && (await search({ isHere: false }).catch(() => undefined));
	const searched = ((page?.records ?? []) as T[]).flatMap((record): Array<[string, T]> => {
		const id = idTextOf(record);
		return id === undefined ? [] : [[id, record]];
	});
	return [...searched, ...found].filter(([, record]) => first.has(record));
}

/** Returns an address that a browser can open: only such an address becomes a link in the editor. */
function webAddressOf(value: unknown): string | undefined {
	return typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined;
}

/** Returns a function that reads a page: a small one with results of the API, or a large one to search here. */
function pageReader<T>(context: ILoadOptionsFunctions, list: List<T>, words: string) {
	const { path } = list;
	const read = async (query: IDataObject): Promise<unknown> =>
		await request(context, { method: 'GET', path, query: { ...list.query, ...query } });
	const readLarge = pageFetcher(context, path, read);
	return async ({ token, isHere }: Position): Promise<Page> => {
		const query = list.paging.query(token);
		if (isHere) return await readLarge(query);
		const search = list.search && words && { [list.search]: words };
		const page = pageOf(await read({ ...query, ...search }));
		if (page) return page;
		throw unexpectedResponse(context, lists.noList);
	};
}

function positionOf<T>(list: List<T>, words: string, token?: string): Position | undefined {
	if (token?.startsWith(HERE))
		return { isHere: true, token: token.slice(HERE.length) || undefined };
	return { isHere: words !== '' && list.search === undefined, token };
}

function following<T>(
	list: List<T>,
	words: string,
	{ isHere, token }: Position,
	page: Page,
	isFew: boolean,
): Position | undefined {
	const next = list.paging.next(page, token);
	if (next !== undefined) return { isHere, token: next };
	const continuesHere = !isHere && words !== '' && list.isSearchedHere && isFew;
	return continuesHere ? { isHere: true } : undefined;
}

/** Returns the token that the editor keeps. */
function tokenOf<T>(list: List<T>, position?: Position): string | undefined {
	if (!position?.isHere || list.search === undefined) return position?.token;
	return HERE + (position.token ?? '');
}

/** Returns whether a text contains each of the words, in any order and case. */
export function containsWords(text: string, words: string): boolean {
	const searched = text.toLowerCase();
	return words
		.toLowerCase()
		.split(/\s+/)
		.every((word) => searched.includes(word));
}

/** The maximum of records to select several from (choice). Locations and categories grow with the business. */
const MAX_OPTIONS = 1000;

/** The maximum number of pages for these records, in case a list never ends. By default, a page has 25 records. */
const MAX_OPTION_PAGES = 40;

/** Returns a function that lists all records of a drop-down at once, to select several of them. */
export function allOptions(search: ReturnType<typeof listOf>) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const found = new Map<unknown, INodePropertyOptions>();
		let page: string | undefined;
		for (let pages = 0; pages < MAX_OPTION_PAGES && found.size < MAX_OPTIONS; pages += 1) {
			const { results, paginationToken } = await search.call(this, '', page);
			for (const option of results) found.set(option.value, option);
			page = paginationToken;
			if (page === undefined) break;
		}
		return [...found.values()];
	};
}
