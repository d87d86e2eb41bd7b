import type { IDataObject } from 'n8n-workflow';

import { exact, money, readAmount } from '../shared/money';
import type { Finding } from './atMostOnce';
import { isAllOf, leftOf, refundedOf, refundsOf, type Charge } from './charge';
import type { Before, ChargeMemory } from './chargeMemory';
import type { Attempt } from './made';

/**
 * Finds a refund by what its charge shows before and after.
 *
 * @param others refunds of the charge whose outcome is unknown as well
 */
export function findRefund(
	memory: ChargeMemory,
	{ charge: before, amount, own }: Before,
	after: Charge,
	others: Array<Attempt<Before>>,
): Finding {
	if (!before) return NO_CHARGE;
	const [listed, listedBefore] = [refundsOf(after), refundsOf(before)];
	if (listed && listedBefore) {
		const known = new Set([...memory.refunds, ...listedBefore.refunds.map(({ id }) => id)]);
		const [found, ...more] = listed.refunds.filter(
			(one) => !known.has(one.id) && exact(one.amount) === exact(amount),
		);
		if (found && more.length === 0) return { record: asRefund(after, amount, found.id) };
		if (found) return { reason: 'Now it lists several refunds of this amount.', isPointless: true };
		if (listed.isWhole && listedBefore.isWhole) return notYet(after, amount, true);
	}
	const moved = exact(refundedOf(after)) - exact(refundedOf(before)) - exact(memory.since(own));
	if (moved === exact(amount) || isAllOf(before, after, amount)) {
		const isOther = others.some(({ open }) => exact(open!.before.amount) === exact(amount));
		return isOther
			? { reason: 'Now a refund of this amount shows, which may be an earlier one.' }
			: { record: asRefund(after, amount) };
	}
	if (Number.isNaN(moved)) {
		return { reason: 'Now it cannot be read from the charge.', isPointless: true };
	}
	if (moved <= 0) return notYet(after, amount, moved === 0);
	const now = money(refundedOf(after), before.currency);
	return { reason: `Now it is ${now}, so there was another refund.`, isPointless: true };
}

/**
 * The refund does not show. The API would refuse a second one of a charge of which too little is left for it,
 * even if it is still at work on the first.
 *
 * @param isUnchanged whether nothing speaks against that
 */
function notYet(after: Charge, amount: number, isUnchanged: boolean): Finding {
	const mayRepeat = isUnchanged && exact(2 * amount) > exact(leftOf(after));
	return { reason: 'That has not changed, but the API may still be at work on it.', mayRepeat };
}

export const NO_CHARGE: Finding = { reason: 'The charge could not be found.', isPointless: true };

/** What the answer would have held, as far as the charge shows it. */
function asRefund(charge: Charge, amount: number, id: string | null = null): IDataObject {
	return {
		id,
		payment_id: charge.id,
		amount_refunded: amount,
		total_amount: readAmount(charge.amount),
		currency: charge.currency ?? null,
		status: 'succeeded',
		// Says why there may be no ID: the answer was lost, and the charge shows that the refund was made.
		recovered: true,
	};
}
