import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { OutputMapper } from '../../output/outputMapper';
import { BoundedMap } from '../../shared/boundedMap';
import type { Context, RequestData, RequestHandler } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { creations } from '../../shared/messages/refunds';
import { idTextOf } from '../../shared/record';
import { runOf, type Run } from '../../shared/run';
import type { Rules } from '../../shared/validation/rules';
import { apiOfRun } from '../../transport/baseUrl';
import { monotonic } from '../../transport/clock';
import { validateAndBuild, type ExtraValues } from '../buildRequest';
import { handleItem, type ItemTask } from '../handleItem';
import { attemptByName, attemptOfItem, type Attempt } from '../idempotency/attempts';
import { runExclusive } from '../idempotency/mutex';
import { sendAtMostOnce, stateBefore, type Reconciler } from '../idempotency/sendAtMostOnce';
import type { Snapshot, Listed } from './newRecords';
import {
	NAMING_FIELDS,
	normalized,
	firstPages,
	newRecordsOf,
	findAmong,
	hasValue,
	sameValue,
	readSnapshots,
} from './newRecords';

/** Returns the values of a request by the names that a record in the list has for them. */
type AsListed = (body: IDataObject) => Listed;

/** How long a snapshot counts as current, in milliseconds (choice). */
const SNAPSHOT_TTL_MS = 5_000;

/** A snapshot of a run, and when it was read (`monotonic`). */
interface CachedSnapshot {
	at: number;
	snapshot: Promise<Snapshot[] | undefined>;
}

/** By run and path. */
const snapshots = new WeakMap<Run, Map<string, CachedSnapshot>>();

/** What this process created, by kind and ID, so that one record is not mistaken for another. */
const created = new BoundedMap<string, true>(10_000);

/** Unconfirmed attempts, by what identifies them. */
const unconfirmed = new BoundedMap<string, Attempt<unknown>>(10_000);

interface CreateOnceOptions {
	/** As in `validateAndBuild`. */
	extraValues?: ExtraValues;
	/** By default, the names are the same. */
	asListed?: AsListed;
	/** The filters of the lists in which a new record may be. By default, one list with all of them. */
	lists?: IDataObject[];
}

/**
 * Creates a record at most once: after a lost response, it looks for a new record in the list, which has the same path
 * (docs/reliability.md). Earlier records are recognized by their IDs, so clocks do not matter.
 *
 * @param rules, fields as in `validateAndBuild`
 * @param output makes the items of the record
 */
export function createOnce(
	rules: Rules,
	fields: INodeProperties[],
	output: OutputMapper,
	{ extraValues, asListed = (body) => body as Listed, lists = [{}] }: CreateOnceOptions = {},
): RequestHandler {
	const task: ItemTask<RequestData> = async (context, request) => {
		const api = await apiOfRun(context);
		const own = attemptOfItem<Snapshot[] | undefined>(context);
		return await runExclusive(own, async () => {
			if (own.record) return [{ json: { ...own.record } }];
			const { url, body } = own.open?.options ?? request.options;
			// Two similar records that are created at the same time could not be distinguished afterwards.
			const kind = `${api} ${url}`;
			const sent = asListed(body as IDataObject);
			const name = `${kind} ${NAMING_FIELDS.map((one) => normalized(sent[one] ?? '')).join('\n')}`;
			return await runExclusive(name, async () => {
				const requested = `${url} ${JSON.stringify(body)}`;
				const known = attemptByName(context, own, requested, true);
				if (known.record) return [{ json: { ...known.record } }];
				return await create(context, request, known, { kind, name, asListed, lists });
			});
		});
	};
	return handleItem({ fields }, validateAndBuild(rules, fields, extraValues), task, output);
}

interface Creation {
	/** The API and the path. */
	kind: string;
	/** What similar records share. */
	name: string;
	asListed: AsListed;
	/** The filters of the lists in which a new record may be. */
	lists: IDataObject[];
}

async function create(
	context: Context,
	request: RequestData,
	known: Attempt<Snapshot[] | undefined>,
	{ kind, name, asListed, lists }: Creation,
): Promise<INodeExecutionData[]> {
	const sent = asListed(request.options.body as IDataObject);
	const isEarlier = () => ![undefined, known].includes(unconfirmed.get(name) as typeof known);
	const reconciler: Reconciler<Snapshot[] | undefined> = {
		reconcile: async (first, body) => {
			const pages = first && (await firstPages(context, request, lists).catch(() => null));
			const isCreated = (id: string) => created.has(`${kind} ${id}`);
			const fresh = pages?.flatMap((page, index) => newRecordsOf(page, first![index]!, isCreated));
			return findAmong(pages === null ? null : fresh, asListed(body), isEarlier());
		},
		isExpected: (record, first) =>
			!created.has(`${kind} ${idTextOf(record)}`) && isExpected(sent, record as Listed, first),
	};
	const before = await stateBefore(context, known, reconciler, () =>
		snapshotOfRun(context, request, lists),
	);
	try {
		const result = await sendAtMostOnce(context, request, known, before, reconciler);
		if (!('record' in result)) {
			throw operationError(context, creations.unconfirmed(result.outcome, result.reason));
		}
		const { record } = result;
		created.set(`${kind} ${idTextOf(record)}`, true);
		return [{ json: { ...record } }];
	} finally {
		if (known.open && !known.record && !isEarlier()) unconfirmed.set(name, known);
		if (known.record && !isEarlier()) unconfirmed.delete(name);
	}
}

/** Returns whether a record is new, and has the amount and the email address that were sent. */
function isExpected(sent: Listed, record: Listed, before: Snapshot[] | undefined): boolean {
	const isNew = !before?.some(({ ids }) => ids.has(idTextOf(record)!));
	const isOther = ['amount', 'currency', 'customer_email', 'email'].some(
		(name) =>
			hasValue(sent[name]) && hasValue(record[name]) && !sameValue(name, sent[name], record[name]),
	);
	return isNew && !isOther;
}

/** Reads what exists before the record is created. What the run itself creates is recorded anyway. */
async function snapshotOfRun(
	context: Context,
	request: RequestData,
	lists: IDataObject[],
): Promise<Snapshot[] | undefined> {
	const { url = '' } = request.options;
	const run = runOf(context);
	const ofRun = snapshots.get(run) ?? new Map<string, CachedSnapshot>();
	snapshots.set(run, ofRun);
	const last = ofRun.get(url);
	if (last && monotonic() - last.at < SNAPSHOT_TTL_MS) return await last.snapshot;
	const snapshot = readSnapshots(context, request, lists);
	ofRun.set(url, { at: monotonic(), snapshot });
	// The next item reads it again.
	snapshot.catch(() => ofRun.delete(url));
	return await snapshot;
}
