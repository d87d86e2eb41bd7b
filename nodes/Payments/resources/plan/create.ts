import { inCurrency } from '../../validation/rules';
import { createsAnother } from '../fields/notice';
import * as operation from '../operation';
import {
	amount,
	chargedOnce,
	checkDependencies,
	customCycle,
	cycle,
	name,
	optional,
} from './parameters';
import { planRecord } from './record';

export const create = operation.create({
	action: 'Create a plan',
	description:
		'Set up an amount and a cycle, for which Subscription: Create returns a page to subscribe on',
	url: '/v1/subscription-plan',
	parameters: { name, amount, cycle, ...customCycle },
	below: [createsAnother, chargedOnce],
	output: planRecord,
	additionalFields: optional,
	rules: (schema) => schema.superRefine(checkDependencies).superRefine(inCurrency),
});
