import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { hasText } from '../errors/failureMessages';
import { isWrite } from '../errors/httpFailure';
import type { Context, RequestData } from '../run/context';
import type { Secrets } from '../run/secrets';
import { defined } from '../shared/record';
import { outcomeOfItem } from './once/outcome';

/** The fields that identify an item or its payment, by the names of the output. */
const names = [
	'email',
	'customer_email',
	'reference',
	'reference_number',
	'order_reference_number',
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

/**
 * Returns the output of an item that failed, where On Error is set to continue: what happened, what to do, and which
 * customer or payment it is about.
 *
 * @param secrets that are removed; without them, nothing that was entered is output
 */
export function failedItem(
	context: Context,
	request: RequestData,
	{ message, description }: { message: string; description?: string | null },
	secrets?: Secrets,
): INodeExecutionData {
	const item = context.getItemIndex();
	const json: IDataObject = { error: message, ...(description && { details: description }) };
	const outcome = isWrite(request.options.method) ? outcomeOfItem(context) : undefined;
	// At an error output, n8n recognizes exactly `error`, `message` and `details`, without an `error` beside `json`, and
	// adds all fields of the input item.
	if (context.getNode().onError === 'continueErrorOutput') {
		const reported = { ...json, ...(outcome && { message: outcome }) };
		return { json: secrets?.redactIn(reported) ?? reported, pairedItem: { item } };
	}
	// The error comes first: n8n shows the first fields only.
	const named = { ...json, ...(outcome && { outcome }) };
	if (!secrets) return { json: named, pairedItem: { item } };
	const identifiers = Object.entries(secrets.redactIn(identifiersOf(context, request))).filter(
		([, value]) => typeof value !== 'string' || !secrets.resembles(value),
	);
	return {
		json: { ...secrets.redactIn(named), ...Object.fromEntries(identifiers) },
		pairedItem: { item },
	};
}

/**
 * Returns the fields that identify an item: those of its charge, its parameters or its input. Other fields of the input
 * are left out, since a status or an amount there would look like those of the output.
 */
function identifiersOf(context: Context, { options: { qs, body } }: RequestData): IDataObject {
	const sent = { ...qs, ...(body as IDataObject | undefined) };
	const sources = [
		identified.get(context),
		{ ...sent, payment_id: sent.payment_id ?? sent.charge_id },
		context.getInputData().json,
	];
	const found = names.map((name) => [
		name,
		sources.map((source) => source?.[name]).find(isIdentifier),
	]);
	return defined(Object.fromEntries(found) as IDataObject);
}

/** Returns whether a value identifies something: a number, or a text that is not empty and as short as an ID. */
function isIdentifier(value: unknown): boolean {
	return typeof value === 'number' || (hasText(value) && value.length <= MAX_LENGTH);
}
