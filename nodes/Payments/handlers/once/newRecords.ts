import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../pagination/page';
import { pageFetcher, lastOf, nextOf, hasNext } from '../../pagination/page';
import type { Context, RequestData } from '../../shared/context';
import { unescaped } from '../../shared/html';
import { findings } from '../../shared/messages/refunds';
import { parseAmount, toTenThousandths } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import { readWithTime } from '../../transport/send';
import type { Evidence } from './evidence';
import { certainTime, isMadeBefore } from './serverTime';

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

/** The newest records of the lists in which a new one may be. */
export interface Snapshot {
	/** Their IDs: a record may move from one list to another. */
	ids: Set<string>;
	/** HitPay's time of the response, in milliseconds since 1970; nothing if it did not contain one. */
	readAt?: number;
	/** Each list: when the newest one was created (`madeAt`), and whether it contains no other ones. */
	lists: Array<{ madeAt: number; isAll: boolean }>;
}

/**
 * Reads the newest records of each list.
 *
 * @param filters of each list
 * @throws what n8n threw if one cannot be read
 */
export async function readSnapshot(
	context: Context,
	request: RequestData,
	filters: IDataObject[],
): Promise<Snapshot> {
	let readAt: number | undefined;
	const pages = await firstPages(context, request, filters, (time) => (readAt = time));
	const ids = pages.flatMap(({ records }) => records.map((record) => idTextOf(record) ?? ''));
	const lists = pages.map((page) => ({ madeAt: newestOf(page.records), isAll: isAll(page) }));
	return { ids: new Set(ids), readAt, lists };
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

/** Reads the first page of each list. @param filters of each list @param onTime is passed HitPay's time */
export async function firstPages(
	context: Context,
	request: RequestData,
	filters: IDataObject[],
	onTime?: (time?: number) => void,
): Promise<Page[]> {
	const { url: path = '' } = request.options;
	const queryPage = async (query: IDataObject) => {
		const { body, time } = await readWithTime(context, request, path, query);
		onTime?.(time);
		return body;
	};
	return await Promise.all(filters.map(pageFetcher(context, path, queryPage, SNAPSHOT_SIZE)));
}

/** Returns whether a page is surely the only one. */
export function isAll(page: Page): boolean {
	const { meta } = page;
	const isKnown = meta.next_cursor === null || lastOf(page) !== undefined;
	return isKnown && !nextOf(page) && !hasNext(page, 1);
}

/**
 * Finds what was sent among the records that did not exist before.
 *
 * @param isClaimed returns whether a record is that of another item
 * @param hasEarlier whether the outcome of a similar request is unknown
 */
export function findAmong(
	pages: Page[],
	before: Snapshot,
	sent: Listed,
	isClaimed: (id: string) => boolean,
	hasEarlier: boolean,
): Evidence {
	const isThere = (record: IDataObject) => before.ids.has(idTextOf(record) ?? '');
	// A list without any of the earlier records is not that list.
	const isKnown = before.ids.size === 0 || pages.some(({ records }) => records.some(isThere));
	const perList = pages.map((page, index) => newRecordsOf(page, before, index, isClaimed));
	const fresh = perList.flat().filter((record) => record !== undefined);
	const same = fresh.filter((record) => isSame(sent, record));
	const isEarlier = (one: Listed) => isMadeBefore(certainTime(one.created_at), before.readAt);
	const [found, ...others] = same.filter((one) => !isEarlier(one));
	const isNamed = NAMING_FIELDS.some((name) => hasValue(sent[name]) && hasValue(found?.[name]));
	if (found && others.length === 0 && isNamed && !hasEarlier) {
		return { kind: 'found', record: found };
	}
	const similar = same.length > 0 ? same : fresh.filter((record) => sharesName(sent, record));
	if (similar.length > 0) {
		const ids = similar.map(idTextOf).join(', ');
		return { kind: 'maybe', reason: findings.severalRecords(ids) };
	}
	if (!isKnown || perList.includes(undefined))
		return { kind: 'maybe', reason: findings.manyRecords };
	return { kind: 'absent', reason: findings.recordNotVisible };
}

/**
 * Returns the records that did not exist before, and that this process did not create for another item. If the list has
 * several pages, only those in front of the first earlier record count: after a deletion, older ones move up to the
 * end of the page. A record that is older than the earlier ones is not new, wherever it is.
 *
 * @returns nothing if there may be more of them than the page shows
 */
function newRecordsOf(
	page: Page,
	before: Snapshot,
	index: number,
	isClaimed: (id: string) => boolean,
): Listed[] | undefined {
	const list = before.lists[index]!;
	const isWhole = list.isAll && isAll(page);
	const wasThere = (record: IDataObject) => before.ids.has(idTextOf(record) ?? '');
	const isOlder = (record: IDataObject) => madeAt(record) < list.madeAt;
	const end = page.records.findIndex((record) => wasThere(record) || isOlder(record));
	if (!isAll(page) && (end === -1 || !isNewestFirst(page, end))) return undefined;
	const records = isWhole || end === -1 ? page.records : page.records.slice(0, end);
	return records.filter((record) => {
		const id = idTextOf(record);
		return id !== undefined && !wasThere(record) && !isClaimed(id) && !isOlder(record);
	}) as Listed[];
}

/** @param end where the earlier records begin: new ones in front of them show the order, too */
function isNewestFirst({ records }: Page, end: number): boolean {
	const times = records.map(madeAt);
	if (times.every(Number.isNaN)) return end > 0;
	return times.every((time, index) => !(time > (times[index - 1] ?? time)));
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
