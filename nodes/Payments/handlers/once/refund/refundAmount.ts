import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../../../errors/nodeErrors';
import type { Context } from '../../../run/context';
import { hasSeveralItems } from '../../../run/run';
import { isPaid } from '../../../shared/chargeStatus';
import { withValue, type Message } from '../../../shared/messages/message';
import { refundRemedies, refunds } from '../../../shared/messages/refunds';
import {
	decimalsOf,
	exactAmount,
	fromTenThousandths,
	hasDecimals,
	moneyInWords,
	parseAmount,
	toTenThousandths,
} from '../../../shared/money';
import { refundsOf } from './listedRefunds';
import { refundedOf, remainingOf, type Charge, type ChargeRead } from './refundedCharge';

/** Stands for the remaining amount of the charge. The word itself is never sent. */
export const REMAINING = 'everything';

/** How much is refunded: an amount, the remaining amount, or the amount missing up to a total. In major units. */
export type RequestedAmount = number | typeof REMAINING | { total: number };

/**
 * Checks an amount against the charge.
 *
 * @param nothingLeft returns the error of a charge without a remaining amount, of which it takes the total in words
 * @returns the amount to send, in major units
 * @throws an error if it cannot be refunded
 */
export function checkAmount(
	context: Context,
	charge: Charge,
	requested: number | typeof REMAINING,
	nothingLeft: (total: string) => Message,
): number {
	assertPaid(context, charge);
	if (requested !== REMAINING) assertDecimals(context, charge, requested, 'Amount');
	const amount = requested === REMAINING ? remainingAmount(context, charge) : requested;
	assertRefundable(context, charge, amount, nothingLeft);
	return amount;
}

/**
 * Returns the amount that is missing up to a total, in ten-thousandths.
 *
 * @param total in major units
 * @param pending the sum of the pending refunds that the charge does not show, in ten-thousandths
 * @returns also the amount refunded so far, pending refunds included
 * @throws an error if the total is above the charge, or if it is not known how much is refunded
 */
export function missingUpTo(
	context: Context,
	charge: Charge,
	total: number,
	pending: number,
): { missing: number; refunded: number } {
	assertPaid(context, charge);
	assertDecimals(context, charge, total, 'Total');
	if (toTenThousandths(total) > toTenThousandths(parseAmount(charge.amount))) {
		const all = moneyInWords(charge.amount, charge.currency);
		throw operationError(context, withValue(refunds.totalAboveCharge(all), total));
	}
	const list = refundsOf(charge);
	const refunded = Math.max(toTenThousandths(refundedOf(charge)), list?.sum ?? 0) + pending;
	if (Number.isNaN(refunded)) throw operationError(context, refunds.noRefundedAmount(charge.id));
	return { missing: toTenThousandths(total) - refunded, refunded };
}

function assertPaid(context: Context, { status }: Charge) {
	if (isPaid(status)) return;
	throw operationError(context, refunds.notPaid(statusText(status), remedyOf(context)));
}

/** Returns the remaining amount. @throws an error if it cannot be read */
function remainingAmount(context: Context, charge: Charge): number {
	const remaining = remainingOf(charge);
	if (Number.isNaN(remaining)) throw operationError(context, refunds.noRefundedAmount(charge.id));
	return exactAmount(remaining);
}

/** The Payments API rounds an amount with more decimals than the currency: another amount would be refunded. */
function assertDecimals(context: Context, { currency }: Charge, amount: number, label: string) {
	const decimals = decimalsOf(currency);
	if (hasDecimals(amount, decimals)) return;
	const message =
		typeof currency === 'string'
			? refunds.tooManyDecimals(label, currency.toUpperCase(), decimals)
			: refunds.tooManyDecimalsOfUnknownCurrency(label, decimals);
	throw operationError(context, withValue(message, amount));
}

function assertRefundable(
	context: Context,
	charge: Charge,
	amount: number,
	nothingLeft: (total: string) => Message,
) {
	const remaining = remainingOf(charge);
	const total = moneyInWords(charge.amount, charge.currency);
	if (toTenThousandths(remaining) <= 0) {
		throw operationError(context, nothingLeft(total));
	}
	if (toTenThousandths(amount) > toTenThousandths(remaining)) {
		const left = moneyInWords(remaining, charge.currency);
		const message =
			left === total ? refunds.aboveTotal(total) : refunds.aboveRemaining(total, left);
		throw operationError(context, withValue(message, amount));
	}
}

/** Returns a status for a message. The Payments API may return anything in its place. */
function statusText(status: unknown): string {
	return typeof status === 'string' && status !== '' ? status : 'unknown';
}

/** Returns what to do about a charge that cannot be refunded. */
export function remedyOf(context: Context): string {
	if (context.continueOnFail()) return refundRemedies.continuing;
	return hasSeveralItems(context) ? refundRemedies.severalItems : refundRemedies.oneItem;
}

/** Returns the record of a refund up to a total if nothing is missing. @param refunded in ten-thousandths */
export function nothingMissing({ charge }: ChargeRead, refunded: number): IDataObject {
	return {
		id: null,
		payment_id: charge.id,
		amount_refunded: 0,
		total_amount: parseAmount(charge.amount),
		currency: charge.currency ?? null,
		status: 'succeeded',
		already_refunded: true,
		total_refunded: fromTenThousandths(refunded),
	};
}
