import { type PaymentEvent, buildEvent, canonical, hash } from '../../shared/events/event';
import {
	currencyOf,
	referenceOf,
	textOf,
	customerOf,
	relations,
	type Fields,
} from '../../shared/events/fields';
import { recordIn } from '../../shared/events/objects';
import { amountOf } from '../../shared/money';
import type { Callback, Notification, ServiceEvent } from '../receive/parse';
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
	const { payload, isCallback } = contentOf(notification);
	const reading =
		refund(notification, payload) ??
		(isCallback
			? payment(notification as Callback)
			: record({ ...(notification as ServiceEvent), payload }));
	return reading
		? buildEvent(reading, payload, () => contentHash(notification))
		: toUnknown(notification);
}

/**
 * Converts a notification to the event `unknown`. If a form can be divided into fields in several ways, no field is
 * read: an attacker may have chosen them.
 */
export function toUnknown(notification: Notification): PaymentEvent {
	const { payload } = contentOf(notification);
	const isReadable = notification.format === 'event' || hasOneReading(notification.fields);
	const readable = isReadable ? payload : {};
	return {
		event: 'unknown',
		event_id: `unknown:${contentHash(notification)}`,
		...relations(readable),
		amount: amountOf(readable.amount),
		currency: currencyOf(readable),
		status: textOf(readable.status) ?? null,
		reference_number: referenceOf(readable),
		...customerOf({}),
		payload,
	};
}

function contentOf(notification: Notification): { payload: Fields; isCallback: boolean } {
	const isCallback = notification.format === 'callback';
	const payload = isCallback ? safeFields(notification.fields) : recordIn(notification.payload);
	return { payload: payload as Fields, isCallback };
}

/** Hashes the content: a callback with the same text, divided into other fields, is the same event. */
function contentHash(notification: Notification): string {
	return hash(
		notification.format === 'callback' ? signedPart(notification) : canonical(notification.payload),
	);
}
