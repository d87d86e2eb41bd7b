import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { notifyFields } from '../../shared/notify';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { amountAboveZero, email, flagAsText, optional, uuid, webAddress } from '../../shared/rules';
import { refundOnce } from '../../transport/refund';
import { shaped } from '../../transport/output';
import { notifyAddress } from '../../webhook/address';
import { refundRecord } from './record';

const fields: INodeProperties[] = [
	{
		displayName: 'Payment ID',
		name: 'paymentId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description:
			'The ID of the successful payment to refund: the ID of a charge, or of its payment request',
		routing: { send: { type: 'body', property: 'payment_id' } },
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		required: true,
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 0,
		description:
			'How much goes back to the customer, in whole units of the currency of the payment. Less than what was paid makes a partial refund.',
		routing: { send: { type: 'body', property: 'amount' } },
	},
	...notifyFields('the refund'),
	...outputFields(refundRecord),
	additionalFields([
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Where the message about the refund goes',
			routing: { send: { type: 'body', property: 'email' } },
		},
		{
			displayName: 'Send Email',
			name: 'sendEmail',
			type: 'boolean',
			default: true,
			description: 'Whether the service sends a message about the refund by email',
			routing: { send: { type: 'body', property: 'send_email' } },
		},
	]),
];

const rules = z.object({
	payment_id: uuid("Charge: Get Many gives it as 'id'."),
	amount: amountAboveZero(),
	email: optional(email()),
	send_email: optional(flagAsText()),
	webhook: webAddress().optional(),
});

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a refund',
		description: 'Give a payment back to the customer, in full or in part',
		routing: {
			request: { method: 'POST', url: '/v1/refund' },
			operations: {
				pagination: refundOnce(rules, fields, shaped(refundRecord), notifyAddress(true)),
			},
		},
	},
	fields,
};
