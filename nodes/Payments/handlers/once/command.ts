import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../run/context';
import { updates } from '../../shared/messages/once';
import { isEmpty, isObject, reportsError } from '../../shared/record';
import { apiOfRun } from '../../transport/baseUrl';
import { send } from '../../transport/send';
import type { Rules } from '../../validation/rules';
import { validateAndBuild } from '../buildRequest';
import { handleItem } from '../handleItem';
import { sendOnce } from './drive';
import { memory } from './ledger/memory';
import { inItemOrder } from './lock';
import type { Strategy } from './strategy';

/**
 * Sends a command to a device once. There is no record by which it could be looked up: if its outcome is unknown, it is
 * not sent again, as the device may serve the next customer by then.
 *
 * @param rules, fields as in `validateAndBuild`
 */
export function command(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
): RequestHandler {
	return handleItem({ fields }, validateAndBuild(rules, fields), commandOnce, output);
}

async function commandOnce(context: Context, request: RequestData): Promise<INodeExecutionData[]> {
	const { url = '', body } = request.options;
	const itemEntry = memory.requests.entryOf<never>(context, 'command');
	const findSubject = async () =>
		`command ${await apiOfRun(context)} ${url} ${JSON.stringify(body)}`;
	return await inItemOrder(context, findSubject, async (subject) => {
		const entry = memory.requests.entryOfRequest(context, itemEntry, 'command', subject);
		entry.subject = subject;
		await sendOnce(context, request, entry, strategyOf(context, request));
		return [{ json: { success: true, ...(body as IDataObject) } }];
	});
}

function strategyOf(context: Context, request: RequestData): Strategy<never> {
	return {
		prepare: () => Promise.resolve({ options: request.options, resend: 'refused' }),
		send: async () => {
			const [response] = await send(context, request);
			return [{ json: isEmpty(response?.json) ? {} : response!.json }];
		},
		isExpected: isConfirmation,
		unconfirmed: (_sent, outcome) => updates.unconfirmedCommand(outcome),
	};
}

/** Returns whether a body confirms a command: it is empty, or says so. A message alone may be about a failure. */
function isConfirmation(body: unknown): boolean {
	if (!isObject(body) || reportsError(body)) return false;
	const { success, message, ...others } = body;
	return Object.keys(others).length === 0 && (success === true || message === undefined);
}
