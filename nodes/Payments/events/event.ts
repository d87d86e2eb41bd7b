import { createHash } from 'crypto';

import { amountOf } from '../shared/money';
import { currencyOf, referenceOf, textOf, customerOf, type Fields } from './fields';
import type { KnownKind } from './kinds';
import type { IdName } from './objects';

export type EventKind = KnownKind | 'unknown';

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
	 * The same for every delivery of an event, and different for other events. It is the hash of the record's ID and
	 * its change, so that it does not depend on the format. Where these do not distinguish two events, it is the hash
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
	/** Of a transfer, the amount that the beneficiary receives. */
	amount: number | null;
	/** In lower case. */
	currency: string | null;
	/** `completed` or `failed` for a payment, otherwise the status of the record. */
	status: string | null;
	reference_number: string | null;
	/** The event from which this one is derived, if HitPay sent no event for it. */
	derived_from?: string;
	/** The received data, without its signature. */
	payload: Record<string, unknown>;
}

/** The fields of a payload of a known kind. */
export interface Reading extends Pick<PaymentEvent, 'payment_request_id' | 'refund_id' | IdName> {
	event: EventKind;
	/** The values that distinguish this event from others of its kind. By default, the whole payload. */
	parts?: Array<string | undefined>;
	/** The object with the amount and the currency, if that is not the payload itself. */
	money?: Fields;
	status?: string;
}

export interface Identities {
	/** If one of these has started the workflow, the event does not start it. */
	blockedBy: string[];
	/** The IDs with which no later event may start the workflow. */
	uses: string[];
}

/** @param content returns the hash of the whole payload, which takes time if the payload is large */
export function buildEvent(reading: Reading, payload: Fields, content: () => string): PaymentEvent {
	const { event, parts, money, status, ...ids } = reading;
	return {
		event,
		event_id: parts ? eventIdOf(event, parts) : `${event}:${content()}`,
		...ids,
		// 0 is an amount: a number in a record, and text in a form.
		amount:
			(event === 'refund' ? amountOf(payload.amount_refunded) : null) ??
			amountOf((money ?? payload).amount),
		currency: currencyOf(money ?? payload) ?? currencyOf(payload),
		status: status ?? textOf(payload.status) ?? null,
		reference_number: referenceOf(payload),
		...customerOf(payload),
		payload,
	};
}

/** Returns the ID of an event that its parts, such as IDs of records, distinguish from others of its kind. */
export function eventIdOf(event: EventKind, parts: Array<string | undefined>): string {
	return `${event}:${hash(JSON.stringify(parts))}`;
}

/** Writes JSON with sorted keys: equal content has equal text. receive/body.ts limits the depth. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join()}}`;
}

/** Hashes a text or bytes to 128 bits: short enough for a column, and long enough to be unique. */
export function hash(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex').slice(0, 32);
}
