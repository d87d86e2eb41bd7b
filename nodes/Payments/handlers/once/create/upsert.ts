import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../shared/context';
import { asNotFound, statusOf } from '../../../shared/errors/httpFailure';
import { creations } from '../../../shared/messages/refunds';
import { idTextOf } from '../../../shared/record';
import type { Rules } from '../../../shared/validation/rules';
import { apiOfRun } from '../../../transport/baseUrl';
import { validateAndBuild } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { findRecord } from '../../readRecord';
import { filled, sendFor } from '../../single';
import { sendOnce } from '../drive';
import type { Entry } from '../entry';
import { inItemOrder } from '../lock';
import { memory } from '../memory';
import type { Strategy } from '../strategy';
import { updateInLock } from '../update/update';
import { businessOf, withBusiness } from './business';
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
 * handled one after the other. The list of the records has the path of the request, and is searched by `keywords`.
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
	const own = memory.requests.entryOf<string>(context, 'upsert');
	// An expression may return another key in a later try of n8n.
	const { state } = own;
	const isSent = state.kind === 'unknown' || state.kind === 'refused';
	const request = { ...rest, options: isSent ? state.sent.options : options };
	const { url, body } = request.options;
	let api = '';
	const findName = async () => {
		api = await apiOfRun(context);
		return `upsert ${api} ${url} ${normalized((body as Listed)[key])}`;
	};
	return await inItemOrder(context, findName, async (name) => {
		if (own.state.kind === 'made' && own.about) return [{ json: { ...own.state.record } }];
		// Under the lock: others with the name may have read the business meanwhile.
		const subject = withBusiness(await businessOf(context, request, api), name);
		own.subject = subject;
		let goneUntil = 0;
		for (;;) {
			// All items about a record share the request that creates it.
			const isOpen = ({ state }: Entry) => ['made', 'unknown'].includes(state.kind);
			const shared = memory.ledger.others(own).filter(isOpen).at(-1);
			const entry = own.state.kind === 'new' && shared ? (shared as Entry<string>) : own;
			const wasMade = entry.state.kind === 'made';
			const strategy = creation({ context, request, key, entry, own, goneUntil });
			const record = await sendOnce(context, request, entry, strategy);
			// One that a lookup found may be somebody else's, with other values.
			if (!wasMade && entry.about) return [{ json: { ...record } }];
			const id = idTextOf(record)!;
			const updated = await update(context, request, id, writableFields).catch(
				(thrown: unknown) => {
					// It was deleted since.
					if (!wasMade || statusOf(thrown) !== 404) throw thrown;
				},
			);
			if (updated) return updated;
			// A read that is behind may not show it: it is created again only once that is certain.
			goneUntil = Math.max(goneUntil, entry.until);
			entry.apply({ kind: 'ruledOut' });
			entry.about = undefined;
		}
	});
}

/** Returns how the record is created once. */
function creation(task: Creation): Strategy<string> {
	const { context, request, key, entry, own } = task;
	return {
		prepare: async () => await prepare(task),
		compare: async () => await compare(context, request, key),
		isExpected: (record) => {
			const isIt = hasKeyOf(request, record, key);
			// Else it has the values of another item.
			if (isIt && entry === own) entry.about = { isCreated: true };
			return isIt;
		},
		unconfirmed: (_sent, outcome, reason) => creations.unconfirmed(outcome, reason),
	};
}

/** Updates the record that was found. */
async function update(
	context: Context,
	request: RequestData,
	id: string,
	writableFields: string[],
): Promise<INodeExecutionData[]> {
	const url = `${request.options.url}/${encodeURIComponent(id)}`;
	const patch = { ...request, options: { ...request.options, method: 'PATCH' as const, url } };
	const notFound = (thrown: unknown) => {
		throw asNotFound(thrown, 'PATCH');
	};
	return await updateInLock(context, patch, {
		read: async () => await findRecord(context, patch),
		complete: async (changes) => await Promise.resolve(changes),
		send: async (sent) => await sendFor(context, sent, id).catch(notFound),
		replace: (changes, record) => filled(changes, record, writableFields),
	});
}
