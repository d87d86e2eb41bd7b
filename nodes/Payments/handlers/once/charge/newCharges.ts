import type { IDataObject } from 'n8n-workflow';

import { pageFetcher, pagesByCursor } from '../../../pagination/page';
import { isUnsuccessful, statusFilter } from '../../../shared/chargeStatus';
import type { Context, RequestData } from '../../../shared/context';
import { idTextOf } from '../../../shared/record';
import { readWithTime } from '../../../transport/send';
import { readingOf, readTwice, type Reading } from '../freshness';
import { madeAt, newestOf } from '../snapshot/recordSnapshot';
import { sharedOfRun } from '../snapshot/sharedRead';

const LIST = '/v1/charges';

/** How many of the newest charges are read before. */
const SNAPSHOT_SIZE = 100;

/** How many pages are read afterwards, until one has a charge that was there before. */
const MAX_PAGES = 20;

/** The newest charges before a request. */
export interface KnownCharges {
	ids: Set<string>;
	/** When the newest one was created, in milliseconds since 1970 by HitPay's clock; NaN if that cannot be read. */
	newest: number;
	/** HitPay's time of the response, in milliseconds since 1970; nothing if it did not contain one. */
	readAt?: number;
}

/** Reads the newest charges. Items of a run that start in the same seconds share them. */
export async function knownCharges(
	context: Context,
	request: RequestData,
): Promise<Reading<KnownCharges>> {
	return await sharedOfRun(context, LIST, async () => {
		const readOnce = async () => await readingOf(readSnapshot(context, request));
		return await readTwice(context, readOnce);
	});
}

async function readSnapshot(context: Context, request: RequestData): Promise<KnownCharges> {
	let readAt: number | undefined;
	const { value: page } = await pagesOf(context, request, (time) => (readAt = time)).next();
	const records = page?.records ?? [];
	return { ids: new Set(records.map(idOf)), newest: newestOf(records), readAt };
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

function pagesOf(context: Context, request: RequestData, onTime?: (time?: number) => void) {
	const queryPage = async (query: IDataObject) => {
		const { body, time } = await readWithTime(context, request, LIST, query);
		onTime?.(time);
		return body;
	};
	const fetchPage = pageFetcher(context, LIST, queryPage, SNAPSHOT_SIZE);
	// Without the filter, a list may lack charges that are pending.
	return pagesByCursor(context, fetchPage, { statuses: statusFilter() });
}

function idOf(charge: IDataObject): string {
	return idTextOf(charge)?.toLowerCase() ?? '';
}
