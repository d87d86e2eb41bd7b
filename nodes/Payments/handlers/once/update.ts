import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { statusOf } from '../../shared/errors/httpFailure';
import { updates } from '../../shared/messages/once';
import { defined } from '../../shared/record';
import { apiOfRun } from '../../transport/baseUrl';
import { monotonic, wait } from '../../transport/clock';
import { sendOnce } from './drive';
import type { Entry } from './entry';
import { readFresh, recordVersion } from './freshness';
import { inItemOrder, runExclusive } from './lock';
import type { Sent } from './machine';
import { memory } from './memory';
import { sendsMessage } from './messages';
import { NotSentError, type Strategy } from './strategy';

/** How a record is updated. */
export interface Update {
	/** Reads the record; throws a 404 if there is none. */
	read: () => Promise<IDataObject>;
	/**
	 * Returns the body of the request: the changes, with what the API requires beside them.
	 *
	 * @param readRecord reads the record as it is, after all that this process wrote
	 */
	complete: (changes: IDataObject, readRecord: () => Promise<IDataObject>) => Promise<IDataObject>;
	/** Sends the request. @throws a 404 if there is no such record */
	send: (request: RequestData) => Promise<INodeExecutionData[]>;
	/** Returns the body for a PUT, which the API may have in place of PATCH: it may replace the record. */
	replace?: (changes: IDataObject, record: IDataObject) => IDataObject;
}

/**
 * Updates a record once: under its lock, with what it lacks read fresh, and without undoing what another request of this
 * process wrote (docs/reliability.md).
 *
 * @param request the body has the changes
 */
export async function updateOnce(
	context: Context,
	request: RequestData,
	update: Update,
): Promise<INodeExecutionData[]> {
	const entry = memory.ledger.entryOf<never>(context, 'update');
	const findSubject = async () => {
		const subject = await recordSubject(context, request);
		return entry.state.kind === 'new' ? subject : entry.subject!;
	};
	return await inItemOrder(
		context,
		findSubject,
		async (subject) => await updateLocked(context, request, update, entry, subject),
	);
}

/** Updates a record as `updateOnce` does, where the order of the items is kept by another lock. */
export async function updateInLock(
	context: Context,
	request: RequestData,
	update: Update,
): Promise<INodeExecutionData[]> {
	const subject = await recordSubject(context, request);
	const entry = memory.ledger.entryOf<never>(context, `update ${subject}`);
	return await runExclusive(
		subject,
		async () => await updateLocked(context, request, update, entry, subject),
	);
}

async function updateLocked(
	context: Context,
	request: RequestData,
	update: Update,
	entry: Entry<never>,
	subject: string,
): Promise<INodeExecutionData[]> {
	entry.subject = subject;
	const strategy = updateStrategy({ context, request, update, entry, subject });
	const record = await sendOnce(context, request, entry, strategy);
	return [{ json: { ...record } }];
}

/** Returns the subject of the ledger for the record at the path of a request. */
export async function recordSubject(context: Context, request: RequestData): Promise<string> {
	return `record ${await apiOfRun(context)} ${request.options.url!.toLowerCase()}`;
}

interface UpdateTask {
	context: Context;
	request: RequestData;
	update: Update;
	entry: Entry<never>;
	subject: string;
}

function updateStrategy(task: UpdateTask): Strategy<never> {
	const { request, update, entry, subject } = task;
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
			recordVersion(subject, record, {}, pick(record, changed));
			entry.isShown();
		},
		unconfirmed: (_sent, outcome, reason) => updates.unconfirmed(outcome, reason),
	};
}

/** Completes the changes, without those that a later request wrote. */
async function prepare(task: UpdateTask): Promise<Sent<never> | { record: IDataObject }> {
	const { context, request, update, entry, subject } = task;
	const { ledger } = memory;
	// What is in progress could undo this one, or be undone by what this one sends along.
	const heldUntil = ledger.heldUntil(subject, entry);
	await wait(heldUntil - monotonic(), context.getExecutionCancelSignal());
	const written = new Set(ledger.fieldsWrittenLater(subject, entry));
	const all = (request.options.body ?? {}) as IDataObject;
	const changed = Object.keys(all).filter((name) => !written.has(name));
	if (changed.length === 0 && written.size > 0) return { record: await readRecord(task) };
	const body = await update.complete(pick(all, changed), async () => await readRecord(task));
	const options = { ...request.options, body };
	return { options, resend: sendsMessage(options) ? 'never' : 'repeatable', changed };
}

/** Reads the record. @throws an error if that is not allowed; a 404 if there is none */
async function readRecord({ context, update, subject }: UpdateTask): Promise<IDataObject> {
	let missing: unknown;
	const reading = await readFresh(context, subject, async () => {
		const record = await update.read().catch((thrown: unknown) => {
			if (statusOf(thrown) !== 404) throw thrown;
			missing = thrown;
			return undefined;
		});
		return record && { value: record, record };
	});
	switch (reading.kind) {
		case 'fresh':
			return reading.value;
		case 'notAllowed':
			throw reading.thrown;
		case 'notFound':
			throw missing;
	}
}

function pick(values: IDataObject, names: string[]): IDataObject {
	return defined(Object.fromEntries(names.map((name) => [name, values[name]])));
}
