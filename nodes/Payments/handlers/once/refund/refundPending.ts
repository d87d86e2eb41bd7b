import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../../../errors/nodeErrors';
import { isCompleteRefund, isUnsuccessful } from '../../../shared/chargeStatus';
import { recordPath } from '../../../shared/id';
import { ordinal, type Message } from '../../../shared/messages/message';
import { refunds } from '../../../shared/messages/refunds';
import { fromTenThousandths, moneyInWords } from '../../../shared/money';
import { isRecordOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import { read } from '../../../transport/read';
import { plannedFor } from '../../preview';
import type { Entry } from '../ledger/entry';
import { SETTLED_MS } from '../ledger/lifetimes';
import { memory } from '../ledger/memory';
import { refundsOf, uncountedOf } from './listedRefunds';
import { missingUpTo, remedyOf } from './refundAmount';
import { refundedOf, type Charge, type ChargeRead } from './refundedCharge';
import { type RefundTask, refundedTotal } from './refundTask';

/** Reads the pending refunds of this process for the charge, and records those that are complete now, or failed. */
export async function settlePending({ context, request, entry }: RefundTask) {
	for (const one of memory.ledger.others(entry)) {
		if (!one.isPending || one.recordId === undefined) continue;
		const url = recordPath('/v1/refund', one.recordId);
		const found = await read(context, request, url).catch(() => undefined);
		if (!isRecordOf(one.recordId, found)) continue;
		const { status } = found as IDataObject;
		one.hasFailed = isUnsuccessful(status);
		// The charge may show the change later, as each read may be behind.
		if (one.hasFailed || isCompleteRefund(status)) one.until = monotonic() + SETTLED_MS;
	}
}

/**
 * Returns the sum of the pending refunds of this process that the charge does not list, in ten-thousandths, and whether
 * the total of the charge certainly counts none of them. A total that changed may count them, or refunds of somebody
 * else.
 */
function uncountedOwn({ entry }: RefundTask, charge: Charge) {
	const listed = new Set(refundsOf(charge)?.refunds.map(({ id }) => id.toLowerCase()));
	const pending = memory.ledger
		.others(entry)
		.filter((one) => one.isPending && !listed.has(one.recordId ?? ''));
	const sum = pending.reduce((all, { moves }) => all + moves, 0);
	const [oldest] = pending;
	return { sum, isCertain: !oldest || oldest.base === refundedTotal(charge) };
}

/** Returns the amount that is missing up to a total, as `missingUpTo` does. @throws an error if that is not certain */
export function missingOf(task: RefundTask, { charge }: ChargeRead, total: number) {
	const { sum, isCertain } = uncountedOwn(task, charge);
	const found = missingUpTo(task.context, charge, total, isCertain ? sum : 0);
	if (found.missing > 0 && !isCertain) throw pendingError(task, charge, sum);
	return found;
}

/** Checks that no refund is pending: the remaining amount would contain it. @throws an error if one is */
export function assertNonePending(task: RefundTask, { charge }: ChargeRead) {
	const { sum, isCertain } = uncountedOwn(task, charge);
	// Where it is not certain, the API refuses an amount that is too large (assumption G).
	const pending = Math.max(isCertain ? sum : 0, uncountedOf(charge));
	if (pending > 0) throw pendingError(task, charge, pending);
}

/** Returns whether no refund may fail later, so that the API refuses a second refund of the remaining amount. */
export function isFinal({ entry }: RefundTask, charge: Charge): boolean {
	const list = refundsOf(charge);
	const isPending = memory.ledger.others(entry).some((one) => one.isPending);
	if (isPending || (list?.pending ?? 0) > 0) return false;
	return refundedOf(charge) === 0 || list?.isWhole === true;
}

/**
 * Returns the status of a refund up to a total: pending while one of its parts is, null if the status of a part is not
 * recorded.
 *
 * @param listed the sum of the refunds that the charge lists as pending, in ten-thousandths; nothing if it has no list
 * @param status of the last part
 */
export function statusOfTotal(
	{ entry }: RefundTask,
	listed: number | undefined,
	status: IDataObject[string],
) {
	const others = memory.ledger.others(entry).filter((one) => one.hasBeenMade);
	if ((listed ?? 0) > 0 || others.some((one) => one.isPending)) return 'pending';
	const isRecorded = ({ state }: Entry) =>
		state.kind === 'made' && typeof state.record.status === 'string';
	return listed === undefined && !others.every(isRecorded) ? null : status;
}

/** Returns the error for an amount that is not certain while a refund is pending. @param pending in ten-thousandths */
function pendingError({ context }: RefundTask, charge: Charge, pending: number) {
	const amount = moneyInWords(fromTenThousandths(pending), charge.currency);
	return operationError(context, refunds.pending(amount, charge.id));
}

/**
 * Returns the error of a charge without a remaining amount. It names the item of this preview, or of this execution, that
 * refunded the charge last.
 *
 * @param total the amount of the charge, in words
 */
export function nothingLeft({ context, entry }: RefundTask, total: string): Message {
	const planned = plannedFor(context, entry.subject).at(-1);
	if (planned) return refunds.refundedInPreview(ordinal(planned.item + 1));
	const made = memory.ledger
		.others(entry)
		.filter(({ state, execution }) => state.kind === 'made' && execution === entry.execution);
	const last = made.at(-1);
	const who = last ? refunds.refundedBy(ordinal(last.item + 1)) : remedyOf(context);
	return refunds.alreadyRefunded(total, who);
}
