import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { hints, parameters } from '../../shared/messages/parameters';
import { amount, currency, id, issue, optional, text } from '../../validation/rules';
import { locationField, locationRule } from '../fields/location';
import { amountField, currencyField } from '../fields/money';
import { locator } from '../fields/resourceLocator';

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

/** The rule for `idField`: the API documents the ID of a static QR code as a string, not as a UUID. */
export const idRule = id(hints.staticQrId);

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Counter 1',
	description: 'The name of the QR code in the dashboard, up to 255 characters',
	routing: { send: { type: 'body', property: 'name' } },
};

/** The optional fields of a static QR code, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		...amountField,
		description:
			'What a customer pays, in major units (12.50). With 0, the customer enters the amount.',
	},
	{ ...currencyField, description: "The currency of 'Amount'" },
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

/** Checks that an amount has a currency. */
export function checkDependencies(values: Record<string, unknown>, context: z.RefinementCtx) {
	if (values.amount === undefined || values.currency !== undefined) return;
	issue(context, 'currency', parameters.currencyRequired);
}
