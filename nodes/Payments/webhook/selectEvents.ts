import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { derivedFrom } from '../events/deriveEvent';
import type { PaymentEvent } from '../events/event';
import { isRefunded } from '../events/fields';
import { canOccur } from '../events/kinds';
import { isOutdated } from '../events/recorded';
import { isPaid } from '../shared/chargeStatus';
import { amountOf } from '../shared/money';
import { hasMark } from '../shared/paymentLink';
import { isRecordOf } from '../shared/record';
import { notifiesTrigger, readRecord } from './confirm/find';
import { hasSettled } from './memory';
import type { ProvenEvent } from './proveEvent';
import { foundOr, rejected } from './receive/rejected';
import { stateOf } from './registration/identity';

/**
 * Returns the event and the events that it also reports, as far as they are selected, in the order in which they may
 * start the workflow. One start stands for all of them. Unknown events always start it; payments of others than the
 * trigger's payment link do not.
 */
export async function selectEvents(
	context: IWebhookFunctions,
	proven: ProvenEvent,
): Promise<ProvenEvent[]> {
	const { event } = proven;
	const mode = context.getNodeParameter('mode');
	if (mode === 'link' && !(await isOfLink(context, event))) return [];
	const kinds = context.getNodeParameter('events', []) as string[];
	const isSelected = ({ event: one }: ProvenEvent) =>
		one.event === 'unknown' ||
		selectionsOf(one).some((kind) => canOccur(mode, kind) && kinds.includes(kind));
	if (mode !== 'account') return [proven].filter(isSelected);
	if (event.event === 'charge.updated' && kinds.includes('refund')) {
		const refund = await asRefund(context, proven);
		return [...(refund ? [refund] : []), ...[proven].filter(isSelected)];
	}
	const derived = stateOf(context).isDerived ? derivedFrom(event) : [];
	return [...derived.map((one) => reportedBy(proven, one)), proven].filter(isSelected);
}

/** Returns the values of 'Events' that select an event. */
function selectionsOf({ event, status }: PaymentEvent): string[] {
	return event === 'charge.created' && isPaid(status) ? [event, 'charge.paid'] : [event];
}

/** Returns an event that another one reports. It uses up both of them, but not the state that the record has by now. */
function reportedBy(proven: ProvenEvent, event: PaymentEvent, charge?: IDataObject): ProvenEvent {
	const { event_id } = event;
	const used = proven.record ? [proven.event.event_id] : proven.uses;
	return { ...proven, event, charge, blockedBy: [event_id], uses: [...used, event_id] };
}

/**
 * Returns whether an event belongs to the trigger's payment link, or to an earlier one by its mark. Customers see the
 * mark, so an earlier link that still exists also has to notify the trigger.
 */
async function isOfLink(context: IWebhookFunctions, event: PaymentEvent): Promise<boolean> {
	const { payment_request_id, reference_number } = event;
	const { id, name } = stateOf(context);
	if (payment_request_id === undefined || payment_request_id === id) return true;
	if (name === undefined || !hasMark(reference_number, name)) return false;
	return (await foundOr('notVerifiable', notifiesTrigger(context, payment_request_id))) ?? true;
}

/**
 * Returns the update of a charge as a refund, if it reports one. The amount is the total refunded amount, which also
 * identifies it. Some partially refunded charges stay `succeeded`.
 */
async function asRefund(
	context: IWebhookFunctions,
	proven: ProvenEvent,
): Promise<ProvenEvent | undefined> {
	const { event, record } = proven;
	// Without a signature, the record of the API is verified, and the payload is not.
	const update = record ?? event.payload;
	const isReported = isRefunded(update);
	if (!isReported && update.refunded_amount !== undefined) return undefined;
	const reported = amountOf(update.refunded_amount) || null;
	const charge = event.payment_id ? await chargeOf(context, event) : undefined;
	// If the API does not have the charge yet, it may have it soon.
	if (reported === null && event.payment_id && !charge && !hasSettled(context, event.event_id))
		throw rejected('chargeUnavailable');
	const amount = reported ?? (amountOf(charge?.refunded_amount) || null);
	if (!isReported && amount === null) return undefined;
	const event_id = amount === null ? event.event_id : `refund:${event.payment_id}:${amount}`;
	return reportedBy(proven, { ...event, event: 'refund', event_id, amount }, charge);
}

/** Returns the charge of an event; undefined if it does not exist, which is no reason to lose the event. */
export async function chargeOf(
	context: IWebhookFunctions,
	event: PaymentEvent,
): Promise<IDataObject | undefined> {
	if (!event.payment_id) return undefined;
	const charge = await foundOr(
		'chargeUnavailable',
		readRecord(context, 'charge', event.payment_id),
	);
	if (charge === undefined) return undefined;
	if (!isRecordOf(event.payment_id, charge)) throw rejected('chargeUnavailable');
	if (isOutdated(event, charge)) throw rejected('outdated');
	return charge;
}
