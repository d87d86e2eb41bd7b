import type { IDataObject } from 'n8n-workflow';

import { isUnknownRoute } from '../errors/httpFailure';
import { unexpectedResponse } from '../errors/nodeErrors';
import { asNotFound } from '../errors/notFound';
import { pageFetcher } from '../pagination/fetchPage';
import { byFirstPage } from '../pagination/firstPage';
import type { FetchPage } from '../pagination/page';
import type { Context, RequestData } from '../run/context';
import { requests } from '../shared/messages/requests';
import { isRecordOf, recordIn } from '../shared/record';
import { limitsOf } from '../transport/queue/limits';
import { read } from '../transport/read';

/** No source documents a request for one invoice (docs/dialects.md, row 36). */
const INVOICES = '/v1/invoices';

interface ReadOptions {
	/** Whether the API has the record in its list only. */
	isListed?: boolean;
	/** As in `asNotFound`. */
	isUsual?: boolean;
}

/** Returns the ID at the end of a request's path. */
export function idOf({ options }: RequestData): string {
	return decodeURIComponent(options.url!.split('/').at(-1)!);
}

/**
 * Reads the record at the path of a request. An invoice is found in its list if the API has no request for one.
 *
 * @throws an error with the status 404 if there is none
 */
export async function findRecord(
	context: Context,
	request: RequestData,
	{ isListed = false, isUsual = false }: ReadOptions = {},
): Promise<IDataObject> {
	const { url = '' } = request.options;
	const id = idOf(request);
	const list = url.slice(0, url.lastIndexOf('/'));
	if (isListed) return await findInList(context, request, list, id);
	const record = await read(context, request, url).catch(async (thrown: unknown) => {
		// A gateway has the same words for a record that is not found.
		if (list !== INVOICES || !isUnknownRoute(thrown)) throw asNotFound(thrown, 'GET', isUsual);
		return await findInList(context, request, list, id);
	});
	return asRecordOf(context, id, recordIn(record));
}

/** Returns a response as the record with an ID. @throws an error if it is about another record, or none */
export function asRecordOf(context: Context, id: string, response: unknown): IDataObject {
	if (isRecordOf(id, response)) return response as IDataObject;
	throw unexpectedResponse(context, requests.otherRecord);
}

/** Returns a function that fetches the pages of a list, beside the request of an item. @param filters its query */
export function fetcherOfList(
	context: Context,
	request: RequestData,
	path: string,
	filters: IDataObject = {},
): FetchPage {
	const queryPage = async (query: IDataObject) =>
		await read(context, request, path, { ...filters, ...query });
	return pageFetcher(context, path, queryPage);
}

async function findInList(
	context: Context,
	request: RequestData,
	list: string,
	id: string,
): Promise<IDataObject> {
	const [found] = await byFirstPage('page')(context, fetcherOfList(context, request, list), {
		limit: 1,
		accepts: (record) => isRecordOf(id, record),
		mapRecord: (record) => record,
		concurrency: limitsOf(context).maxRequests,
		isByDateRange: false,
		filters: {},
	});
	if (found) return found;
	const { message } = requests.notInList;
	throw Object.assign(new Error(message), { response: { status: 404, data: { message } } });
}
