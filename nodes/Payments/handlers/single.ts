import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../shared/context';
import { asNotFound } from '../shared/errors/httpFailure';
import { unexpectedResponse } from '../shared/errors/nodeErrors';
import { requests } from '../shared/messages/requests';
import { confirmsDeletion, idTextOf, isRecordOf } from '../shared/record';
import type { Rules } from '../shared/validation/rules';
import { send, sendForRecord } from '../transport/send';
import { validateAndBuild } from './buildRequest';
import { handleItem } from './handleItem';

interface SendOneOptions {
	/** The status by which the Payments API reports that no record has the ID. */
	notFoundStatus?: 404 | 422;
	/** What to do if the Payments API refuses the request with a 422, if that has one reason only. */
	refusal?: string;
}

/**
 * Sends one request for an item.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the record; by default, the record as it is
 */
export function sendOne(
	rules: Rules,
	fields: INodeProperties[],
	output?: OutputMapper,
	{ notFoundStatus = 404, refusal }: SendOneOptions = {},
): RequestHandler {
	const build = validateAndBuild(rules, fields);
	return handleItem(
		{ fields, refusal },
		(context, operation) => {
			const request = build(context, operation);
			return { request, id: operation.options.url?.endsWith('}') ? idOf(request) : undefined };
		},
		async (context, { request, id }) =>
			await sendFor(context, request, id).catch((thrown: unknown) => {
				throw notFoundStatus === 422 ? asNotFound(thrown, request.options.method) : thrown;
			}),
		output,
	);
}

/** Returns the ID at the end of a request's path. */
function idOf({ options }: RequestData): string {
	return decodeURIComponent(options.url!.split('/').at(-1)!);
}

/**
 * Sends a request about a record.
 *
 * @param id of the record, if the path has one
 * @throws an error if the response is not about that record
 */
async function sendFor(
	context: Context,
	request: RequestData,
	id: string | undefined,
): Promise<INodeExecutionData[]> {
	const { method } = request.options;
	if (id === undefined) return await sendForRecord(context, request);
	if (method === 'DELETE') {
		const [response, ...others] = await send(context, request);
		if (others.length === 0 && confirmsDeletion(id, response?.json)) {
			return [{ json: { deleted: true, id } }];
		}
		throw unexpectedResponse(context, requests.deletionNotConfirmed, method);
	}
	const items = await sendForRecord(context, request);
	const record = items[0]?.json;
	if (isRecordOf(id, record)) return items;
	const message = idTextOf(record) ? requests.otherRecord : requests.noRecord;
	throw unexpectedResponse(context, message, method);
}
