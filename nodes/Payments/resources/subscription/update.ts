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

export const update = operation.update({
	action: 'Update a subscription',
	description: 'Change what a customer is charged for, how much and when',
	method: 'PUT',
	url: '/v1/recurring-billing/{recurring_billing_id}',
	// The customer pays the new amount without a new consent.
	toolNeeds: 'permission',
	parameters: {
		recurring_billing_id: field.subscription(
			'The subscription to change. A new amount or cycle applies from the next cycle on. Check in the output which fields changed.',
		),
	},
	output: subscriptionRecord,
	updateFields: {
		name,
		amount: terms.amount,
		cycle: terms.cycle,
		...customCycle,
		plan_id,
		customer_email,
		start_date,
		...optional,
	},
	rules: (schema) => schema.superRefine(checkDependencies),
});
