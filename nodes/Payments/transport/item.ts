import type { INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { checkAddress } from './check';
import { toNodeError } from './errors';
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
				limitsOf(this);
				return prepare(this, request);
			});
			if (!passed) return [];
			const run = runOf(this);
			run.begin ??= pLimit(limitsOf(this).maxRequests);
			const items = await run.begin(() => work(this, passed.checked));
			for (const output of items) output.pairedItem = { item };
			return items;
		} catch (thrown) {
			if (thrown instanceof NotBegun) return [];
			// What was only read before something is sent can not have changed anything.
			const method = isUnderway(this) ? request.options.method : 'GET';
			const error = toNodeError(this.getNode(), thrown, item, method);
			if (!this.continueOnFail()) {
				runOf(this).isOver = true;
				throw error;
			}
			// Without `error` beside it: then n8n adds the input item's fields at an error output.
			return [{ json: { error: error.message }, pairedItem: { item } }];
		}
	};
}
