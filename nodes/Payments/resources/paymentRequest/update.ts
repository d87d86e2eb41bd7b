import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { amountOf } from '../../shared/money';
import {
	changes,
	inCurrency,
	optional,
	somethingToChange,
	webAddress,
} from '../../validation/rules';
import { updateFields } from '../fields/collections';
import type { Operation } from '../resource';
import { idField, idRule, moneyFields, moneyRules, optionalFields, optionalRules } from './fields';
import { paymentRequestRecord } from './record';

const fields: INodeProperties[] = [
	{ ...idField, description: 'The payment request to change' },
	...outputFields(paymentRequestRecord),
	updateFields([
		...moneyFields,
		...optionalFields,
		{
			displayName: 'Webhook URL',
			name: 'webhook',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/payments',
			description: 'The URL that HitPay notifies when the payment completes',
			routing: { send: { type: 'body', property: 'webhook' } },
		},
	]),
];

const rules = z
	.object({
		payment_request_id: idRule,
		...changes({
			amount: optional(moneyRules.amount),
			currency: optional(moneyRules.currency),
			...optionalRules,
			webhook: optional(webAddress()),
		}),
	})
	.superRefine(somethingToChange('payment_request_id'))
	.superRefine(inCurrency);

/** Returns the amount and the currency of a payment request. */
function required({ amount, currency }: IDataObject): IDataObject {
	return { amount: amountOf(amount) ?? undefined, currency };
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a payment request',
		description: 'Change a payment request that is not paid yet',
		routing: {
			request: { method: 'PUT', url: '/v1/payment-requests/{payment_request_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(paymentRequestRecord), { required }),
			},
		},
	},
	fields,
};
