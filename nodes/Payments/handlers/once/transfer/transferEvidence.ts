import type { IDataObject } from 'n8n-workflow';

import type { Page } from '../../../pagination/page';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { findings } from '../../../shared/messages/refunds';
import { transferFindings } from '../../../shared/messages/transfers';
import { currencyCode, parseAmount, toTenThousandths } from '../../../shared/money';
import { idTextOf, isObject, isRecordOf } from '../../../shared/record';
import { normalized, type Listed } from '../create/recordValues';
import type { Evidence } from '../evidence';
import { memory } from '../ledger/memory';
import { certainTime, isMadeBefore } from '../snapshot/serverTime';
import { firstPages, isAll, snapshotIdOf } from '../snapshot/snapshot';
import type { Terms, TransferSnapshot, TransferTask } from './transferTask';

const PATH = '/v1/transfers';

/** Reads the newest transfers to the beneficiary. @param onTime is passed HitPay's time */
export async function listTransfers(
	{ context, request, terms: { beneficiary_id } }: TransferTask,
	onTime?: (time?: number) => void,
): Promise<Page> {
	const [page] = await firstPages(context, request, PATH, [{ beneficiary_id }], onTime);
	return page!;
}

/**
 * Finds a transfer by its reference, among those that were created after the request. A new one of these terms that shows
 * no reference may be it (docs/dialects.md, row 51).
 */
export async function findTransfer(
	task: TransferTask,
	{ list }: TransferSnapshot,
): Promise<Evidence> {
	const { terms } = task;
	const page = await listTransfers(task).catch(() => undefined);
	if (!page) return { kind: 'unreadable', reason: transferFindings.unreadable };
	const isOld = (one: IDataObject) =>
		list.ids.has(snapshotIdOf(one)) || isMadeBefore(certainTime(one.created_at), list.readAt);
	const added = page.records.filter((one) => !isOld(one) && !isClaimed(task, one));
	const own = added.filter(
		({ reference }) => !hasReference(reference) || sameReference(reference, terms.reference),
	);
	const possible = own.filter((one) => isOfTerms(one, terms));
	const named = possible.filter(({ reference }) => hasReference(reference));
	const [found, ...more] = named;
	if (found && more.length === 0 && !isSentByAnother(task, ['unknown'])) {
		if (!isUnsuccessful(found.status))
			return { kind: 'found', record: { ...found, recovered: true } };
		return { kind: 'absent', reason: transferFindings.unsuccessful(found.status as string) };
	}
	if (possible.length > 0) {
		const ids = possible.map(idTextOf).join(', ');
		return { kind: 'maybe', reason: transferFindings.maybeOther(ids) };
	}
	// A page that begins after all earlier transfers may hide new ones.
	const isComplete = isAll(page) || page.records.some(isOld);
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

/** Returns whether another item sent a transfer with the reference. @param kinds the outcomes that count */
export function isSentByAnother(
	{ entry, terms }: TransferTask,
	kinds: Array<(typeof entry)['state']['kind']>,
): boolean {
	const others = memory.ledger.others(entry);
	return others.some(
		({ about, state }) =>
			kinds.includes(state.kind) && sameReference(about?.reference, terms.reference),
	);
}

function hasReference(reference: unknown): boolean {
	return typeof reference === 'string' && reference.trim() !== '';
}

/** Returns whether two references are the same text, as far as an API may change it. */
export function sameReference(one: unknown, other: unknown): boolean {
	return (
		hasReference(one) && normalized(one as Listed[string]) === normalized(other as Listed[string])
	);
}
