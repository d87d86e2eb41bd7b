import { normalizeStatus } from '../shared/chargeStatus';
import type { AccountObject } from './objects';

/** A value of the trigger's parameter 'mode'. */
export type Mode = 'requests' | 'link' | 'account';

/** A kind of event. */
interface Kind {
	label: string;
	/** The description in the editor: when HitPay sends the event. */
	description: string;
	/** The description for events of the account, if it differs. */
	ofAccount?: string;
	/** The modes in which it can occur. Default: only for the events of the account. */
	modes?: readonly Mode[];
	/** Its name where an endpoint is registered, if that differs (docs/interface.md, Event). */
	type?: string;
	/** The status that its record has, if the event is about one. */
	status?: string;
	/** Whether it happens to a record once, so that the record's ID identifies it. For others, the time does, too. */
	isOnce?: boolean;
	/** The fields with the time of the event: the first one in the record counts. */
	times: string[];
	/** The events from which it is derived if no endpoint can be registered for it (docs/dialects.md). */
	sources?: readonly string[];
}

/** A charge is closed when its payment succeeds or fails. Later changes, such as a refund, only change `updated_at`. */
export const closed = ['closed_at', 'created_at'];

function created(label: string, description: string): Kind {
	return { label, description, isOnce: true, times: ['created_at'] };
}

function updated(label: string, description: string): Kind {
	return { label, description, times: ['updated_at'] };
}

function ofTransfer(status: string, label: string, description: string): Kind {
	const sources = ['transfer.created', 'transfer.updated'];
	return { ...updated(label, description), status, isOnce: true, sources };
}

function row<T extends Record<string, Kind>>(rows: T): Record<keyof T, Kind> {
	return rows;
}

/** The events about a record of the account, by the names of the API, which begin with the name of the record. */
const accountKinds = row({
	'charge.created': {
		...created('Charge Created', 'A charge was paid or failed: check its status'),
		times: closed,
	},
	'charge.failed': {
		...created('Charge Failed', 'A charge failed'),
		times: closed,
		status: 'failed',
		sources: ['charge.created'],
	},
	'charge.updated': updated('Charge Updated', 'A charge was refunded or changed'),
	'invoice.created': created('Invoice Created', 'An invoice was created'),
	'invoice.updated': updated('Invoice Updated', 'An invoice changed, e.g. it was paid'),
	'order.created': created('Order Created', 'An order was created'),
	'order.updated': updated('Order Updated', 'An order changed'),
	'payout.created': created('Payout Created', 'A payout was scheduled'),
	'recurring_billing.method_attached': updated(
		'Subscription Payment Method Attached',
		'The customer saved a payment method for a subscription',
	),
	'recurring_billing.method_detached': updated(
		'Subscription Payment Method Detached',
		'The payment method of a subscription was removed',
	),
	'recurring_billing.subscription_updated': updated(
		'Subscription Updated',
		'A subscription changed, e.g. it was canceled',
	),
	'transfer.canceled': ofTransfer('canceled', 'Transfer Canceled', 'A transfer was canceled'),
	'transfer.created': created('Transfer Created', 'A transfer was created'),
	'transfer.failed': ofTransfer('failed', 'Transfer Failed', 'A transfer failed'),
	'transfer.paid': ofTransfer('paid', 'Transfer Paid', 'A transfer was paid'),
	'transfer.processing': ofTransfer(
		'processing',
		'Transfer Processing',
		'A transfer is being processed',
	),
	'transfer.scheduled': ofTransfer('scheduled', 'Transfer Scheduled', 'A transfer was scheduled'),
	'transfer.updated': updated('Transfer Updated', 'A transfer changed, e.g. it was paid'),
});

/** The events about a payment, whose record is its charge. With events of the account, HitPay sends those of payment requests. */
const paymentKinds = row({
	'payment.completed': {
		label: 'Payment Completed',
		description: 'A customer paid',
		ofAccount:
			'A payment request was paid. For all payments, e.g. with a static QR code, select Charge Paid.',
		modes: ['requests', 'link', 'account'],
		type: 'payment_request.completed',
		status: 'succeeded',
		times: closed,
		sources: ['charge.created'],
	},
	'payment.failed': {
		label: 'Payment Failed',
		description: 'A payment failed. The customer of a payment request can try again.',
		ofAccount: 'A payment of a payment request failed. For all payments, select Charge Failed.',
		modes: ['requests', 'link', 'account'],
		type: 'payment_request.failed',
		status: 'failed',
		times: closed,
		sources: ['charge.created'],
	},
	'payment.pending': {
		label: 'Payment Pending',
		description: 'A payment is in progress: nothing is paid yet',
		modes: ['requests', 'link'],
		status: 'pending',
		times: closed,
	},
});

const refundKinds = row({
	refund: {
		label: 'Refund',
		description: 'A refund was made or its status changed, e.g. to failed: check its status',
		modes: ['requests', 'account'],
		ofAccount: "A charge was refunded. In the output, 'amount' is the total refunded so far.",
		type: 'charge.updated',
		times: ['refunded_at', 'created_at'],
	},
});

/** A new charge with the status of one that was paid: HitPay has no event for it, so the node outputs `charge.created`. */
const selections = row({
	'charge.paid': {
		label: 'Charge Paid',
		description:
			"A customer paid in any way: on a checkout page, with a static QR code or at a point of sale. In the output, 'event' is charge.created.",
		type: 'charge.created',
		times: closed,
	},
});

/** All kinds that can be selected: the editor's lists and docs/resources/trigger.md are made of them. */
export const kinds: Partial<Record<string, Kind>> = {
	...accountKinds,
	...paymentKinds,
	...refundKinds,
	...selections,
};

export type AccountEvent = keyof typeof accountKinds;
export type PaymentKind = keyof typeof paymentKinds;
export type KnownKind = AccountEvent | PaymentKind | keyof typeof refundKinds;

export function isAccountEvent(event: string): event is AccountEvent {
	return Object.hasOwn(accountKinds, event);
}

/** Returns whether an event is about a payment, of a payment request or of a subscription. */
export function isPaymentEvent(event: string): event is PaymentKind {
	return Object.hasOwn(paymentKinds, event);
}

/** Returns the record that an event of the account is about. */
export function objectOf(event: AccountEvent | PaymentKind): AccountObject {
	return isPaymentEvent(event) ? 'charge' : (event.slice(0, event.indexOf('.')) as AccountObject);
}

/** Returns the status that the record of an event has; undefined if the event is about none. */
export function statusIn(event: AccountEvent | PaymentKind): string | undefined {
	return kinds[event]!.status;
}

/** Returns whether an event happens to a record once: it is created, or has a status. */
export function isOnce(event: AccountEvent): boolean {
	return accountKinds[event].isOnce ?? false;
}

/** Returns the event that is named after a status of a record; undefined if there is none. */
export function eventOfStatus(object: string, status: unknown): AccountEvent | undefined {
	return (Object.keys(accountKinds) as AccountEvent[]).find(
		(event) =>
			objectOf(event) === object &&
			statusIn(event) !== undefined &&
			normalizeStatus(statusIn(event)) === normalizeStatus(status),
	);
}

/** Returns whether an event can occur in a mode: an expression may select any. */
export function canOccur(mode: unknown, event: string): boolean {
	if (!Object.hasOwn(kinds, event)) return false;
	const { modes = ['account'] } = kinds[event]!;
	return modes.includes(mode as Mode);
}
