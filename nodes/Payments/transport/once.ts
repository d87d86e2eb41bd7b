import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Rules } from '../shared/rules';
import { check, checkAddress, place } from './check';
import { toNodeError, unexpected } from './errors';
import { whenAllAreChecked } from './gate';
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
		(context, request) => place(request, check(context, request, rules, fields, derive(context))),
		async (context, request) => {
			const items = await context.makeRoutingRequest(request);
			if (items.every(({ json }) => typeof json === 'object' && json !== null)) return items;
			throw unexpected(
				context,
				'The answer of the service holds no record',
				request.options.method,
			);
		},
	);
}

/**
 * The frame of everything that leaves: checks the item, waits for the checks of the others, sends,
 * links what comes back to the item that it belongs to, and makes errors readable.
 *
 * @param prepare checks the item's parameters and gives what `send` needs; must not wait
 * @param send sends, and gives the items
 */
export function perItem<T>(
	prepare: (context: Context, request: RequestData) => T,
	send: (context: Context, prepared: T) => Promise<INodeExecutionData[]>,
): Send {
	return async function (request) {
		const item = this.getItemIndex();
		try {
			const passed = await whenAllAreChecked(this, () => {
				checkAddress(this, request);
				return prepare(this, request);
			});
			if (!passed) return [];
			const items = await send(this, passed.checked);
			for (const output of items) output.pairedItem = { item };
			return items;
		} catch (thrown) {
			const error = toNodeError(this.getNode(), thrown, item, request.options.method);
			if (!this.continueOnFail()) throw error;
			// Without `error` beside it: then n8n adds the input item's fields at an error output.
			return [{ json: { error: error.message }, pairedItem: { item } }];
		}
	};
}
