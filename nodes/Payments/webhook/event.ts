import type { Notification } from './read';

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
	/** The same for every delivery of one event, and never the same for two events. */
	eventId: string;
	paymentId?: string;
	paymentRequestId?: string;
	refundId?: string;
	payoutId?: string;
	amount: number | null;
	/** In small letters. */
	currency: string | null;
	status: string | null;
	referenceNumber: string | null;
	/** What came, but for its signature. */
	payload: Record<string, unknown>;
}

export function toEvent(notification: Notification): PaymentEvent {
	throw new Error(`to be written ${notification.format}`);
}
