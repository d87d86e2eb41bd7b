import { type PaymentEvent, buildEvent, canonical, hash } from '../../shared/events/event';
import { customerOf, relations, type Fields } from '../../shared/events/fields';
import { recordIn } from '../../shared/events/objects';
import type { Notification } from '../receive/parse';
import { safeFields } from '../receive/safeFields';
import { hasOneReading } from '../receive/signature';
import { signedPart } from '../receive/verify';
import { payment, record, refund } from './readings';

/**
 * Converts a notification to an event. A notification of an unknown kind becomes the event `unknown`; nothing is
 * rejected here.
 *
 * Only the body is signed, so its fields decide the kind of the event. The mark of the URL and the headers can only
 * turn it into `unknown`.
 */
export function toEvent(notification: Notification): PaymentEvent {
	const payload = payloadOf(notification);
	const ofFormat = () =>
		notification.format === 'callback'
			? payment(notification)
			: record({ ...notification, payload });
	const reading = refund(notification, payload) ?? ofFormat();
	return reading
		? buildEvent(reading, payload, () => contentHash(notification))
		: toUnknown(notification);
}

/**
 * Converts a notification to the event `unknown`. If a form can be divided into fields in several ways, no field is
 * read: an attacker may have chosen them.
 */
export function toUnknown(notification: Notification): PaymentEvent {
	const payload = payloadOf(notification);
	const isReadable = notification.format === 'event' || hasOneReading(notification.fields);
	const fields = isReadable ? payload : {};
	const reading = { event: 'unknown', ...relations(fields) } as const;
	const event = buildEvent(reading, fields, () => contentHash(notification));
	return { ...event, ...customerOf({}), payload };
}

function payloadOf(notification: Notification): Fields {
	return notification.format === 'callback'
		? (safeFields(notification.fields) as Fields)
		: recordIn(notification.payload);
}

/** Hashes the content: a callback with the same text, divided into other fields, is the same event. */
function contentHash(notification: Notification): string {
	return hash(
		notification.format === 'callback' ? signedPart(notification) : canonical(notification.payload),
	);
}
