import { operationError } from '../../../errors/nodeErrors';
import { isUnsuccessful } from '../../../shared/chargeStatus';
import { findings, refundRemedies, refunds } from '../../../shared/messages/refunds';
import {
	fromTenThousandths,
	moneyInWords,
	parseAmount,
	toTenThousandths,
} from '../../../shared/money';
import { idTextOf } from '../../../shared/record';
import type { Evidence } from '../evidence';
import { readVersion } from '../freshness';
import { SETTLED_MS } from '../ledger/lifetimes';
import { memory } from '../ledger/memory';
import type { Resend, Sent } from '../machine';
import type { Prepared, Strategy } from '../strategy';
import { waitUntil } from '../waitUntil';
import { refundsOf } from './listedRefunds';
import { checkAmount, nothingMissing } from './refundAmount';
import { refundedOf, type ChargeRead } from './refundedCharge';
import { findRefund } from './refundEvidence';
import { refundIdOf, alternativeOf } from './refundId';
import { settlePending, isFinal, missingOf, assertNonePending, nothingLeft } from './refundPending';
import { previewRefund } from './refundPreview';
import { isExpected, recordRefund } from './refundResponse';
import { type RefundTask, readNow, readerOf, sentOf } from './refundTask';

/** Returns how a refund is made once: the charge shows how much of it is refunded, before and after. */
export function refundStrategy(task: RefundTask): Strategy<ChargeRead> {
	return {
		prepare: async () => await prepare(task),
		compare: async (sent, before) => await compare(task, sent, before),
		isExpected: (record, sent) => isExpected(task, record, sent),
		refusalOf: (record) =>
			isUnsuccessful(record.status)
				? refunds.unsuccessful(String(idTextOf(record)), record.status as string)
				: undefined,
		alternativeOf: async (sent, thrown) => await alternativeOf(task, sent, thrown),
		made: (sent, record) => {
			recordRefund(task, sent, record);
		},
		preview: (prepared) => previewRefund(task, prepared),
		unconfirmed: ({ snapshot, moves = 0 }, outcome, reason) => {
			const charge = snapshot?.charge;
			const inCurrency = (value: number) =>
				moneyInWords(fromTenThousandths(value), charge?.currency);
			if (!charge) return refunds.unconfirmedOfUnknownCharge(inCurrency(moves), outcome, reason);
			const refunded = toTenThousandths(refundedOf(charge));
			const [before, after] = [inCurrency(refunded), inCurrency(refunded + moves)];
			const { lookAtCharge, runAgain } = refundRemedies;
			const remedy = typeof task.amount === 'object' ? runAgain : lookAtCharge;
			return refunds.unconfirmed(
				inCurrency(moves),
				outcome,
				reason,
				charge.id,
				before,
				after,
				remedy,
			);
		},
	};
}

/** Reads the charge and checks the amount against it. @throws an error if nothing may be sent */
async function prepare(task: RefundTask): Promise<Prepared<ChargeRead>> {
	const { context, entry, amount: requested } = task;
	const isPart = typeof requested === 'number';
	// An amount up to a total is not derived while another request may still change the refunded amount. For the
	// remaining amount, the API refuses a second refund.
	const withRefused = typeof requested === 'object';
	await settlePending(task);
	if (!isPart) await waitUntil(context, memory.ledger.heldUntil(entry, withRefused));
	let before = await readNow(task);
	if (!before) {
		if (!isPart || !Number.isInteger(requested)) {
			throw operationError(context, refunds.chargeNotReadable);
		}
		return sentOf(task, requested, task.id, 'never');
	}
	const { id: chargeId, order_reference_number } = before.charge;
	const listedPending = refundsOf(before.charge)?.pending;
	entry.about = { id: chargeId, order_reference_number, listedPending };
	let amount: number;
	let resend: Resend = 'never';
	if (typeof requested === 'object') {
		const { total } = requested;
		let found = missingOf(task, before, total);
		if (found.missing > 0 && !memory.ledger.hasSettled()) {
			await waitUntil(context, memory.ledger.startedAt + SETTLED_MS);
			before = await readNow(task);
			if (!before) throw operationError(context, refunds.chargeNotReadable);
			found = missingOf(task, before, total);
		}
		if (found.missing <= 0) return { record: nothingMissing(before, found.refunded) };
		amount = fromTenThousandths(found.missing);
		const isGuarded = total === parseAmount(before.charge.amount) && isFinal(task, before.charge);
		resend = isGuarded ? 'guarded' : 'settled';
	} else {
		if (!isPart) assertNonePending(task, before);
		if (!isPart) resend = isFinal(task, before.charge) ? 'guarded' : 'settled';
		amount = checkAmount(context, before.charge, requested, (total) => nothingLeft(task, total));
	}
	const id = await refundIdOf(context, task.request, task.api, before.charge);
	return sentOf(task, amount, id, resend, before);
}

/** Looks a refund up once. */
async function compare(
	task: RefundTask,
	{ moves = 0 }: Sent<ChargeRead>,
	before: ChargeRead,
): Promise<Evidence> {
	const { api, entry } = task;
	await settlePending(task);
	const reading = await readVersion(entry.subject, readerOf(task)).catch(() => undefined);
	if (reading?.kind === 'behind') return { kind: 'maybe', reason: findings.outdated };
	if (reading?.kind !== 'fresh') return { kind: 'unreadable', reason: findings.chargeUnreadable };
	return findRefund(before, reading.value.charge, moves, {
		deltas: memory.ledger.deltas(entry, before.at),
		hasLookalike: memory.ledger.hasLookalike(entry, before.at, moves),
		isClaimed: (id) => memory.ledger.isClaimed(`${api} refund`, id, entry),
	});
}
