import { createHash } from 'crypto';

import { isPaid, normalizeStatus, REFUNDED_STATUSES } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { newestPayment } from '../shared/newestPayment';
import { idTextOf, isObject } from '../shared/record';
import {
	idNames,
	isAccountEvent,
	isOnce,
	objectOf,
	statusIn,
	type AccountEvent,
	type IdName,
} from './events/kinds';
import { hasFieldOf, kindOf } from './events/records';
import type { Callback, Notification, ServiceEvent } from './receive/parse';
import { safeFields } from './receive/safeFields';
import { callbackMessage, hasOneReading } from './receive/signature';

export type EventKind = PaymentKind | AccountEvent | 'refund' | 'unknown';

type PaymentKind = `payment.${'completed' | 'failed' | 'pending'}`;

/** The customer of an event, where its data contains one. */
export interface Customer {
	customer_name: string | null;
	customer_email: string | null;
	customer_phone_number: string | null;
}

/** An event by the names of the trigger's output, whatever its format was. */
export interface PaymentEvent extends Customer {
	event: EventKind;
	/**
	 * The same for every delivery of an event, and different for other events. It is made of the record and of what
	 * happened to it, so that it does not depend on the format. Where that does not distinguish two events, it is made
	 * of the whole payload.
	 */
	event_id: string;
	payment_id?: string;
	payment_request_id?: string;
	refund_id?: string;
	payout_id?: string;
	invoice_id?: string;
	order_id?: string;
	recurring_billing_id?: string;
	transfer_id?: string;
	/** Of a transfer, what the beneficiary receives. */
	amount: number | null;
	/** In lower case. */
	currency: string | null;
	/** `completed` or `failed` for a payment, otherwise the status of the record. */
	status: string | null;
	reference_number: string | null;
	/** The event that this one is derived from, if it has none of its own. */
	derived_from?: string;
	/** The received data, without its signature. */
	payload: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

/** What was read of a payload of a known kind. */
interface Reading extends Pick<PaymentEvent, 'payment_request_id' | 'refund_id' | IdName> {
	event: EventKind;
	/** What distinguishes this event from others of its kind. By default, the whole payload. */
	parts?: Array<string | undefined>;
	/** The object with amount and currency, if not the payload itself. */
	money?: Fields;
	status?: string;
}

/**
 * Converts a notification to an event. One of an unknown kind becomes the event `unknown`; nothing is rejected here.
 *
 * Only the body is signed, so its fields decide what it becomes. The mark of the URL and the headers can only make it
 * `unknown`.
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

/** Returns the event of a kind about a record of the API, without its payload. */
export function eventOf(
	kind: AccountEvent | 'refund',
	record: Fields & { id: string },
): Omit<PaymentEvent, 'payload'> {
	const { id } = record;
	const reading = kind === 'refund' ? readRefund(record, id) : accountRecord(kind, record, id);
	return buildEvent(reading, record, () => hash(canonical(record)));
}

/** @param content returns the hash of the whole payload, which takes time where that is large */
function buildEvent(reading: Reading, payload: Fields, content: () => string): PaymentEvent {
	const { event, parts, money, status, ...ids } = reading;
	return {
		event,
		event_id: parts ? eventIdOf(event, parts) : `${event}:${content()}`,
		...ids,
		amount: amountOf((event === 'refund' && payload.amount_refunded) || (money ?? payload).amount),
		currency: currencyOf(money ?? payload) ?? currencyOf(payload),
		status: status ?? textOf(payload.status) ?? null,
		reference_number: referenceOf(payload),
		...customerOf(payload),
		payload,
	};
}

/**
 * Converts a notification to the event `unknown`. If a form can be divided into fields in several ways, none is read:
 * an attacker may have chosen them.
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
	const payload = isCallback ? safeFields(notification.fields) : flat(notification.payload);
	return { payload: payload as Fields, isCallback };
}

/** Returns a body with the fields of its record: that of a subscription may be below its object, beside other fields. */
function flat(payload: Fields): Fields {
	if (payload.id !== undefined) return payload;
	const object = Object.keys(idNames).find((name) => isObject(payload[name]));
	if (object === undefined) return payload;
	const { [object]: record, ...others } = payload;
	return { ...others, ...(record as Fields) };
}

/** Hashes what is signed: the same text of a callback, divided differently, is the same event. */
function contentHash(notification: Notification): string {
	return hash(
		notification.format === 'callback'
			? callbackMessage(notification.fields)
			: canonical(notification.payload),
	);
}

/** Returns the ID of an event that its parts, such as IDs of records, distinguish from others of its kind. */
export function eventIdOf(event: EventKind, parts: Array<string | undefined>): string {
	return `${event}:${hash(JSON.stringify(parts))}`;
}

/** Returns whether a charge is refunded, partially or fully: by its status or its refunded amount. */
export function isRefunded({ status, refunded_amount }: Fields): boolean {
	return REFUNDED_STATUSES.includes(textOf(status) ?? '') || (amountOf(refunded_amount) ?? 0) > 0;
}

/**
 * Reads a refund by its own fields, in either format and regardless of the headers: the notification of a refund is not
 * documented (docs/interface.md, Notification of a refund). A form like that of a payment is one if its status is.
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
	// Not an ID: the signed text was divided at another place.
	if (payload.refund_id && !idOf(payload.refund_id)) return undefined;
	const refund_id = idOf(payload.refund_id) ?? idOf(payload.id);
	return refund_id ? readRefund(payload, refund_id) : { event: 'refund', ...ids };
}

/**
 * Reads a form about a payment request, or about a charge of a subscription (docs/interface.md, Callback). At the URL of a refund, it is not certain which of
 * the two it is: `unknown`, so that a refund is never taken for a payment.
 */
function payment({ fields, isRefund }: Callback): Reading | undefined {
	if (isRefund || hasFieldOf(fields, 'refund')) return undefined;
	const event = `payment.${fields.status === 'succeeded' ? 'completed' : (fields.status ?? '')}`;
	if (!isPaymentEvent(event)) return undefined;
	const payment_request_id = idOf(fields.payment_request_id);
	const recurring_billing_id = idOf(fields.recurring_billing_id);
	if (!payment_request_id && recurring_billing_id) return ofSubscription(event, fields);
	if (!payment_request_id || fields.status === 'succeeded') return undefined;
	// A payment that failed early may have no ID. Any other text than an ID is not of a payment.
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

/** Returns whether an event is about a payment, of a payment request or of a subscription. */
export function isPaymentEvent(event: string): event is PaymentKind {
	return ['payment.completed', 'payment.failed', 'payment.pending'].includes(event);
}

/**
 * Reads an event of the account (docs/interface.md, Event). The fields of the record decide its kind, and the headers
 * have to match.
 */
function record({ payload, object, type }: ServiceEvent): Reading | undefined {
	const id = idOf(payload.id);
	if (!id || kindOf(payload) !== object) return undefined;
	const event = `${object}.${type}`;
	if (event === 'payment_request.completed') {
		return paymentRequest(payload, id, 'completed', (one) => one === 'completed' || isPaid(one));
	}
	if (event === 'payment_request.failed') {
		return paymentRequest(payload, id, 'failed', (one) => one === 'failed');
	}
	return isAccountEvent(event) && isShown(event, payload)
		? accountRecord(event, payload, id)
		: undefined;
}

/** Returns whether a record can be that of an event: its status shows what happened, where the event names one. */
export function isShown(event: AccountEvent, payload: Fields): boolean {
	if (event === 'charge.created') return !isRefunded(payload);
	const status = statusIn(event);
	return status === undefined || normalizeStatus(payload.status) === normalizeStatus(status);
}

/**
 * Reads a record with its ID. What happens to a record once is distinguished by its ID, and every other change by its
 * status and time.
 */
function accountRecord(event: AccountEvent, payload: Fields, id: string): Reading {
	const object = objectOf(event);
	const updatedAt = textOf(payload.updated_at);
	const change = updatedAt ? [id, textOf(payload.status), updatedAt] : undefined;
	// The failure of a charge does not use up its payment.
	const isFailure = event === 'charge.created' && payload.status === 'failed';
	const once = isFailure ? [id, 'failed'] : [id];
	const parts = isOnce(event) ? once : change;
	const { payment_amount: amount, payment_currency: currency } = payload;
	return {
		event,
		...(object === 'charge' && relations(payload)),
		[idNames[object]]: id,
		...(parts && { parts }),
		...(object === 'transfer' && { money: { amount, currency } }),
	};
}

function readRefund(payload: Fields, id: string): Reading {
	return {
		event: 'refund',
		refund_id: id,
		...relations(payload),
		parts: [id, textOf(payload.status)],
	};
}

/**
 * Reads a payment request whose payment completed or failed. With repeated payments, it keeps its status and lists all
 * payments: the event is about the one that it names, or about the newest.
 */
function paymentRequest(
	payload: Fields,
	payment_request_id: string,
	status: 'completed' | 'failed',
	isOfPayment: (status: unknown) => boolean,
): Reading | undefined {
	const named = idOf(payload.payment_id);
	const isListed = ({ id, status: one }: Fields) => idOf(id) !== undefined && isOfPayment(one);
	const newest = newestPayment(payload.payments, isListed);
	const money = named
		? newestPayment(payload.payments, (one) => isListed(one) && idOf(one.id) === named)
		: newest;
	// After a failed payment, the request stays open: a payment or a reason shows that it failed.
	const requestStatus = textOf(payload.status);
	const reason = textOf(payload.error_message) ?? textOf(payload.failure_reason);
	const isShown =
		requestStatus === status || newest !== undefined || (status === 'failed' && reason);
	if (!isShown || (status === 'failed' && requestStatus === 'completed')) return undefined;
	const payment_id = named ?? idOf(newest?.id);
	return {
		event: `payment.${status}`,
		status,
		payment_request_id,
		...(money && { money }),
		...(payment_id && { payment_id, parts: [payment_request_id, payment_id] }),
	};
}

/** Returns the IDs of the records that the payload belongs to. */
function relations(payload: Fields): Pick<PaymentEvent, 'payment_id' | 'payment_request_id'> {
	const payment_id = idOf(payload.payment_id);
	const payment_request_id = idOf(payload.payment_request_id);
	return { ...(payment_id && { payment_id }), ...(payment_request_id && { payment_request_id }) };
}

/** Reads an ID. Letters and signs of IDs only: the text of a form may be divided into other fields. */
function idOf(value: unknown): string | undefined {
	const id = idTextOf({ id: value });
	return id !== undefined && /^\w[\w.:-]*$/.test(id) ? id : undefined;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads the currency of a record, in lower case; null if it is none. */
export function currencyOf({ currency }: Fields): string | null {
	return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)
		? currency.toLowerCase()
		: null;
}

/**
 * Reads the reference number, which has another name in each record (docs/interface.md, Records). An invoice or an order
 * without one has its own number.
 */
export function referenceOf(payload: Fields): string | null {
	const { reference_number, order_reference_number, reference } = payload;
	const own = idOf(payload.invoice_number) ?? idOf(payload.order_display_number);
	return (
		textOf(reference_number) ?? textOf(order_reference_number) ?? textOf(reference) ?? own ?? null
	);
}

/**
 * Reads the customer: an object of a charge or an order, or fields of any other record. The name of a subscription is
 * not that of its customer.
 */
export function customerOf(payload: Fields): Customer {
	const { customer_name, customer_email } = payload;
	const own =
		'customer_email' in payload ? { name: customer_name, email: customer_email } : payload;
	const { name, email, phone, phone_number } = isObject(payload.customer) ? payload.customer : own;
	return {
		customer_name: textOf(name) ?? null,
		customer_email: textOf(email) ?? null,
		customer_phone_number: textOf(phone_number) ?? textOf(phone) ?? null,
	};
}

/** Writes JSON with sorted keys: the same for the same content. receive/parse.ts limits its depth. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join()}}`;
}

/** Hashes a text to 128 bits: short enough for a column, and long enough to be unique. */
function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
