import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { parameters } from '../../shared/messages/parameters';
import { amountOf } from '../../shared/money';
import {
	changes,
	inCurrency,
	issue,
	optional,
	somethingToChange,
	text,
} from '../../validation/rules';
import { updateFields } from '../fields/collections';
import type { Operation } from '../resource';
import {
	planAmountField,
	customCycleFields,
	cycleField,
	checkDependencies,
	idField,
	idRule,
	nameField,
	requiredRules,
	optionalFields,
	optionalRules,
} from './fields';
import { planRecord } from './record';

/** The maximum length of a name, in an update only (docs/interface.md, Limits). */
const MAX_NAME_LENGTH = 128;

const fields: INodeProperties[] = [
	{ ...idField, description: 'The plan to change. Active subscriptions keep their terms.' },
	...outputFields(planRecord),
	updateFields([
		{ ...nameField, description: `${nameField.description}, up to ${MAX_NAME_LENGTH} characters` },
		planAmountField,
		{
			...cycleField,
			description: `${cycleField.description}. Custom requires 'Repeat Every' and 'Repeat Unit'.`,
		},
		...customCycleFields,
		...optionalFields,
	]),
];

const rules = z
	.object({
		plan_id: idRule,
		...changes({
			name: optional(text(MAX_NAME_LENGTH)),
			amount: optional(requiredRules.amount),
			cycle: optional(requiredRules.cycle),
			...optionalRules,
		}),
	})
	.superRefine(somethingToChange('plan_id'))
	.superRefine(checkDependencies)
	.superRefine(inCurrency)
	.superRefine((plan, context) => {
		// Without a cycle, the plan keeps its own, which may be custom.
		if (plan.cycle === undefined || plan.cycle === 'custom') return;
		for (const [name, label] of [
			['cycle_repeat', 'Repeat Every'],
			['cycle_frequency', 'Repeat Unit'],
		] as const) {
			if (plan[name] === undefined) continue;
			issue(context, name, parameters.onlyForCustomCycle(label));
		}
	});

/** Returns the name, the cycle and the amount of a plan, and the parts of a custom cycle. */
function required(plan: IDataObject, { cycle = plan.cycle }: IDataObject): IDataObject {
	const { name, cycle_repeat, cycle_frequency } = plan;
	const amount = amountOf(plan.amount) ?? undefined;
	return { name, cycle, amount, ...(cycle === 'custom' && { cycle_repeat, cycle_frequency }) };
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a plan',
		description: 'Change a plan for new subscriptions; active ones keep their terms',
		routing: {
			request: { method: 'PUT', url: '/v1/subscription-plan/{plan_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(planRecord), {
					notFoundStatus: 422,
					required,
				}),
			},
		},
	},
	fields,
};
