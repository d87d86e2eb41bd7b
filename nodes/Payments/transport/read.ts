import type { IDataObject } from 'n8n-workflow';

import type { Context, RequestData } from '../run/context';
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
	const rest = { url, qs, body: undefined, headers: undefined };
	const options = { ...request.options, method: 'GET' as const, ...rest };
	const [item] = await send(context, { ...request, options });
	// n8n returns no item for an empty list.
	return item ? item.json : [];
}
