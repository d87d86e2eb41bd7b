import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { statusOf } from '../../../errors/httpFailure';
import { operationError } from '../../../errors/nodeErrors';
import type { RecordMapper } from '../../../output/simplify';
import type { Context, RequestData } from '../../../run/context';
import type { Message } from '../../../shared/messages/message';
import { updates } from '../../../shared/messages/once';
import { findings } from '../../../shared/messages/refunds';
import { apiOfRun } from '../../../transport/baseUrl';
import { plannedFor } from '../../preview';
import { idOf } from '../../readRecord';
import { hasValue } from '../create/recordValues';
import { sendOnce } from '../drive';
import { readFresh } from '../freshness';
import type { Entry } from '../ledger/entry';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import type { Strategy } from '../strategy';
import { readerOf, recordSubject } from './updateTask';

/** How a record is deleted. */
export interface Deletion {
	/** Reads the record; throws a 404 if there is none. */
	read: () => Promise<IDataObject>;
	/** Sends the request. @throws a 404 if there is no such record */
	send: (request: RequestData) => Promise<INodeExecutionData[]>;
	/** The field of a preview that shows whether the record would be deleted or canceled. */
	would: 'would_delete' | 'would_cancel';
	/** Returns the fields of a preview by which people know the record. */
	shown: RecordMapper;
	/** Returns the reason why a record is not deleted, if there is one. */
	refuses?: (record: IDataObject) => Message | undefined;
	/** Returns the output if a record that existed is gone, or is canceled; otherwise nothing. */
	doneBy: (record: IDataObject | undefined) => IDataObject | undefined;
}

/**
 * Deletes or cancels a record once. The record is read first: a 404 after a request of unknown outcome means that it
 * was deleted only if it existed.
 */
export async function deleteOnce(
	context: Context,
	request: RequestData,
	deletion: Deletion,
): Promise<INodeExecutionData[]> {
	const entry = memory.requests.entryOf<IDataObject>(context, 'delete');
	const findSubject = async () => {
		const subject = `delete ${recordSubject(await apiOfRun(context), request.options.url!)}`;
		return entry.state.kind === 'new' ? subject : entry.subject;
	};
	return await inItemOrder(context, findSubject, async (subject) => {
		entry.subject = subject;
		const record = await sendOnce(
			context,
			request,
			entry,
			deleteStrategy(context, request, entry, deletion),
		);
		return [{ json: { ...record } }];
	});
}

function deleteStrategy(
	context: Context,
	request: RequestData,
	entry: Entry<IDataObject>,
	{ read, send, doneBy, would, shown, refuses }: Deletion,
): Strategy<IDataObject> {
	const { readOnce, missing } = readerOf(read);
	return {
		prepare: async () => {
			// An earlier item of this preview would have deleted it.
			if (plannedFor(context, entry.subject).length > 0) return { record: {} };
			const reading = await readFresh(context, entry.subject, readOnce);
			if (reading.kind === 'notFound') {
				// A record that this process deleted is gone: another deletion has the same result.
				const record = memory.ledger.lastMade(entry) && doneBy(undefined);
				if (record) return { record };
				throw missing();
			}
			const snapshot = reading.kind === 'fresh' ? reading.value : undefined;
			const record = snapshot && doneBy(snapshot);
			if (record) return { record };
			const refusal = snapshot && refuses?.(snapshot);
			if (refusal) throw operationError(context, refusal);
			return { options: request.options, snapshot, resend: 'repeatable' };
		},
		send: async ({ options, snapshot }) =>
			await send({ ...request, options }).catch(async (thrown: unknown) => {
				const record = snapshot && statusOf(thrown) === 404 && doneBy(undefined);
				// A gateway may return a 404, too: one more read shows whether the record is gone.
				const isGone = record && (await readOnce().catch(() => null)) === undefined;
				if (!isGone) throw thrown;
				return [{ json: record }];
			}),
		compare: async () => {
			const found = await readOnce().catch(() => null);
			if (found === null) return { kind: 'unreadable', reason: findings.recordUnreadable };
			if (!found) return { kind: 'maybe', reason: findings.recordNotFound };
			const record = doneBy(found.record);
			if (record) return { kind: 'found', record };
			return { kind: 'absent', reason: findings.stillThere };
		},
		preview: (prepared) => {
			const isDone = 'record' in prepared;
			const fields = shown((isDone ? prepared.record : prepared.snapshot) ?? {});
			const named = Object.entries(fields).filter(([, value]) => hasValue(value as never));
			return { [would]: !isDone, ...Object.fromEntries(named), id: idOf(request) };
		},
		unconfirmed: (_sent, outcome, reason) => updates.unconfirmedDeletion(outcome, reason),
	};
}
