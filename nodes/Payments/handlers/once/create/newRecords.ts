import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../../pagination/page';
import { findings } from '../../../shared/messages/refunds';
import { parseAmount } from '../../../shared/money';
import { idTextOf } from '../../../shared/record';
import type { Evidence } from '../evidence';
import {
	type Snapshot,
	isAll,
	madeAt,
	movedUp,
	seemsEarlier,
	snapshotIdOf,
} from '../snapshot/snapshot';
import { hasValue, sameValue, type Listed } from './recordValues';

/** The fields by which a record is recognized, if they were sent. */
const COMPARED_FIELDS = [
	'account_number',
	'amount',
	'currency',
	'customer_email',
	'customer_name',
	'cycle',
	'email',
	'holder_name',
	'invoice_number',
	'name',
	'payment_provider_method',
	'price',
	'purpose',
	'reference',
	'reference_number',
];

/** The compared fields that name one record among others of the same kind. */
export const NAMING_FIELDS = [
	'account_number',
	'customer_email',
	'customer_name',
	'email',
	'holder_name',
	'invoice_number',
	'name',
	'purpose',
	'reference',
	'reference_number',
];

/** The compared fields that the Payments API may fill in itself, such as the name of a customer whose ID was sent. */
const FILLED_IN = ['customer_email', 'customer_name', 'invoice_number', 'reference'];

/** The other creations of this process. */
interface OtherCreations {
	/** Returns whether a record is that of another one. */
	isClaimed: (id: string) => boolean;
	/** Returns whether a record may be that of another one whose outcome is not known. */
	mayMake: (record: Listed) => boolean;
}

/**
 * Finds the record of a request among those that did not exist before.
 *
 * @param sent nothing if the API keeps one such record: a new one is it
 */
export function findAmong(
	pages: Page[],
	before: Snapshot,
	sent: Listed | undefined,
	{ isClaimed, mayMake }: OtherCreations,
): Evidence {
	const isThere = (record: IDataObject) => before.ids.has(snapshotIdOf(record));
	// A list without any of the earlier records cannot be the same list.
	const isSameList = before.ids.size === 0 || pages.some(({ records }) => records.some(isThere));
	const perList = pages.map((page, index) => newRecordsOf(page, before, index));
	const fresh = perList
		.flatMap((some = []) => some)
		.filter(({ record }) => !isClaimed(idTextOf(record)!));
	const same = fresh.filter(({ record }) => !sent || isSame(sent, record));
	// If there can be only one, it is the item's, whoever made it.
	const [found, ...others] = same.filter(({ isCertain }) => !sent || isCertain);
	const isIn = (name: string) => hasValue(sent?.[name]) && hasValue(found?.record[name]);
	const isNamed = !sent || NAMING_FIELDS.some(isIn);
	if (found && others.length === 0 && isNamed && !mayMake(found.record)) {
		return { kind: 'found', record: found.record };
	}
	// Without a name, any new record could be the one: the API may have computed its amount.
	const hasName = NAMING_FIELDS.some((name) => hasValue(sent?.[name]));
	const isSimilar = ({ record }: NewRecord) => !sent || !hasName || sharesName(sent, record);
	const similar = same.length > 0 ? same : fresh.filter(isSimilar);
	if (similar.length > 0) {
		const ids = similar.map(({ record }) => idTextOf(record)).join(', ');
		return { kind: 'maybe', reason: findings.severalRecords(ids) };
	}
	if (!isSameList || perList.includes(undefined))
		return { kind: 'maybe', reason: findings.manyRecords };
	return { kind: 'absent', reason: findings.recordNotVisible };
}

/** A record that was not there before. */
interface NewRecord {
	record: Listed;
	/** Whether neither its time nor its place says that it may be from before. */
	isCertain: boolean;
}

/**
 * Returns the records that were not there before.
 *
 * @returns nothing if the page may not show all new records
 */
function newRecordsOf(page: Page, before: Snapshot, index: number): NewRecord[] | undefined {
	const list = before.lists[index]!;
	const wasThere = (record: IDataObject) => before.ids.has(snapshotIdOf(record));
	const end = page.records.findIndex(wasThere);
	if (!isAll(page) && !isNewestFirst(page, end)) return undefined;
	const isWhole = list.isAll && isAll(page);
	return page.records.flatMap((record, place) => {
		if (idTextOf(record) === undefined || wasThere(record) || movedUp(record, list)) return [];
		// Behind others, one without a time, or of the second of the oldest, may have moved up.
		const isTimed = madeAt(record) > (list.oldestAt ?? Number.NEGATIVE_INFINITY);
		const isBehind = !isWhole && end !== -1 && place > end && !isTimed;
		const isCertain = !isBehind && !seemsEarlier(record, before);
		return [{ record: record as Listed, isCertain }];
	});
}

/**
 * Returns whether a page is sorted so that it shows all new records.
 *
 * @param end the index of the first earlier record, or -1: new records in front of it show the order, too
 */
export function isNewestFirst({ records }: Page, end: number): boolean {
	if (end === -1) return false;
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
		// The plan of a subscription has these values.
		if (hasValue(plan) && ['amount', 'name'].includes(name)) return true;
		// A name or an amount that was not sent belongs to another record. The amount of an invoice may follow from products.
		if (name === 'amount') {
			return sent.payment_by === 'product' || !hasValue(other) || parseAmount(other) === 0;
		}
		return !NAMING_FIELDS.includes(name) || FILLED_IN.includes(name) || !hasValue(other);
	});
}

/** Returns whether a record has one of the names that were sent, although other values differ. */
function sharesName(sent: Listed, record: Listed): boolean {
	return NAMING_FIELDS.some(
		(name) => hasValue(sent[name]) && sameValue(name, sent[name], record[name]),
	);
}
