import type { Received } from './parse';
import { callbackMessage, hasOneReading, signatureMatches, signatureOf } from './signature';

/** The part that a signature verifies: the whole notification, only the text of a form, or nothing. */
export type Verification =
	| { level: 'signed' | 'signedText' }
	| { level: 'unsigned'; reason: 'noSalt' | 'noSignature' | 'mismatch' };

export type VerificationLevel = Verification['level'];

/**
 * Verifies a notification by its signature. Neither its size nor the number or the names of its fields matter.
 *
 * The text of a form has no separators: if it can be divided into fields in several ways, the text is verified and the
 * fields are not (signature.ts, hasOneReading).
 *
 * @param salt of the account for a form, and of the endpoint for an event
 */
export function verify(notification: Received, salt: string): Verification {
	const { signature } = notification;
	if (salt === '') return { level: 'unsigned', reason: 'noSalt' };
	if (signature === undefined) return { level: 'unsigned', reason: 'noSignature' };
	const signed = signedPart(notification);
	// The text of a form may be the body of an event, whose signature would match.
	const isJson = typeof signed === 'string' && signed.trimStart().startsWith('{');
	if (isJson || !signatureMatches(signatureOf(signed, salt), signature))
		return { level: 'unsigned', reason: 'mismatch' };
	const isWhole = notification.format === 'event' || hasOneReading(notification.fields);
	return { level: isWhole ? 'signed' : 'signedText' };
}

/** Returns the part of a notification that is signed: the bytes of an event, or the text of a form. */
export function signedPart(notification: Received): Buffer | string {
	return notification.format === 'event'
		? notification.rawBody
		: callbackMessage(notification.fields);
}
