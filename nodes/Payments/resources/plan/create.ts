import { inCurrency } from '../../validation/rules';
import * as operation from '../operation';
import { amount, checkDependencies, customCycle, cycle, name, optional } from './parameters';
import { planRecord } from './record';

export const create = operation.create({
	action: 'Create a plan',
	description: 'Set up an amount and a cycle that customers can subscribe to',
	url: '/v1/subscription-plan',
	parameters: { name, amount, cycle, ...customCycle },
	output: planRecord,
	additionalFields: optional,
	rules: (schema) => schema.superRefine(checkDependencies).superRefine(inCurrency),
});
