import type { IDataObject } from 'n8n-workflow';

import type { RecordMapper } from '../output/simplify';
import type { NodeContext } from '../shared/context';
import type { FetchPage, QueryPage, ListRequest } from './page';
import { pagesByCursor, pageFetcher } from './page';

/** Lists records page by page with a cursor. */
export async function byCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	{ limit, mapRecord }: Pick<ListRequest, 'limit' | 'mapRecord'>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const page of pagesByCursor(context, fetchPage)) {
		records.push(...page.records.map(mapRecord));
		if (records.length >= limit) break;
	}
	return records;
}

/**
 * Lists records page by page with a cursor where n8n has no items.
 *
 * @param path, queryPage as in `pageFetcher`
 * @param limit the maximum of records
 * @param mapRecord reduces each record to what is needed, page by page, which saves memory
 * @returns records in the order of the API
 */
export async function listByCursor(
	context: NodeContext,
	path: string,
	queryPage: QueryPage,
	limit: number,
	mapRecord: RecordMapper,
): Promise<IDataObject[]> {
	const fetchPage = pageFetcher(context, path, queryPage, limit);
	return (await byCursor(context, fetchPage, { limit, mapRecord })).slice(0, limit);
}
