import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../../output/outputMapper';
import type { Context, RequestData, RequestHandler } from '../../../run/context';
import { creations, findings } from '../../../shared/messages/refunds';
import { idTextOf } from '../../../shared/record';
import { apiOfRun } from '../../../transport/baseUrl';
import type { Rules } from '../../../validation/rules';
import { validateAndBuild, type ExtraValues } from '../../buildRequest';
import { handleItem } from '../../handleItem';
import { sendOnce } from '../drive';
import type { Evidence } from '../evidence';
import type { Entry } from '../ledger/entry';
import { memory } from '../ledger/memory';
import { inItemOrder } from '../lock';
import { reachesCustomer } from '../messages';
import { searchKeyOf } from '../searchKey';
import { firstPages, readSnapshot, snapshotIdOf, type Snapshot } from '../snapshot/snapshot';
import type { Strategy } from '../strategy';
import { NAMING_FIELDS, findAmong, isSame } from './newRecords';
import { hasValue, normalized, sameValue, type Listed } from './recordValues';

export interface CreateOptions {
	/** Returns the values of a request by their names in a listed record. By default, the names are the same. */
	asListed?: (body: IDataObject) => Listed;
	/** The filters of the lists in which a new record may be. By default, there is one list without a filter. */
	lists?: IDataObject[];
	/** The remedy if the API keeps one such record, and refuses another with a 409. By default, it refuses none. */
	onlyOne?: string;
}

/**
 * Creates a record once, whatever the network does (docs/reliability.md). A lookup reads the list at the same path, and
 * recognizes earlier records by their IDs.
 *
 * @param rules, fields, extraValues as in `validateAndBuild`
 * @param output makes the items of the record
 */
export function createOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	extraValues?: ExtraValues,
	options: CreateOptions = {},
): RequestHandler {
	return handleItem(
		{ fields, conflict: options.onlyOne },
		validateAndBuild(rules, fields, extraValues),
		async (context, request) => await create(context, request, options),
		output,
	);
}

async function create(
	context: Context,
	request: RequestData,
	{ asListed = (body) => body as Listed, lists = [{}], onlyOne }: CreateOptions,
): Promise<INodeExecutionData[]> {
	const { url = '', body } = request.options;
	const itemEntry = memory.requests.entryOf<Snapshot>(context, 'create');
	let api = '';
	// If two records of the same name were created at the same time, most lookups could not distinguish them.
	const findName = async () => {
		api = await apiOfRun(context);
		// An expression may return other values in a later try of n8n.
		const values = itemEntry.state.kind === 'new' ? undefined : itemEntry.values;
		return `${api} ${url} ${namesOf(values ?? asListed(body as IDataObject))}`;
	};
	return await inItemOrder(context, findName, async () => {
		const name = `${url} ${JSON.stringify(body)}`;
		const entry = memory.requests.entryOfRequest(context, itemEntry, 'create', name);
		entry.subject = creationSubject(api, url);
		entry.searchKey = searchKeyOf(api, url, body as IDataObject);
		const strategy = createStrategy({
			...{ context, request, entry, asListed, lists },
			isOnlyOne: onlyOne !== undefined,
		});
		const record = await sendOnce(context, request, entry, strategy);
		return [{ json: { ...record } }];
	});
}

/** Returns the name in the ledger of all creations at a path: claims of records are by it. @param api its URL */
export function creationSubject(api: string, path: string): string {
	return `${api} ${path}`;
}

/** Returns the values that similar records share: their names, or their amount if they have none. */
function namesOf(sent: Listed): string {
	const names = NAMING_FIELDS.map((one) => normalized(sent[one] ?? '')).filter(Boolean);
	return names.length > 0 ? names.join('\n') : `${sent.amount} ${sent.currency}`;
}

interface Creation extends Required<Omit<CreateOptions, 'onlyOne'>> {
	context: Context;
	request: RequestData;
	entry: Entry<Snapshot>;
	/** Whether the API refuses a second record. */
	isOnlyOne: boolean;
}

function createStrategy(creation: Creation): Strategy<Snapshot> {
	const { context, request, entry, asListed, lists, isOnlyOne } = creation;
	return {
		prepare: async () => {
			const reading = await readSnapshot(context, request, request.options.url!, lists);
			const snapshot = reading.kind === 'fresh' ? reading.value : undefined;
			entry.values = asListed(request.options.body as IDataObject);
			const isOnce = !snapshot || reachesCustomer(request.options);
			return { options: request.options, snapshot, resend: isOnce ? 'never' : 'settled' };
		},
		isRefusal: ({ status, messages }) => isOnlyOne && status === 409 && messages.length > 0,
		compare: async ({ options }, before) =>
			await compare(creation, before, asListed(options.body as IDataObject)),
		isExpected: (record, { options, snapshot }) =>
			!memory.ledger.isClaimed(entry.subject, idTextOf(record), entry) &&
			isExpected(asListed(options.body as IDataObject), record as Listed, snapshot),
		made: () => {
			memory.ledger.claim(entry.subject, entry);
			entry.isShown();
		},
		unconfirmed: (_sent, outcome, reason) => creations.unconfirmed(outcome, reason),
	};
}

async function compare(
	{ context, request, entry, lists, isOnlyOne }: Creation,
	before: Snapshot,
	sent: Listed,
): Promise<Evidence> {
	const pages = await firstPages(context, request, request.options.url!, lists).catch(
		() => undefined,
	);
	if (!pages) return { kind: 'unreadable', reason: findings.listUnreadable };
	const { ledger } = memory;
	return findAmong(pages, before, isOnlyOne ? undefined : sent, {
		isClaimed: (id) => ledger.isClaimed(entry.subject, id, entry),
		mayMake: (record) =>
			!isOnlyOne && ledger.mayBeOfOther(entry, before.at, (values) => isSame(values, record)),
	});
}

/** Returns whether a record is new, and has the amount and the email address that were sent. */
function isExpected(sent: Listed, record: Listed, before: Snapshot | undefined): boolean {
	const isOther = ['amount', 'currency', 'customer_email', 'email'].some(
		(name) =>
			hasValue(sent[name]) && hasValue(record[name]) && !sameValue(name, sent[name], record[name]),
	);
	return !before?.ids.has(snapshotIdOf(record)) && !isOther;
}
