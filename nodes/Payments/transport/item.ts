import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { checkAddress } from './check';
import { inOneMessage, toNodeError } from './errors';
import { runOf, whenAllAreChecked } from './run';
import { isUnderway, limitsOf, NotBegun } from './send';
import type { Context, RequestData, Send } from './types';

/**
 * The frame of everything that leaves: checks the item, waits for the checks of the others, sends,
 * links what comes back to the item that it belongs to, and makes errors readable.
 *
 * @param prepare checks the item's parameters and gives what `work` needs; must not wait
 * @param work sends, and gives the items
 */
export function perItem<T>(
	prepare: (context: Context, request: RequestData) => T,
	work: (context: Context, prepared: T) => Promise<INodeExecutionData[]>,
): Send {
	return async function (request) {
		const item = this.getItemIndex();
		try {
			const passed = await whenAllAreChecked(this, () => {
				checkAddress(this, request);
				return { limits: limitsOf(this), prepared: prepare(this, request) };
			});
			if (!passed) return [];
			const run = runOf(this);
			const { limits, prepared } = passed.checked;
			run.begin ??= pLimit(limits.maxRequests);
			const items = await run.begin(() => work(this, prepared));
			for (const output of items) output.pairedItem = { item };
			return items;
		} catch (thrown) {
			if (thrown instanceof NotBegun) return [];
			// What was only read before something is sent can not have changed anything.
			const method = isUnderway(this) ? request.options.method : 'GET';
			const error = toNodeError(this.getNode(), thrown, item, method);
			if (!this.continueOnFail()) {
				runOf(this).isOver = true;
				throw isTool(this) ? inOneMessage(error) : error;
			}
			// These names and no others, and no `error` beside `json`: then n8n adds the fields of the input
			// item at an error output.
			const json: IDataObject = { error: error.message };
			if (error.description) json.details = error.description;
			return [{ json, pairedItem: { item } }];
		}
	};
}

/** Whether an agent uses the node: n8n makes a type of its own for that. */
function isTool(context: Context): boolean {
	return context.getNode().type.endsWith('Tool');
}
