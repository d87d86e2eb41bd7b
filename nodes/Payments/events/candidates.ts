import type { IDataObject } from 'n8n-workflow';

import { isPaid } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { derivedFrom } from './deriveEvent';
import type { Identities, PaymentEvent } from './event';
import { isRefunded } from './fields';
import { canOccur } from './kinds';

/** An event that may start the workflow. The record and the charge are those of the API, if they were requested. */
export interface Candidate extends Identities {
	event: PaymentEvent;
	record?: IDataObject;
	charge?: IDataObject;
}

/** The events that start the workflow, by the parameters of the trigger. */
export interface Selection {
	mode: unknown;
	events: string[];
	/** Whether the endpoint could not be registered for some events, so that they are derived from others. */
	isDerived?: boolean;
}

/**
 * Returns the event and the events that it also reports, as far as they are selected, in the order in which they may
 * start the workflow. One start stands for all of them. Unknown events always start it.
 *
 * @param charge of an event that `mayBeRefund`, if it exists
 */
export function candidatesOf<T extends Candidate>(
	proven: T,
	selection: Selection,
	charge?: IDataObject,
): T[] {
	const { mode, events, isDerived } = selection;
	const isSelected = ({ event: one }: Candidate) =>
		one.event === 'unknown' ||
		selectionsOf(one).some((kind) => canOccur(mode, kind) && events.includes(kind));
	const reported = mayBeRefund(proven, selection)
		? asRefund(proven, charge)
		: isDerived && mode === 'account'
			? derivedFrom(proven.event).map((one) => reportedBy(proven, one))
			: [];
	return [...reported, proven].filter(isSelected);
}

/** Returns whether an event is the update of a charge by a refund, or may be one: then its charge is needed. */
export function mayBeRefund({ event, record }: Candidate, { mode, events }: Selection): boolean {
	if (mode !== 'account' || event.event !== 'charge.updated' || !events.includes('refund'))
		return false;
	const update = record ?? event.payload;
	return isRefunded(update) || update.refunded_amount === undefined;
}

/** Returns the total refunded amount in major units; null if neither the update nor the charge has it. */
export function refundedTotal({ event, record }: Candidate, charge?: IDataObject): number | null {
	const [update, read] = [record ?? event.payload, charge].map((one) =>
		amountOf(one?.refunded_amount),
	);
	return update || read || null;
}

/** Returns the values of 'Events' that select an event. */
function selectionsOf({ event, status }: PaymentEvent): string[] {
	return event === 'charge.created' && isPaid(status) ? [event, 'charge.paid'] : [event];
}

/**
 * Returns the update of a charge as a refund, if it reports one. The amount is the total refunded amount, which also
 * identifies it. Some partially refunded charges stay `succeeded`.
 */
function asRefund<T extends Candidate>(proven: T, charge: IDataObject | undefined): T[] {
	const { event, record } = proven;
	const amount = refundedTotal(proven, charge);
	if (amount === null && !isRefunded(record ?? event.payload)) return [];
	const event_id = amount === null ? event.event_id : `refund:${event.payment_id}:${amount}`;
	return [reportedBy(proven, { ...event, event: 'refund', event_id, amount }, charge)];
}

/** Returns an event that another one reports. It uses up both of them, but not the state that the record has by now. */
function reportedBy<T extends Candidate>(proven: T, event: PaymentEvent, charge?: IDataObject): T {
	const used = proven.record ? [proven.event.event_id] : proven.uses;
	const { event_id } = event;
	return { ...proven, event, charge, blockedBy: [event_id], uses: [...used, event_id] };
}
