import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { inCurrency, text } from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import type { Operation } from '../resource';
import {
	planAmountField,
	customCycleFields,
	cycleField,
	checkDependencies,
	nameField,
	requiredRules,
	optionalFields,
	optionalRules,
} from './fields';
import { planRecord } from './record';

const fields: INodeProperties[] = [
	nameField,
	planAmountField,
	cycleField,
	...customCycleFields,
	...outputFields(planRecord),
	additionalFields(optionalFields),
];

const rules = z
	.object({ name: text(), ...requiredRules, ...optionalRules })
	.superRefine(checkDependencies)
	.superRefine(inCurrency)
	.transform((plan) =>
		// The API accepts these two only with a custom cycle.
		plan.cycle === 'custom'
			? plan
			: { ...plan, cycle_repeat: undefined, cycle_frequency: undefined },
	);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a plan',
		description: 'Set up an amount and a cycle that customers can subscribe to',
		routing: {
			request: { method: 'POST', url: '/v1/subscription-plan' },
			operations: { pagination: createOnce(rules, fields, recordOutput(planRecord)) },
		},
	},
	fields,
};
