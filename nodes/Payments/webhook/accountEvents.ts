/** The ID of each record of the account, by the name that the headers of an event have for the record. */
export const idNames = {
	charge: 'payment_id',
	invoice: 'invoice_id',
	order: 'order_id',
	payout: 'payout_id',
	recurring_billing: 'recurring_billing_id',
	transfer: 'transfer_id',
} as const;

export type AccountObject = keyof typeof idNames;

export type IdName = (typeof idNames)[AccountObject];

/** The events about a record of the account, by the names of the API, and their labels. */
export const accountEvents = {
	'charge.created': 'Charge Created',
	'charge.failed': 'Charge Failed',
	'charge.updated': 'Charge Updated',
	'invoice.created': 'Invoice Created',
	'invoice.updated': 'Invoice Updated',
	'order.created': 'Order Created',
	'order.updated': 'Order Updated',
	'payout.created': 'Payout Created',
	'recurring_billing.method_attached': 'Subscription Payment Method Attached',
	'recurring_billing.method_detached': 'Subscription Payment Method Detached',
	'recurring_billing.subscription_updated': 'Subscription Updated',
	'transfer.canceled': 'Transfer Canceled',
	'transfer.created': 'Transfer Created',
	'transfer.failed': 'Transfer Failed',
	'transfer.paid': 'Transfer Paid',
	'transfer.processing': 'Transfer Processing',
	'transfer.scheduled': 'Transfer Scheduled',
	'transfer.updated': 'Transfer Updated',
} as const;

export type AccountEvent = keyof typeof accountEvents;

export function isAccountEvent(event: string): event is AccountEvent {
	return Object.hasOwn(accountEvents, event);
}

/** Returns the record that an event is about. */
export function objectOf(event: AccountEvent): AccountObject {
	return event.split('.')[0] as AccountObject;
}

/** The statuses that events are named after. */
const STATUSES = ['canceled', 'failed', 'paid', 'processing', 'scheduled'];

/** Returns the status in the name of an event; undefined if it names none. */
export function statusIn(event: AccountEvent): string | undefined {
	return STATUSES.find((status) => event.endsWith(`.${status}`));
}

/** Returns whether an event happens to a record once: it is created, or has a status. */
export function isOnce(event: AccountEvent): boolean {
	return event.endsWith('.created') || statusIn(event) !== undefined;
}
