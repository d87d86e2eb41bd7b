import { createHash } from 'crypto';

import { amountOf } from '../shared/money';
import type { Callback, Notification, ServiceEvent } from './read';
import { callbackMessage, hasOneReading } from './verify';

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
 * Only the body is signed. So what a body may become depends on its own fields: the mark on the address and the
 * headers can only make it `unknown`.
 */
export function toEvent(notification: Notification): PaymentEvent {
	const { payload, isCallback } = contentOf(notification);
	const reading =
		refund(notification, payload) ??
		(isCallback ? payment(notification as Callback) : record(notification as ServiceEvent));
	return reading ? shape(reading, payload, contentHash(notification)) : toUnknown(notification);
}

/** The event of a kind that is told of a record of the service, without its payload. */
export function eventOf(
	kind: keyof typeof readings,
	record: Fields & { id: string },
): Omit<PaymentEvent, 'payload'> {
	return shape(readings[kind](record, record.id), record, hash(canonical(record)));
}

function shape(reading: Reading, payload: Fields, content: string): PaymentEvent {
	const { event, parts, money, status, ...ids } = reading;
	return {
		event,
		eventId: parts ? eventIdOf(event, parts) : `${event}:${content}`,
		...ids,
		amount: amountOf((event === 'refund' && payload.amount_refunded) || (money ?? payload).amount),
		currency: currencyOf(money ?? payload) ?? currencyOf(payload),
		status: status ?? textOf(payload.status) ?? null,
		referenceNumber: referenceOf(payload),
		payload,
	};
}

/**
 * A notification as the event `unknown`. Of a form that can be cut in more than one way nothing is read: its
 * fields may be of anybody's choice.
 */
export function toUnknown(notification: Notification): PaymentEvent {
	const { payload, isCallback } = contentOf(notification);
	const readable = isCallback && !hasOneReading(payload as Callback['fields']) ? {} : payload;
	return {
		event: 'unknown',
		eventId: `unknown:${contentHash(notification)}`,
		...relations(readable),
		amount: amountOf(readable.amount),
		currency: currencyOf(readable),
		status: textOf(readable.status) ?? null,
		referenceNumber: referenceOf(readable),
		payload,
	};
}

function contentOf(notification: Notification): { payload: Fields; isCallback: boolean } {
	const isCallback = notification.format === 'callback';
	return { payload: isCallback ? { ...notification.fields } : notification.payload, isCallback };
}

/** Of a callback what is signed counts: the same text, cut differently, is the same event. */
function contentHash(notification: Notification): string {
	return hash(
		notification.format === 'callback'
			? callbackMessage(notification.fields)
			: canonical(notification.payload),
	);
}

/** The id of an event that is told from others of its kind by its parts, such as ids of records. */
export function eventIdOf(event: EventKind, parts: Array<string | undefined>): string {
	return `${event}:${hash(JSON.stringify(parts))}`;
}

/** Statuses of a charge that was refunded (docs/interface.md, Charge status). */
const refundedStatuses = ['refunded', 'partially_refunded'];

/** Whether a charge says that it was refunded, in part or whole: by its status, or by an amount. */
export function isRefunded({ status, refunded_amount }: Fields): boolean {
	return refundedStatuses.includes(textOf(status) ?? '') || (amountOf(refunded_amount) ?? 0) > 0;
}

/**
 * A refund by its own fields, in either format and whatever the headers say: what a refund's address receives is
 * nowhere stated (docs/interface.md, Notification of a refund). A form like a payment's is one if its status says so.
 */
function refund({ format }: Notification, payload: Fields): Reading | undefined {
	const ids = relations(payload);
	if (!ids.paymentId) return undefined;
	const status = textOf(payload.status) ?? '';
	if (format === 'event') {
		if (kindOf(payload) !== 'refund') return undefined;
	} else {
		if (['completed', 'failed'].includes(status)) return undefined;
		if (!hasMark(payload, 'refund') && !refundedStatuses.includes(status)) return undefined;
	}
	// An id that is none was cut elsewhere than where it was signed.
	if (payload.refund_id && !idOf(payload.refund_id)) return undefined;
	const refundId = idOf(payload.refund_id) ?? idOf(payload.id);
	return refundId ? readings.refund(payload, refundId) : { event: 'refund', ...ids };
}

/**
 * A form about a payment request (docs/interface.md, Callback). At the address of a refund it is
 * neither one nor the other for certain: `unknown`, so that no money is taken for what it is not.
 */
