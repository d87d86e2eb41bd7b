import type { IDataObject } from 'n8n-workflow';

import { pageFetcher, pagesByCursor } from '../../pagination/page';
import { isUnsuccessful, statusFilter } from '../../shared/chargeStatus';
import type { Context, RequestData } from '../../shared/context';
import { isKeyRefused, readFailure } from '../../shared/errors/httpFailure';
import { idTextOf } from '../../shared/record';
import { runOf, type Run } from '../../shared/run';
import { monotonic } from '../../transport/clock';
import { read } from '../../transport/send';
import { madeAt, newestOf } from '../create/newRecords';

const LIST = '/v1/charges';

/** How many of the newest charges are read before. */
const SNAPSHOT_SIZE = 100;

/** How many pages are read afterwards, until one has a charge that was there before. */
const MAX_PAGES = 20;

/** How long a snapshot counts as current, in milliseconds (choice). */
const SNAPSHOT_TTL_MS = 5_000;

/** The newest charges before a request. */
export interface KnownCharges {
	ids: Set<string>;
	/** When the newest one was created, in milliseconds since 1970 by HitPay's clock; NaN if that cannot be read. */
	newest: number;
}

/** By run: items that start in the same seconds share a snapshot. */
const snapshots = new WeakMap<Run, { at: number; snapshot: Promise<KnownCharges | undefined> }>();

/** Reads the newest charges. @returns nothing if the credential may not read them */
export async function knownCharges(
	context: Context,
	request: RequestData,
): Promise<KnownCharges | undefined> {
	const run = runOf(context);
	const last = snapshots.get(run);
	if (last && monotonic() - last.at < SNAPSHOT_TTL_MS) return await last.snapshot;
	const snapshot = ifAllowed(readSnapshot(context, request));
	snapshots.set(run, { at: monotonic(), snapshot });
	// The next item reads it again.
	snapshot.catch(() => snapshots.delete(run));
	return await snapshot;
}

async function readSnapshot(context: Context, request: RequestData): Promise<KnownCharges> {
	const { value: page } = await pagesOf(context, request).next();
	const records = page?.records ?? [];
	return { ids: new Set(records.map(idOf)), newest: newestOf(records) };
}

/**
 * Reads the charges that were made since then and took money.
 *
 * @throws what n8n threw if they cannot be read
 */
export async function newCharges(
	context: Context,
	request: RequestData,
	{ ids, newest }: KnownCharges,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	let pages = 0;
	for await (const { records } of pagesOf(context, request)) {
		// A page may end with older ones: one that was among the newest may be listed no more.
		const isEarlier = (one: IDataObject) => ids.has(idOf(one)) || madeAt(one) < newest;
		found.push(...records.filter((one) => !isEarlier(one)));
		pages += 1;
		if (pages === MAX_PAGES || records.some(isEarlier)) break;
	}
	return found.filter(({ status }) => !isUnsuccessful(status));
}

function pagesOf(context: Context, request: RequestData) {
	const queryPage = async (query: IDataObject) => await read(context, request, LIST, query);
	const fetchPage = pageFetcher(context, LIST, queryPage, SNAPSHOT_SIZE);
	// Without the filter, a list may lack charges that are pending.
	return pagesByCursor(context, fetchPage, { statuses: statusFilter() });
}

function idOf(charge: IDataObject): string {
	return idTextOf(charge)?.toLowerCase() ?? '';
}

/** Returns what was read; nothing if the credential may not read it. */
export async function ifAllowed<T>(reading: Promise<T>): Promise<T | undefined> {
	return await reading.catch((thrown: unknown) => {
		const failure = readFailure(thrown);
		if (failure.status !== 403 || isKeyRefused(failure)) throw thrown;
		return undefined;
	});
}
