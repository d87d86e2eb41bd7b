import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { hash, type PaymentEvent } from '../shared/events/event';
import { isAccountEvent, statusIn } from '../shared/events/kinds';
import { monotonic } from '../transport/clock';
import type { VerifiedBy } from './eventOutput';
import { confirmWithApi } from './events/confirm';
import { toUnknown } from './events/readEvent';
import { lacksPaymentId } from './events/readings';
import type { ConfirmedEvent } from './events/recorded';
import { keyOf, memory } from './memory';
import type { Identities } from './receive/deduplicate';
import { type Notification } from './receive/parse';
import { NotificationRejectedError, rejected } from './receive/rejected';
import { callbackMessage } from './receive/signature';
import { verify, type VerificationLevel } from './receive/verify';
import { hasToken } from './registration/address';
import { cachedSaltOf, recordVerified, saltOf } from './registration/salt';

/** An event that may start the workflow. */
export interface ProvenEvent extends Identities, Pick<ConfirmedEvent, 'checkRepeated'> {
	event: PaymentEvent;
	by: VerifiedBy;
	/** The record of the API, if it was requested. */
	record?: IDataObject;
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
): Promise<ProvenEvent[]> {
	if (context.getNodeParameter('verification') === 'off') return [asReceived(claim, 'off')];

	const level = await verificationLevelOf(context, notification);
	// Before anything is requested.
	if (level === 'unsigned' && !hasToken(context, context.getQueryData() as IDataObject)) {
		throw rejected('otherAddress');
	}
	const signed = hashOf(notification);
	if (level === 'signed' && claim.event !== 'unknown') recordSigned(context, signed);
	if (
		(level === 'signed' && !lacksPaymentId(claim)) ||
		(level === 'signedText' && claim.event === 'unknown')
	) {
		return [asReceived(claim, 'signature', signed)];
	}
	const by = level === 'signed' ? 'signature' : 'service';
	return await confirmWithApi(context, { claim, hash: signed, level }).then(
		(confirmed) => confirmed.map((one) => ({ ...one, by })),
		(error: unknown) => {
			const status = error instanceof NotificationRejectedError ? error.status : 500;
			if (level === 'unsigned' || status < 300 || status >= 500) throw error;
			// HitPay sent it, but the API does not confirm its fields.
			const event = level === 'signedText' ? toUnknown(notification) : claim;
			return [asReceived(event, 'signature', signed)];
		},
	);
}

/**
 * Returns an event as it was received. No signature covers the headers, so the same signed bytes can arrive as several
 * events. One change and each status that the headers name start the workflow. An unknown event does not if the same
 * bytes are an event of a known kind.
 *
 * @param signed the hash of the signed bytes
 */
function asReceived(event: PaymentEvent, by: VerifiedBy, signed?: string): ProvenEvent {
	const { event: kind, event_id } = event;
	const ids = [event_id];
	if (signed === undefined) return { event, by, blockedBy: ids, uses: ids };
	if (kind === 'unknown') {
		return { event, by, blockedBy: [event_id, signedIdOf(signed)], uses: ids };
	}
	if (isAccountEvent(kind) && statusIn(kind) === undefined) ids.push(`change:${signed}`);
	return { event, by, blockedBy: ids, uses: ids };
}

/** Records signed bytes of a known kind: with other headers, they are not an unknown event. */
function recordSigned(context: IWebhookFunctions, signed: string) {
	memory.deliveries.commit(keyOf(context), signedIdOf(signed), monotonic());
}

/** Identifies signed bytes of a known kind. @param signed their hash */
function signedIdOf(signed: string): string {
	return `signed:${signed}`;
}

/** The hashes of notifications: a body can have megabytes. */
const hashes = new WeakMap<Notification, string>();

/** Hashes the signed text. */
export function hashOf(notification: Notification): string {
	const { format } = notification;
	const earlier = hashes.get(notification);
	if (earlier !== undefined) return earlier;
	const hashed = hash(
		format === 'event' ? notification.rawBody : callbackMessage(notification.fields),
	);
	hashes.set(notification, hashed);
	return hashed;
}

/**
 * Returns how far the signature verifies a notification. If the salt may belong to another endpoint, a mismatch proves
 * nothing.
 *
 * @throws NotificationRejectedError if the signature does not match
 */
async function verificationLevelOf(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<VerificationLevel> {
	const cached = cachedSaltOf(context);
	const quick = cached === undefined ? undefined : verify(notification, cached);
	if (quick && quick.level !== 'unsigned') {
		recordVerified(context, cached!);
		return quick.level;
	}
	const { salt, isStale } = await saltOf(context);
	const verification = verify(notification, salt);
	if (verification.level !== 'unsigned') {
		recordVerified(context, salt);
		return verification.level;
	}
	if (verification.reason === 'noSalt' || isStale) return 'unsigned';
	throw rejected('signatureMismatch');
}
