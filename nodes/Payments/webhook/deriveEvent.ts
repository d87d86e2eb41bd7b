import { isPaid, normalizeStatus } from '../shared/chargeStatus';
import { accountEvents, statusIn, type AccountEvent } from './accountEvents';
import { eventIdOf, type PaymentEvent } from './normalizeEvent';

/** The events that are named after a status. */
const statusEvents = (Object.keys(accountEvents) as AccountEvent[]).filter(statusIn);

/** The events that others are derived from, where an endpoint cannot be registered for those (docs/dialects.md). */
const sources: Record<string, string[]> = {
	...Object.fromEntries(
		statusEvents.map((event) => [event, ['transfer.created', 'transfer.updated']]),
	),
	'charge.failed': ['charge.created'],
	'payment_request.completed': ['charge.created'],
	'payment_request.failed': ['charge.created'],
};

/** Returns the event types of the API without those that can be derived from others, and with these others. */
export function withSources(eventTypes: string[]): string[] {
	return [...new Set(eventTypes.flatMap((type) => sources[type] ?? [type]))].sort();
}

/**
 * Returns what an event also reports, with the ID that the event of its own would have: the payment of a new charge, its
 * failure, or the status of a transfer.
 *
 * @param isSelected returns whether an event starts the workflow
 */
export function deriveEvent(
	event: PaymentEvent,
	isSelected: (kind: PaymentEvent['event']) => boolean,
): PaymentEvent | undefined {
	return derived(event).find(({ event: kind }) => isSelected(kind));
}

function derived(event: PaymentEvent): PaymentEvent[] {
	const { event: kind, payment_id, transfer_id } = event;
	if (kind === 'charge.created') return [...asPayment(event), ...asStatus(event, payment_id)];
	const isOfTransfer = kind === 'transfer.created' || kind === 'transfer.updated';
	return isOfTransfer ? asStatus(event, transfer_id) : [];
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

/** Returns a record as the event that its status has, if there is one. */
function asStatus(event: PaymentEvent, id: string | undefined): PaymentEvent[] {
	const [object] = event.event.split('.');
	const kind = statusEvents.find(
		(one) =>
			one.startsWith(`${object}.`) &&
			normalizeStatus(statusIn(one)) === normalizeStatus(event.status),
	);
	if (!kind) return [];
	return [{ ...event, event: kind, event_id: eventIdOf(kind, [id]), derived_from: event.event }];
}
