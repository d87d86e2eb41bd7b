import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { locationField, locationRule } from '../../shared/location';
import { locator } from '../../shared/locator';
import { MAX_DECIMALS } from '../../shared/money';
import { amount, currency, id, issue, optional, text } from '../../shared/rules';

/** The static QR code that an operation is about. */
export const idField: INodeProperties = {
	...locator({
		displayName: 'Static QR',
		name: 'staticQrId',
		placeholder: 'Select a static QR code...',
		searchListMethod: 'searchStaticQrs',
	}),
	required: true,
	description: 'The static QR code to retrieve',
	routing: { send: { type: 'query', property: 'static_qr_id' } },
};

/** The rule for `idField`: the interface calls the id of a static QR code a text, not a UUID. */
export const idRule = id("Choose one from the list, or take 'id' of Static QR: Get Many.");

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
		typeOptions: { minValue: 0, numberPrecision: MAX_DECIMALS },
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
