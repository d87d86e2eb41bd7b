import { normalizeStatus } from '../../shared/chargeStatus';

/** A kind of event of the account. */
interface Kind {
	/** The label in the editor. */
	label: string;
	/** The record that it is about. */
	object: AccountObject;
	/** The status that it is named after. */
	status?: string;
	/** Whether it happens to a record once, so that the record identifies it. Others are identified by their time too. */
	isOnce?: boolean;
	/** The fields with the time at which it happened: the first that the record has counts. */
	times: string[];
	/** The events that it is derived from, where an endpoint cannot be registered for it (docs/dialects.md). */
	sources?: readonly string[];
}

/** The ID of each record of the account, by the name that the headers of an event have for the record. */
export const idNames = {
	charge: 'payment_id',
	invoice: 'invoice_id',
	order: 'order_id',
	payout: 'payout_id',
	recurring_billing: 'recurring_billing_id',
	transfer: 'transfer_id',
} as const;

/** Where the API has these records. */
const paths: Record<AccountObject, string> = {
	charge: '/v1/charges',
	invoice: '/v1/invoices',
	order: '/v1/orders',
	payout: '/v1/payouts',
	recurring_billing: '/v1/recurring-billing',
	transfer: '/v1/transfers',
};

export type AccountObject = keyof typeof idNames;

export type IdName = (typeof idNames)[AccountObject];

/** A charge is closed when its payment succeeds or fails. Later changes, such as a refund, only change `updated_at`. */
const closed = { times: ['closed_at', 'created_at'] };
const created = { isOnce: true, times: ['created_at'] };
const updated = { times: ['updated_at'] };
const transferStatus = {
	object: 'transfer',
	isOnce: true,
	...updated,
	sources: ['transfer.created', 'transfer.updated'],
} as const;

function row<T extends Record<string, Kind>>(rows: T): Record<keyof T, Kind> {
	return rows;
}

/** The events about a record of the account, by the names of the API. */
const kinds = row({
	'charge.created': { label: 'Charge Created', object: 'charge', isOnce: true, ...closed },
	'charge.failed': {
		label: 'Charge Failed',
		object: 'charge',
		status: 'failed',
		isOnce: true,
		...closed,
		sources: ['charge.created'],
	},
	'charge.updated': { label: 'Charge Updated', object: 'charge', ...updated },
	'invoice.created': { label: 'Invoice Created', object: 'invoice', ...created },
	'invoice.updated': { label: 'Invoice Updated', object: 'invoice', ...updated },
	'order.created': { label: 'Order Created', object: 'order', ...created },
	'order.updated': { label: 'Order Updated', object: 'order', ...updated },
	'payout.created': { label: 'Payout Created', object: 'payout', ...created },
	'recurring_billing.method_attached': {
		label: 'Subscription Payment Method Attached',
		object: 'recurring_billing',
		...updated,
	},
	'recurring_billing.method_detached': {
		label: 'Subscription Payment Method Detached',
		object: 'recurring_billing',
		...updated,
	},
	'recurring_billing.subscription_updated': {
		label: 'Subscription Updated',
		object: 'recurring_billing',
		...updated,
	},
	'transfer.canceled': { label: 'Transfer Canceled', status: 'canceled', ...transferStatus },
	'transfer.created': { label: 'Transfer Created', object: 'transfer', ...created },
	'transfer.failed': { label: 'Transfer Failed', status: 'failed', ...transferStatus },
	'transfer.paid': { label: 'Transfer Paid', status: 'paid', ...transferStatus },
	'transfer.processing': { label: 'Transfer Processing', status: 'processing', ...transferStatus },
	'transfer.scheduled': { label: 'Transfer Scheduled', status: 'scheduled', ...transferStatus },
	'transfer.updated': {
		label: 'Transfer Updated',
		object: 'transfer',
		...updated,
	},
});

export type AccountEvent = keyof typeof kinds;

/** The events of the account, by the names of the API, and their labels. */
export const accountEvents = Object.fromEntries(
	Object.entries(kinds).map(([name, { label }]) => [name, label]),
) as Record<AccountEvent, string>;

export function isAccountEvent(event: string): event is AccountEvent {
	return Object.hasOwn(kinds, event);
}

/** Returns the record that an event is about. */
export function objectOf(event: AccountEvent): AccountObject {
	return kinds[event].object;
}

/** Returns the path of a kind of record. */
export function pathOf(object: AccountObject): string {
	return paths[object];
}

/** Returns the status in the name of an event; undefined if it names none. */
export function statusIn(event: AccountEvent): string | undefined {
	return kinds[event].status;
}

/** Returns whether an event happens to a record once: it is created, or has a status. */
export function isOnce(event: AccountEvent): boolean {
	return kinds[event].isOnce ?? false;
}

/** Returns the fields with the time at which an event happened. The first that the record has counts. */
export function timesOf(event: string): string[] {
	if (event === 'refund') return ['refunded_at', 'created_at'];
	return isAccountEvent(event) ? kinds[event].times : closed.times;
}

/** Returns the events that another one is derived from; none if it is never derived. */
export function sourcesOf(event: string): readonly string[] {
	if (/^payment_request\.(completed|failed)$/.test(event)) return ['charge.created'];
	return (isAccountEvent(event) && kinds[event].sources) || [];
}

/** Returns the event that a record has by its status; undefined if there is none. */
export function eventOfStatus(object: string, status: unknown): AccountEvent | undefined {
	return (Object.keys(kinds) as AccountEvent[]).find(
		(event) =>
			objectOf(event) === object &&
			statusIn(event) !== undefined &&
			normalizeStatus(statusIn(event)) === normalizeStatus(status),
	);
}
