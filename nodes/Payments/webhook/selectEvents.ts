import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { candidatesOf, mayBeRefund, refundedTotal } from '../events/candidates';
import type { PaymentEvent } from '../events/event';
import { isOutdated } from '../events/recorded';
import { hasMark } from '../shared/paymentLink';
import { isRecordOf } from '../shared/record';
import { notifiesTrigger, readRecord } from './confirm/find';
import { hasSettled } from './memory';
import type { ProvenEvent } from './proveEvent';
import { foundOr, rejected } from './receive/rejected';
import { stateOf } from './registration/identity';

/**
 * Returns the candidates of a proven event: none of a payment of others than the trigger's payment link.
 *
 * @throws NotificationRejectedError (503) if it may be a refund, and its charge cannot be read at the moment
 */
export async function selectEvents(
	context: IWebhookFunctions,
	proven: ProvenEvent,
): Promise<ProvenEvent[]> {
	const mode = context.getNodeParameter('mode');
	const events = context.getNodeParameter('events', []) as string[];
	const selection = { mode, events, isDerived: stateOf(context).isDerived };
	if (mode === 'link' && !(await isOfLink(context, proven.event))) return [];
	if (!mayBeRefund(proven, selection)) return candidatesOf(proven, selection);
	const { event } = proven;
	const charge = await chargeOf(context, event);
	// If the API does not have the charge yet, it may have it soon.
	const isExpected = event.payment_id && !charge && refundedTotal(proven) === null;
	if (isExpected && !hasSettled(context, event.event_id)) throw rejected('chargeUnavailable');
	return candidatesOf(proven, selection, charge);
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
