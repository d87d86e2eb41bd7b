import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { referenceOf } from '../events/fields';
import { isPaymentEvent } from '../events/kinds';
import type { Notification } from '../events/notification';
import { objects } from '../events/objects';
import { customerIn, paymentOf } from '../events/payment';
import { outputFields, unchanged, type RecordType } from '../output/recordType';
import { recordMapper } from '../output/simplify';
import { defined, idTextOf } from '../shared/record';
import type { ProvenEvent } from './proveEvent';
import { stateOf } from './registration/identity';
import { chargeOf } from './selectEvents';

const customerFields = ['customer_name', 'customer_email', 'customer_phone_number'];

const paymentFields = ['paid_at', 'payment_method'];

/** The IDs of records that only some events have. */
const relatedIds = Object.values(objects)
	.map(({ idName }) => idName)
	.filter((name) => name !== 'payment_id');

/** The descriptions in the editor: of the other fields, and of the related IDs that need one beside the label. */
const descriptions = {
	payment_id: 'The ID of the charge',
	payment_request_id: 'The ID of the payment request that the event belongs to',
	recurring_billing_id: 'The ID of the subscription',
	amount:
		"A number, in major units. With Events of the Whole Account, a refund's amount is the total refunded so far. For a transfer, it is what the beneficiary receives.",
	currency: 'In lower case',
	status:
		'For Payment Completed, Failed and Pending, one of these words. Otherwise, the status of the record.',
	reference_number:
		'Your own reference. An order or an invoice without one has its own number. Of a refund, only with the charge.',
	customer_name: 'Where the notification or the record has it',
	customer_email: 'Where the notification or the record has it',
	customer_phone_number: 'Where the notification or the record has it',
	paid_at: 'When it was paid, where the notification or the charge has it',
	payment_method: 'How it was paid, where the notification or the charge has it',
	business_id: "The business of an event at a platform's endpoint",
	derived_from: 'The event that this one was derived from',
	event_object: 'The object in the headers, e.g. charge. No signature covers it.',
	event_type: 'The type in the headers, e.g. created. No signature covers it.',
	verified_by:
		"'signature', 'service' if the Payments API confirmed it, or 'off' without verification",
	payload: 'The notification as it was received, without its signature',
	record: 'The record of the Payments API, where it was requested',
};

/** An event, by the names that the other nodes output. */
const eventRecord: RecordType = {
	keys: ['event', 'event_id'],
	fields: Object.fromEntries(
		['event', 'event_id', ...relatedIds, ...Object.keys(descriptions)].map((name) => [
			name,
			unchanged,
		]),
	),
	descriptions,
	simplified: [
		'event',
		'event_id',
		'payment_id',
		'amount',
		'currency',
		'status',
		'reference_number',
		'customer_name',
		'customer_email',
	],
	optionalFields: [...relatedIds, ...paymentFields],
};

export const eventOutputFields = outputFields(eventRecord, {
	output: 'How much of each event to output',
	raw: 'All fields, with the notification as it was received',
	fields:
		'The fields to output. The event and its ID are always included. What the notification does not contain of the customer and the payment is read from the charge.',
});

/** Returns the mapper of events, by the parameters. @throws NodeOperationError that names the parameter, if one is not valid */
export const outputOf = recordMapper(eventRecord);

/**
 * Maps an event to the output, by the parameters. The charge is requested only if it is included, or if a selected field
 * is not in the event.
 *
 * @throws NodeOperationError that names the parameter, if one is not valid; otherwise as `chargeOf`
 */
export async function toOutput(
	context: IWebhookFunctions,
	{ event, by, record, charge: requested }: ProvenEvent,
	notification: Notification,
): Promise<IDataObject> {
	const mapEvent = outputOf(context);
	const { payload, ...fields } = event;
	const { checkoutUrl } = stateOf(context);
	const shown = (by === 'service' ? record : payload) ?? {};
	// It was made at a time and by a method.
	const isPayment = isPaymentEvent(event.event) || event.event.startsWith('charge.');
	const named = defined({ event_object: notification.object, event_type: notification.type });
	const mapWith = (charge: IDataObject | undefined) =>
		mapEvent({
			...fields,
			...(charge && customerIn(charge)),
			...(isPayment && paymentOf(event.payment_id, shown, charge ?? shown)),
			...(charge && { reference_number: event.reference_number ?? referenceOf(charge) }),
			...defined({ business_id: idTextOf({ id: shown.business_id }) }),
			...named,
			verified_by: by,
			payload,
			...(record && { record }),
		});

	const isIncluded = context.getNodeParameter('options.includeCharge', false) === true;
	const isSelected = context.getNodeParameter('output', 'simplified') === 'selected';
	const ofCharge = isPayment ? [...customerFields, ...paymentFields] : customerFields;
	const lacksSome = () => ofCharge.some((name) => mapWith(requested)[name] === null);
	const isNeeded = isIncluded || (isSelected && lacksSome());
	const charge = requested ?? (isNeeded ? await chargeOf(context, event) : undefined);
	return {
		...mapWith(charge),
		...(checkoutUrl && { checkout_url: checkoutUrl }),
		...(isIncluded && charge && { charge }),
		// The node cannot read more of an unknown event.
		...(event.event === 'unknown' && { ...named, payload: payload as IDataObject }),
	};
}
