import type { IDataObject } from 'n8n-workflow';

import { findings } from '../../shared/messages/refunds';
import { toTenThousandths, moneyInWords, parseAmount } from '../../shared/money';
import type { Attempt } from '../idempotency/attempts';
import type { Finding } from '../idempotency/sendAtMostOnce';
import {
	isAllOf,
	remainingOf,
	refundedOf,
	refundsOf,
	type Charge,
	type ListedRefund,
} from './charge';
import type { Before, ChargeMemory } from './chargeMemory';

/**
 * Finds a refund by what its charge shows before and after.
 *
 * @param others refunds of the charge whose outcome is unknown, too
 */
export function findRefund(
	memory: ChargeMemory,
	state: Before,
	after: Charge,
	others: Array<Attempt<Before>>,
): Finding {
	const { charge: before, amount, ownTotal } = state;
	if (!before) return NO_CHARGE;
	const [listed, listedBefore] = [refundsOf(after), refundsOf(before)];
	if (listed && listedBefore) {
		const known = new Set([...memory.refunds, ...listedBefore.refunds.map(({ id }) => id)]);
		const [found, ...more] = listed.refunds.filter(
			(one) => !known.has(one.id) && toTenThousandths(one.amount) === toTenThousandths(amount),
		);
		if (found && more.length === 0) return { record: asRefund(after, amount, found) };
		if (found) return { reason: findings.severalRefunds, isFinal: true, isPossible: true };
		if (listed.isWhole && listedBefore.isWhole) return notVisibleYet(after, amount, true);
	}
	const moved =
		toTenThousandths(refundedOf(after)) -
		toTenThousandths(refundedOf(before)) -
		toTenThousandths(memory.since(ownTotal));
	if (moved === toTenThousandths(amount) || isAllOf(before, after, amount)) {
		const isOther = others.some(
			({ open }) => toTenThousandths(open!.before.amount) === toTenThousandths(amount),
		);
		if (isOther || isSumOfSome(memory.uncounted(state).amounts, toTenThousandths(amount)))
			return { reason: findings.maybeEarlier, isPossible: true };
		return { record: asRefund(after, amount) };
	}
	if (Number.isNaN(moved)) return { reason: findings.noRefundedAmount, isFinal: true };
	if (moved <= 0) return notVisibleYet(after, amount, moved === 0);
	const now = moneyInWords(refundedOf(after), before.currency);
	// More than the amount may be this refund and another one.
	const isPossible = moved > toTenThousandths(amount);
	return { reason: findings.otherRefund(now), isFinal: true, isPossible };
}

/** Returns whether some of the amounts, or one, add up to a total. */
function isSumOfSome(amounts: number[], total: number): boolean {
	const sums = new Set([0]);
	for (const amount of amounts) {
		for (const sum of [...sums]) if (sum + amount <= total) sums.add(sum + amount);
	}
	return sums.has(total);
}

/**
 * Reports that the charge does not show the refund. If the remaining amount is less than two such refunds, the
 * Payments API would refuse a second one, even if the first one is still in progress.
 *
 * @param isUnchanged whether the charge is as it was before
 */
function notVisibleYet(after: Charge, amount: number, isUnchanged: boolean): Finding {
	const isSafeToRetry =
		isUnchanged && toTenThousandths(2 * amount) > toTenThousandths(remainingOf(after));
	return { reason: findings.refundNotVisible, isSafeToRetry };
}

export const NO_CHARGE: Finding = { reason: findings.chargeNotFound, isFinal: true };

/** Returns what the response would have contained, as far as the charge shows it. */
function asRefund(charge: Charge, amount: number, listed?: ListedRefund): IDataObject {
	return {
		id: listed?.id ?? null,
		payment_id: charge.id,
		amount_refunded: amount,
		total_amount: parseAmount(charge.amount),
		currency: charge.currency ?? null,
		// The charge may list one that is pending, too.
		status: listed?.status ?? 'succeeded',
		// Explains why the ID may be missing: the response was lost, and the charge shows that the refund was made.
		recovered: true,
	};
}
