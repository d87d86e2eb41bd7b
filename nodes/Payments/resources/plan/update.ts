import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { updateFields } from '../../shared/collections';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { changes, inCurrency, issue, optional, somethingToChange, text } from '../../shared/rules';
import { onceOr422 } from '../../transport/once';
import { shaped } from '../../transport/output';
import {
	amountField,
	customCycleFields,
	cycleField,
	goesTogether,
	idField,
	idRule,
	nameField,
	neededRules,
	optionalFields,
	optionalRules,
} from './fields';
import { planRecord } from './record';

/** The longest name, in an update only (docs/interface.md, Limits). */
const LONGEST_NAME = 128;

const fields: INodeProperties[] = [
	{ ...idField, description: 'The plan to change. Subscriptions that run keep the old terms.' },
	...outputFields(planRecord),
	updateFields([
		{ ...nameField, description: `${nameField.description}, at most ${LONGEST_NAME} characters` },
		amountField,
		{
			...cycleField,
			description: `${cycleField.description}. Custom needs 'Cycle Repeat' and 'Cycle Frequency', too.`,
		},
		...customCycleFields,
		...optionalFields,
	]),
];

const rules = z
	.object({
		plan_id: idRule,
		...changes({
			name: optional(text(LONGEST_NAME)),
			amount: optional(neededRules.amount),
			cycle: optional(neededRules.cycle),
			...optionalRules,
		}),
	})
	.superRefine(somethingToChange('plan_id'))
	.superRefine(goesTogether)
	.superRefine(inCurrency)
	.superRefine((plan, context) => {
		// Without a cycle, the plan's own one counts, which may be custom already.
		if (plan.cycle === undefined || plan.cycle === 'custom') return;
		for (const [name, label] of [
			['cycle_repeat', 'Cycle Repeat'],
			['cycle_frequency', 'Cycle Frequency'],
		] as const) {
			if (plan[name] === undefined) continue;
			const remedy = `Remove '${label}', or choose Custom as 'Cycle'.`;
			issue(context, name, "is set although 'Cycle' is not Custom", remedy);
		}
	});

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a plan',
		description: 'Change a plan for new subscriptions; those that run keep the old terms',
		routing: {
			request: { method: 'PUT', url: '/v1/subscription-plan/{plan_id}' },
			operations: { pagination: onceOr422(rules, fields, shaped(planRecord)) },
		},
	},
	fields,
};
