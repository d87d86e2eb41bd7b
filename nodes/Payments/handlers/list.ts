import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { RecordType } from '../output/recordType';
import { recordMapper } from '../output/simplify';
import { byCursor } from '../pagination/cursorPages';
import { byDateRange, type DateFilters } from '../pagination/dateRanges';
import { byPageNumber } from '../pagination/numberedPages';
import {
	nextOf,
	pageFetcher,
	type QueryPage,
	type FetchPage,
	type Page,
	type PageStrategy,
	type ListRequest,
} from '../pagination/page';
import { normalizeStatus } from '../shared/chargeStatus';
import type { Context, RequestData, RequestHandler } from '../shared/context';
import { unexpectedResponse } from '../shared/errors/nodeErrors';
import { parallelDaysOption } from '../shared/fields/options';
import { lists } from '../shared/messages/lists';
import { idTextOf, isObject } from '../shared/record';
import { boolean, integer, type Rules } from '../shared/validation/rules';
import { limitsOf, send } from '../transport/send';
import { validateItem, buildRequest } from './buildRequest';
import { handleItem } from './handleItem';

/** How many records are listed, and how: the parameters of shared/fields/returnAll.ts and options.ts. */
const countRules = z.object({
	returnAll: boolean(),
	limit: integer(1),
	parallelDays: boolean().default(true),
});

/**
 * Lists records page by page with a cursor, which leads to the next page (`nextOf`).
 *
 * @param rules, fields as in `validateAndBuild`
 * @param type what is output of each record
 * @param days the filters by which a list, newest first, can be read from several days at the same time
 */
export function cursorPages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	days?: DateFilters,
): RequestHandler {
	return list(rules, fields, type, days ? byDateRange(days) : byCursor);
}

/**
 * Lists records by page number or by cursor: the first page shows which one it is, since sources differ
 * (docs/dialects.md).
 *
 * @param rules, fields, type as in `cursorPages`
 * @param pageName the query parameter of the page number
 * @param hasStatuses whether there is a filter `statuses`, which the API does not have
 */
export function pages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	pageName = 'page',
	hasStatuses = false,
): RequestHandler {
	return list(rules, fields, type, byFirstPage(pageName), hasStatuses);
}

/**
 * Lists records as `pages` does; of a filter by status, ALL_STATUSES reads the list of each, one after the other.
 *
 * @param statuses in the order in which a record goes through them, so that none is missed that changes meanwhile
 */
export function pagesByStatus(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	statuses: string[],
): RequestHandler {
	const strategy = byFirstPage('page');
	return list(rules, fields, type, async (context, fetchPage, listRequest) => {
		const { filters, limit } = listRequest;
		if (filters.status !== ALL_STATUSES) return await strategy(context, fetchPage, listRequest);
		const found = new Map<unknown, IDataObject>();
		for (const status of statuses) {
			if (found.size >= limit) break;
			const fetchOne: FetchPage = async (position) => await fetchPage({ ...position, status });
			const records = await strategy(context, fetchOne, listRequest);
			for (const record of records) found.set(record.id ?? record, record);
		}
		return [...found.values()];
	});
}

/** The value of a filter by status for all of them, which the API does not have. */
export const ALL_STATUSES = 'all';

/** Returns a strategy that continues as the first page does. */
function byFirstPage(pageName: string): PageStrategy {
	return async (context, fetchPage, listRequest) => {
		const first = await fetchPage({ [pageName]: 1 });
		const strategy = nextOf(first)?.cursor === undefined ? byPageNumber(pageName) : byCursor;
		let prefetched: Page | undefined = first;
		const fetchRest: FetchPage = async (position) => {
			const page = prefetched ?? (await fetchPage(position));
			prefetched = undefined;
			return page;
		};
		return await strategy(context, fetchRest, listRequest);
	};
}

/**
 * Lists records that the API returns all at once, as a plain array.
 *
 * @param rules, fields, type as in `cursorPages`
 * @throws an error when the response is no list of records with IDs
 */
export function unpagedList(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, { limit, mapRecord }) => {
		// n8n makes an item of each element.
		const records = (await send(context, request)).map(({ json }) => json as unknown);
		if (!records.every((record) => isObject(record) && idTextOf(record) !== undefined)) {
			throw unexpectedResponse(context, lists.noList);
		}
		return (records as IDataObject[]).slice(0, limit).map(mapRecord);
	});
}

/** Lists records page by page. @param hasStatuses whether the filter `statuses` is applied here */
function list(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	strategy: PageStrategy,
	hasStatuses = false,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, all) => {
		const { statuses, ...others } = all.filters;
		const listRequest = hasStatuses ? { ...all, filters: others } : all;
		if (hasStatuses && statuses) {
			const wanted = new Set((statuses as unknown[]).map(normalizeStatus));
			listRequest.accepts = ({ status }) => wanted.has(normalizeStatus(status));
		}
		const queryPage: QueryPage = async (query) => {
			const qs = { ...listRequest.filters, ...query };
			const page = { ...request, options: { ...request.options, qs } };
			return (await send(context, page))[0]?.json;
		};
		const { limit, accepts } = listRequest;
		// Of a page, any number of records may be accepted.
		const pageLimit = accepts ? Number.POSITIVE_INFINITY : limit;
		const fetchPage = pageFetcher(context, request.options.url ?? '', queryPage, pageLimit);
		const records = await strategy(context, fetchPage, listRequest);
		return records.slice(0, limit);
	});
}

/** Reads the records that are requested, in the order of the API. */
type ReadRecords = (
	context: Context,
	request: RequestData,
	listRequest: ListRequest,
) => Promise<IDataObject[]>;

/** What all lists share: the checked parameters, and an item of each record. */
function handleList(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	readRecords: ReadRecords,
): RequestHandler {
	const mapperOf = recordMapper(type);
	const countFields = [...fields, parallelDaysOption];
	return handleItem(
		{ fields },
		(context, request) => {
			const values = validateItem(context, request, rules, fields);
			const { parallelDays } = context.getNodeParameter('options', {}) as IDataObject;
			const { returnAll, limit, ...options } = validateItem(
				context,
				request,
				countRules,
				countFields,
				{
					returnAll: context.getNodeParameter('returnAll'),
					limit: context.getNodeParameter('limit', 1),
					parallelDays,
				},
			) as z.infer<typeof countRules>;
			const { maxRequests: concurrency } = limitsOf(context);
			const built = buildRequest(context, request, values);
			const listRequest: ListRequest = {
				limit: returnAll ? Number.POSITIVE_INFINITY : limit,
				mapRecord: mapperOf(context),
				concurrency,
				isByDateRange: options.parallelDays && returnAll && concurrency > 1,
				filters: built.options.qs as IDataObject,
			};
			return { request: built, listRequest };
		},
		async (context, { request, listRequest }) => {
			const records = await readRecords(context, request, listRequest);
			return records.map((json) => ({ json }));
		},
	);
}
