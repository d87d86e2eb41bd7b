import { isPaid, normalizeStatus, REFUNDED_STATUSES } from '../shared/chargeStatus';
import { newestPayment } from '../shared/paymentRequest';
import { buildEvent, canonical, hash, type PaymentEvent, type Reading } from './event';
import { customerOf, type Fields, idOf, isRefunded, relations, textOf } from './fields';
import {
	type AccountEvent,
	isAccountEvent,
	isPaymentEvent,
	type PaymentKind,
	statusIn,
} from './kinds';
import type { Notification } from './notification';
import { hasFieldOf, kindOf, recordIn } from './objects';
import { accountRecord, readRefund } from './records';

/**
 * Converts a notification to an event. A notification of an unknown kind becomes the event `unknown`; nothing is
 * rejected here.
 *
 * Only the body is signed, so its fields decide the kind of the event. The mark of the URL and the headers can only
 * turn it into `unknown`.
 */
export function toEvent(notification: Notification): PaymentEvent {
	const payload = recordIn(notification.payload);
	const ofFormat = notification.format === 'callback' ? payment : record;
	const reading = refund(notification, payload) ?? ofFormat(notification, payload);
	return reading
		? buildEvent(reading, payload, () => contentHash(notification))
		: toUnknown(notification);
}

/**
 * Converts a notification to the event `unknown`. If a form can be divided into fields in several ways, no field is
 * read: an attacker may have chosen them.
 */
export function toUnknown(notification: Notification): PaymentEvent {
	const payload = recordIn(notification.payload);
	const fields = notification.hasOneReading ? payload : {};
	const reading = { event: 'unknown', ...relations(fields) } as const;
	const event = buildEvent(reading, fields, () => contentHash(notification));
	return { ...event, ...customerOf({}), payload };
}

/** Hashes the content: a form with the same text, divided into other fields, is the same event. */
function contentHash({ format, payload, hash: hashOfText }: Notification): string {
	return format === 'callback' ? hashOfText : hash(canonical(payload));
}

/**
 * Reads a refund by its own fields, in either format and regardless of the headers: the notification of a refund is not
 * documented (docs/interface.md, Notification of a refund). A form with the fields of a payment is a refund if its
 * status is that of one.
 */
function refund({ format }: Notification, payload: Fields): Reading | undefined {
	const ids = relations(payload);
	if (!ids.payment_id) return undefined;
	const status = textOf(payload.status) ?? '';
	if (format === 'event') {
		if (kindOf(payload) !== 'refund') return undefined;
	} else {
		if (['completed', 'failed'].includes(status)) return undefined;
		if (!hasFieldOf(payload, 'refund') && !REFUNDED_STATUSES.includes(status)) return undefined;
	}
	// Other text than an ID: the signed text was divided at another place.
	if (payload.refund_id && !idOf(payload.refund_id)) return undefined;
	const refund_id = idOf(payload.refund_id) ?? idOf(payload.id);
	return refund_id ? readRefund(payload, refund_id) : { event: 'refund', ...ids };
}

/**
 * Reads a form about a payment request, or about a charge of a subscription (docs/interface.md, Callback). At the URL
 * of a refund, the form may be a refund or a payment. It becomes `unknown`, so that a refund is never taken for a
 * payment.
 */
function payment({ fields, isRefund }: Notification): Reading | undefined {
	if (isRefund || hasFieldOf(fields, 'refund')) return undefined;
	const event = `payment.${fields.status === 'succeeded' ? 'completed' : (fields.status ?? '')}`;
	if (!isPaymentEvent(event)) return undefined;
	const payment_request_id = idOf(fields.payment_request_id);
	const recurring_billing_id = idOf(fields.recurring_billing_id);
	if (!payment_request_id && recurring_billing_id) return ofSubscription(event, fields);
	if (!payment_request_id || fields.status === 'succeeded') return undefined;
	// A payment that failed early may have no ID. A form with other text than an ID is not about a payment.
	const payment_id = idOf(fields.payment_id);
	if (fields.payment_id !== '' && !payment_id) return undefined;
	return {
		event,
		...(payment_id && { payment_id }),
		payment_request_id,
		parts: [payment_request_id, payment_id],
	};
}

function ofSubscription(event: PaymentKind, fields: Fields): Reading | undefined {
	const payment_id = idOf(fields.payment_id);
	if (!payment_id) return undefined;
	const recurring_billing_id = idOf(fields.recurring_billing_id);
	const status = event === 'payment.completed' ? 'completed' : undefined;
	return { event, status, payment_id, recurring_billing_id, parts: [undefined, payment_id] };
}

/** Returns whether an event is about a payment that it does not name: only a list of the API distinguishes it from others. */
export function lacksPaymentId({ event, payment_id }: Pick<PaymentEvent, 'event' | 'payment_id'>) {
	return isPaymentEvent(event) && !payment_id;
}

/**
 * Reads an event of the account (docs/interface.md, Event). The fields of the record decide its kind, and the headers
 * have to match.
 */
function record({ object, type }: Notification, payload: Fields): Reading | undefined {
	const id = idOf(payload.id);
	if (!id || kindOf(payload) !== object) return undefined;
	const event = `${object}.${type}`;
	if (object === 'payment_request')
		return type === 'completed' || type === 'failed'
			? paymentRequest(payload, id, type)
			: undefined;
	return isAccountEvent(event) && isShown(event, payload)
		? accountRecord(event, payload, id)
		: undefined;
}

/** Returns whether a record can be that of an event: its status is the one that the event is named after, if any. */
function isShown(event: AccountEvent, payload: Fields): boolean {
	if (event === 'charge.created') return !isRefunded(payload);
	const status = statusIn(event);
	return status === undefined || normalizeStatus(payload.status) === normalizeStatus(status);
}

/**
 * Reads a payment request whose payment completed or failed. With repeated payments, the payment request keeps its
 * status and lists all payments: the event is about the payment that it names, or about the newest.
 */
function paymentRequest(
	payload: Fields,
	payment_request_id: string,
	status: 'completed' | 'failed',
): Reading | undefined {
	const named = idOf(payload.payment_id);
	const isOfEvent = ({ id, status: one }: Fields) =>
		idOf(id) !== undefined && (one === status || (status === 'completed' && isPaid(one)));
	const newest = newestPayment(payload.payments, isOfEvent);
	const money = named
		? newestPayment(payload.payments, (one) => isOfEvent(one) && idOf(one.id) === named)
		: newest;
	// After a failed payment, the payment request stays open: a listed payment or a reason shows the failure.
	const requestStatus = textOf(payload.status);
	const reason = textOf(payload.error_message) ?? textOf(payload.failure_reason);
	const isShown =
		requestStatus === status || newest !== undefined || (status === 'failed' && reason);
	if (!isShown || (status === 'failed' && requestStatus === 'completed')) return undefined;
	const payment_id = named ?? idOf(newest?.id);
	// Without its ID, the time distinguishes a payment from the next one of the request.
	const change = payment_id ?? textOf(payload.updated_at);
	return {
		event: `payment.${status}`,
		status,
		payment_request_id,
		...(money && { money }),
		...(payment_id && { payment_id }),
		...(change && { parts: [payment_request_id, change] }),
	};
}
