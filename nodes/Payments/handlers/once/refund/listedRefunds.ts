import type { IDataObject } from 'n8n-workflow';

import { isCompleteRefund, isUnsuccessful } from '../../../shared/chargeStatus';
import { toTenThousandths, parseAmount } from '../../../shared/money';
import { idTextOf } from '../../../shared/record';
import { certainTime } from '../snapshot/serverTime';
import { refundedOf, type Charge } from './refundedCharge';

/** A refund in the list that a charge may contain (docs/interface.md, Charge). Failed ones are left out. */
export interface ListedRefund {
	id: string;
	/** In ten-thousandths. */
	amount: number;
	status?: string;
	/** The ID of the charge or payment request that the refund names. */
	paymentId?: string;
	/** When it was made, in milliseconds since 1970; NaN if that is not certain. */
	madeAt: number;
}

/** The refunds that a charge lists. */
export interface RefundList {
	refunds: ListedRefund[];
	/** Their sum, in ten-thousandths. */
	sum: number;
	/** The sum of the pending refunds, in ten-thousandths. */
	pending: number;
	/** Whether the list has all refunds, by the refunded amount. */
	isWhole: boolean;
}

/** Returns the refunds that a charge lists, which a sum does not distinguish; nothing if it has no list. */
export function refundsOf(charge: Charge): RefundList | undefined {
	if (!Array.isArray(charge.refunds)) return undefined;
	const all = (charge.refunds as Array<IDataObject | null>)
		.filter((one) => !isUnsuccessful(one?.status))
		.map((one) => ({
			id: idTextOf(one) ?? '',
			amount: toTenThousandths(parseAmount(one?.amount_refunded ?? one?.amount)),
			status: typeof one?.status === 'string' ? one.status : undefined,
			paymentId: idTextOf({ id: one?.payment_id })?.toLowerCase(),
			madeAt: certainTime(one?.refunded_at ?? one?.created_at),
		}));
	const sumOf = (some: ListedRefund[]) => some.reduce((total, { amount }) => total + amount, 0);
	const pending = all.filter(({ status }) => status !== undefined && !isCompleteRefund(status));
	const refunded = toTenThousandths(refundedOf(charge));
	const isCounted = [sumOf(all), sumOf(all) - sumOf(pending)].includes(refunded);
	const refunds = all.filter(({ id }) => id !== '');
	const isWhole = refunds.length === all.length && isCounted;
	return { refunds, sum: sumOf(refunds), pending: sumOf(pending), isWhole };
}

/** Returns the sum of the pending refunds that a charge lists, but does not count yet, in ten-thousandths. */
export function uncountedOf(charge: Charge): number {
	const list = refundsOf(charge);
	return list && list.sum > toTenThousandths(refundedOf(charge)) ? list.pending : 0;
}
