import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import pLimit from 'p-limit';

import { inOneMessage, toNodeError } from './errors';
import { runOf, whenAllAreChecked } from './run';
import { followAnswers, isUnderway, limitsOf, NotBegun } from './send';
import type { Context, RequestData, Send } from './types';

/** Sends, with what was prepared for it, and gives the service's records. */
export type Work<T> = (context: Context, prepared: T) => Promise<INodeExecutionData[]>;

/**
 * Checks the parameters that say what comes out, before anything is sent, and gives the function that
 * makes it of the service's records afterwards.
 */
export type Finish = (context: Context) => Finisher;
export type Finisher = (items: INodeExecutionData[]) => Awaitable<INodeExecutionData[]>;
type Awaitable<T> = T | Promise<T>;

/**
 * The frame of everything that leaves: checks the item, waits for the checks of the others, sends,
 * links what comes back to the item that it belongs to, and makes errors readable.
 *
 * @param prepare checks the item's parameters and gives what `work` needs; must not wait
 * @param work sends
 * @param finish says what comes out; default everything, as the service gave it
 */
export function perItem<T>(
	prepare: (context: Context, request: RequestData) => T,
	work: Work<T>,
	finish: Finish = () => (items) => items,
): Send {
	return async function (request) {
		const item = this.getItemIndex();
		try {
			const passed = await whenAllAreChecked(this, () => ({
				limits: limitsOf(this),
				prepared: prepare(this, request),
				finisher: finish(this),
			}));
			if (!passed) return [];
			const run = runOf(this);
			followAnswers(this, request);
			const { limits, prepared, finisher } = passed.checked;
			run.begin ??= pLimit(limits.maxRequests);
			const items = await run.begin(async () => await finisher(await work(this, prepared)));
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
