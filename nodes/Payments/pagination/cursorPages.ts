import type { IDataObject } from 'n8n-workflow';

import type { NodeContext } from '../run/context';
import type { FetchPage, ListRequest } from './page';
import { pagesByCursor } from './page';

/** Lists records page by page with a cursor. */
export async function byCursor(
	context: NodeContext,
	fetchPage: FetchPage,
	{
		limit,
		accepts = () => true,
		isEnough,
		mapRecord,
	}: Pick<ListRequest, 'limit' | 'accepts' | 'isEnough' | 'mapRecord'>,
): Promise<IDataObject[]> {
	const records: IDataObject[] = [];
	for await (const page of pagesByCursor(context, fetchPage)) {
		for (const record of page.records.filter(accepts)) records.push(mapRecord(record));
		if (records.length >= limit || isEnough?.(page)) break;
	}
	return records;
}
