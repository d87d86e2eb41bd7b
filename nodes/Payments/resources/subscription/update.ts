import type { IDataObject } from 'n8n-workflow';

import { inCurrency } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { checkDependencies } from '../plan/parameters';
import {
	customCycle,
	customer_email,
	name,
	optional,
	plan_id,
	start_date,
	terms,
} from './parameters';
import { subscriptionRecord } from './record';

/** Returns the currency of a subscription if the amount changes, for its decimals. */
function required({ currency: kept }: IDataObject, { amount: changed }: IDataObject): IDataObject {
	return changed === undefined ? {} : { currency: kept };
}

export const update = operation.update({
	action: 'Update a subscription',
	description: 'Change what a customer is charged for, how much and when',
	method: 'PUT',
	url: '/v1/recurring-billing/{recurring_billing_id}',
	parameters: {
		recurring_billing_id: field.subscription(
			'The subscription to change. Which fields can be changed is not documented: check the output.',
		),
	},
	output: subscriptionRecord,
	updateFields: {
		name,
		...terms,
		...customCycle,
		plan_id,
		customer_email,
		start_date,
		...optional,
	},
	rules: (schema) => schema.superRefine(checkDependencies).superRefine(inCurrency),
	options: { required },
});
