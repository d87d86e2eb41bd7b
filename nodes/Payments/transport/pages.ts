import type { IDataObject, INodeProperties, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import type { RecordType } from '../shared/output';
import { flag, whole, type Rules } from '../shared/rules';
import { check, place } from './check';
import { stop, unexpected } from './errors';
import { refuses } from './failure';
import { perItem } from './item';
import { shapes, type Shape } from './output';
import { send } from './send';
import type { NodeContext, Send } from './types';

/** Records asked for with one request. The service's own default is 25, its maximum is not stated. */
const PAGE_SIZE = 100;

/** What a server gets that refuses PAGE_SIZE: the service's default (docs/interface.md, Limits). */
const SAFE_PAGE_SIZE = 25;

/** So many pages in a row may be empty although there are more: filters may come after paging. */
const MOST_EMPTY = 20;

/** What happened when `pageOf` gives nothing. */
export const NO_LIST = 'The answer of the service holds no list of records';

/** How many records are wanted: the parameters of shared/paging.ts. */
const countRules = z.object({ returnAll: flag(), limit: whole(1) });

/** A page of a list (docs/interface.md, Pagination envelopes). */
export interface Page {
	records: IDataObject[];
	meta: IDataObject;
	/** Whether a link leads to another page. */
	isLinked: boolean;
}

/** Gets one page; `position` is the cursor or the page number, by the service's names. */
type FetchPage = (position: IDataObject) => Promise<Page>;

/** Sends the request of a list with more in its query, and gives the answer's body. */
type Ask = (query: IDataObject) => Promise<unknown>;

/** Gets pages until there are enough records. */
type Walk = (context: NodeContext, fetchPage: FetchPage, limit: number) => Promise<IDataObject[]>;

/**
 * Lists records page by page with a cursor: `meta.next_cursor` leads to the next page.
 *
 * @param rules, fields as in `prepare`
 * @param type what comes out of each record; page by page, so that what is left out takes no memory
 */
export function cursorPages(rules: Rules, fields: INodeProperties[], type: RecordType): Send {
	return list(rules, fields, type, byCursor);
}

/**
 * Lists records page by page by number: `meta.last_page` tells how many there are, or else
 * `links.next` whether there is another one.
 *
 * @param rules, fields, type as in `cursorPages`
 * @param pageName what the endpoint calls the number of the page
 */
export function numberedPages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	pageName = 'page',
): Send {
	return list(rules, fields, type, byNumber(pageName));
}

/**
 * Lists records of which nobody says how the next page is asked for: the first page shows it.
 *
 * @param rules, fields, type as in `cursorPages`
 */
export function pagesOfEitherStyle(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
): Send {
	return list(rules, fields, type, async (context, fetchPage, limit) => {
		const first = await fetchPage({});
		const walk = first.meta.next_cursor === undefined ? byNumber('page') : byCursor;
		let came: Page | undefined = first;
		const fetchRest: FetchPage = async (position) => {
			const page = came ?? (await fetchPage(position));
			came = undefined;
			return page;
		};
		return await walk(context, fetchRest, limit);
	});
}

/**
 * Lists records with a cursor for what has no items.
 *
 * @param limit how many records at most
 * @param shape what is kept of each record; page by page, so that the rest takes no memory
 * @returns records in the order of the service
 */
export async function listByCursor(
	context: NodeContext,
	ask: Ask,
	limit: number,
	shape: Shape,
): Promise<IDataObject[]> {
	const fetchPage = shapedBy(shape, pageFetcher(context, ask, limit));
	return (await byCursor(context, fetchPage, limit)).slice(0, limit);
}

const byCursor: Walk = async (context, fetchPage, limit) => {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	let position: IDataObject = {};
	let empty = 0;
	for (;;) {
		const page = await fetchPage(position);
		records.push(...page.records);
		empty = page.records.length === 0 ? empty + 1 : 0;
		if (empty > MOST_EMPTY) throw endless(context, `${empty} pages in a row were empty.`);
		const cursor = page.meta.next_cursor;
		if (typeof cursor !== 'string' || cursor === '' || records.length >= limit) return records;
		if (seen.has(cursor)) {
			throw endless(context, `After page ${seen.size + 1} it leads back to one before it.`);
		}
		seen.add(cursor);
		position = { cursor };
	}
};

