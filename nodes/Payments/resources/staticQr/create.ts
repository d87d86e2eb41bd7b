import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { locationField, locationRule } from '../../shared/location';
import type { Operation } from '../../shared/resource';
import { amount, currency, issue, oneOf, optional, text, uuid } from '../../shared/rules';
import { createOnce } from '../../transport/create';

/** docs/interface.md, Static QR. */
const methodOptions: INodePropertyOptions[] = [
	{ name: 'PayNow', value: 'paynow_online', description: 'Singapore' },
	{ name: 'QR Ph', value: 'qrph_netbank', description: 'Philippines' },
	{ name: 'UPI', value: 'upi_qr', description: 'India' },
];

const fields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Counter 1',
		description: 'What the QR code is called in the dashboard, at most 255 characters',
		routing: { send: { type: 'body', property: 'name' } },
	},
	{
		displayName: 'Payment Method',
		name: 'paymentMethod',
		type: 'options',
		required: true,
		options: methodOptions,
		default: 'paynow_online',
		description: 'How customers pay who scan the QR code',
		routing: { send: { type: 'body', property: 'payment_provider_method' } },
	},
	additionalFields([
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
			displayName: 'Device ID',
			name: 'deviceId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
			description: 'The ID of the device that uses the QR code',
			routing: { send: { type: 'body', property: 'device_id' } },
		},
		{
			...locationField,
			description: 'The active location where the QR code is used',
			routing: { send: { type: 'body', property: 'location_id' } },
		},
	]),
];

const rules = z
	.object({
		name: text(255),
		payment_provider_method: oneOf(methodOptions),
		amount: optional(amount()),
		currency: optional(currency()),
		device_id: optional(uuid('The dashboard shows it beside the device.')),
		location_id: optional(locationRule),
	})
	.superRefine((values, context) => {
		if (values.amount !== undefined && values.currency === undefined) {
			issue(
				context,
				'currency',
				"is missing although 'Amount' is set",
				"Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
			);
		}
	});

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a static QR code',
		description: 'Make a fixed code that customers scan to pay, again and again',
		routing: {
			request: { method: 'POST', url: '/v1/static_qr' },
			operations: { pagination: createOnce(rules, fields) },
		},
	},
	fields,
};
