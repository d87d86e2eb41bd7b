import { createHash } from 'crypto';

import type { Callback, Notification, ServiceEvent } from './read';
import { callbackMessage } from './verify';

export type EventKind =
	| 'payment.completed'
	| 'payment.failed'
	| 'refund'
	| 'charge.created'
	| 'charge.updated'
	| 'payout.created'
	| 'unknown';

/** What the trigger gives out, whichever format it came in. */
export interface PaymentEvent {
	event: EventKind;
	/**
	 * The same for every delivery of one event, and another for another event. Made of what happened
	 * to which record, so that it does not depend on the format; of all that came, where that does
	 * not tell two events apart.
	 */
	eventId: string;
	paymentId?: string;
	paymentRequestId?: string;
	refundId?: string;
	payoutId?: string;
	amount: number | null;
	/** In small letters. */
	currency: string | null;
	/** Of a payment `completed` or `failed`, of everything else the service's own. */
	status: string | null;
	referenceNumber: string | null;
	/** What came, but for its signature. */
	payload: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

/** What a shape has to say for itself. */
interface Reading extends Pick<
	PaymentEvent,
	'paymentId' | 'paymentRequestId' | 'refundId' | 'payoutId'
> {
	event: EventKind;
	/** What tells this event from others of its kind; without, all that came does. */
	parts?: Array<string | undefined>;
	/** Where the money stands, if not in the payload itself. */
	money?: Fields;
	status?: string;
}

/**
 * Puts a notification into the one shape that the trigger gives out. A shape that is not known
 * becomes the event `unknown`; nothing is refused here.
 *
 * Only the body is signed. So the mark on the address and the headers only say what is looked for
 * first: what a body may become depends on its own fields, and one that was caught on its way can't
 * be sent again as something else.
 */
export function toEvent(notification: Notification): PaymentEvent {
	const isCallback = notification.format === 'callback';
	const payload: Fields = isCallback ? { ...notification.fields } : notification.payload;
	const { event, parts, money, status, ...ids } =
		refund(notification, payload) ??
		(isCallback ? payment(notification) : record(notification)) ??
		({ event: 'unknown', ...relations(payload) } satisfies Reading);
	// Of a callback what is signed: the same fields, cut differently, are the same event.
	const all = () => (isCallback ? callbackMessage(notification.fields) : canonical(payload));
	return {
		event,
		eventId: parts ? eventIdOf(event, parts) : `${event}:${hash(all())}`,
		...ids,
		amount: amountOf((event === 'refund' && payload.amount_refunded) || (money ?? payload).amount),
		currency: currencyOf(money ?? payload) ?? currencyOf(payload),
		status: status ?? textOf(payload.status) ?? null,
		referenceNumber: referenceOf(payload),
		payload,
	};
}

/** The id of an event that is told from others of its kind by its parts, such as ids of records. */
export function eventIdOf(event: EventKind, parts: Array<string | undefined>): string {
	return `${event}:${hash(JSON.stringify(parts))}`;
}

/**
 * A refund by its own fields, in either format. What a refund's address receives is nowhere stated
 * (docs/interface.md, Notification of a refund), so with the mark on the address a form like a
 * payment's is taken too, unless it says what a payment's own callback says.
 */
function refund(notification: Notification, payload: Fields): Reading | undefined {
	const ids = relations(payload);
	if (!ids.paymentId || saysPayment(notification)) return undefined;
	// An id that is none was cut elsewhere than where it was signed.
	if (payload.refund_id && !idOf(payload.refund_id)) return undefined;
	const isTold = saysRefund(payload);
	const refundId = idOf(payload.refund_id) ?? idOf(payload.id);
	if (!isTold && !notification.isRefund) return undefined;
	return refundId
		? { event: 'refund', refundId, ...ids, parts: [refundId, textOf(payload.status)] }
		: { event: 'refund', ...ids };
}

/** A status of a payment's callback (docs/interface.md, Callback). */
const paymentStatus = /status(completed|failed)/g;

/**
 * Whether something says what a payment's own callback says. Of a form the signed text counts, however
 * it was cut into fields: a payment that was caught on its way does not come again as a refund.
 */
function saysPayment(notification: Notification): boolean {
	if (notification.format === 'callback') {
		return callbackMessage(notification.fields).search(paymentStatus) >= 0;
	}
	const { payload } = notification;
	return !saysRefund(payload) && ['completed', 'failed'].includes(textOf(payload.status) ?? '');
}

/** Whether something has a field that only a refund has: it is no money that arrived. */
function saysRefund(payload: Fields): boolean {
	return Boolean(payload.refund_id) || 'amount_refunded' in payload;
}

/**
 * A form about a payment request (docs/interface.md, Callback). At the address of a refund it is
 * neither one nor the other for certain: `unknown`, so that no money is taken for what it is not.
 */
function payment({ fields, isRefund }: Callback): Reading | undefined {
	if (isRefund || saysRefund(fields)) return undefined;
	const { payment_id, payment_request_id, status } = fields;
	const event = `payment.${status ?? ''}`;
	if (event !== 'payment.completed' && event !== 'payment.failed') return undefined;
	// The signed text has no separators. `status` is the last of the known fields in it: said twice,
	// it was cut elsewhere than where it was signed. So was the reference number, by which a payment
	// link knows its payments.
	const said = (name: RegExp) => callbackMessage(fields).match(name)?.length ?? 0;
	if (said(paymentStatus) !== 1 || said(/reference_number/g) > 1) return undefined;
	const paymentRequestId = idOf(payment_request_id);
	if (!paymentRequestId) return undefined;
	// A payment that failed early may have no id; a text that is no id is not a payment's.
	const paymentId = idOf(payment_id);
	if (payment_id !== '' && !paymentId) return undefined;
	return {
		event,
		...(paymentId && { paymentId }),
		paymentRequestId,
		parts: [paymentRequestId, paymentId],
	};
}

/** A record of the account, and what happened to it (docs/interface.md, Event). */
function record({ payload, object, type }: ServiceEvent): Reading | undefined {
	const id = idOf(payload.id);
	if (!id) return undefined;
	switch (`${object}.${type}`) {
		case 'charge.created':
			return { event: 'charge.created', ...relations(payload), paymentId: id, parts: [id] };
		case 'charge.updated': {
			const updatedAt = textOf(payload.updated_at);
			return {
				event: 'charge.updated',
				...relations(payload),
				paymentId: id,
				...(updatedAt && { parts: [id, textOf(payload.status), updatedAt] }),
			};
		}
		case 'payout.created':
			return { event: 'payout.created', payoutId: id, parts: [id] };
		case 'payment_request.completed':
			return request(payload, id, 'completed', ['succeeded', 'completed']);
		case 'payment_request.failed':
			return request(payload, id, 'failed', ['failed']);
		default:
			return undefined;
	}
}

/**
 * A payment request that was paid, or could not be. One that takes repeated payments stays as it is
 * and lists all of them; the event is about the last.
 */
function request(
	payload: Fields,
	paymentRequestId: string,
	status: 'completed' | 'failed',
	paymentStatuses: string[],
): Reading | undefined {
	if (saysRefund(payload)) return undefined;
	const money = paymentsOf(payload)
		.filter((one) => idOf(one.id) && paymentStatuses.includes(textOf(one.status) ?? ''))
		.reduce<Fields | undefined>(
			(last, one) => (last && isBefore(one, last) ? last : one),
			undefined,
		);
	const says = textOf(payload.status);
	// A failed try leaves the request open, but a paid one has not failed.
	const isCredible = status === 'completed' ? says === status || money : says !== 'completed';
	if (!isCredible) return undefined;
	const paymentId = idOf(money?.id);
	return {
		event: `payment.${status}`,
		status,
		paymentRequestId,
		...(paymentId && { paymentId, money, parts: [paymentRequestId, paymentId] }),
	};
}

function paymentsOf({ payments }: Fields): Fields[] {
	if (!Array.isArray(payments)) return [];
	return payments.filter((one): one is Fields => typeof one === 'object' && one !== null);
}

function isBefore(one: Fields, other: Fields): boolean {
	return (textOf(one.created_at) ?? '') < (textOf(other.created_at) ?? '');
}

/** The records that the payload names as its own. */
function relations(payload: Fields): Pick<PaymentEvent, 'paymentId' | 'paymentRequestId'> {
	const paymentId = idOf(payload.payment_id);
	const paymentRequestId = idOf(payload.payment_request_id);
	return { ...(paymentId && { paymentId }), ...(paymentRequestId && { paymentRequestId }) };
}

/** A field's name in an id: the text was cut elsewhere than where it was signed. */
const fieldName = /amount|currency|payment_|phone|reference_|refund_|status/;

/** An id can be of many forms, as not all are said to be UUIDs, but is never a way out of a path. */
function idOf(value: unknown): string | undefined {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^\w[\w.:-]{0,254}$/.test(id) && !fieldName.test(id)
		? id
		: undefined;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Amounts come as numbers in records, as text with two decimals in forms and payment requests. */
function amountOf(given: unknown): number | null {
	const isWritten = typeof given === 'string' && /^\d+(\.\d+)?$/.test(given);
	const amount = isWritten ? Number(given) : given;
	return typeof amount === 'number' && Math.abs(amount) <= Number.MAX_SAFE_INTEGER ? amount : null;
}

function currencyOf({ currency }: Fields): string | null {
	return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency)
		? currency.toLowerCase()
		: null;
}

/** Each record has a name of its own for it (docs/interface.md, Records). */
function referenceOf(payload: Fields): string | null {
	const { reference_number, order_reference_number, reference } = payload;
	return textOf(reference_number) ?? textOf(order_reference_number) ?? textOf(reference) ?? null;
}

/** JSON with its keys in order: the same for the same content. read.ts sees to it that it is flat enough. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join()}}`;
}

/** 128 bits: short enough for a column, too many for two to meet. */
function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
