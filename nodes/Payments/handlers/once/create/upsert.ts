import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { statusOf } from '../../../errors/httpFailure';
import { operationError } from '../../../errors/nodeErrors';
import { asNotFound } from '../../../errors/notFound';
import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { recordPath } from '../../../shared/id';
import { creations } from '../../../shared/messages/refunds';
import { idTextOf } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import { monotonic } from '../../../transport/clock';
import { RunAbortedError } from '../../../transport/send';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { Previewed } from '../../preview';
import { findRecord } from '../../readRecord';
import { filled, sendFor } from '../../single';
import { describe } from '../attempt';
import { sendOnce } from '../drive';
import { SETTLED_MS } from '../ledger/lifetimes';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import { setOutcome } from '../outcome';
import { searchKeyOf } from '../searchKey';
import type { Strategy } from '../strategy';
import { recordCreation, updateInLock } from '../update/update';
import { creationSubject } from './create';
import { normalized, type Listed } from './recordValues';
import { hasKeyOf, compare, prepare, type Creation } from './upsertSearch';

interface UpsertOptions {
	/** The field by which a record is found, by its name in the API. */
	key: string;
	/** The fields that an update can change, as in `sendOne`. */
	writableFields: string[];
}

/**
 * Updates the record with the same key, or else creates it once (docs/reliability.md). Items with the same key are
 * handled one after the other. The list of the records has the path of the request, and is searched by `keywords`. The
 * output has `created`: null if a lookup found the record, which this item or somebody else may have created.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the record
 */
export function upsertOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	options: UpsertOptions,
): RequestHandler {
	const build = validateAndBuild(rules, fields);
	const task = async (context: Context, request: RequestData) =>
		await upsert(context, request, options);
	return handleItem({ fields }, build, task, output);
}

async function upsert(
	context: Context,
	{ options, ...rest }: RequestData,
	{ key, writableFields }: UpsertOptions,
): Promise<INodeExecutionData[]> {
	const entry = memory.requests.entryOf<string>(context, 'upsert');
	// An expression may return another key in a later try of n8n.
	if (entry.state.kind === 'new') entry.options = options;
	const request = { ...rest, options: entry.options ?? options };
	const { url, body } = request.options;
	let api = '';
	const findName = async () => {
		api = await apiOfRun(context);
		return `upsert ${api} ${url} ${normalized((body as Listed)[key])}`;
	};
	return await inItemOrder(context, findName, async (subject) => {
		entry.subject = subject;
		entry.searchKey = searchKeyOf(api, url!, body as IDataObject);
		const { requestedAt } = entry;
		const task = { context, request, api, key, entry, requestedAt };
		for (;;) {
			const outputs = await createOrUpdate(task, writableFields).catch((thrown: unknown) => {
				const { about, state } = entry;
				// The record was deleted, and the search is behind.
				if (state.kind === 'made' && statusOf(thrown) === 404 && !about?.goneUntil) {
					entry.about = { ...about, goneUntil: monotonic() + SETTLED_MS };
					entry.apply({ kind: 'ruledOut' });
					return;
				}
				throw errorOf(task, thrown);
			});
			if (outputs) return outputs;
		}
	});
}

async function createOrUpdate(
	task: Creation,
	writableFields: string[],
): Promise<INodeExecutionData[]> {
	const { context, request, entry } = task;
	const record = await sendOnce(context, request, entry, creation(task));
	const { created = null } = entry.about ?? {};
	// A record that a lookup found may be somebody else's, with other values.
	if (created) return [{ json: { ...record, created } }];
	const updated = await update(task, idTextOf(record)!, writableFields);
	return updated.map(({ json }) => ({ json: { ...json, created } }));
}

/** Returns the error of an item. If a lookup found a record, the item may have created it, whatever failed afterwards. */
function errorOf({ context, entry }: Creation, thrown: unknown): unknown {
	const foundId = entry.about?.foundId as string | undefined;
	const isOfRun = thrown instanceof RunAbortedError || thrown instanceof Previewed;
	if (foundId === undefined || isOfRun || entry.state.kind === 'unknown') return thrown;
	setOutcome(context, 'unknown');
	return operationError(context, creations.notUpdated(foundId, describe(thrown)));
}

function creation(task: Creation): Strategy<string> {
	const { request, key, entry } = task;
	return {
		prepare: async () => {
			const isFound = entry.about?.foundId !== undefined;
			entry.about = { ...entry.about, created: isFound ? null : false };
			const prepared = await prepare(task);
			entry.values = 'record' in prepared ? undefined : (request.options.body as Listed);
			return prepared;
		},
		compare: async () => {
			const evidence = await compare(task);
			const foundId = evidence.kind === 'found' ? idTextOf(evidence.record) : undefined;
			entry.about = { ...entry.about, created: null, ...(foundId && { foundId }) };
			return evidence;
		},
		isExpected: (record) => {
			const isIt = hasKeyOf(request, record, key);
			if (isIt) entry.about = { ...entry.about, created: true };
			return isIt;
		},
		made: (_sent, record) => {
			if (!entry.about?.created) return;
			memory.ledger.claim(creationSubject(task.api, request.options.url!), entry);
			recordCreation(task, request, record);
		},
		unconfirmed: (_sent, outcome, reason) => creations.unconfirmed(outcome, reason),
	};
}

/** Updates the record that was found. */
async function update(
	task: Creation,
	id: string,
	writableFields: string[],
): Promise<INodeExecutionData[]> {
	const { context, request } = task;
	const url = recordPath(request.options.url!, id);
	const patch = { ...request, options: { ...request.options, method: 'PATCH' as const, url } };
	const notFound = (thrown: unknown) => {
		throw asNotFound(thrown, 'PATCH');
	};
	return await updateInLock(task, patch, {
		read: async () => await findRecord(context, patch),
		complete: async (changes) => await Promise.resolve(changes),
		send: async (sent) => await sendFor(context, sent, id).catch(notFound),
		replace: (changes, record) => filled(changes, record, writableFields),
	});
}
