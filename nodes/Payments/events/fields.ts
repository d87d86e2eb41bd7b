import { REFUNDED_STATUSES } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { idTextOf, isObject } from '../shared/record';
import type { Customer, PaymentEvent } from './event';

/** The fields of a record or a notification: none is verified. */
export type Fields = Record<string, unknown>;

/** Returns whether a charge is refunded, partially or fully: by its status or its refunded amount. */
export function isRefunded({ status, refunded_amount }: Fields): boolean {
	return REFUNDED_STATUSES.includes(textOf(status) ?? '') || (amountOf(refunded_amount) ?? 0) > 0;
}

/** Returns whether a version of a charge has a larger refunded amount than another. False if one has no amount. */
export function isRefundedMore(one: Fields, other: Fields): boolean {
	const [total, otherTotal] = [amountOf(one.refunded_amount), amountOf(other.refunded_amount)];
	return total != null && otherTotal != null && total > otherTotal;
}

/** Returns the IDs of the records that the payload belongs to. */
export function relations(
	payload: Fields,
): Pick<PaymentEvent, 'payment_id' | 'payment_request_id'> {
	const payment_id = idOf(payload.payment_id);
	const payment_request_id = idOf(payload.payment_request_id);
	return { ...(payment_id && { payment_id }), ...(payment_request_id && { payment_request_id }) };
}

/** Reads an ID. Only letters and signs of IDs are accepted: the text of a form may be divided into other fields. */
export function idOf(value: unknown): string | undefined {
	const id = idTextOf({ id: value });
	return id !== undefined && /^\w[\w.:-]*$/.test(id) ? id : undefined;
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads the currency of a record, in lower case; null if it is not a currency. */
export function currencyOf({ currency }: Fields): string | null {
	return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)
		? currency.toLowerCase()
		: null;
}

/**
 * Reads the reference number, which has another name in each record (docs/interface.md, Records). Without one, the
 * number of an invoice or an order is its reference.
 */
export function referenceOf(payload: Fields): string | null {
	const { reference_number, order_reference_number, reference } = payload;
	const displayed = idOf(payload.invoice_number) ?? idOf(payload.order_display_number);
	return (
		textOf(reference_number) ??
		textOf(order_reference_number) ??
		textOf(reference) ??
		displayed ??
		null
	);
}

/**
 * Reads the customer: an object of a charge or an order, or fields of any other record. The `name` of a subscription is
 * not the name of its customer.
 */
export function customerOf(payload: Fields): Customer {
	const { customer_name, customer_email } = payload;
	const fields =
		'customer_email' in payload ? { name: customer_name, email: customer_email } : payload;
	const { name, email, phone, phone_number } = isObject(payload.customer)
		? payload.customer
		: fields;
	return {
		customer_name: textOf(name) ?? null,
		customer_email: textOf(email) ?? null,
		customer_phone_number: textOf(phone_number) ?? textOf(phone) ?? null,
	};
}
