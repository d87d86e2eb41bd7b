import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { unexpectedResponse } from '../../errors/nodeErrors';
import type { RecordType } from '../../output/recordType';
import { rowsOf } from '../../output/simplify';
import { byCursor } from '../../pagination/cursorPages';
import { byDateRange, type DateFilters } from '../../pagination/dateRanges';
import { pageFetcher } from '../../pagination/fetchPage';
import { byFirstPage } from '../../pagination/firstPage';
import type { FetchPage, ListRequest, PageStrategy, QueryPage } from '../../pagination/page';
import type { RequestHandler } from '../../run/context';
import { runOf } from '../../run/run';
import { normalizeStatus } from '../../shared/chargeStatus';
import { lists } from '../../shared/messages/lists';
import { idTextOf, isObject } from '../../shared/record';
import { send } from '../../transport/send';
import type { Rules } from '../../validation/rules';
import { handleList } from './handleList';

/**
 * Lists records page by page with a cursor, which leads to the next page (`nextOf`).
 *
 * @param rules, fields as in `validateAndBuild`
 * @param type selects the output fields of each record
 * @param days the filters by which a list, newest first, can be read from several days at the same time
 * @param localFilters not together with `days`
 */
export function cursorPages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	days?: DateFilters,
	localFilters?: LocalFilter[],
): RequestHandler {
	return list(rules, fields, type, days ? byDateRange(days) : byCursor, localFilters);
}

/** A filter that the API does not have, or not in each source: it is applied here. */
export interface LocalFilter {
	/** Its name in the rules. */
	name: string;
	/** Whether the request has it, too. */
	isSent?: true;
	/** Returns the function that accepts a record. @param wanted the value of the filter */
	accepts: (wanted: unknown) => (record: IDataObject) => boolean;
}

/** The filter by several statuses. */
export const byStatuses: LocalFilter = {
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
 */
export function pages(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	pageName = 'page',
	localFilters?: LocalFilter[],
): RequestHandler {
	return list(rules, fields, type, byFirstPage(pageName), localFilters);
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

/** Lists records by a strategy. @param rules, fields, type, localFilters as in `cursorPages` */
export function list(
	rules: Rules,
	fields: INodeProperties[],
	type: RecordType,
	strategy: PageStrategy,
	localFilters: LocalFilter[] = [],
): RequestHandler {
	return handleList(rules, fields, type, async (context, request, all) => {
		const listRequest = localFilters.reduce(withLocalFilter, all);
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

/** The filter by a name and a value in the metadata. A list that shows no metadata was filtered by the API, or not at all. */
export const byMetadata: LocalFilter = {
	name: 'metadata',
	isSent: true,
	accepts: (wanted) => {
		const pairs = Object.entries(wanted as IDataObject);
		return ({ metadata }) =>
			metadata === undefined ||
			pairs.every(
				([name, value]) => isObject(metadata) && String(metadata[name] as string) === value,
			);
	},
};

/** Applies a filter here, and takes it out of the request unless it is sent. */
function withLocalFilter(
	listRequest: ListRequest,
	{ name, isSent, accepts }: LocalFilter,
): ListRequest {
	const { [name]: wanted, ...others } = listRequest.filters;
	const filters = isSent ? listRequest.filters : others;
	if (wanted === undefined) return listRequest;
	const { accepts: acceptsOthers = () => true } = listRequest;
	const isAccepted = accepts(wanted);
	return {
		...listRequest,
		filters,
		accepts: (record) => acceptsOthers(record) && isAccepted(record),
	};
}
