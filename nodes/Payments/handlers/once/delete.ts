import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { statusOf } from '../../shared/errors/httpFailure';
import { findings } from '../../shared/messages/refunds';
import { updates } from '../../shared/messages/once';
import { sendOnce, type Strategy } from './drive';
import { readFresh } from './freshness';
import { inItemOrder } from './lock';
import { memory } from './memory';
import { recordSubject } from './update';

/** How a record is deleted. */
export interface Deletion {
	/** Reads the record; throws a 404 if there is none. Nothing if the API has no request for it. */
	read?: () => Promise<IDataObject>;
	/** Sends the request. @throws a 404 if there is no such record */
	send: (request: RequestData) => Promise<INodeExecutionData[]>;
	/** Returns the output if a record that existed is gone, or if it shows that it was canceled; else nothing. */
	doneBy: (record: IDataObject | undefined) => IDataObject | undefined;
}

/**
 * Deletes or cancels a record once. The record is read before: only if it existed, a 404 after a request of unknown
 * outcome means that it was deleted.
 */
export async function deleteOnce(
	context: Context,
	request: RequestData,
	deletion: Deletion,
): Promise<INodeExecutionData[]> {
	const own = memory.ledger.entryOf<IDataObject>(context, 'delete');
	const findSubject = async () => {
		const subject = `delete ${await recordSubject(context, request)}`;
		return own.state.kind === 'new' ? subject : own.subject!;
	};
	return await inItemOrder(context, findSubject, async (subject) => {
		// A record that is gone stays gone: whoever deletes it again reads the same result.
		const done = memory.ledger.others(subject, own).find(({ state }) => state.kind === 'made');
		const entry = done ?? own;
		entry.subject = subject;
		const strategy = deleteStrategy(context, subject, request, deletion);
		const record = await sendOnce(context, request, entry, strategy as Strategy<unknown>);
		return [{ json: { ...record } }];
	});
}

function deleteStrategy(
	context: Context,
	subject: string,
	request: RequestData,
	{ read, send, doneBy }: Deletion,
): Strategy<IDataObject> {
	let missing: unknown;
	const readOnce = async () => {
		const record = await read!().catch((thrown: unknown) => {
			if (statusOf(thrown) !== 404) throw thrown;
			missing = thrown;
			return undefined;
		});
		return record && { value: record, record };
	};
	return {
		prepare: async () => {
			const reading = read && (await readFresh(context, subject, readOnce));
			if (reading?.kind === 'notFound') throw missing;
			const snapshot = reading?.kind === 'fresh' ? reading.value : undefined;
			return { options: request.options, snapshot, resend: 'repeatable' };
		},
		send: async ({ options }) => await send({ ...request, options }),
		compare: async () => {
			const found = await readOnce().catch(() => null);
			if (found === null) return { kind: 'unreadable', reason: findings.recordUnreadable };
			const record = doneBy(found?.record);
			if (record) return { kind: 'found', record };
			return { kind: 'absent', reason: findings.stillThere };
		},
		unconfirmed: (_sent, outcome, reason) => updates.unconfirmedDeletion(outcome, reason),
	};
}
