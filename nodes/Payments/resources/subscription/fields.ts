import type { INodeProperties } from 'n8n-workflow';

import { hints } from '../../shared/messages/parameters';
import { methodOptions } from '../../shared/paymentMethods';
import {
	amountAboveZero,
	booleanAsText,
	currency,
	day,
	email,
	integer,
	optional,
	text,
	texts,
	uuid,
	webAddress,
} from '../../validation/rules';
import { dayField } from '../fields/day';
import { amountField, currencyField } from '../fields/money';
import { locator } from '../fields/resourceLocator';
import {
	customCycleFields,
	cycleField,
	idField as planIdField,
	idRule as planIdRule,
	optionalRules as planRules,
	requiredRules as requiredPlanRules,
} from '../plan/fields';

/** The subscription that an operation is about. */
export const idField: INodeProperties = {
	...locator({
		displayName: 'Subscription',
		name: 'subscriptionId',
		placeholder: 'Select a subscription...',
		searchListMethod: 'searchSubscriptions',
	}),
	required: true,
	description: 'The subscription to retrieve',
	routing: { send: { type: 'query', property: 'recurring_billing_id' } },
};

/** The rule for `idField`. */
export const idRule = uuid(hints.subscriptionId);

export const planField: INodeProperties = {
	...planIdField,
	description: 'The plan whose name, amount and cycle apply',
	routing: { send: { type: 'body', property: 'plan_id' } },
};

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Gym membership',
	description: 'What the customer sees as the name of the subscription',
	routing: { send: { type: 'body', property: 'name' } },
};

/** The terms of a subscription without a plan. */
export const termFields: INodeProperties[] = [
	{
		...amountField,
		description: 'What the customer is charged each time, in major units (12.50)',
	},
	{ ...currencyField, description: 'The currency that the customer is charged in' },
	{ ...cycleField, description: 'How often the customer is charged' },
	...customCycleFields,
];

export const emailField: INodeProperties = {
	displayName: 'Customer Email',
	name: 'customerEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. ann@example.com',
	description: 'The email address of the customer',
	routing: { send: { type: 'body', property: 'customer_email' } },
};

export const startDateField: INodeProperties = {
	...dayField,
	displayName: 'Start Date',
	name: 'startDate',
	description: 'The day of the first charge, in Singapore time: today or later',
	routing: { send: { type: 'body', property: 'start_date' } },
};

/** The payment methods that can be saved (docs/interface.md, Subscriptions). */
const recurringMethods: unknown[] = [
	'card',
	'giro',
	'grabpay_direct',
	'shopee_pay',
	'shopee_recurring',
	'touch_n_go',
];

/** The optional fields, in Create and in Update. */
export const optionalFields: INodeProperties[] = [
	{
		displayName: 'Customer Name',
		name: 'customerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Ann Tan',
		description: 'The name of the customer, up to 255 characters',
		routing: { send: { type: 'body', property: 'customer_name' } },
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		placeholder: 'e.g. Access to all classes',
		description: 'What the customer reads about the subscription',
		routing: { send: { type: 'body', property: 'description' } },
	},
	{
		displayName: 'Payment Methods',
		name: 'paymentMethods',
		type: 'multiOptions',
		options: methodOptions.filter(({ value }) => recurringMethods.includes(value)),
		default: [],
		description: 'How the customer may pay. For another method, enter its code with an expression.',
		routing: { send: { type: 'body', property: 'payment_methods' } },
	},
	{
		displayName: 'Redirect URL',
		name: 'redirectUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://www.example.com/thank-you',
		description: 'Where the customer is sent after the payment method is saved',
		routing: { send: { type: 'body', property: 'redirect_url' } },
	},
	{
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. MEMBER-1042',
		description: 'Your own reference, up to 255 characters',
		routing: { send: { type: 'body', property: 'reference' } },
	},
	{
		displayName: 'Send Email',
		name: 'sendEmail',
		type: 'boolean',
		default: false,
		description: 'Whether HitPay sends the customer an email',
		routing: { send: { type: 'body', property: 'send_email' } },
	},
	{
		displayName: 'Times to Be Charged',
		name: 'timesToBeCharged',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		description: 'How many times the customer is charged',
		routing: { send: { type: 'body', property: 'times_to_be_charged' } },
	},
	{
		displayName: 'Webhook URL',
		name: 'webhook',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/payments',
		description: 'The URL that HitPay notifies about charges',
		routing: { send: { type: 'body', property: 'webhook' } },
	},
];

/** The rules for the fields that Create requires, by the names of the Payments API. */
export const requiredRules = {
	amount: amountAboveZero(),
	currency: currency(),
	customer_email: email(),
	cycle: requiredPlanRules.cycle,
	name: text(),
	plan_id: planIdRule,
	start_date: day(),
};

/** The rules for the parts of a custom cycle. */
export const customCycleRules = {
	cycle_repeat: planRules.cycle_repeat,
	cycle_frequency: planRules.cycle_frequency,
};

/** The rules for `optionalFields`. */
export const optionalRules = {
	customer_name: optional(text(255)),
	description: optional(text()),
	payment_methods: optional(texts(hints.someMethod)),
	redirect_url: optional(webAddress()),
	reference: optional(text(255)),
	send_email: optional(booleanAsText()),
	times_to_be_charged: optional(integer(1)),
	webhook: optional(webAddress()),
};
