import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { parallelDaysOption } from '../shared/options';
import type { RecordType } from '../shared/output';
import { flag, whole, type Rules } from '../shared/rules';
import { check, place } from './check';
import { perItem } from './item';
import { byNumber } from './numbered';
import { shapes, type Shape } from './output';
import {
	pageFetcher,
	pagesByCursor,
	type Ask,
	type FetchPage,
	type Page,
	type Walk,
	type Wanted,
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

/**
 * Lists records page by page with a cursor, which leads to the next page (`nextOf`).
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
		const isByCursor = first.meta.next_cursor !== undefined || first.next?.has('cursor');
		const walk = isByCursor ? byCursor : byNumber('page');
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
