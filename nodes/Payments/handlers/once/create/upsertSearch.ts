import type { IDataObject } from 'n8n-workflow';

import { statusOf } from '../../../errors/httpFailure';
import { operationError } from '../../../errors/nodeErrors';
import { byFirstPage } from '../../../pagination/firstPage';
import type { Context, RequestData } from '../../../run/context';
import { recordPath } from '../../../shared/id';
import { findings, creations } from '../../../shared/messages/refunds';
import { idTextOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import { findRecord, fetcherOfList } from '../../readRecord';
import type { Evidence } from '../evidence';
import { compareVersion } from '../freshness';
import type { Entry } from '../ledger/entry';
import { SETTLED_MS } from '../ledger/lifetimes';
import { memory } from '../ledger/memory';
import type { Sent } from '../machine';
import type { Upserted } from '../update/update';
import { recordSubject } from '../update/updateTask';
import { waitUntil } from '../waitUntil';
import { normalized, type Listed } from './recordValues';

/** Looks a creation up once. A record that is behind may have another key by now. */
export async function compare(task: Creation): Promise<Evidence> {
	const { context, request, key } = task;
	const found = await findAll(context, request, key).catch(() => undefined);
	if (!found) return { kind: 'unreadable', reason: findings.listUnreadable };
	const [record, ...others] = found;
	if (!record) return { kind: 'absent', reason: findings.recordNotVisible };
	if (others.length > 0) return { kind: 'maybe', reason: findings.severalRecords(idsOf(found)) };
	if (idTextOf(record) === undefined) return { kind: 'maybe', reason: findings.recordWithoutId };
	if (behindUntil(task, record) > monotonic())
		return { kind: 'maybe', reason: findings.recordOutdated };
	return { kind: 'found', record };
}

/** Returns the records with the key of a request. The Payments API searches other fields too, or only parts of words. */
export async function findAll(
	context: Context,
	request: RequestData,
	key: string,
): Promise<IDataObject[]> {
	const { url = '', body } = request.options;
	const keywords = (body as IDataObject)[key];
	const isFound = (record: IDataObject) => hasKeyOf(request, record, key);
	const limit = Number.POSITIVE_INFINITY;
	const fetchPage = fetcherOfList(context, request, url, { keywords });
	const records = await byFirstPage('page')(context, fetchPage, {
		limit,
		// Other records need no memory.
		mapRecord: (record) => (isFound(record) ? record : {}),
		concurrency: 1,
		isByDateRange: false,
		filters: {},
	});
	return records.filter(isFound);
}

/** Returns whether a record has the key of a request. @param key the name of the field */
export function hasKeyOf({ options }: RequestData, record: IDataObject, key: string): boolean {
	return normalized((options.body as Listed)[key]) === normalized((record as Listed)[key]);
}

/** Returns the IDs of records, for a message. */
export function idsOf(records: IDataObject[]): string {
	return records.map((record) => idTextOf(record) ?? '(none)').join(', ');
}

/** A creation of a record that an item updates otherwise. */
export interface Creation extends Upserted {
	request: RequestData;
	/** The field by which the record is found. */
	key: string;
	entry: Entry<string>;
}

/**
 * Searches the record. Nothing is created while the search may lack records that were written before. If a record lacks
 * changes that were written before, it is searched again.
 */
export async function prepare(task: Creation): Promise<Sent<string> | { record: IDataObject }> {
	const { context, request, key, entry } = task;
	const { ledger } = memory;
	const first = await find(task);
	let { record } = first;
	const times = [ledger.startedAt + SETTLED_MS, goneUntil(task), ledger.searchHeldUntil(entry)];
	const until = record ? first.behindUntil : Math.max(...times);
	if (until > monotonic()) {
		await waitUntil(context, until);
		({ record } = await find(task));
	}
	// The search may lack the record for longer.
	record ??= await readWritten(task);
	return record ? { record } : { options: request.options, snapshot: key, resend: 'settled' };
}

/** Reads the record that this process wrote with the key, if it still exists with that key. */
async function readWritten({ context, request, key, entry }: Creation) {
	const id = memory.ledger.lastIdWithKey(entry);
	if (id === undefined) return undefined;
	const url = recordPath(request.options.url!, id);
	const options = { ...request.options, url, method: 'GET' as const };
	const record = await findRecord(context, { ...request, options }).catch((thrown: unknown) => {
		if (statusOf(thrown) !== 404) throw thrown;
	});
	return record && hasKeyOf(request, record, key) ? record : undefined;
}

/** Returns until when (`monotonic`) a search may show an old version of a record that it found; 0 if it shows the last one. */
function behindUntil({ api, request }: Creation, record: IDataObject): number {
	const subject = recordSubject(api, `${request.options.url}/${idTextOf(record)}`);
	const { kind } = compareVersion(subject, { value: record, record });
	const { at = 0 } = memory.ledger.versions.get(subject) ?? {};
	return kind === 'behind' ? at + SETTLED_MS : 0;
}

/** Returns until when (`monotonic`) a search may show a deleted record, also after an earlier try of the item. */
function goneUntil({ entry }: Creation): number {
	return Number(entry.about?.goneUntil ?? 0);
}

/** Searches the record once. @returns also until when (`monotonic`) the search may show an old version */
async function find(task: Creation) {
	const { context, request, key } = task;
	const [record, ...others] = await findAll(context, request, key);
	if (others.length > 0) {
		throw operationError(context, creations.several(idsOf([record!, ...others])));
	}
	if (!record) return { record, behindUntil: 0 };
	if (idTextOf(record) === undefined) throw operationError(context, creations.withoutId);
	return { record, behindUntil: Math.max(goneUntil(task), behindUntil(task, record)) };
}
