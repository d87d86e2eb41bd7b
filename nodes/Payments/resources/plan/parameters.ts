import type { INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { amount as amountRule, issue, text } from '../../validation/rules';
import * as field from '../fields';
import { notice } from '../fields/notice';

const cycleOptions: INodePropertyOptions[] = [
	{ name: 'Custom', value: 'custom', description: 'A cycle that you define, e.g. every 2 weeks' },
	{ name: 'Monthly', value: 'monthly' },
	{ name: 'Weekly', value: 'weekly' },
	{ name: 'Yearly', value: 'yearly' },
];

const frequencyOptions: INodePropertyOptions[] = [
	{ name: 'Days', value: 'day' },
	{ name: 'Months', value: 'month' },
	{ name: 'Weeks', value: 'week' },
	{ name: 'Years', value: 'year' },
];

const startOptions: INodePropertyOptions[] = [
	{ name: 'Customer Selects Date', value: 'customer_select_date' },
	{ name: 'Fixed Date', value: 'fixed_date', description: "On the day entered as 'Day of Month'" },
	{ name: 'Sign-Up Date', value: 'sign_up_date' },
];

/** The maximum amount, in major units (docs/interface.md, Limits). */
export const MAX_AMOUNT = 999999.99;

export const name = field.text(
	'Name',
	'What customers see as the name of the plan',
	'e.g. Gym membership',
);

export const amount = field.amount(
	`What a customer is charged each time, in major units (12.50). The maximum is ${MAX_AMOUNT}, and the minimum depends on the currency.`,
	{ rule: amountRule(MAX_AMOUNT) },
);

export const cycle = field.choice(
	'Cycle',
	'How often a customer is charged',
	cycleOptions,
	'monthly',
	{ required: true },
);

const isCustom = { cycle: ['custom'] };

/** The parts of a custom cycle. */
export const customCycle = {
	cycle_repeat: field.when(
		isCustom,
		field.integer(
			'Repeat Every',
			"How many units one cycle has, 1 to 999: 2, with 'Repeat Unit' set to Weeks, is every 2 weeks",
			1,
			999,
		),
	),
	cycle_frequency: field.when(
		isCustom,
		field.choice('Repeat Unit', "The unit of 'Repeat Every'", frequencyOptions, 'month'),
	),
};

/** The optional parameters of a plan, in Create and in Update. */
export const optional = {
	currency: field.currency(
		'The currency that customers are charged in. A plan that is created without it has the currency of the account.',
	),
	description: field.text(
		'Description',
		'What customers read about the plan',
		'e.g. Access to all classes',
	),
	fixed_date: field.integer(
		'Day of Month',
		"The day of the month on which customers are charged, 1 to 28. Required if 'Start Date' is Fixed Date.",
		1,
		28,
	),
	redirect_url: field.webAddress(
		'Redirect URL',
		'Where a customer is sent after the payment',
		'e.g. https://www.example.com/thank-you',
	),
	reference: field.text(
		'Reference',
		'Your own reference, up to 255 characters. Customers cannot change it.',
		'e.g. GYM-2026',
		{ rule: text(255) },
	),
	start_date_method: field.choice(
		'Start Date',
		"When a customer is first charged. Fixed Date requires the field 'Day of Month'.",
		startOptions,
		'sign_up_date',
		{ name: 'startDate' },
	),
	times_to_be_charged: field.integer(
		'Times to Be Charged',
		'How many times a customer is charged, 1 to 100',
		1,
		100,
	),
};

/** The default of 'Times to Be Charged' in the API reference. */
export const chargedOnce = {
	...notice(
		"Add 'Times to Be Charged' in 'Additional Fields': without it, customers may be charged once only, as HitPay's API reference has 1 as its default.",
	),
	name: 'timesNotice',
};

/** Checks the fields that depend on each other. */
export function checkDependencies(plan: Record<string, unknown>, context: z.RefinementCtx) {
	if (plan.cycle === 'custom') {
		if (plan.cycle_repeat === undefined) {
			issue(context, 'cycle_repeat', parameters.repeatRequired);
		}
		if (plan.cycle_frequency === undefined) {
			issue(context, 'cycle_frequency', parameters.frequencyRequired);
		}
	}
	if (plan.start_date_method === 'fixed_date' && plan.fixed_date === undefined) {
		issue(context, 'fixed_date', parameters.fixedDateRequired);
	}
}
