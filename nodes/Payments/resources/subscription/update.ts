import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { changes, inCurrency, optional, somethingToChange } from '../../validation/rules';
import { updateFields } from '../fields/collections';
import { checkDependencies } from '../plan/fields';
import type { Operation } from '../resource';
import {
	customCycleRules,
	emailField,
	idField,
	idRule,
	nameField,
	optionalFields,
	optionalRules,
	planField,
	requiredRules,
	startDateField,
	termFields,
} from './fields';
import { subscriptionRecord } from './record';

const fields: INodeProperties[] = [
	{
		...idField,
		description:
			'The subscription to change. Which fields can be changed is not documented: check the output.',
	},
	...outputFields(subscriptionRecord),
	updateFields([
		planField,
		nameField,
		...termFields,
		emailField,
		startDateField,
		...optionalFields,
	]),
];

const { name, amount, currency, cycle, plan_id, customer_email, start_date } = requiredRules;

const rules = z
	.object({
		recurring_billing_id: idRule,
		...changes({
			name: optional(name),
			amount: optional(amount),
			currency: optional(currency),
			cycle: optional(cycle),
			...customCycleRules,
			plan_id: optional(plan_id),
			customer_email: optional(customer_email),
			start_date: optional(start_date),
			...optionalRules,
		}),
	})
	.superRefine(somethingToChange('recurring_billing_id'))
	.superRefine(checkDependencies)
	.superRefine(inCurrency);

/** Returns the currency of a subscription if its amount changes: its decimals count. */
function required({ currency: kept }: IDataObject, { amount: changed }: IDataObject): IDataObject {
	return changed === undefined ? {} : { currency: kept };
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a subscription',
		description: 'Change what a customer is charged for, how much and when',
		routing: {
			request: { method: 'PUT', url: '/v1/recurring-billing/{recurring_billing_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(subscriptionRecord), { required }),
			},
		},
	},
	fields,
};
