import { normalizeStatus } from '../chargeStatus';
import type { AccountObject } from './objects';

/** A kind of event of the account. */
interface Kind {
	label: string;
	/** The description in the editor: when HitPay sends the event. */
	description: string;
	/** The status that it is named after. */
	status?: string;
	/** Whether it happens to a record once, so that the record's ID identifies it. For others, the time does, too. */
	isOnce?: boolean;
	/** The fields with the time of the event: the first one in the record counts. */
	times: string[];
	/** The events from which it is derived if no endpoint can be registered for it (docs/dialects.md). */
	sources?: readonly string[];
}

/** A charge is closed when its payment succeeds or fails. Later changes, such as a refund, only change `updated_at`. */
const closed = ['closed_at', 'created_at'];

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
const kinds = row({
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

export type AccountEvent = keyof typeof kinds;

/** The events of the account as options of the editor. */
export const accountEvents = (Object.keys(kinds) as AccountEvent[]).map((value) => {
	const { label, description } = kinds[value];
	return { name: label, value, description };
});

export function isAccountEvent(event: string): event is AccountEvent {
	return Object.hasOwn(kinds, event);
}

/** Returns the record that an event is about. */
export function objectOf(event: AccountEvent): AccountObject {
	return event.slice(0, event.indexOf('.')) as AccountObject;
}

/** Returns the status in the name of an event; undefined if it names none. */
export function statusIn(event: AccountEvent): string | undefined {
	return kinds[event].status;
}

/** Returns whether an event happens to a record once: it is created, or has a status. */
export function isOnce(event: AccountEvent): boolean {
	return kinds[event].isOnce ?? false;
}

/** Returns the fields with the time of an event. The first one in the record counts. */
export function timesOf(event: string): string[] {
	if (event === 'refund') return ['refunded_at', 'created_at'];
	return isAccountEvent(event) ? kinds[event].times : closed;
}

/** Returns the events from which an event can be derived; undefined if it is never derived. */
export function sourcesOf(event: string): readonly string[] | undefined {
	if (/^payment_request\.(completed|failed)$/.test(event)) return ['charge.created'];
	return isAccountEvent(event) ? kinds[event].sources : undefined;
}

/** Returns the event that is named after a status of a record; undefined if there is none. */
export function eventOfStatus(object: string, status: unknown): AccountEvent | undefined {
	return (Object.keys(kinds) as AccountEvent[]).find(
		(event) =>
			objectOf(event) === object &&
			statusIn(event) !== undefined &&
			normalizeStatus(statusIn(event)) === normalizeStatus(status),
	);
}
