import type { IDataObject } from 'n8n-workflow';

import { hasText } from '../errors/failureMessages';
import type { Context, RequestData } from '../run/context';
import { saveIds, savesIds } from '../run/executionData';
import type { Secrets } from '../run/secrets';
import { paidPayment } from '../shared/paymentRequest';
import { defined } from '../shared/record';

/** The fields that identify an item or its payment beside the IDs among its parameters, by the names of the output. */
const names = [
	'email',
	'customer_email',
	'reference',
	'reference_number',
	'order_reference_number',
	'invoice_number',
	'name',
	'payment_id',
	'payment_request_id',
	'refund_id',
	'recurring_billing_id',
];

/** The maximum length of the text that identifies something. */
const MAX_LENGTH = 255;

/** The fields of the item's charge, if it was read. An item that fails shows only those of `names`. */
const identified = new WeakMap<Context, IDataObject>();

/**
 * Records the charge of an item: the output names the charge, also if the item fails.
 *
 * @param remaining_amount of the charge after a refund, in major units; null if it is not certain, nothing without the
 * option
 */
export function identify(
	context: Context,
	{ id, order_reference_number }: IDataObject,
	remaining_amount?: number | null,
) {
	identified.set(context, { payment_id: id, order_reference_number, remaining_amount });
}

/** Returns the order number of the item's charge, if it has one, and the remaining amount. */
export function chargeFieldsOf(context: Context): IDataObject {
	const { order_reference_number, remaining_amount } = identified.get(context) ?? {};
	return {
		...(isIdentifier(order_reference_number) && { order_reference_number }),
		...(remaining_amount !== undefined && { remaining_amount }),
	};
}

/** The resources whose records are found by their own ID, and its name in other records. */
const ownIds: Record<string, string> = {
	charge: 'payment_id',
	paymentRequest: 'payment_request_id',
	refund: 'refund_id',
};

/** Returns the IDs of an item's record and of the records that it names. */
export function idsOfRecord(context: Context, record: IDataObject = {}): IDataObject {
	const resource = context.getNodeParameter('resource') as string;
	return {
		payment_id: paidPayment(record)?.id,
		...record,
		...(resource in ownIds && { [ownIds[resource]!]: record.id }),
		...defined(identified.get(context) ?? {}),
	};
}

/** Saves the IDs of an item to the execution, if the option is set. @param fields returns them */
export function saveIdsOf(context: Context, fields: () => IDataObject) {
	if (!savesIds(context.getNodeParameter('options', {}))) return;
	saveIds(context.getWorkflowDataProxy(context.getItemIndex()), fields());
}

/**
 * Returns the fields that identify an item: those of its charge, its parameters or its input. Other fields of the input
 * are left out, since a status or an amount there would look like those of the output.
 *
 * @param secrets that are removed
 */
export function identifiersOf(
	context: Context,
	{ options: { qs, body } }: RequestData,
	secrets: Secrets,
): IDataObject {
	const sent = { ...qs, ...(body as IDataObject | undefined) };
	const sources = [
		identified.get(context),
		{ ...sent, payment_id: sent.payment_id ?? sent.charge_id },
		context.getInputData().json,
	];
	const ids = Object.keys(sent).filter((name) => name.endsWith('_id') && name !== 'charge_id');
	const found = [...new Set([...names, ...ids])].map((name) => [
		name,
		sources.map((source) => source?.[name]).find(isIdentifier),
	]);
	const identifiers = secrets.redactIn(defined(Object.fromEntries(found) as IDataObject));
	return Object.fromEntries(
		Object.entries(identifiers).filter(
			([, value]) => typeof value !== 'string' || !secrets.resembles(value),
		),
	);
}

/** Returns whether a value identifies something: a number, or a text that is not empty and as short as an ID. */
function isIdentifier(value: unknown): boolean {
	return typeof value === 'number' || (hasText(value) && value.length <= MAX_LENGTH);
}
