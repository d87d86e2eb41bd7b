import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { z } from 'zod';

import { locator } from '../../shared/locator';
import { MAX_DECIMALS } from '../../shared/money';
import {
	amount,
	currency,
	issue,
	oneOf,
	optional,
	text,
	uuid,
	webAddress,
	whole,
} from '../../shared/rules';

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
export const idRule = uuid("Choose one from the list, or take 'id' of Plan: Get Many.");

const cycleOptions: INodePropertyOptions[] = [
	{ name: 'Custom', value: 'custom', description: 'A cycle of your own, e.g. every 2 weeks' },
	{ name: 'Monthly', value: 'monthly' },
	{ name: 'Weekly', value: 'weekly' },
	{ name: 'Yearly', value: 'yearly' },
];

const frequencyOptions: INodePropertyOptions[] = [
	{ name: 'Day', value: 'day' },
	{ name: 'Month', value: 'month' },
	{ name: 'Week', value: 'week' },
	{ name: 'Year', value: 'year' },
];

const startOptions: INodePropertyOptions[] = [
	{ name: 'Customer Selects Date', value: 'customer_select_date' },
	{ name: 'Fixed Date', value: 'fixed_date', description: "On the day that 'Fixed Date' says" },
	{ name: 'Sign-Up Date', value: 'sign_up_date' },
];

/** docs/interface.md, Limits. */
const MOST = 999999.99;

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

export const amountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	required: true,
	typeOptions: { minValue: 0, maxValue: MOST, numberPrecision: MAX_DECIMALS },
	default: 0,
	description: `What a customer is charged every time, in whole units of the currency. At most ${MOST}; the least depends on the currency.`,
	routing: { send: { type: 'body', property: 'amount' } },
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

/** What a cycle of one's own is made of. */
export const customCycleFields: INodeProperties[] = [
	{
		displayName: 'Cycle Repeat',
		name: 'cycleRepeat',
		type: 'number',
		required: true,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		displayOptions: { show: { cycle: ['custom'] } },
		description: "How many times the cycle repeats, in the unit of 'Cycle Frequency'",
		routing: { send: { type: 'body', property: 'cycle_repeat' } },
	},
	{
		displayName: 'Cycle Frequency',
		name: 'cycleFrequency',
		type: 'options',
		required: true,
		options: frequencyOptions,
		default: 'month',
		displayOptions: { show: { cycle: ['custom'] } },
		description: 'The unit that the cycle is counted in',
		routing: { send: { type: 'body', property: 'cycle_frequency' } },
	},
];

/** What a plan may have besides, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: '',
		placeholder: 'e.g. SGD',
		description: 'The three letters of the currency',
		routing: { send: { type: 'body', property: 'currency' } },
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
		displayName: 'Fixed Date',
		name: 'fixedDate',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 28, numberPrecision: 0 },
		default: 1,
		description:
			"The day of the month on which customers are charged, 1 to 28. Needed when 'Start Date' is Fixed Date.",
		routing: { send: { type: 'body', property: 'fixed_date' } },
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
		description: 'Your own reference, at most 255 characters. Customers cannot change it.',
		routing: { send: { type: 'body', property: 'reference' } },
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'options',
		options: startOptions,
		default: 'sign_up_date',
		description: "When a customer is charged first. Fixed Date needs the field 'Fixed Date'.",
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

/** The rules for `amountField` and `cycleField`. */
export const neededRules = { amount: amount(MOST), cycle: oneOf(cycleOptions) };

/** The rules for `customCycleFields` and `optionalFields`. */
export const optionalRules = {
	cycle_repeat: optional(whole(1)),
	cycle_frequency: optional(oneOf(frequencyOptions)),
	currency: optional(currency()),
	description: optional(text()),
	fixed_date: optional(whole(1, 28)),
	redirect_url: optional(webAddress()),
	reference: optional(text(255)),
	start_date_method: optional(oneOf(startOptions)),
	times_to_be_charged: optional(whole(1, 100)),
};

/** What needs what. */
export function goesTogether(plan: Record<string, unknown>, context: z.RefinementCtx) {
	if (plan.cycle === 'custom') {
		const why = "is empty although 'Cycle' is Custom";
		if (plan.cycle_repeat === undefined) {
			issue(context, 'cycle_repeat', why, 'Enter how many units make one cycle.');
		}
		if (plan.cycle_frequency === undefined) {
			issue(context, 'cycle_frequency', why, 'Choose day, week, month or year.');
		}
	}
	if (plan.start_date_method === 'fixed_date' && plan.fixed_date === undefined) {
		issue(
			context,
			'fixed_date',
			"is missing although 'Start Date' is Fixed Date",
			"Add the field 'Fixed Date', from 1 to 28.",
		);
	}
}
