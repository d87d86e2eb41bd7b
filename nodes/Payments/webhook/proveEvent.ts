import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Candidate } from '../events/candidates';
import type { PaymentEvent } from '../events/event';
import { isAccountEvent, statusIn } from '../events/kinds';
import type { Notification, Received } from '../events/notification';
import { toUnknown, lacksPaymentId } from '../events/readEvent';
import { monotonic } from '../transport/clock';
import { confirmWithApi } from './confirm/confirm';
import { keyOf, memory } from './memory';
import { MAX_UNPROVEN_BYTES } from './receive/parse';
import { NotificationRejectedError, rejected } from './receive/rejected';
import { verify, type VerificationLevel } from './receive/verify';
import { addressedBy } from './registration/identity';
import { cachedSaltOf, recordVerified, saltOf } from './registration/salt';

/** How an event was verified; a value of the output. */
type VerifiedBy = 'signature' | 'service' | 'off';

export interface ProvenEvent extends Candidate {
	by: VerifiedBy;
}

/**
 * Proves an event by its signature or with the API.
 *
 * @returns the event, or the events that it may be, the likeliest first
 * @throws NotificationRejectedError if the event is not confirmed, or cannot be verified
 */
export async function proveEvent(
	context: IWebhookFunctions,
	notification: Notification,
	claim: PaymentEvent,
	level: VerificationLevel | 'off',
): Promise<ProvenEvent[]> {
	if (level === 'off') return [asReceived(claim, 'off')];
	const { hash } = notification;
	const isSigned = level === 'signed';
	// With other headers, the same bytes are not an unknown event, even if this one is not selected.
	if (isSigned && claim.event !== 'unknown')
		memory.deliveries.commit(keyOf(context), `signed:${hash}`, monotonic());
	if (isSigned ? !lacksPaymentId(claim) : level === 'signedText' && claim.event === 'unknown')
		return [asReceived(claim, 'signature', hash)];
	const by = isSigned ? 'signature' : 'service';
	return await confirmWithApi(context, { claim, hash, level }).then(
		(confirmed) => confirmed.map((one) => ({ ...one, by })),
		(error: unknown) => {
			const status = error instanceof NotificationRejectedError ? error.response.status : 500;
			if (level === 'unsigned' || status < 300 || status >= 500) throw error;
			// HitPay sent it, but the API does not confirm its fields.
			return [asReceived(isSigned ? claim : toUnknown(notification), 'signature', hash)];
		},
	);
}

/**
 * Returns an event as it was received. No signature covers the headers, so the same bytes can arrive as several events:
 * one change and each status start the workflow, and an unknown event only if no known kind did.
 *
 * @param signed the hash of the signed bytes
 */
function asReceived(event: PaymentEvent, by: VerifiedBy, signed?: string): ProvenEvent {
	const { event: kind, event_id } = event;
	const uses = [event_id];
	const isChange = isAccountEvent(kind) && statusIn(kind) === undefined;
	if (signed !== undefined && isChange) uses.push(`change:${signed}`);
	const isUnknown = signed !== undefined && kind === 'unknown';
	return { event, by, blockedBy: isUnknown ? [event_id, `signed:${signed}`] : uses, uses };
}

/**
 * Returns how far the signature verifies a notification; `off` if nothing is verified.
 *
 * @throws NotificationRejectedError if the signature does not match, if an unsigned notification is for another address,
 * or if it is large, and anyone may have sent it: reading it would block n8n
 */
export async function verificationLevelOf(
	context: IWebhookFunctions,
	received: Received,
): Promise<VerificationLevel | 'off'> {
	const level = await signatureLevelOf(context, received);
	if (level === 'signed' || level === 'signedText') return level;
	const address = addressedBy(context, context.getQueryData() as IDataObject);
	// Before anything is requested about it.
	if (level === 'unsigned' && address === 'other') throw rejected('otherAddress');
	const isLarge = received.signed.length > MAX_UNPROVEN_BYTES;
	if (isLarge && address !== 'registered') throw rejected('bodyTooLarge');
	return level;
}

/** @throws NotificationRejectedError if the signature does not match */
async function signatureLevelOf(
	context: IWebhookFunctions,
	received: Received,
): Promise<VerificationLevel | 'off'> {
	if (context.getNodeParameter('verification') === 'off') return 'off';
	const verifyWith = (salt: string) => {
		const verification = verify(received, salt);
		if (verification.level !== 'unsigned') recordVerified(context, salt);
		return verification;
	};
	const quick = verifyWith(cachedSaltOf(context) ?? '');
	if (quick.level !== 'unsigned') return quick.level;
	const { salt, isStale } = await saltOf(context);
	const verification = verifyWith(salt);
	const isMismatch = verification.level === 'unsigned' && verification.reason !== 'noSalt';
	if (isMismatch && !isStale) throw rejected('signatureMismatch');
	return verification.level;
}
