import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { unexpectedResponse } from '../errors/nodeErrors';
import type { Context, RequestData } from '../run/context';
import { requests } from '../shared/messages/requests';
import { idTextOf, isObject, recordIn } from '../shared/record';
import { send } from './send';

/** Returns whether an object has fields other than those of a mere status message. */
function hasData(body: object): boolean {
	return Object.keys(body).some((name) => !['message', 'errors', 'success'].includes(name));
}

/**
 * Sends a request that returns a record; a new record has an ID.
 *
 * @param idName the field with the ID of a new record
 * @throws an error if the response contains no record
 */
export async function sendForRecord(
	context: Context,
	request: RequestData,
	idName = 'id',
): Promise<INodeExecutionData[]> {
	const sent = await send(context, request);
	const items = sent.map(({ json }) => ({ json: recordIn(json) as IDataObject }));
	const [record] = items.map(({ json }) => json as unknown);
	const isNew = request.options.method === 'POST';
	const hasId = (one: IDataObject) => idTextOf({ id: one[idName] }) !== undefined;
	const isRecord = isObject(record) && (isNew ? hasId(record) : hasData(record));
	if (items.length === 1 && isRecord) return items;
	throw unexpectedResponse(context, requests.noRecord, request.options.method);
}