function byNumber(pageName: string): Walk {
	return async (context, fetchPage, limit) => {
		const records: IDataObject[] = [];
		const seen = new Set<string>();
		for (let page = 1; ; page += 1) {
			const answer = await fetchPage({ [pageName]: page });
			const { records: more, meta } = answer;
			const came = wholeOf(meta.current_page) ?? page;
			if (came !== page) {
				throw endless(context, `Page ${page} was asked for, page ${came} came.`);
			}
			const first = JSON.stringify(more[0]);
			if (seen.has(first)) throw endless(context, `Page ${page} begins as one before it.`);
			seen.add(first);
			records.push(...more);
			const isLast = more.length === 0 || !hasNext(answer, page);
			if (isLast || records.length >= limit) return records;
		}
	};
}

/** What all lists share: the limit, the page size, and items in the service's order. */
function list(rules: Rules, fields: INodeProperties[], type: RecordType, walk: Walk): Send {
	const shaper = shapes(type);
	return perItem(
		(context, request) => {
			const values = check(context, request, rules, fields);
			const { returnAll, limit } = check(context, request, countRules, fields, {
				returnAll: context.getNodeParameter('returnAll'),
				limit: context.getNodeParameter('limit', 1),
			}) as z.infer<typeof countRules>;
			return {
				request: place(context, request, values),
				limit: returnAll ? Number.POSITIVE_INFINITY : limit,
				shape: shaper(context),
			};
		},
		async (context, { request, limit, shape }) => {
			const ask: Ask = async (query) => {
				const qs = { ...request.options.qs, ...query };
				const page = { ...request, options: { ...request.options, qs } };
				return (await send(context, page))[0]?.json;
			};
			const fetchPage = shapedBy(shape, pageFetcher(context, ask, limit));
			const records = await walk(context, fetchPage, limit);
			return records.slice(0, limit).map((json) => ({ json }));
		},
	);
}

function shapedBy(shape: Shape, fetchPage: FetchPage): FetchPage {
	return async (position) => {
		const page = await fetchPage(position);
		return { ...page, records: page.records.map(shape) };
	};
}

function pageFetcher(context: NodeContext, ask: Ask, limit: number): FetchPage {
	let size = Math.min(PAGE_SIZE, limit);
	const fetchPage: FetchPage = async (position) => {
		const answer = await ask({ per_page: size, ...position }).catch(async (error: unknown) => {
			const isTooLarge = size > SAFE_PAGE_SIZE && refuses(error, 'per_page');
			if (!isTooLarge) throw error;
			size = SAFE_PAGE_SIZE;
			return await ask({ per_page: size, ...position });
		});
		return toPage(context, answer);
	};
	return fetchPage;
}

function toPage(context: NodeContext, answer: unknown): Page {
	const page = pageOf(answer);
	if (page) return page;
	throw unexpected(context, NO_LIST);
}

/** The page that was answered; nothing when the answer is no list of records. */
export function pageOf(answer: unknown): Page | undefined {
	const { data, meta, links } = (answer ?? {}) as Record<string, unknown>;
	const isList =
		Array.isArray(data) && data.every((one) => typeof one === 'object' && one !== null);
	if (!isList) return undefined;
	const { next } = (links ?? {}) as IDataObject;
	return {
		records: data as IDataObject[],
		meta: (meta ?? {}) as IDataObject,
		isLinked: typeof next === 'string' && next !== '',
	};
}

/** Whether another page follows. @param number the page's own, from 1 */
export function hasNext({ meta, isLinked }: Page, number: number): boolean {
	const last = wholeOf(meta.last_page);
	return last === undefined ? isLinked : number < last;
}

/** A number of a page, which may be text. */
function wholeOf(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && Number.isInteger(Number(value)) ? Number(value) : undefined;
}

function endless(context: NodeContext, what: string): NodeOperationError {
	return stop(
		context,
		'The service repeats its pages, so the list would never end',
		`${what} Set a limit or narrow the list down with filters, and tell the support of the service.`,
	);
}
