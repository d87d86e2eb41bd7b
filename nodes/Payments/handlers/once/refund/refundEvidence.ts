import type { IDataObject } from 'n8n-workflow';

import { findings } from '../../../shared/messages/refunds';
import {
	fromTenThousandths,
	moneyInWords,
	parseAmount,
	toTenThousandths,
} from '../../../shared/money';
import { explain, type Evidence } from '../evidence';
import { isMadeBefore } from '../snapshot/serverTime';
import { refundsOf, type ListedRefund, type RefundList } from './listedRefunds';
import { refundedOf, type Charge, type ChargeRead } from './refundedCharge';

/** Other refunds that may have changed the charge meanwhile. */
export interface OtherRefunds {
	/** The amounts that each one may have added to the refunded amount, in ten-thousandths. */
	deltas: number[][];
	/** Whether another refund, which has no ID, has the same amount. */
	hasLookalike: boolean;
	/** Returns whether a refund is that of another item. */
	isClaimed: (id: string) => boolean;
}

/**
 * Finds a refund by comparing its charge before and after.
 *
 * @param amount in ten-thousandths
 */
export function findRefund(
	before: ChargeRead,
	after: Charge,
	amount: number,
	others: OtherRefunds,
): Evidence {
	const [listed, earlierList] = [refundsOf(after), refundsOf(before.charge)];
	const found =
		listed && earlierList && findListed(before, earlierList, after, listed, amount, others);
	return found ?? findInSum(before.charge, after, amount, others.deltas);
}

/** Finds a refund in the list of its charge. @returns nothing if the list does not show it, and may lack refunds */
function findListed(
	before: ChargeRead,
	earlierList: RefundList,
	after: Charge,
	listed: RefundList,
	amount: number,
	{ hasLookalike, isClaimed }: OtherRefunds,
): Evidence | undefined {
	const listedIds = new Set(earlierList.refunds.map(({ id }) => id.toLowerCase()));
	const fitting = listed.refunds.filter(
		({ id, amount: listedAmount }) =>
			listedAmount === amount && !listedIds.has(id.toLowerCase()) && !isClaimed(id),
	);
	const isEarlier = ({ madeAt }: ListedRefund) => isMadeBefore(madeAt, before.readAt);
	const [candidate, ...more] = fitting.filter((one) => !isEarlier(one));
	if (candidate && (more.length > 0 || hasLookalike)) {
		return {
			kind: 'maybe',
			reason: more.length > 0 ? findings.severalRefunds : findings.maybeEarlier,
		};
	}
	if (candidate) return { kind: 'found', record: asRefund(after, amount, candidate) };
	if (fitting.length > 0) return { kind: 'maybe', reason: findings.madeBefore };
	const isWhole = listed.isWhole && earlierList.isWhole;
	return isWhole ? { kind: 'absent', reason: findings.refundNotVisible } : undefined;
}

function findInSum(before: Charge, after: Charge, amount: number, deltas: number[][]): Evidence {
	const moved = toTenThousandths(refundedOf(after)) - toTenThousandths(refundedOf(before));
	if (Number.isNaN(moved)) return { kind: 'unreadable', reason: findings.noRefundedAmount };
	const kind = explain(moved, amount, deltas);
	switch (kind) {
		case 'found':
			return { kind, record: asRefund(after, amount) };
		case 'absent':
			return { kind, reason: findings.refundNotVisible };
		case 'maybe': {
			const isFitting = moved === amount;
			const now = moneyInWords(refundedOf(after), after.currency);
			return { kind, reason: isFitting ? findings.maybeEarlier : findings.otherRefund(now) };
		}
	}
}

/** Returns the record that the response would have contained, as far as the charge shows it. */
function asRefund(charge: Charge, amount: number, listed?: ListedRefund): IDataObject {
	return {
		id: listed?.id ?? null,
		payment_id: charge.id,
		amount_refunded: fromTenThousandths(amount),
		total_amount: parseAmount(charge.amount),
		currency: charge.currency ?? null,
		// A refund that counts may be pending, and may fail.
		status: listed?.status ?? null,
		// Explains why the ID may be missing: the response was lost, and the charge shows that the refund was made.
		recovered: true,
	};
}
