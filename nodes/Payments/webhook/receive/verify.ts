import { createHmac, timingSafeEqual } from 'crypto';

import type { Received } from '../../events/notification';

/** The part that a signature verifies: the whole notification, only the text of a form, or nothing. */
export type Verification =
	| { level: 'signed' | 'signedText' }
	| { level: 'unsigned'; reason: 'noSalt' | 'noSignature' | 'mismatch' };

export type VerificationLevel = Verification['level'];

/**
 * Verifies a notification by its signature. If the text of a form can be divided into fields in several ways, the text is
 * verified, and the fields are not (hasOneReading).
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
 * Returns whether a signature is the expected one, in constant time. Hex in capitals matches; anything else than one
 * signature does not.
 */
export function signatureMatches(expected: string, received: unknown): boolean {
	if (typeof received !== 'string' || !sha256Hex.test(received) || !sha256Hex.test(expected))
		return false;
	return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(received, 'hex'));
}
