import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { prepare } from './check';
import { unexpected } from './errors';
import { asNotFound } from './failure';
import { perItem, type Finish } from './item';
import { send } from './send';
import type { Context, RequestData, Send } from './types';

/** Sends one request for an item. @param rules, fields, finish as in `prepare` and `perItem` */
export function once(rules: Rules, fields: INodeProperties[], finish?: Finish): Send {
	return perItem(prepare(rules, fields), sendForRecord, finish);
}

/** As `once`, for a record of which the service says by a 422 that it has none with the ID. */
export function onceOr422(rules: Rules, fields: INodeProperties[], finish?: Finish): Send {
	return perItem(
		prepare(rules, fields),
		async (context, request) =>
			await sendForRecord(context, request).catch((thrown: unknown) => {
				throw asNotFound(thrown, request.options.method);
			}),
		finish,
	);
}

/** Sends a request whose answer is a record. @throws an error when it is none */
export async function sendForRecord(
	context: Context,
	request: RequestData,
): Promise<INodeExecutionData[]> {
	const items = await send(context, request);
	if (items.every(({ json }) => typeof json === 'object' && json !== null)) return items;
	throw unexpected(context, 'The answer of the service holds no record', request.options.method);
}
