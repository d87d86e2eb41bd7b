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
const closed = { times: ['closed_at', 'created_at'] };
const created = { isOnce: true, times: ['created_at'] };
const updated = { times: ['updated_at'] };
const transferStatus = {
	isOnce: true,
	...updated,
	sources: ['transfer.created', 'transfer.updated'],
} as const;

function row<T extends Record<string, Kind>>(rows: T): Record<keyof T, Kind> {
	return rows;
}

/** The events about a record of the account, by the names of the API, which begin with the name of the record. */
const kinds = row({
	'charge.created': {
		label: 'Charge Created',
		description: 'A charge was paid or failed: check its status',
		isOnce: true,
		...closed,
	},
	'charge.failed': {
		label: 'Charge Failed',
		description: 'A charge failed',
		status: 'failed',
		isOnce: true,
		...closed,
		sources: ['charge.created'],
	},
	'charge.updated': {
		label: 'Charge Updated',
		description: 'A charge was refunded or changed',
		...updated,
	},
	'invoice.created': {
		label: 'Invoice Created',
		description: 'An invoice was created',
		...created,
	},
	'invoice.updated': {
		label: 'Invoice Updated',
		description: 'An invoice changed, e.g. it was paid',
		...updated,
	},
	'order.created': {
		label: 'Order Created',
		description: 'An order was created',
		...created,
	},
	'order.updated': {
		label: 'Order Updated',
		description: 'An order changed',
		...updated,
	},
	'payout.created': {
		label: 'Payout Created',
		description: 'A payout was scheduled',
		...created,
	},
	'recurring_billing.method_attached': {
		label: 'Subscription Payment Method Attached',
		description: 'The customer saved a payment method for a subscription',
		...updated,
	},
	'recurring_billing.method_detached': {
		label: 'Subscription Payment Method Detached',
		description: 'The payment method of a subscription was removed',
		...updated,
	},
	'recurring_billing.subscription_updated': {
		label: 'Subscription Updated',
		description: 'A subscription changed, e.g. it was canceled',
		...updated,
	},
	'transfer.canceled': {
		label: 'Transfer Canceled',
		description: 'A transfer was canceled',
		status: 'canceled',
		...transferStatus,
	},
	'transfer.created': {
		label: 'Transfer Created',
		description: 'A transfer was created',
		...created,
	},
	'transfer.failed': {
		label: 'Transfer Failed',
		description: 'A transfer failed',
		status: 'failed',
		...transferStatus,
	},
	'transfer.paid': {
		label: 'Transfer Paid',
		description: 'A transfer was paid',
		status: 'paid',
		...transferStatus,
	},
	'transfer.processing': {
		label: 'Transfer Processing',
		description: 'A transfer is being processed',
		status: 'processing',
		...transferStatus,
	},
	'transfer.scheduled': {
		label: 'Transfer Scheduled',
		description: 'A transfer was scheduled',
		status: 'scheduled',
		...transferStatus,
	},
	'transfer.updated': {
		label: 'Transfer Updated',
		description: 'A transfer changed, e.g. it was paid',
		...updated,
	},
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
	return isAccountEvent(event) ? kinds[event].times : closed.times;
}

/** Returns the events from which an event can be derived; none if it is never derived. */
export function sourcesOf(event: string): readonly string[] {
	if (/^payment_request\.(completed|failed)$/.test(event)) return ['charge.created'];
	return (isAccountEvent(event) && kinds[event].sources) || [];
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
