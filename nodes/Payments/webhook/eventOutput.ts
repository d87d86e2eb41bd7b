import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { nested, outputFields, unchanged, type RecordType } from '../output/recordType';
import { recordMapper } from '../output/simplify';
import { isPaid } from '../shared/chargeStatus';
import { defined, idTextOf, isObject } from '../shared/record';
import { withOffset } from '../shared/time';
import type { PaymentEvent } from './events/event';
import { customerOf, referenceOf } from './events/fields';
import { isPaymentEvent } from './events/readings';
import type { ServiceEvent } from './receive/parse';

/** How an event was verified; a value of the output. */
export type VerifiedBy = 'signature' | 'service' | 'off';

/** What is output of an event. */
export interface EventData {
	event: PaymentEvent;
	by: VerifiedBy;
	/** The record of the API, if it was requested. */
	record?: IDataObject;
	/** The charge, if it was requested. */
	charge?: IDataObject;
	/** The address of the payment link. */
	checkoutUrl?: string;
	/** The object and the type of an event, by its headers: no signature covers them. */
	headers?: Pick<ServiceEvent, 'object' | 'type'>;
}

const customerFields = ['customer_name', 'customer_email', 'customer_phone_number'];

/** When a payment was made, and how. */
const paymentFields = ['paid_at', 'payment_method'];

/** An event, by the names that the other nodes output (docs/triggers.md, Output). */
const eventRecord: RecordType = {
	keys: ['event', 'event_id'],
	fields: Object.fromEntries(
		[
			'event',
			'event_id',
			'payment_id',
			'payment_request_id',
			'refund_id',
			'payout_id',
			'invoice_id',
			'order_id',
			'recurring_billing_id',
			'transfer_id',
			'amount',
			'currency',
			'status',
			'reference_number',
			...customerFields,
			...paymentFields,
			'business_id',
			'derived_from',
			'event_object',
			'event_type',
			'verified_by',
			'payload',
			'record',
		].map((name) => [name, unchanged]),
	),
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
	optionalFields: [
		'payment_request_id',
		'refund_id',
		'payout_id',
		'invoice_id',
		'order_id',
		'recurring_billing_id',
		'transfer_id',
		...paymentFields,
	],
};

/** The parameters 'Output' and 'Fields'. */
export const eventOutputFields = outputFields(eventRecord, {
	output: 'How much of each event to output',
	raw: 'All fields, with the notification as it was received',
	fields:
		'The fields to output. The event and its ID are always included. Customer fields that the notification does not contain are read from the charge.',
});

const mapperFor = recordMapper(eventRecord);

/** Checks the parameters of the output. @throws NodeOperationError that names the parameter, if one is not valid */
export function checkOutput(context: IHookFunctions) {
	mapperFor(context);
}

/**
 * Maps an event to the output, by the parameters. The charge is requested if it is included, or if a field of it is
 * selected that the event does not contain. For Simplified it is not: a signed event needs no request.
 *
 * @param requestCharge returns the charge of the event; nothing if it does not exist
 * @throws NodeOperationError that names the parameter, if one is not valid; what `requestCharge` throws
 */
export async function toOutput(
	context: IWebhookFunctions,
	{ event, by, record, charge: known, checkoutUrl, headers }: EventData,
	requestCharge: () => Promise<IDataObject | undefined>,
): Promise<IDataObject> {
	const mapEvent = mapperFor(context);
	const { payload, ...fields } = event;
	const named = defined({ event_object: headers?.object, event_type: headers?.type });
	const mapWith = (charge: IDataObject | undefined) =>
		mapEvent({
			...fields,
			...(charge && customerIn(charge)),
			...paymentOf(event, charge ?? record),
			...(charge && { reference_number: event.reference_number ?? referenceOf(charge) }),
			...defined({ business_id: businessOf(by === 'service' ? record : payload) }),
			...named,
			verified_by: by,
			payload: payload,
			...(record && { record }),
		});

	const isIncluded = context.getNodeParameter('options.includeCharge', false) === true;
	const isSelected = context.getNodeParameter('output', 'simplified') === 'selected';
	const ofCharge = [...customerFields, ...paymentFields];
	const lacksSome = () => ofCharge.some((name) => mapWith(known)[name] === null);
	const isNeeded = isIncluded || (isSelected && lacksSome());
	const charge = known ?? (isNeeded ? await requestCharge() : undefined);
	return {
		...mapWith(charge),
		...(checkoutUrl && { checkout_url: checkoutUrl }),
		...(isIncluded && charge && { charge }),
		// Nothing else is known of it.
		...(event.event === 'unknown' && { ...named, payload: payload as IDataObject }),
	};
}

/**
 * Returns when a payment was made, and how: the charge has it, or the notification, in the payments of its payment request.
 * Nothing for other events.
 */
function paymentOf(
	{ event, payment_id, payload }: PaymentEvent,
	charge: IDataObject = payload as IDataObject,
): IDataObject {
	if (!isPaymentEvent(event) && !event.startsWith('charge.')) return {};
	const payments = Array.isArray(payload.payments) ? (payload.payments as unknown[]) : [];
	const listed = payments.filter(isObject).find(({ id }) => id === payment_id) ?? {};
	const paidAt = isPaid(charge.status) ? charge.closed_at : undefined;
	const method = nested('payment_method', 'name')(charge, '');
	return {
		paid_at: withOffset(paidAt ?? (isPaid(listed.status) ? listed.created_at : undefined)) ?? null,
		payment_method: method ?? listed.payment_type ?? payload.payment_type ?? null,
	};
}

/** Returns the connected business, which events at a platform's endpoint contain. */
function businessOf(fields: Record<string, unknown> = {}): string | undefined {
	return idTextOf({ id: fields.business_id });
}

/** Returns what a charge contains of its customer. */
function customerIn(charge: IDataObject): IDataObject {
	const customer = Object.entries(customerOf(charge));
	return Object.fromEntries(customer.filter(([, value]) => value !== null));
}
