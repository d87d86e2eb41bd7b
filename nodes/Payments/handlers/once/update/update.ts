import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { statusOf } from '../../../errors/httpFailure';
import type { Context, RequestData } from '../../../run/context';
import { runExclusive } from '../../../run/exclusive';
import { updates } from '../../../shared/messages/once';
import { idTextOf } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import { sendOnce } from '../drive';
import { recordVersion } from '../freshness';
import type { Entry } from '../ledger/entry';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import type { Sent } from '../machine';
import { reachesCustomer } from '../messages';
import { searchKeyOf } from '../searchKey';
import { NotSentError, type Strategy } from '../strategy';
import { waitUntil } from '../waitUntil';
import { type Update, type UpdateTask, recordSubject, readRecord, pick } from './updateTask';

/**
 * Updates a record once: under its lock, with the missing fields read fresh, and without undoing the changes of another
 * request of this process (docs/reliability.md).
 *
 * @param request the body has the changes
 */
export async function updateOnce(
	context: Context,
	request: RequestData,
	update: Update,
): Promise<INodeExecutionData[]> {
	const entry = memory.requests.entryOf<never>(context, 'update');
	const findSubject = async () => {
		const api = await apiOfRun(context);
		const { url = '', body } = request.options;
		entry.searchKey = searchKeyOf(api, url.slice(0, url.lastIndexOf('/')), body as IDataObject);
		return entry.state.kind === 'new' ? recordSubject(api, url) : entry.subject;
	};
	return await inItemOrder(
		context,
		findSubject,
		async (subject) => await updateLocked(context, request, update, entry, subject),
	);
}

/** An item that creates a record, or updates it if it exists. */
export interface Upserted {
	context: Context;
	/** The URL of the API. */
	api: string;
	requestedAt: number;
}

/** Updates a record as `updateOnce` does, if another lock keeps the order of the items. */
export async function updateInLock(
	{ context, api, requestedAt }: Upserted,
	request: RequestData,
	update: Update,
): Promise<INodeExecutionData[]> {
	const subject = recordSubject(api, request.options.url!);
	const entry = memory.requests.entryOf<never>(context, `update ${subject}`);
	entry.requestedAt = requestedAt;
	return await runExclusive(
		subject,
		async () => await updateLocked(context, request, update, entry, subject),
	);
}

/** Records that an item created a record: the creation wrote all fields, which earlier updates must not undo. */
export function recordCreation(
	{ context, api, requestedAt }: Upserted,
	{ options }: RequestData,
	record: IDataObject,
) {
	const subject = recordSubject(api, `${options.url}/${idTextOf(record)}`);
	const entry = memory.requests.entryOf<never>(context, `update ${subject}`);
	Object.assign(entry, { requestedAt, subject });
	memory.ledger.add(entry);
	const changed = Object.keys(options.body as IDataObject);
	entry.apply({ kind: 'made', sent: { options, resend: 'never', changed }, record });
	recordVersion(subject, record, {}, pick(record, changed));
	entry.isShown();
}

async function updateLocked(
	context: Context,
	request: RequestData,
	update: Update,
	entry: Entry<never>,
	subject: string,
): Promise<INodeExecutionData[]> {
	entry.subject = subject;
	const strategy = updateStrategy({ context, request, update, entry });
	const record = await sendOnce(context, request, entry, strategy);
	return [{ json: { ...record } }];
}

function updateStrategy(task: UpdateTask): Strategy<never> {
	const { request, update, entry } = task;
	return {
		prepare: async () => await prepare(task),
		send: async ({ options, changed = [] }) => {
			const sent = { ...request, options };
			return await update.send(sent).catch(async (thrown: unknown) => {
				if (statusOf(thrown) !== 405 || !update.replace) throw thrown;
				const changes = pick(options.body as IDataObject, changed);
				const record = await readRecord(task).catch((cause: unknown) => {
					throw new NotSentError(cause);
				});
				const body = update.replace(changes, record);
				return await update.send({ ...sent, options: { ...options, method: 'PUT', body } });
			});
		},
		made: ({ changed = [] }, record) => {
			recordVersion(entry.subject, record, {}, pick(record, changed));
			entry.isShown();
		},
		unconfirmed: (_sent, outcome, reason) => updates.unconfirmed(outcome, reason),
	};
}

/** Completes the changes, without those that a later request wrote. */
async function prepare(task: UpdateTask): Promise<Sent<never> | { record: IDataObject }> {
	const { context, request, update, entry } = task;
	const { ledger } = memory;
	// A request in progress could undo this update, or be undone by the unchanged values that this update sends.
	await waitUntil(context, ledger.heldUntil(entry));
	const written = new Set(ledger.fieldsWrittenLater(entry));
	const all = (request.options.body ?? {}) as IDataObject;
	const changed = Object.keys(all).filter((name) => !written.has(name));
	if (changed.length === 0 && written.size > 0) return { record: await readRecord(task) };
	const body = await update.complete(pick(all, changed), async () => await readRecord(task));
	const options = { ...request.options, body };
	return { options, resend: reachesCustomer(options) ? 'never' : 'repeatable', changed };
}
