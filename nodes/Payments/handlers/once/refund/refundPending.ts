import type { IDataObject } from 'n8n-workflow';

import { isCompleteRefund, isUnsuccessful } from '../../../shared/chargeStatus';
import { operationError } from '../../../shared/errors/nodeErrors';
import { refunds } from '../../../shared/messages/refunds';
import { moneyInWords } from '../../../shared/money';
import { isRecordOf } from '../../../shared/record';
import { monotonic } from '../../../transport/clock';
import { read } from '../../../transport/send';
import { sumsOf } from '../evidence';
import { SETTLED_MS } from '../lifetimes';
import { memory } from '../memory';
import { refundsOf, uncountedOf } from './listedRefunds';
import type { Charge, ChargeRead } from './refundedCharge';
import { type RefundTask, refundedTotal } from './refundTask';

/** Reads the own refunds of the charge that were pending, and records those that are complete or failed since. */
export async function settlePending({ context, request, entry }: RefundTask) {
	for (const one of memory.ledger.others(entry)) {
		if (!one.isPending || one.recordId === undefined) continue;
		const url = `/v1/refund/${encodeURIComponent(one.recordId)}`;
		const found = await read(context, request, url).catch(() => undefined);
		if (!isRecordOf(one.recordId, found)) continue;
		const { status } = found as IDataObject;
		one.hasFailed = isUnsuccessful(status);
		// The charge may show it later, as each read may be behind.
		if (one.hasFailed || isCompleteRefund(status)) one.until = monotonic() + SETTLED_MS;
	}
}

/**
 * Returns what the charge may not count of own pending refunds that it does not list: each sum that what it counts allows,
 * in ten-thousandths.
 */
function uncountedSums({ entry }: RefundTask, charge: Charge): number[] {
	const { ledger } = memory;
	const listed = new Set(refundsOf(charge)?.refunds.map(({ id }) => id.toLowerCase()));
	const pending = ledger
		.others(entry)
		.filter((one) => one.isPending && !listed.has(one.recordId ?? ''));
	const [oldest] = pending;
	if (!oldest) return [0];
	const moved = refundedTotal(charge) - oldest.base;
	const counted = sumsOf(pending.map(({ moves }) => [0, moves])) ?? new Set();
	const others = sumsOf(ledger.deltas(entry, oldest.from, pending)) ?? new Set();
	const all = pending.reduce((sum, { moves }) => sum + moves, 0);
	return [...counted].filter((sum) => others.has(moved - sum)).map((sum) => all - sum);
}

/**
 * Returns how much of own pending refunds the charge does not count, in ten-thousandths, and whether that is certain.
 */
export function pendingOf(task: RefundTask, { charge }: ChargeRead) {
	const sums = uncountedSums(task, charge);
	return {
		least: Math.min(...sums, Infinity),
		most: Math.max(...sums, 0),
		isCertain: sums.length === 1,
	};
}

/** An amount would contain what is being refunded already. @throws an error if there is any */
export function assertNonePending(task: RefundTask, before: ChargeRead) {
	const { most, isCertain } = pendingOf(task, before);
	const pending = Math.max(most, uncountedOf(before.charge));
	if (pending > 0 || !isCertain) throw pendingError(task, before.charge, pending);
}

/** Returns the error of an amount that is not certain, as a refund is pending. @param pending in ten-thousandths */
export function pendingError({ context }: RefundTask, charge: Charge, pending: number) {
	const amount = moneyInWords(pending / 10_000, charge.currency);
	return operationError(context, refunds.pending(amount, charge.id));
}

/** Returns a sentence about the item of this execution that refunded the charge last. */
export function whoRefunded({ entry }: RefundTask): string {
	const made = memory.ledger
		.others(entry)
		.filter(({ state, execution }) => state.kind === 'made' && execution === entry.execution);
	const last = made.at(-1);
	return last ? refunds.refundedBy(String(last.item)) : '';
}
