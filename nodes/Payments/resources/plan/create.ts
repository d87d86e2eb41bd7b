import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { inCurrency, text } from '../../shared/rules';
import { createOnce } from '../../transport/create';
import { shaped } from '../../transport/output';
import {
	amountField,
	customCycleFields,
	cycleField,
	goesTogether,
	nameField,
	neededRules,
	optionalFields,
	optionalRules,
} from './fields';
import { planRecord } from './record';

const fields: INodeProperties[] = [
	nameField,
	amountField,
	cycleField,
	...customCycleFields,
	...outputFields(planRecord),
	additionalFields(optionalFields),
];

const rules = z
	.object({ name: text(), ...neededRules, ...optionalRules })
	.superRefine(goesTogether)
	.superRefine(inCurrency)
	.transform((plan) =>
		// The interface takes these two only when the cycle is custom.
		plan.cycle === 'custom'
			? plan
			: { ...plan, cycle_repeat: undefined, cycle_frequency: undefined },
	);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a plan',
		description: 'Set up a subscription that charges customers again and again',
		routing: {
			request: { method: 'POST', url: '/v1/subscription-plan' },
			operations: { pagination: createOnce(rules, fields, shaped(planRecord)) },
		},
	},
	fields,
};
