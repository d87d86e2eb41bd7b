import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { outputFields } from '../../shared/output';
import { pictureFields } from '../../shared/picture';
import type { Operation } from '../../shared/resource';
import { inCurrency, oneOf, optional, uuid } from '../../shared/rules';
import { createOnce } from '../../transport/create';
import { shaped } from '../../transport/output';
import { withPicture } from '../../transport/picture';
import { goesTogether, nameField, nameRule, optionalFields, optionalRules } from './fields';
import { staticQrPicture, staticQrRecord } from './record';

/** docs/interface.md, Static QR. */
const methodOptions: INodePropertyOptions[] = [
	{ name: 'PayNow', value: 'paynow_online', description: 'Singapore' },
	{ name: 'QR Ph', value: 'qrph_netbank', description: 'Philippines' },
	{ name: 'UPI', value: 'upi_qr', description: 'India' },
];

const fields: INodeProperties[] = [
	nameField,
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
	...pictureFields,
	...outputFields(staticQrRecord),
	additionalFields([
		...optionalFields,
		{
			displayName: 'Device ID',
			name: 'deviceId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
			description: 'The ID of the device that uses the QR code',
			routing: { send: { type: 'body', property: 'device_id' } },
		},
	]),
];

const rules = z
	.object({
		name: nameRule,
		payment_provider_method: oneOf(methodOptions),
		...optionalRules,
		device_id: optional(uuid('The dashboard shows it beside the device.')),
	})
	.superRefine(goesTogether)
	.superRefine(inCurrency);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a static QR code',
		description: 'Make a fixed code that customers scan to pay, again and again',
		routing: {
			request: { method: 'POST', url: '/v1/static_qr' },
			operations: {
				pagination: createOnce(rules, fields, withPicture(staticQrPicture, shaped(staticQrRecord))),
			},
		},
	},
	fields,
};
