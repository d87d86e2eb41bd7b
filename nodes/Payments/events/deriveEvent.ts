import { isPaid, normalizeStatus } from '../shared/chargeStatus';
import { type PaymentEvent, eventIdOf } from './event';
import { eventOfStatus, objectOf, isAccountEvent } from './kinds';

/**
 * Returns the events that an event also reports, each with the ID of the event that HitPay may send for it: the payment
 * of a new charge, its failure, or the status of a transfer.
 */
export function derivedFrom(event: PaymentEvent): PaymentEvent[] {
	const { event: kind, payment_id, transfer_id, status, payload } = event;
	if (kind === 'charge.created') return [...asPayment(event), ...asStatus(event, payment_id)];
	if (kind !== 'transfer.created' && kind !== 'transfer.updated') return [];
	// The record may have another status by now, which another event reports.
	const isCurrent = normalizeStatus(payload.status) === normalizeStatus(status);
	return isCurrent ? asStatus(event, transfer_id) : [];
}

/** Returns a new charge as the payment of its payment request. */
function asPayment(event: PaymentEvent): PaymentEvent[] {
	const { payment_id, payment_request_id, status } = event;
	if (!payment_request_id || !(isPaid(status) || status === 'failed')) return [];
	const outcome = status === 'failed' ? 'failed' : 'completed';
	const kind = `payment.${outcome}` as const;
	const event_id = eventIdOf(kind, [payment_request_id, payment_id]);
	return [{ ...event, event: kind, event_id, status: outcome, derived_from: event.event }];
}

/** Returns the event of the record's status, if there is one. */
function asStatus(event: PaymentEvent, id: string | undefined): PaymentEvent[] {
	const kind = isAccountEvent(event.event)
		? eventOfStatus(objectOf(event.event), event.status)
		: undefined;
	if (!kind) return [];
	return [{ ...event, event: kind, event_id: eventIdOf(kind, [id]), derived_from: event.event }];
}
