import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../pagination/page';
import { pageFetcher, lastOf, nextOf, hasNext } from '../../pagination/page';
import type { Context, RequestData } from '../../shared/context';
import { statusOf } from '../../shared/errors/httpFailure';
import { unescaped } from '../../shared/html';
import { findings } from '../../shared/messages/refunds';
import { parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import { read } from '../../transport/send';
import type { Finding } from '../idempotency/sendAtMostOnce';

/** The fields by which a record is recognized, if they were sent. */
const COMPARED_FIELDS = [
	'amount',
	'currency',
	'customer_email',
	'customer_name',
	'cycle',
	'email',
	'invoice_number',
	'name',
	'payment_provider_method',
	'purpose',
	'reference',
	'reference_number',
];

/** Those of them that name one record among others of the same kind. */
export const NAMING_FIELDS = [
	'customer_email',
	'customer_name',
	'email',
	'invoice_number',
	'name',
	'purpose',
	'reference',
	'reference_number',
];

/** Those of them that the Payments API may fill in itself, such as the name of a customer whose ID was sent. */
const FILLED_IN = ['customer_email', 'customer_name', 'invoice_number', 'reference'];

/** How many of the newest records are read before and after. */
const SNAPSHOT_SIZE = 100;

/** A record as it is listed. */
export type Listed = Record<string, string | number | boolean | null | undefined>;

/** The newest records of a list. */
export interface Snapshot {
	ids: Set<string>;
	/** When the newest one was created, in milliseconds since 1970 by HitPay's clock; NaN if that cannot be read. */
	madeAt: number;
	/** Whether the list contains no other ones. */
	isAll: boolean;
}

/**
 * Reads the newest records of each list.
 *
 * @param lists the filter of each
 * @returns nothing if the credential may not read one, or the Payments API does not have it
 */
export async function readSnapshots(
	context: Context,
	request: RequestData,
	lists: IDataObject[],
): Promise<Snapshot[] | undefined> {
	const pages = await firstPages(context, request, lists).catch((thrown: unknown) => {
		if (![403, 404, 405, 422].includes(statusOf(thrown) ?? 0)) throw thrown;
		return undefined;
	});
	// A record may move from one list to another.
	const all = pages?.flatMap(({ records }) => records.map((record) => idTextOf(record) ?? ''));
	const ids = new Set(all);
	return pages?.map((page) => ({ ids, madeAt: newestOf(page.records), isAll: isAll(page) }));
}

/** Returns when the newest record was created, as `madeAt` does. */
export function newestOf(records: IDataObject[]): number {
	const times = records.map(madeAt).filter((time) => !Number.isNaN(time));
	return times.length > 0 ? Math.max(...times) : Number.NaN;
}

/** Returns when a record was created, by HitPay's clock in any zone; NaN if that cannot be read. */
export function madeAt({ created_at }: IDataObject): number {
	return typeof created_at === 'string' ? Date.parse(created_at.replace(' ', 'T')) : Number.NaN;
}

/** Reads the first page of each list. @param lists the filter of each */
export async function firstPages(
	context: Context,
	request: RequestData,
	lists: IDataObject[],
): Promise<Page[]> {
	const { url: path = '' } = request.options;
	const queryPage = async (query: IDataObject) => await read(context, request, path, query);
	return await Promise.all(lists.map(pageFetcher(context, path, queryPage, SNAPSHOT_SIZE)));
}

/** Returns whether a page is surely the only one. */
export function isAll(page: Page): boolean {
	const { meta } = page;
	const isKnown = meta.next_cursor === null || lastOf(page) !== undefined;
	return isKnown && !nextOf(page) && !hasNext(page, 1);
}

/**
 * Finds what was sent among the new records.
 *
 * @param fresh nothing if there is no list to compare with, null if it could not be read now
 * @param hasEarlier whether the outcome of an earlier, similar request is unknown
 */
export function findAmong(
	fresh: Listed[] | null | undefined,
	sent: Listed,
	hasEarlier: boolean,
): Finding {
	if (fresh === undefined) return { reason: findings.noList, isFinal: true };
	if (fresh === null) return { reason: findings.listUnreadable, isUnreadable: true };
	const same = fresh.filter((record) => isSame(sent, record));
	const [found, ...others] = same;
	const isNamed = NAMING_FIELDS.some((name) => hasValue(sent[name]) && hasValue(found?.[name]));
	if (found && others.length === 0 && isNamed && !hasEarlier) return { record: found };
	const similar = found ? same : fresh.filter((record) => sharesName(sent, record));
	if (similar.length === 0) return { reason: findings.recordNotVisible };
	const reason = findings.severalRecords(similar.map(idTextOf).join(', '));
	return { reason, isPossible: same.length > 0 };
}

/**
 * Returns the records that did not exist before, and that this process did not create for another item. If the list has
 * several pages, only those in front of the first earlier record count: after a deletion, older ones move up to the
 * end of the page. A record that is older than the earlier ones is not new, wherever it is.
 */
export function newRecordsOf(
	page: Page,
	before: Snapshot,
	isCreated: (id: string) => boolean,
): Listed[] {
	const isWhole = before.isAll && isAll(page);
	const wasThere = (record: IDataObject) => before.ids.has(idTextOf(record) ?? '');
	const end = isWhole ? page.records.length : page.records.findIndex(wasThere);
	return page.records.slice(0, Math.max(0, end)).filter((record) => {
		const id = idTextOf(record);
		const isOlder = madeAt(record) < before.madeAt;
		return id !== undefined && !wasThere(record) && !isCreated(id) && !isOlder;
	}) as Listed[];
}

/** Returns whether a record has the values that were sent, and none that make it another record. */
export function isSame(sent: Listed, record: Listed): boolean {
	const { plan_id: plan } = sent;
	const { business_recurring_plans_id: ofPlan } = record;
	if (hasValue(plan) && hasValue(ofPlan) && !sameValue('plan_id', plan, ofPlan)) return false;
	return COMPARED_FIELDS.every((name) => {
		const [one, other] = [sent[name], record[name]];
		if (hasValue(one)) return !hasValue(other) || sameValue(name, one, other);
		// A subscription has them from its plan.
		if (hasValue(plan) && ['amount', 'name'].includes(name)) return true;
		// A name or an amount that was not sent belongs to another record. The amount of an invoice may follow from products.
		if (name === 'amount') {
			return sent.payment_by === 'product' || !hasValue(other) || parseAmount(other) === 0;
		}
		return !NAMING_FIELDS.includes(name) || FILLED_IN.includes(name) || !hasValue(other);
	});
}

export function hasValue(value: Listed[string]): boolean {
	return value !== undefined && value !== null && value !== '';
}

/** Returns whether a record has one of the names that were sent, although other values differ. */
function sharesName(sent: Listed, record: Listed): boolean {
	return NAMING_FIELDS.some(
		(name) => hasValue(sent[name]) && sameValue(name, sent[name], record[name]),
	);
}

/** Returns whether two values mean the same: amounts may be text, names may be escaped for HTML. */
export function sameValue(name: string, one: Listed[string], other: Listed[string]): boolean {
	if (name === 'amount')
		return toTenThousandths(parseAmount(one)) === toTenThousandths(parseAmount(other));
	return normalized(one) === normalized(other);
}

/** Returns a text without what an API may change in it: escapes for HTML, blanks, capitals. */
export function normalized(text: Listed[string]): string {
	return unescaped(String(text)).replace(/\s+/g, ' ').trim().toLowerCase();
}
