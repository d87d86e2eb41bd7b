import { createHmac, timingSafeEqual } from 'crypto';

import { amountOf } from '../shared/money';

/** A SHA-256 in hex, in either case: the same bytes. */
const digest = /^[0-9a-f]{64}$/i;

/**
 * What the service signs of a callback (docs/interface.md, Callback): all fields but `hmac`, sorted
 * by name, each name directly followed by its value, nothing in between. Sorted by bytes, which is
 * one order in every language.
 */
export function callbackMessage(fields: Record<string, string>): string {
	return Object.keys(fields)
		.filter((name) => name !== 'hmac')
		.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
		.map((name) => name + fields[name])
		.join('');
}

/** The fields of the forms that are known: a payment's and a refund's (docs/interface.md, Notifications). */
const forms = [
	['amount', 'currency', 'payment_id', 'payment_request_id', 'phone', 'reference_number', 'status'],
	[
		'amount_refunded',
		'created_at',
		'currency',
		'id',
		'payment_id',
		'payment_method',
		'provider_fee',
		'provider_fee_currency',
		'refunded_at',
		'refunded_by',
		'status',
		'total_amount',
	],
];

/**
 * Whether the signed text of a callback can be cut into fields in one way only. It has no separators: what a
 * customer typed as a phone number may hold the name of a field, and then the same signature fits other fields.
 *
 * It can when the fields are exactly those of a known form, and none of their names stands anywhere else in the
 * text: then each name that the service signed stands where it stands here.
 */
export function hasOneReading(fields: Record<string, string>): boolean {
	const names = Object.keys(fields)
		.filter((name) => name !== 'hmac')
		.sort();
	if (!forms.some((form) => form.join() === names.join())) return false;
	// What could be another form's first field.
	if (fields.amount !== undefined && amountOf(fields.amount) === null) return false;
	const text = callbackMessage(fields);
	const keys = names.join('\n');
	return names.every((name) => timesIn(text, name) === timesIn(keys, name));
}

function timesIn(text: string, name: string): number {
	return text.split(name).length - 1;
}

/**
 * The signature that a callback has to carry in its field `hmac`.
 *
 * @param fields of the form, decoded; `hmac` is left out
 * @param salt of the account
 * @returns hex, or an empty text without a salt, which fits nothing
 */
export function callbackSignature(fields: Record<string, string>, salt: string): string {
	return sign(Buffer.from(callbackMessage(fields)), salt);
}

/**
 * The signature that an event has to carry in its header `Hitpay-Signature` (docs/interface.md,
 * Event).
 *
 * @param rawBody the bytes as they came, before anything was decoded or parsed
 * @param salt of the endpoint that the event was sent to
 * @returns hex, or an empty text without a salt, which fits nothing
 */
export function eventSignature(rawBody: Buffer, salt: string): string {
	return sign(rawBody, salt);
}

/**
 * Whether a signature is the expected one, in a time that does not tell how much of it is right.
 * Hex in capitals is taken, as it means the same bytes. Whatever is not one signature (nothing, a
 * list, blanks around it, another length) does not fit.
 */
export function fits(expected: string, given: unknown): boolean {
	if (typeof given !== 'string' || !digest.test(given) || !digest.test(expected)) return false;
	return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(given, 'hex'));
}

function sign(message: Buffer, salt: string): string {
	// Anybody could sign with an empty key.
	return salt === '' ? '' : createHmac('sha256', salt).update(message).digest('hex');
}
