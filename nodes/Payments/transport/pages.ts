import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { parallelDaysOption } from '../shared/options';
import type { RecordType } from '../shared/output';
import { flag, whole, type Rules } from '../shared/rules';
import { check, place } from './check';
import { perItem } from './item';
import { shapes, type Shape } from './output';
import {
	endless,
	hasNext,
	lastOf,
	pageFetcher,
	pagesByCursor,
	wholeOf,
	type Ask,
	type FetchPage,
	type Page,
} from './page';
import { limitsOf, send } from './send';
import { listInStretches, type Days } from './stretches';
import type { NodeContext, Send } from './types';

/** How many records are wanted, and how: parameters of shared/paging.ts and shared/options.ts. */
const countRules = z.object({
	returnAll: flag(),
	limit: whole(1),
	parallelDays: flag().default(true),
});

/** What is wanted of a list. */
interface Wanted {
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
type Walk = (context: NodeContext, fetchPage: FetchPage, wanted: Wanted) => Promise<IDataObject[]>;

/**
 * Lists records page by page with a cursor: `meta.next_cursor` leads to the next page.
 *
 * @param rules, fields as in `prepare`
 * @param type what comes out of each record
 * @param days the filters by which a list of newest first can be begun at several days at the same time
 */
export function cursorPages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	days?: Days,
): Send {
	return list(rules, fields, type, days ? inStretches(days) : byCursor);
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
	return list(rules, fields, type, async (context, fetchPage, wanted) => {
		const first = await fetchPage({});
		const walk = first.meta.next_cursor === undefined ? byNumber('page') : byCursor;
		let came: Page | undefined = first;
		const fetchRest: FetchPage = async (position) => {
			const page = came ?? (await fetchPage(position));
			came = undefined;
			return page;
		};
		return await walk(context, fetchRest, wanted);
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
	const fetchPage = pageFetcher(context, ask, limit);
	return (await byCursor(context, fetchPage, { limit, shape })).slice(0, limit);
}

async function byCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	{ limit, shape }: Pick<Wanted, 'limit' | 'shape'>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const page of pagesByCursor(context, fetchPage)) {
		records.push(...page.records.map(shape));
		if (records.length >= limit) break;
	}
	return records;
}

/** Several stretches of days at the same time, where all of a list is wanted; else by cursor alone. */
function inStretches(days: Days): Walk {
	return async (context, fetchPage, wanted) => {
		const { isInStretches, atOnce, filters, shape } = wanted;
		const found = isInStretches
			? await listInStretches(context, fetchPage, {
					days,
					from: filters[days.from] as string | undefined,
					atOnce,
					shape,
				})
			: undefined;
		return found ?? (await byCursor(context, fetchPage, wanted));
	};
}

/** Page after page; once one tells how many there are, the next ones are fetched at the same time. */
function byNumber(pageName: string): Walk {
	return async (context, fetchPage, wanted) => {
		const ahead: Array<Promise<Page>> = [];
		const ask = async (page: number) => await fetchPage({ [pageName]: page });
		try {
			return await walkByNumber(context, ask, ahead, wanted);
		} finally {
			// Where the list ends before, nothing is left behind.
			await Promise.allSettled(ahead);
		}
	};
}

/** @param ahead pages that were asked for already, the next one first; it asks for more */
async function walkByNumber(
	context: NodeContext,
	ask: (page: number) => Promise<Page>,
	ahead: Array<Promise<Page>>,
	{ limit, shape, atOnce }: Wanted,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	const seen = new Set<string>();
	for (let page = 1; ; page += 1) {
		const answer = await (ahead.shift() ?? ask(page));
		const { records: more, meta } = answer;
		const came = wholeOf(meta.current_page) ?? page;
		if (came !== page) {
			throw endless(context, `Page ${page} was asked for, page ${came} came.`);
		}
		const first = JSON.stringify(more[0]);
		if (seen.has(first)) throw endless(context, `Page ${page} begins as one before it.`);
		seen.add(first);
		records.push(...more.map(shape));
		const isLast = more.length === 0 || !hasNext(answer, page);
		if (isLast || records.length >= limit) return records;
		const needed = page + Math.ceil((limit - records.length) / more.length);
		const last = Math.min(lastOf(answer) ?? page, needed, page + atOnce);
		while (page + ahead.length < last) {
			const next = ask(page + ahead.length + 1);
			// It is waited for later, or for nothing.
			next.catch(() => {});
			ahead.push(next);
		}
	}
}

/** What all lists share: the limit, the page size, and items in the service's order. */
function list(rules: Rules, fields: INodeProperties[], type: RecordType, walk: Walk): Send {
	const shaper = shapes(type);
	const counting = [...fields, parallelDaysOption];
	return perItem(
		(context, request) => {
			const values = check(context, request, rules, fields);
			const { parallelDays } = context.getNodeParameter('options', {}) as IDataObject;
			const { returnAll, limit, ...how } = check(context, request, countRules, counting, {
				returnAll: context.getNodeParameter('returnAll'),
				limit: context.getNodeParameter('limit', 1),
				parallelDays,
			}) as z.infer<typeof countRules>;
			const { maxRequests: atOnce } = limitsOf(context);
			const placed = place(context, request, values);
			const wanted: Wanted = {
				limit: returnAll ? Number.POSITIVE_INFINITY : limit,
				shape: shaper(context),
				atOnce,
				isInStretches: how.parallelDays && returnAll && atOnce > 1,
				filters: placed.options.qs as IDataObject,
			};
			return { request: placed, wanted };
		},
		async (context, { request, wanted }) => {
			const ask: Ask = async (query) => {
				const qs = { ...wanted.filters, ...query };
				const page = { ...request, options: { ...request.options, qs } };
				return (await send(context, page))[0]?.json;
			};
			const { limit } = wanted;
			const records = await walk(context, pageFetcher(context, ask, limit), wanted);
			return records.slice(0, limit).map((json) => ({ json }));
		},
	);
}
