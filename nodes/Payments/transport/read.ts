import type { IDataObject } from 'n8n-workflow';

import type { Context, RequestData } from '../run/context';
import { lastResponseTime } from './headers';
import { send } from './send';

/**
 * Reads another path than the operation's.
 *
 * @param request the operation's request, for the credential and the host
 * @returns the body of the response
 */
export async function read(
	context: Context,
	request: RequestData,
	url: string,
	qs: IDataObject = {},
): Promise<unknown> {
	return (await readWithTime(context, request, url, qs)).body;
}

/**
 * Reads as `read` does.
 *
 * @returns also when the API responded, by its own clock (`lastResponseTime`): a later request of the item is sent after it
 */
export async function readWithTime(
	context: Context,
	request: RequestData,
	url: string,
	qs: IDataObject = {},
): Promise<{ body: unknown; time?: number }> {
	const rest = { url, qs, body: undefined, headers: undefined };
	const options = { ...request.options, method: 'GET' as const, ...rest };
	const [item] = await send(context, { ...request, options });
	// n8n returns no item for an empty list.
	return { body: item ? item.json : [], time: lastResponseTime(context) };
}
