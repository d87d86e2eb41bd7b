import type { Notification } from './parse';
import {
	callbackMessage,
	callbackSignature,
	eventSignature,
	hasOneReading,
	signatureMatches,
} from './signature';

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
export function verify(notification: Notification, salt: string): Verification {
	const { format } = notification;
	const received = format === 'callback' ? notification.hmac : notification.signature;
	if (salt === '') return { level: 'unsigned', reason: 'noSalt' };
	if (received === undefined) return { level: 'unsigned', reason: 'noSignature' };
	if (format === 'event') {
		const expected = eventSignature(notification.rawBody, salt);
		return signatureMatches(expected, received) ? { level: 'signed' } : mismatch;
	}
	const { fields } = notification;
	if (isJson(fields) || !signatureMatches(callbackSignature(fields, salt), received))
		return mismatch;
	return { level: hasOneReading(fields) ? 'signed' : 'signedText' };
}

const mismatch: Verification = { level: 'unsigned', reason: 'mismatch' };

/** Returns whether the text of a form is the body of an event, whose signature would match. */
function isJson(fields: Record<string, string>): boolean {
	return callbackMessage(fields).trimStart().startsWith('{');
}
