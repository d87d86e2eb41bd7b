import type { IDataObject } from 'n8n-workflow';

import { normalizeStatus } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { idTextOf } from '../shared/record';
import { savedMethodOf } from '../shared/savedMethod';
import { HOUR_MS } from '../shared/time';
import { type Identities, type PaymentEvent, eventIdOf } from './event';
import { isBefore, periodOf } from './eventTime';
import { currencyOf, customerOf, isRefunded, isRefundedMore } from './fields';
import { isAccountEvent, isOnce, isPaymentEvent, objectOf } from './kinds';
import { eventOf } from './records';

/** An event that a record of the API proves. */
export interface ConfirmedEvent extends Identities {
	/** The event with the values of the record. */
	event: PaymentEvent;
	record: IDataObject;
}

/** How long HitPay repeats a notification, in milliseconds. */
const RETRIES_MS = 24 * HOUR_MS;

/**
 * Orders the payments that a notification without an ID may be about: first those since n8n started, from the oldest,
 * since each may not have started the workflow yet; then the others, from the newest.
 *
 * @param time the present time of the API, in milliseconds since 1970, and `startedAt` that of the start of n8n
 */
export function inOrder(records: IDataObject[], startedAt: number, time: number): IDataObject[] {
	const createdAt = ({ created_at }: IDataObject) => periodOf(created_at)?.latest ?? 0;
	const newest = [...records].sort((one, other) => createdAt(other) - createdAt(one));
	const present = newest.filter((one) => createdAt(one) >= startedAt).reverse();
	const earlier = newest.filter((one) => createdAt(one) < startedAt);
	const ordered = [...present, ...earlier.filter((one) => time - createdAt(one) < RETRIES_MS)];
	return ordered.length > 0 ? ordered : newest.slice(0, 1);
}

/** Returns whether a record is older than the notification about it, as copies of a database can be. */
export function isOutdated({ payload }: PaymentEvent, record: IDataObject): boolean {
	if (payload.id !== record.id) return false;
	return (
		isBefore(record.updated_at, payload.updated_at) ||
		isRefundedMore(payload, record) ||
		(isRefunded(payload) && !isRefunded(record))
	);
}

/** Returns whether a record may be that of an event: the values that never change are the same. Other amounts may. */
export function matches(claim: PaymentEvent, record: IDataObject): boolean {
	const { event, amount, currency } = claim;
	if (idTextOf(record) === undefined) return false;
	const object = isAccountEvent(event) ? objectOf(event) : 'charge';
	if (!['charge', 'payout', 'transfer'].includes(object)) return true;
	const relation = event === 'refund' ? 'payment_id' : 'payment_request_id';
	const recorded = recordedEvent(claim, record);
	return (
		[undefined, record[relation]].includes(claim[relation]) &&
		amount !== null &&
		amount === recorded.amount &&
		currency === recorded.currency
	);
}

/**
 * Returns a confirmed event with the values of the API's record. Values that are not confirmed are in the payload only.
 * If the record has changed since, the event keeps the ID of the notification; both IDs count as used.
 */
export function asRecorded(claim: PaymentEvent, record: IDataObject): ConfirmedEvent {
	const event = recordedEvent(claim, record);
	const mayChange = isAccountEvent(claim.event) && !isOnce(claim.event);
	const isEarlier = mayChange && isBefore(claim.payload.updated_at, record.updated_at);
	const event_id = isEarlier ? claim.event_id : event.event_id;
	// Without an ID, the notification of the next payment has the same text.
	const claimed = isPaymentEvent(claim.event) ? [] : [claim.event_id, ...changeOf(claim, record)];
	const ids = [...new Set([...claimed, event.event_id])];
	return { event: { ...event, event_id }, record, blockedBy: ids, uses: ids };
}

/**
 * Identifies a change of a subscription, by the record: the events of one change differ by headers only, which anyone can
 * send. Two changes may have the same time, in seconds.
 */
function changeOf({ event }: PaymentEvent, record: IDataObject): string[] {
	const isChange = isAccountEvent(event) && objectOf(event) === 'recurring_billing';
	const { updated_at } = record;
	if (!isChange || typeof updated_at !== 'string') return [];
	const state = [normalizeStatus(record.status), Boolean(savedMethodOf(record))];
	return [`change:${idTextOf(record)}:${updated_at}:${state.join(':')}`];
}

function recordedEvent(claim: PaymentEvent, record: IDataObject): PaymentEvent {
	const { event, payload } = claim;
	const id = idTextOf(record)!;
	if (!isPaymentEvent(event)) {
		// An unknown event has no record, so it is never confirmed.
		if (event === 'unknown') return claim;
		return { ...eventOf(event, { ...record, id }), payload };
	}
	const payment_request_id = record.payment_request_id as string | undefined;
	return {
		...claim,
		event_id: eventIdOf(event, [payment_request_id, id]),
		payment_id: id,
		payment_request_id,
		amount: amountOf(record.amount),
		currency: currencyOf(record),
		reference_number: (record.order_reference_number as string | undefined) || null,
		...customerOf(record),
	};
}
