import type { IDataObject } from 'n8n-workflow';

import { isPaid } from '../shared/chargeStatus';
import { newestPayment } from '../shared/paymentRequest';
import { fieldIn } from '../shared/record';
import { withOffset } from '../shared/time';
import { customerOf, idOf, textOf, type Fields } from './fields';

/**
 * Returns when a payment was made, and how, from its charge or from the list of payments of its payment request.
 *
 * @param shown the record that confirmed the event; without one, the notification
 */
export function paymentOf(
	payment_id: string | undefined,
	shown: Fields,
	charge: Fields,
): IDataObject {
	const listed = newestPayment(shown.payments, ({ id }) => !!payment_id && idOf(id) === payment_id);
	const closedAt = isPaid(charge.status) ? charge.closed_at : undefined;
	const listedAt = isPaid(listed?.status) ? listed?.created_at : undefined;
	const paidBy = textOf(fieldIn(charge.payment_method, 'name'));
	const method = paidBy ?? listed?.payment_type ?? shown.payment_type;
	return {
		paid_at: textOf(withOffset(closedAt ?? listedAt)) ?? null,
		payment_method: textOf(method) ?? null,
	};
}

/** Returns the fields of the customer that a charge contains. */
export function customerIn(charge: IDataObject): IDataObject {
	const customer = Object.entries(customerOf(charge));
	return Object.fromEntries(customer.filter(([, value]) => value !== null));
}
