import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { operationError, unexpectedResponse } from '../errors/nodeErrors';
import type { RecordType } from '../output/recordType';
import { recordMapper, rowsOf } from '../output/simplify';
import { byCursor } from '../pagination/cursorPages';
import { byDateRange, type DateFilters } from '../pagination/dateRanges';
import { byPageNumber } from '../pagination/numberedPages';
import {
	nextOf,
	pageFetcher,
	startingWith,
	type QueryPage,
	type FetchPage,
	type PageStrategy,
	type ListRequest,
} from '../pagination/page';
import type { Context, RequestData, RequestHandler } from '../run/context';
import { MAX_RECORDS } from '../run/limits';
import { parallelDaysOption } from '../run/options';
import { runOf } from '../run/run';
import { normalizeStatus } from '../shared/chargeStatus';
import { lists } from '../shared/messages/lists';
import { idTextOf, isObject } from '../shared/record';
import { limitsOf, send } from '../transport/send';
import { boolean, integer, type Rules } from '../validation/rules';
import { validateItem, buildRequest } from './buildRequest';
import { handleItem } from './handleItem';

/** How many records are listed, and how: the parameters of resources/fields/returnAll.ts and run/options.ts. */
const countRules = z.object({
	returnAll: boolean(),
	limit: integer(1, MAX_RECORDS),
	parallelDays: boolean().default(true),
});

/**
 * Lists records page by page with a cursor, which leads to the next page (`nextOf`).
 *
 * @param rules, fields as in `validateAndBuild`
 * @param type selects the output fields of each record
 * @param days the filters by which a list, newest first, can be read from several days at the same time
 * @param localFilter not together with `days`
 */
export function cursorPages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	days?: DateFilters,
	localFilter?: LocalFilter,
): RequestHandler {
	return list(rules, fields, type, days ? byDateRange(days) : byCursor, localFilter);
}

/** A filter that the API does not have: it is applied here. */
interface LocalFilter {
	/** Its name in the rules. */
	name: string;
	/** Returns the function that accepts a record. @param wanted the value of the filter */
	accepts: (wanted: unknown) => (record: IDataObject) => boolean;
}

const byStatuses: LocalFilter = {
	name: 'statuses',
	accepts: (statuses) => {
		const wanted = new Set((statuses as unknown[]).map(normalizeStatus));
		return ({ status }) => wanted.has(normalizeStatus(status));
	},
};

/**
 * Lists records by page number or by cursor, as the first page has it: sources differ (docs/dialects.md).
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
	return list(rules, fields, type, byFirstPage(pageName), hasStatuses ? byStatuses : undefined);
}

/**
 * Lists records as `pages` does. If the filter by status is ALL_STATUSES, it reads the list of each status, one after
 * the other.
 *
 * @param statuses in the order of a record's life, so that a record that changes meanwhile is not missed
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

/** The value of a filter by status for all statuses, which the API does not have. */
export const ALL_STATUSES = 'all';

/** Returns a strategy that continues by number or by cursor, as the first page has it. @param pageName as in `pages` */
export function byFirstPage(pageName: string): PageStrategy {
	return async (context, fetchPage, listRequest) => {
		const first = await fetchPage({ [pageName]: 1 });
		const strategy = nextOf(first)?.cursor === undefined ? byPageNumber(pageName) : byCursor;
		let number = 1;
		// In some sources, lists with cursors have a page number, too (docs/dialects.md).
		const fetchNext: FetchPage = async (position) =>
			await fetchPage({ [pageName]: (number += 1), ...position });
		return await strategy(context, startingWith(first, fetchNext), listRequest);
	};
}

/**
 * Lists records that the API returns all at once, as a plain array.
 *
 * @param rules, fields, type as in `cursorPages`
 * @throws an error if the response is not a list of records
 */
export function unpagedList(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, { limit, mapRecord }) => {
		// n8n makes an item of each element.
		const records = (await send(context, request)).map(({ json }) => json as unknown);
		const isRecord = (record: unknown): record is IDataObject =>
			isObject(record) && (type.rows !== undefined || idTextOf(record) !== undefined);
		if (!records.every(isRecord)) throw unexpectedResponse(context, lists.noList);
		const rows = records.flatMap((record) => rowsOf(type, context, record));
		return rows.slice(0, limit).map(mapRecord);
	});
}

function list(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	strategy: PageStrategy,
	localFilter?: LocalFilter,
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, all) => {
		const listRequest = localFilter ? withoutFilter(all, localFilter) : all;
		const queryPage: QueryPage = async (query) => {
			const qs = { ...listRequest.filters, ...query };
			const page = { ...request, options: { ...request.options, qs } };
			return (await send(context, page))[0]?.json;
		};
		const { limit, accepts } = listRequest;
		// A page may have any number of accepted records.
		const pageLimit = accepts ? Number.POSITIVE_INFINITY : limit;
		const fetchOne = pageFetcher(context, request.options.url ?? '', queryPage, pageLimit);
		const { progress } = runOf(context);
		const fetchPage: FetchPage = async (position) => {
			const page = await fetchOne(position);
			progress.addRecords(page.records.length);
			return page;
		};
		const records = await strategy(context, fetchPage, listRequest);
		return records.slice(0, limit);
	});
}

/** Takes a filter out of the request, and applies it here. */
function withoutFilter(listRequest: ListRequest, { name, accepts }: LocalFilter): ListRequest {
	const { [name]: wanted, ...filters } = listRequest.filters;
	return { ...listRequest, filters, accepts: wanted === undefined ? undefined : accepts(wanted) };
}

/** Reads the records that are requested, in the order of the API. */
type ReadRecords = (
	context: Context,
	request: RequestData,
	listRequest: ListRequest,
) => Promise<IDataObject[]>;

/** The steps that all lists share: the checked parameters, and an item of each record. */
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
				// One record more shows that there are too many.
				limit: returnAll ? MAX_RECORDS + 1 : limit,
				mapRecord: mapperOf(context),
				concurrency,
				isByDateRange: options.parallelDays && returnAll && concurrency > 1,
				filters: built.options.qs as IDataObject,
			};
			return { request: built, listRequest };
		},
		async (context, { request, listRequest }) => {
			const records = await readRecords(context, request, listRequest);
			if (records.length > MAX_RECORDS) throw operationError(context, lists.tooLong(MAX_RECORDS));
			return records.map((json) => ({ json }));
		},
	);
}