function payment({ fields, isRefund }: Callback): Reading | undefined {
	if (isRefund || hasMark(fields, 'refund')) return undefined;
	const { payment_id, payment_request_id, status } = fields;
	const event = `payment.${status ?? ''}`;
	if (event !== 'payment.completed' && event !== 'payment.failed') return undefined;
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

type Kind = 'charge' | 'payout' | 'payment_request' | 'refund' | 'other';

/** Fields that only one kind of record has (docs/interface.md, Records): each has at least one of its own. */
const marks: Record<Kind, string[]> = {
	charge: [
		'closed_at',
		'home_currency',
		'exchange_rate',
		'fixed_fee',
		'discount_fee',
		'discount_fee_rate',
		'webhook_status',
		'admin_fee',
		'payment_provider',
	],
	payout: ['arrival_date', 'bank_name', 'bank_account', 'source_amount', 'source_currency'],
	payment_request: ['allow_repeated_payments', 'payment_methods', 'payments', 'payment_type'],
	refund: ['amount_refunded', 'refund_id'],
	// Transfers, orders, invoices and subscriptions, which share fields with the others.
	other: [
		'beneficiary',
		'line_items',
		'order_display_number',
		'invoice_number',
		'business_recurring_plans_id',
		'cycle',
	],
};

/** What a record is by its own fields; nothing if they are of no kind, or of more than one. */
function kindOf(payload: Fields): Kind | undefined {
	const [kind, ...more] = (Object.keys(marks) as Kind[]).filter((one) => hasMark(payload, one));
	return more.length === 0 ? kind : undefined;
}

function hasMark(payload: Fields, kind: Kind): boolean {
	return marks[kind].some((name) => Object.hasOwn(payload, name));
}

/**
 * A record of the account, and what happened to it (docs/interface.md, Event). What it is, its fields say; the
 * headers have to agree.
 */
function record({ payload, object, type }: ServiceEvent): Reading | undefined {
	const id = idOf(payload.id);
	if (!id || kindOf(payload) !== object) return undefined;
	switch (`${object}.${type}`) {
		case 'charge.created':
			return isRefunded(payload) ? undefined : readings['charge.created'](payload, id);
		case 'charge.updated':
			return readings['charge.updated'](payload, id);
		case 'payout.created':
			return readings['payout.created'](payload, id);
		case 'payment_request.completed':
			return request(payload, id, 'completed', ['succeeded', 'completed', 'succeeded_manually']);
		case 'payment_request.failed':
			return request(payload, id, 'failed', ['failed']);
		default:
			return undefined;
	}
}

/** What is read of a record of which the kind is known, and its id. */
const readings = {
	'charge.created': (payload: Fields, id: string): Reading => ({
		event: 'charge.created',
		...relations(payload),
		paymentId: id,
		parts: [id],
	}),
	'charge.updated': (payload: Fields, id: string): Reading => {
		const updatedAt = textOf(payload.updated_at);
		return {
			event: 'charge.updated',
			...relations(payload),
			paymentId: id,
			...(updatedAt && { parts: [id, textOf(payload.status), updatedAt] }),
		};
	},
	'payout.created': (_payload: Fields, id: string): Reading => ({
		event: 'payout.created',
		payoutId: id,
		parts: [id],
	}),
	refund: (payload: Fields, id: string): Reading => ({
		event: 'refund',
		refundId: id,
		...relations(payload),
		parts: [id, textOf(payload.status)],
	}),
};

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
	const money = paymentsOf(payload)
		.filter((one) => idOf(one.id) && paymentStatuses.includes(textOf(one.status) ?? ''))
		.reduce<Fields | undefined>(
			(last, one) => (last && isBefore(one, last) ? last : one),
			undefined,
		);
	// A failed try leaves the request open: then a payment, or a reason, says that it failed.
	const says = textOf(payload.status);
	const reason = textOf(payload.error_message) ?? textOf(payload.failure_reason);
	const isSaid = says === status || money !== undefined || (status === 'failed' && reason);
	if (!isSaid || (status === 'failed' && says === 'completed')) return undefined;
	const paymentId = idOf(money?.id) ?? idOf(payload.payment_id);
	return {
		event: `payment.${status}`,
		status,
		paymentRequestId,
		...(money && { money }),
		...(paymentId && { paymentId, parts: [paymentRequestId, paymentId] }),
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

/** An id can be of many forms, as not all are said to be UUIDs, but is never a way out of a path. */
function idOf(value: unknown): string | undefined {
	const id = typeof value === 'number' ? String(value) : value;
	return typeof id === 'string' && /^\w[\w.:-]{0,254}$/.test(id) ? id : undefined;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
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
