import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod';

import { hints, parameters } from '../../shared/messages/parameters';
import {
	amount,
	currency,
	issue,
	oneOf,
	optional,
	text,
	uuid,
	webAddress,
	integer,
} from '../../validation/rules';
import { amountField, currencyField } from '../fields/money';
import { locator } from '../fields/resourceLocator';

/** The plan that an operation is about. */
export const idField: INodeProperties = {
	...locator({
		displayName: 'Plan',
		name: 'planId',
		placeholder: 'Select a plan...',
		searchListMethod: 'searchPlans',
	}),
	required: true,
	description: 'The subscription plan to retrieve',
	routing: { send: { type: 'query', property: 'plan_id' } },
};

/** The rule for `idField`. */
export const idRule = uuid(hints.planId);

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
const MAX_AMOUNT = 999999.99;

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Gym membership',
	description: 'What customers see as the name of the plan',
	routing: { send: { type: 'body', property: 'name' } },
};

export const planAmountField: INodeProperties = {
	...amountField,
	required: true,
	description: `What a customer is charged each time, in major units (12.50). The maximum is ${MAX_AMOUNT}, and the minimum depends on the currency.`,
};

export const cycleField: INodeProperties = {
	displayName: 'Cycle',
	name: 'cycle',
	type: 'options',
	required: true,
	options: cycleOptions,
	default: 'monthly',
	description: 'How often a customer is charged',
	routing: { send: { type: 'body', property: 'cycle' } },
};

/** The parts of a custom cycle. */
export const customCycleFields: INodeProperties[] = [
	{
		displayName: 'Repeat Every',
		name: 'cycleRepeat',
		type: 'number',
		required: true,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		displayOptions: { show: { cycle: ['custom'] } },
		description:
			"How many units one cycle has: 2, with 'Repeat Unit' set to Weeks, is every 2 weeks",
		routing: { send: { type: 'body', property: 'cycle_repeat' } },
	},
	{
		displayName: 'Repeat Unit',
		name: 'cycleFrequency',
		type: 'options',
		required: true,
		options: frequencyOptions,
		default: 'month',
		displayOptions: { show: { cycle: ['custom'] } },
		description: "The unit of 'Repeat Every'",
		routing: { send: { type: 'body', property: 'cycle_frequency' } },
	},
];

/** The optional fields of a plan, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		...currencyField,
		description:
			'The currency that customers are charged in. A plan that is created without it has the currency of the account.',
	},
	{
		displayName: 'Day of Month',
		name: 'fixedDate',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 28, numberPrecision: 0 },
		default: 1,
		description:
			"The day of the month on which customers are charged, 1 to 28. Required if 'Start Date' is Fixed Date.",
		routing: { send: { type: 'body', property: 'fixed_date' } },
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Access to all classes',
		description: 'What customers read about the plan',
		routing: { send: { type: 'body', property: 'description' } },
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://www.example.com/thank-you',
		description: 'Where a customer is sent after the payment',
		routing: { send: { type: 'body', property: 'redirect_url' } },
	},
	{
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. GYM-2026',
		description: 'Your own reference, up to 255 characters. Customers cannot change it.',
		routing: { send: { type: 'body', property: 'reference' } },
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'options',
		options: startOptions,
		default: 'sign_up_date',
		description: "When a customer is first charged. Fixed Date requires the field 'Day of Month'.",
		routing: { send: { type: 'body', property: 'start_date_method' } },
	},
	{
		displayName: 'Times to Be Charged',
		name: 'timesToBeCharged',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		default: 1,
		description: 'How many times a customer is charged, 1 to 100',
		routing: { send: { type: 'body', property: 'times_to_be_charged' } },
	},
];

/** The rules for `planAmountField` and `cycleField`. */
export const requiredRules = { amount: amount(MAX_AMOUNT), cycle: oneOf(cycleOptions) };

/** The rules for `customCycleFields` and `optionalFields`. */
export const optionalRules = {
	cycle_repeat: optional(integer(1)),
	cycle_frequency: optional(oneOf(frequencyOptions)),
	currency: optional(currency()),
	description: optional(text()),
	fixed_date: optional(integer(1, 28)),
	redirect_url: optional(webAddress()),
	reference: optional(text(255)),
	start_date_method: optional(oneOf(startOptions)),
	times_to_be_charged: optional(integer(1, 100)),
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
