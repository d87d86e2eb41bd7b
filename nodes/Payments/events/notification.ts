import { amountOf } from '../shared/money';
import type { Fields } from './fields';

/** A request whose signature can be verified. Its content is not read yet. */
export interface Received {
	/** A form, sent to the URL of one payment request or refund, or JSON, sent to an endpoint of the account. */
	format: 'callback' | 'event';
	/** The signed text of a form, or the bytes of JSON. */
	signed: string | Buffer;
	/** The field `hmac` of a form, or Hitpay-Signature. */
	signature?: string;
	/** Whether the signature covers the fields, and not only the text of a form. */
	hasOneReading: boolean;
	/** All fields of a form except `hmac`: not all can be output (safeFields). The object has no prototype. */
	fields: Record<string, string>;
	/** Hitpay-Event-Type of JSON, such as `created`. No signature covers it. */
	type?: string;
	/** Hitpay-Event-Object of JSON, such as `charge`. No signature covers it. */
	object?: string;
	/** Whether the URL has the mark of a refund. */
	isRefund: boolean;
}

export interface Notification extends Received {
	hash: string;
	/** The fields that can be output. */
	payload: Fields;
}

/**
 * Returns the signed text of a callback (docs/interface.md, Callback): its fields, sorted by name, each
 * name directly followed by its value. The order is that of bytes, which is the same in every language.
 */
export function callbackMessage(fields: Record<string, string>): string {
	return Object.keys(fields)
		.map((name) => ({ name, bytes: Buffer.from(name) }))
		.sort((one, other) => Buffer.compare(one.bytes, other.bytes))
		.map(({ name }) => name + fields[name])
		.join('');
}

/** The fields of the known forms: of a payment, a charge of a subscription and a refund (docs/interface.md, Notifications). */
const knownForms = [
	'amount currency payment_id payment_request_id phone reference_number status',
	'amount currency payment_id recurring_billing_id reference status',
	'amount_refunded created_at currency id payment_id payment_method provider_fee provider_fee_currency refunded_at refunded_by status total_amount',
];

/**
 * Returns whether the signed text of a callback can be divided into fields in one way only. It has no separators: a
 * value, such as a phone number that a customer enters, may contain the name of a field. Then the same signature also
 * matches other fields.
 *
 * There is only one way if the fields are exactly those of a known form, and the text contains each of their names
 * once: then each name is where HitPay put it.
 */
export function hasOneReading(fields: Record<string, string>): boolean {
	const names = Object.keys(fields).sort();
	if (!knownForms.includes(names.join(' '))) return false;
	// Otherwise it could be the field `amount_refunded` of the other form.
	if (fields.amount !== undefined && amountOf(fields.amount) === null) return false;
	const text = callbackMessage(fields);
	const keys = names.join('\n');
	return names.every((name) => countIn(text, name) === countIn(keys, name));
}

function countIn(text: string, name: string): number {
	return text.split(name).length - 1;
}
