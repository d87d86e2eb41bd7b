import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import { derivedFrom } from '../events/deriveEvent';
import type { PaymentEvent } from '../events/event';
import { happenedAt } from '../events/eventTime';
import type { AccountEvent } from '../events/kinds';
import { eventOf } from '../events/records';
import { PAID_STATUSES } from '../shared/chargeStatus';
import { pollingMessages } from '../shared/messages/polling';
import { HOUR_MS } from '../shared/time';
import type { Event } from './lists';

/**
 * How long a record waits for its notification, in milliseconds (choice): the first attempts of HitPay take seconds, and
 * a poll that is earlier would start the workflow in place of most notifications. Each event starts it once at any time: run/eachEventOnce.ts.
 */
const WAIT_MS = HOUR_MS / 12;

/**
 * The events that HitPay notifies of new and changed records. Of other changes, a record does not show which change was notified: a second
 * partial refund leaves the status of its charge, and a time of update may be that of a later change.
 */
const kinds: Partial<Record<Event, AccountEvent>> = {
	newCharge: 'charge.created',
	newOrder: 'order.created',
	newPayout: 'payout.created',
	transferStatusChanged: 'transfer.updated',
};

/** The statuses of charges that can be selected, with those that follow: no other status is that of a new charge's event. */
const chargeStatuses: Record<string, string[]> = { failed: ['failed'], succeeded: PAID_STATUSES };

/** Returns the event that HitPay notifies of the records of a poll. @throws an error if no record identifies it */
export function notifiedAs(context: IPollFunctions, event: Event): AccountEvent {
	const kind = kinds[event];
	if (kind === undefined) throw operationError(context, pollingMessages.eventNotNotified);
	return kind;
}

/**
 * Returns the filters by which a list has all records that were notified as an event, whatever their status is by now.
 *
 * @throws an error if a filter is about a later status, which is not that event
 */
export function notifiedFilters(
	context: IPollFunctions,
	event: Event,
	filters: IDataObject & { statuses?: string[] },
): IDataObject & { statuses?: string[] } {
	if (event === 'transferStatusChanged') return filters;
	if (event === 'newCharge') {
		const { statuses = Object.keys(chargeStatuses) } = filters;
		const all = statuses.map((status) => chargeStatuses[status]);
		if (!all.every((one) => one !== undefined)) {
			throw operationError(context, pollingMessages.chargeStatusNotNotified);
		}
		return { ...filters, statuses: all.flat() };
	}
	if (Object.keys(filters).length === 0) return filters;
	throw operationError(context, pollingMessages.statusNotNotified);
}

/** Returns the event that a record is notified as, and those that may be notified in its place. */
export function eventsOf(
	kind: AccountEvent,
	record: IDataObject,
): [PaymentEvent, ...PaymentEvent[]] {
	const event = { ...eventOf(kind, withId(record)), payload: record };
	const derived = derivedFrom(event);
	const [status] = derived;
	// The status of a transfer is an event of its own, which happens once.
	return kind === 'transfer.updated' && status ? [status, event] : [event, ...derived];
}

/** Returns the ID of the event that a record is notified as: that of a failed charge differs from that of its payment. */
export function notifiedIdOf(kind: AccountEvent, record: IDataObject): string {
	return eventOf(kind, withId(record)).event_id;
}

/** Returns whether the notification of a record may still be on its way. @param now by the clock of the API */
export function isAwaited(kind: AccountEvent, record: IDataObject, now: number): boolean {
	const at = happenedAt(kind, record)?.earliest ?? Number.NEGATIVE_INFINITY;
	return now - at < WAIT_MS;
}

/** A record that can be compared has an ID (polling/read.ts). */
const withId = (record: IDataObject) => record as IDataObject & { id: string };
