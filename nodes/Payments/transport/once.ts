import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { check, place } from './check';
import { unexpected } from './errors';
import { perItem } from './item';
import { send } from './send';
import type { Context, RequestData, Send } from './types';

/**
 * Sends one request for an item.
 *
 * @param rules what the values must be, by the service's names
 * @param fields the operation's parameters
 * @param derive values that follow from parameters, by the service's names
 */
export function once(
	rules: Rules,
	fields: INodeProperties[],
	derive: (context: Context) => Record<string, unknown> = () => ({}),
): Send {
	return perItem(
		(context, request) =>
			place(context, request, check(context, request, rules, fields, derive(context))),
		sendForRecord,
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
