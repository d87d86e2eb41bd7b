import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../../pagination/page';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { findings } from '../../../shared/messages/refunds';
import { transferFindings } from '../../../shared/messages/transfers';
import { currencyCode, parseAmount, toTenThousandths } from '../../../shared/money';
import { idTextOf, isObject, isRecordOf } from '../../../shared/record';
import { isNewestFirst } from '../create/newRecords';
import { normalized } from '../create/recordValues';
import type { Evidence } from '../evidence';
import type { Entry } from '../ledger/entry';
import { memory } from '../ledger/memory';
import { firstPages, isAll, seemsEarlier, snapshotIdOf } from '../snapshot/snapshot';
import type { Terms, TransferSnapshot, TransferTask } from './transferTask';

const PATH = '/v1/transfers';

/** Reads the newest transfers to the beneficiary. */
export async function listTransfers({
	context,
	request,
	terms: { beneficiary_id },
}: TransferTask): Promise<Page> {
	const [page] = await firstPages(context, request, PATH, [{ beneficiary_id }]);
	return page!;
}

/**
 * Searches the reference among the transfers to the beneficiary, if a page of them is not all: no source states the order
 * of the list, nor that the search finds references.
 */
export async function searchTransfers(
	{ context, request, terms: { beneficiary_id, reference } }: TransferTask,
	page: Page,
): Promise<IDataObject[]> {
	if (isAll(page)) return [];
	const filters = { beneficiary_id, keywords: reference };
	const [found] = await firstPages(context, request, PATH, [filters]);
	return found!.records;
}

/**
 * Finds a transfer by its reference, among those that were created after the request. A new one of these terms that shows
 * no reference may be it (docs/dialects.md, row 51), and so may one with the reference and other terms.
 */
export async function findTransfer(
	task: TransferTask,
	{ list }: TransferSnapshot,
): Promise<Evidence> {
	const { terms } = task;
	const page = await listTransfers(task).catch(() => undefined);
	if (!page) return { kind: 'unreadable', reason: transferFindings.unreadable };
	const searched = await searchTransfers(task, page).catch(() => []);
	const isOld = (one: IDataObject) => list.ids.has(snapshotIdOf(one));
	const records = new Map([...page.records, ...searched].map((one) => [snapshotIdOf(one), one]));
	const added = [...records.values()].filter((one) => !isOld(one) && !isClaimed(task, one));
	const named = added.filter(({ reference }) => sameReference(reference, terms.reference));
	const [found, ...more] = named;
	// HitPay's clock may be wrong, so one that was made before is not ruled out: it may be the transfer.
	const isNew = found && !seemsEarlier(found, list);
	const isOne = isNew && more.length === 0 && isOfTerms(found, terms);
	if (isOne && sentByOthers(task, 'unknown').length === 0) {
		if (!isUnsuccessful(found.status))
			return { kind: 'found', record: { ...found, recovered: true } };
		return { kind: 'absent', reason: transferFindings.unsuccessful(found.status as string) };
	}
	const isNameless = (one: IDataObject) => !hasReference(one.reference) && isOfTerms(one, terms);
	const possible = [...named, ...added.filter(isNameless)];
	if (possible.length > 0) {
		const ids = possible.map(idTextOf).join(', ');
		return { kind: 'maybe', reason: transferFindings.maybeOther(ids) };
	}
	// A page that begins after all earlier transfers, or before them, may hide new ones.
	const isComplete = isAll(page) || isNewestFirst(page, page.records.findIndex(isOld));
	if (!isComplete) return { kind: 'maybe', reason: findings.manyRecords };
	return { kind: 'absent', reason: transferFindings.notVisible };
}

/** Returns whether a record has the beneficiary, the amount and the currency of a request, as far as it shows them. */
export function isOfTerms(record: IDataObject, terms: Terms): boolean {
	const { beneficiary, reference } = record;
	const id = isObject(beneficiary) ? beneficiary.id : undefined;
	const isSame = (name: keyof Terms, normalize: (value: unknown) => unknown) =>
		terms[name] === undefined ||
		record[name] === undefined ||
		record[name] === null ||
		normalize(record[name]) === normalize(terms[name]);
	const amountOf = (value: unknown) => toTenThousandths(parseAmount(value));
	return (
		(id === undefined || isRecordOf(terms.beneficiary_id, { id })) &&
		(!hasReference(reference) || sameReference(reference, terms.reference)) &&
		isSame('source_currency', currencyCode) &&
		isSame(terms.source_amount === undefined ? 'payment_amount' : 'source_amount', amountOf)
	);
}

/** Returns whether another item has a record as its own. */
export function isClaimed({ api, entry }: TransferTask, record: IDataObject): boolean {
	return memory.ledger.isClaimed(`${api} transfer`, snapshotIdOf(record), entry);
}

/** Returns the transfers of other items with the reference, and with an outcome. */
export function sentByOthers(
	{ entry, terms }: TransferTask,
	outcome: (typeof entry)['state']['kind'],
): Entry[] {
	return memory.ledger
		.others(entry)
		.filter(
			({ about, state }) =>
				state.kind === outcome && sameReference(about?.reference, terms.reference),
		);
}

/** Returns whether a transfer shows a reference. */
export function hasReference(reference: unknown): reference is string | number {
	return ['string', 'number'].includes(typeof reference) && normalized(reference as string) !== '';
}

/** Returns whether two references are the same text, as far as an API may change it. */
export function sameReference(one: unknown, other: unknown): boolean {
	return hasReference(one) && hasReference(other) && normalized(one) === normalized(other);
}
