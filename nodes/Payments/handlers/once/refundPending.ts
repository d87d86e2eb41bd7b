import type { IDataObject } from 'n8n-workflow';

import { isCompleteRefund, isUnsuccessful } from '../../shared/chargeStatus';
import { operationError } from '../../shared/errors/nodeErrors';
import { refunds } from '../../shared/messages/refunds';
import { moneyInWords } from '../../shared/money';
import { isRecordOf } from '../../shared/record';
import { monotonic } from '../../transport/clock';
import { read } from '../../transport/send';
import type { Entry } from './entry';
import { SETTLED_MS } from './lifetimes';
import { refundsOf, uncountedOf } from './listedRefunds';
import { memory } from './memory';
import type { ChargeRead } from './refundedCharge';
import { type RefundTask, refundedTotal } from './refundTask';

/** Reads the own refunds of the charge that were pending, and records those that are complete or failed since. */
export async function settlePending({ context, request, entry, subject }: RefundTask) {
	for (const one of memory.ledger.others(subject, entry)) {
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

/** Returns what the charge does not count of own pending refunds, and does not list, in ten-thousandths. */
export function pendingOf({ entry, subject }: RefundTask, { charge }: ChargeRead): number {
	const listed = new Set(refundsOf(charge)?.refunds.map(({ id }) => id.toLowerCase()));
	const others = memory.ledger.others(subject, entry);
	const sumOf = (some: Entry[]) => some.reduce((sum, { moves }) => sum + moves, 0);
	const pending = others.filter((one) => one.isPending && !listed.has(one.recordId ?? ''));
	const [oldest] = pending;
	if (!oldest) return 0;
	const madeSince = others.filter(
		(one) => !one.isPending && one.from > oldest.from && one.hasBeenMade,
	);
	const moved = refundedTotal(charge) - oldest.base - sumOf(madeSince);
	return Math.max(0, Math.min(sumOf(pending), sumOf(pending) - moved));
}

/** The remaining amount would contain what is being refunded already. @throws an error if there is any */
export function assertNonePending(task: RefundTask, before: ChargeRead) {
	const { charge } = before;
	const pending = Math.max(pendingOf(task, before), uncountedOf(charge));
	if (pending === 0) return;
	const amount = moneyInWords(pending / 10_000, charge.currency);
	throw operationError(task.context, refunds.pending(amount, charge.id));
}

/** Returns a sentence about the item of this execution that refunded the charge last. */
export function whoRefunded({ entry, subject }: RefundTask): string {
	const made = memory.ledger
		.others(subject, entry)
		.filter(({ state, execution }) => state.kind === 'made' && execution === entry.execution);
	const last = made.at(-1);
	return last ? refunds.refundedBy(String(last.item)) : '';
}
