import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../output/outputMapper';
import { pageFetcher } from '../pagination/page';
import type { Context, RequestData, RequestHandler } from '../shared/context';
import { asNotFound, isUnknownRoute } from '../shared/errors/httpFailure';
import { unexpectedResponse } from '../shared/errors/nodeErrors';
import { requests } from '../shared/messages/requests';
import { isRecordOf } from '../shared/record';
import type { Rules } from '../shared/validation/rules';
import { validate } from '../shared/validation/validate';
import { limitsOf, read } from '../transport/send';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';
import { byFirstPage } from './list';
import { updateOnce } from './once/update';
import { idOf, sendFor } from './single';

/*
 * For records that the API may have in lists only: no source states that one can be read alone.
 */

/** Reads one record. @param rules, fields as in `validateAndBuild` @param output makes the items of the record */
export function readListed(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) => [{ json: await findRecord(context, request) }],
		output,
	);
}

/** How an update replaces a record. */
interface Replacement {
	/** Returns all fields of the record with the changes. */
	merge: (record: IDataObject, changes: IDataObject) => IDataObject;
	/** Returns the rules for all fields, which turn them into the body of the request. */
	rulesFor: (changes: IDataObject) => Rules;
}

/**
 * Updates one record where the API replaces all of it: the fields that do not change are read first. If they cannot be
 * read, nothing is sent.
 *
 * @param rules, fields, output as in `readListed`
 */
export function replaceListed(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	{ merge, rulesFor }: Replacement,
): RequestHandler {
	return handleItem(
		{ fields },
		validateAndBuild(rules, fields),
		async (context, request) =>
			await updateOnce(context, request, {
				read: async () => await findRecord(context, request),
				complete: async (changes, readNow) => {
					const values = merge(await readNow(), changes);
					return validate(context, rulesFor(changes), fields, values) as IDataObject;
				},
				send: async (complete) =>
					await sendFor(context, complete, idOf(request)).catch((thrown: unknown) => {
						throw asNotFound(thrown, request.options.method);
					}),
			}),
		output,
	);
}

/**
 * Reads the record at the path of a request, or finds it in its list if the API has no request for one record.
 *
 * @throws an error with the status 404 if there is none
 */
async function findRecord(context: Context, request: RequestData): Promise<IDataObject> {
	const { url = '' } = request.options;
	const id = idOf(request);
	const record = await read(context, request, url).catch(async (thrown: unknown) => {
		if (!isUnknownRoute(thrown)) throw asNotFound(thrown);
		return await findInList(context, request, url.slice(0, url.lastIndexOf('/')), id);
	});
	if (isRecordOf(id, record)) return record as IDataObject;
	throw unexpectedResponse(context, requests.otherRecord);
}

async function findInList(
	context: Context,
	request: RequestData,
	list: string,
	id: string,
): Promise<IDataObject> {
	const queryPage = async (query: IDataObject) => await read(context, request, list, query);
	const fetchPage = pageFetcher(context, list, queryPage);
	const [found] = await byFirstPage('page')(context, fetchPage, {
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
