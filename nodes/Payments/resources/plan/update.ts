import type { IDataObject } from 'n8n-workflow';

import { parameters } from '../../shared/messages/parameters';
import { amountOf } from '../../shared/money';
import { inCurrency, issue, text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { amount, checkDependencies, customCycle, cycle, name, optional } from './parameters';
import { planRecord } from './record';

/** The maximum length of a name, in an update only (docs/interface.md, Limits). */
const MAX_NAME_LENGTH = 128;

/** Returns the name, the cycle and the amount of a plan, and the parts of a custom cycle. */
function required(plan: IDataObject, { cycle = plan.cycle }: IDataObject): IDataObject {
	const { name, cycle_repeat, cycle_frequency } = plan;
	const amount = amountOf(plan.amount) ?? undefined;
	return { name, cycle, amount, ...(cycle === 'custom' && { cycle_repeat, cycle_frequency }) };
}

export const update = operation.update({
	action: 'Update a plan',
	description: 'Change a plan for new subscriptions; active ones keep their terms',
	method: 'PUT',
	url: '/v1/subscription-plan/{plan_id}',
	parameters: {
		plan_id: field.plan('The plan to change. Active subscriptions keep their terms.'),
	},
	output: planRecord,
	updateFields: {
		name: {
			...name,
			description: `${name.description}, up to ${MAX_NAME_LENGTH} characters`,
			rule: text(MAX_NAME_LENGTH),
		},
		amount,
		cycle: {
			...cycle,
			description: `${cycle.description}. Custom requires 'Repeat Every' and 'Repeat Unit'.`,
		},
		...customCycle,
		...optional,
	},
	rules: (schema) =>
		schema
			.superRefine(checkDependencies)
			.superRefine(inCurrency)
			.superRefine((plan, context) => {
				// Without a cycle, the plan keeps its own, which may be custom.
				if (plan.cycle === undefined || plan.cycle === 'custom') return;
				for (const [part, label] of [
					['cycle_repeat', 'Repeat Every'],
					['cycle_frequency', 'Repeat Unit'],
				] as const) {
					if (plan[part] === undefined) continue;
					issue(context, part, parameters.onlyForCustomCycle(label));
				}
			}),
	options: { notFoundStatus: 422, required },
});
