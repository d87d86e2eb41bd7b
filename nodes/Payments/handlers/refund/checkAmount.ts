import { isPaid } from '../../shared/chargeStatus';
import type { Context } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { refundRemedies, refunds } from '../../shared/messages/refunds';
import {
	decimalsOf,
	hasDecimals,
	moneyInWords,
	parseAmount,
	toTenThousandths,
} from '../../shared/money';
import { hasSeveralItems } from '../../shared/run';
import { isUnrefunded, remainingOf, type Charge } from './charge';

/** In place of an amount: the remaining amount of the charge. Never sent as such. */
export const REMAINING = 'everything';

/** In major units. */
export type RequestedAmount = number | typeof REMAINING;

/**
 * Checks an amount against the charge.
 *
 * @param charge nothing if it was not found or cannot be read: then only a number can be refunded
 * @returns the amount to send, in major units
 * @throws an error if it cannot be refunded
 */
export function checkAmount(
	context: Context,
	charge: Charge | undefined,
	requested: RequestedAmount,
): number {
	if (charge && !isPaid(charge.status)) {
		throw operationError(context, refunds.notPaid(statusText(charge.status), remedyOf(context)));
	}
	if (requested !== REMAINING) assertDecimals(context, charge, requested);
	const amount = requested === REMAINING ? remainingAmount(context, charge) : requested;
	if (charge) assertRefundable(context, charge, amount);
	return amount;
}

/** @throws an error if it cannot be read */
function remainingAmount(context: Context, charge: Charge | undefined): number {
	if (!charge) throw operationError(context, refunds.chargeNotFound);
	const remaining = isUnrefunded(charge) ? parseAmount(charge.amount) : remainingOf(charge);
	if (Number.isNaN(remaining)) throw operationError(context, refunds.noRefundedAmount(charge.id));
	// Without what floating point adds.
	return toTenThousandths(remaining) / 10_000;
}

/** The Payments API rounds an amount with more decimals than the currency: another amount would be refunded. */
function assertDecimals(context: Context, charge: Charge | undefined, amount: number) {
	const currency = charge?.currency;
	const decimals = decimalsOf(currency);
	if (hasDecimals(amount, decimals)) return;
	const message =
		typeof currency === 'string'
			? refunds.tooManyDecimals(currency.toUpperCase(), decimals)
			: refunds.tooManyDecimalsOfUnknownCurrency(decimals);
	throw operationError(context, message);
}

function assertRefundable(context: Context, charge: Charge, amount: number) {
	const remaining = remainingOf(charge);
	const total = moneyInWords(charge.amount, charge.currency);
	if (toTenThousandths(remaining) <= 0) {
		throw operationError(context, refunds.alreadyRefunded(total, remedyOf(context)));
	}
	if (toTenThousandths(amount) > toTenThousandths(remaining)) {
		const left = moneyInWords(remaining, charge.currency);
		const message =
			left === total ? refunds.aboveTotal(total) : refunds.aboveRemaining(total, left);
		throw operationError(context, message);
	}
}

/**
 * Checks that the remaining amount is what the charge shows: it would contain what is being refunded already.
 *
 * @param uncounted what the charge does not show of pending refunds, in ten-thousandths
 * @throws an error if there is any
 */
export function assertNonePending(context: Context, charge: Charge, uncounted: number) {
	if (uncounted === 0) return;
	const pending = moneyInWords(uncounted / 10_000, charge.currency);
	throw operationError(context, refunds.pending(pending, charge.id));
}

/** Returns a status for a message. The Payments API may return anything in its place. */
function statusText(status: unknown): string {
	return typeof status === 'string' && status !== '' ? status : 'unknown';
}

/** Returns what to do about a charge that cannot be refunded. */
function remedyOf(context: Context): string {
	if (context.continueOnFail()) return refundRemedies.continuing;
	return hasSeveralItems(context) ? refundRemedies.severalItems : refundRemedies.oneItem;
}
