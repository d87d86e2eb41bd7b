import { createHmac, timingSafeEqual } from 'crypto';

import type { Received } from '../../events/notification';
import { amountOf } from '../../shared/money';

/** The part that a signature verifies: the whole notification, only the text of a form, or nothing. */
export type Verification =
	| { level: 'signed' | 'signedText' }
	| { level: 'unsigned'; reason: 'noSalt' | 'noSignature' | 'mismatch' };

export type VerificationLevel = Verification['level'];

/**
 * Verifies a notification by its signature. Neither its size nor the number or the names of its fields matter.
 *
 * The text of a form has no separators: if it can be divided into fields in several ways, the text is verified and the
 * fields are not (hasOneReading).
 *
 * @param salt of the account for a form, and of the endpoint for an event
 */
export function verify({ signed, signature, hasOneReading }: Received, salt: string): Verification {
	if (salt === '') return { level: 'unsigned', reason: 'noSalt' };
	if (signature === undefined) return { level: 'unsigned', reason: 'noSignature' };
	// The text of a form may be the body of an event, whose signature would match.
	const isJson = typeof signed === 'string' && signed.trimStart().startsWith('{');
	if (isJson || !signatureMatches(signatureOf(signed, salt), signature))
		return { level: 'unsigned', reason: 'mismatch' };
	return { level: hasOneReading ? 'signed' : 'signedText' };
}

/** A SHA-256 in hex, in either case. */
const sha256Hex = /^[0-9a-f]{64}$/i;

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

/**
 * Computes the signature of a notification (docs/interface.md, Callback and Event).
 *
 * @param signed the message of a callback, or the received bytes of an event, neither decoded nor parsed
 * @param salt of the account for a callback, and of the endpoint for an event
 * @returns hex, or an empty text without a salt, which matches nothing: anyone could sign with an empty key
 */
export function signatureOf(signed: string | Buffer, salt: string): string {
	return salt === '' ? '' : createHmac('sha256', salt).update(signed).digest('hex');
}

/**
 * Returns whether a signature is the expected one, in constant time. Hex in capitals matches. A value that is not a single
 * signature (nothing, a list, blanks around it, another length) does not match.
 */
export function signatureMatches(expected: string, received: unknown): boolean {
	if (typeof received !== 'string' || !sha256Hex.test(received) || !sha256Hex.test(expected))
		return false;
	return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'));
}
