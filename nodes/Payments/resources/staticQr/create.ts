import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import { withQrImage } from '../../output/qrImage';
import { qrImageFields } from '../../output/qrImageFields';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints } from '../../shared/messages/parameters';
import { qrMethodOptions } from '../../shared/paymentMethods';
import { inCurrency, oneOf, optional, uuid } from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { checkDependencies, nameField, nameRule, optionalFields, optionalRules } from './fields';
import { staticQrPicture, staticQrRecord } from './record';

/** docs/interface.md, Static QR. */
const methodOptions = qrMethodOptions.filter(({ value }) => value !== 'doku_qris');

const [pictureField, ...appearanceFields] = qrImageFields;

const [amountField, ...otherFields] = optionalFields;

const fields: INodeProperties[] = [
	scopeNotice,
	nameField,
	{
		displayName: 'Payment Method',
		name: 'paymentMethod',
		type: 'options',
		required: true,
		options: methodOptions,
		default: 'paynow_online',
		description: 'How customers pay when they scan the QR code',
		routing: { send: { type: 'body', property: 'payment_provider_method' } },
	},
	{ ...pictureField, default: 'png' },
	...appearanceFields,
	...outputFields(staticQrRecord),
	additionalFields([
		{ ...amountField!, description: `${amountField!.description} Requires 'Currency'.` },
		...otherFields,
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
		device_id: optional(uuid(hints.deviceId)),
	})
	.superRefine(checkDependencies)
	.superRefine(inCurrency);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a static QR code',
		description: 'Set up a permanent code that customers scan to pay',
		routing: {
			request: { method: 'POST', url: '/v1/static_qr' },
			operations: {
				pagination: createOnce(
					rules,
					fields,
					withQrImage(staticQrPicture, recordOutput(staticQrRecord)),
				),
			},
		},
	},
	fields,
};
