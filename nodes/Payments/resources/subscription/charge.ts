import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { chargeOnce } from '../../handlers/once/charge/charge';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { amountAboveZero, currency, inCurrency } from '../../validation/rules';
import { amountField, currencyField } from '../fields/money';
import { notice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';
import { chargeRecord } from './record';

const fields: INodeProperties[] = [
	{
		...idField,
		description: 'The subscription whose saved payment method is charged',
	},
	{
		...amountField,
		required: true,
		description: 'How much to charge, in major units (12.50)',
	},
	{ ...currencyField, required: true, description: 'The currency to charge in' },
	notice(
		'Each execution charges again, also one by hand: each input item takes money from a customer.',
	),
	...outputFields(chargeRecord),
];

const rules = z
	.object({ recurring_billing_id: idRule, amount: amountAboveZero(), currency: currency() })
	.superRefine(inCurrency);

export const charge: Operation = {
	option: {
		name: 'Charge',
		value: 'charge',
		action: 'Charge a subscription',
		description: 'Take money from a customer by the saved payment method',
		routing: {
			request: { method: 'POST', url: '/v1/charge/recurring-billing/{recurring_billing_id}' },
			operations: { pagination: chargeOnce(rules, fields, recordOutput(chargeRecord)) },
		},
	},
	fields,
};
