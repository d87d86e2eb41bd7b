import { methodOptions } from '../../shared/paymentMethods';
import { amountAboveZero, text } from '../../validation/rules';
import * as field from '../fields';
import * as plan from '../plan/parameters';

export const plan_id = field.plan('The plan whose name, amount and cycle apply');

export const name = field.text(
	'Name',
	'What the customer sees as the name of the subscription',
	'e.g. Gym membership',
);

/** The terms of a subscription without a plan. */
export const terms = {
	amount: field.amount(
		`What the customer is charged each time, in major units (12.50). The maximum is ${plan.MAX_AMOUNT}. If a payment method is only saved, the page shows it, and nothing is charged.`,
		{ rule: amountAboveZero(undefined, plan.MAX_AMOUNT) },
	),
	currency: field.currency('The currency that the customer is charged in'),
	cycle: { ...plan.cycle, description: 'How often the customer is charged' },
};

export const { customCycle } = plan;

export const customer_email = field.email('Customer Email', 'The email address of the customer');

export const start_date = field.day(
	'Start Date',
	'The day of the first charge, in Singapore time: today or later',
);

/** The payment methods that can be saved (docs/interface.md, Subscriptions). */
const recurringMethods: unknown[] = [
	'card',
	'giro',
	'grabpay_direct',
	'shopee_pay',
	'shopee_recurring',
	'touch_n_go',
];

/** The optional parameters, in Create and in Update. */
export const optional = {
	customer_name: field.text(
		'Customer Name',
		'The name of the customer, up to 255 characters',
		'e.g. Ann Tan',
		{ rule: text(255) },
	),
	description: field.text(
		'Description',
		'What the customer reads about the subscription',
		'e.g. Access to all classes',
	),
	payment_methods: field.paymentMethods(
		methodOptions.filter(({ value }) => recurringMethods.includes(value)),
	),
	redirect_url: field.webAddress(
		'Redirect URL',
		'Where the customer is sent after the payment method is saved',
		'e.g. https://www.example.com/thank-you',
	),
	reference: field.text(
		'Reference',
		'Your own reference, up to 255 characters',
		'e.g. MEMBER-1042',
		{ rule: text(255) },
	),
	send_email: field.booleanAsText(
		'Send Email',
		"Whether HitPay emails the customer receipts. To send the page, use 'url'.",
	),
};

/** The optional parameters of Create that an update does not have (docs/dialects.md, row 41). */
export const onlyNew = {
	times_to_be_charged: field.integer(
		'Times to Be Charged',
		'How many times the customer is charged, 1 to 100',
		1,
		100,
	),
	webhook: field.webhook('The URL that HitPay notifies about charges'),
};
