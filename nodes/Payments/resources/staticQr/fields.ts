import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { locationField, locationRule } from '../../shared/location';
import { amount, currency, id, issue, optional, text } from '../../shared/rules';

/** The static QR code that an operation is about. */
export const idField: INodeProperties = {
	displayName: 'Static QR ID',
	name: 'staticQrId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
	description: 'The ID of the code, as Static QR: Create and Static QR: Get Many give it',
	routing: { send: { type: 'query', property: 'static_qr_id' } },
};

/** The rule for `idField`: the interface calls the id of a static QR code a text, not a UUID. */
export const idRule = id("Static QR: Get Many gives it as 'id'.");

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Counter 1',
	description: 'What the QR code is called in the dashboard, at most 255 characters',
	routing: { send: { type: 'body', property: 'name' } },
};

/** What a code may have besides, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		description:
			"How much is paid with this QR code, in whole units of the currency. Needs 'Currency'.",
		routing: { send: { type: 'body', property: 'amount' } },
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		placeholder: 'e.g. SGD',
		description: 'The three letters of the currency',
		routing: { send: { type: 'body', property: 'currency' } },
	},
	{
		...locationField,
		description: 'The active location where the QR code is used',
		routing: { send: { type: 'body', property: 'location_id' } },
	},
];

/** The rule for `nameField`. */
export const nameRule = text(255);

/** The rules for `optionalFields`. */
export const optionalRules = {
	amount: optional(amount()),
	currency: optional(currency()),
	location_id: optional(locationRule),
};

/** An amount is one of a currency. */
export function goesTogether(values: Record<string, unknown>, context: z.RefinementCtx) {
	if (values.amount === undefined || values.currency !== undefined) return;
	issue(
		context,
		'currency',
		"is missing although 'Amount' is set",
		"Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
	);
}
