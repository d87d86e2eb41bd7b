import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { withoutValue } from '../outcomes';
import { operation, runnerOf } from '../run';
import {
	NOTHING,
	charges,
	customer,
	customerUpdate,
	orders,
	paymentRequest,
	payouts,
	plan,
	planUpdate,
	refund,
	requestUpdate,
	staticQr,
	staticQrUpdate,
	subscription,
	transactions,
} from './requests';

/*
 * Rules for several parameters, and how they are reported. Those for one parameter follow from its type:
 * inputs.test.ts.
 */

const simulator = useSimulator({ charges: 5, payouts: 5, locations: 5 });
const run = runnerOf(simulator);

/** Runs the node, which must stop before anything was sent. */
async function stopped(parameters: INodeParameters) {
	const { items: output, error } = await run(parameters);
	expect([output, simulator.requests]).toEqual([[], []]);
	return { message: withoutValue(error?.message), description: error?.description };
}

const order = { amount: 25, currency: 'SGD' };

type Row = [what: string, parameters: INodeParameters, message: string, advice: string];

const SGD =
	'Round it: an amount of SGD has a maximum of 2 decimals. In an expression: {{ Number($json.amount).round(2) }}.';
const decimals: Row[] = [
	['a payment request of 1.234 SGD', paymentRequest({ amount: 1.234 }), 'Amount', SGD],
	[
		'a plan of 10.005',
		plan({ amount: 10.005 }),
		'Amount',
		'Round it to 2 decimals. In an expression: {{ Number($json.amount).round(2) }}. For a currency',
	],
	[
		'a static QR code of 10.5 JPY',
		staticQr({ amount: 10.5, currency: 'JPY' }),
		'Amount',
		'Round it: an amount of JPY has a maximum of 0 decimals.',
	],
	['a change to 5.125', staticQrUpdate({ amount: 5.125 }), 'Amount', 'Round it to 2 decimals.'],
	['a change to 5.125 SGD', planUpdate({ amount: 5.125, currency: 'SGD' }), 'Amount', SGD],
	[
		'an order with 1.005 SGD less',
		operation('order', 'create', { ...order, additionalFields: { discountAmount: 1.005 } }),
		'Discount Amount',
		SGD,
	],
	['a subscription of 1.234 SGD', subscription({ kind: 'terms', amount: 1.234 }), 'Amount', SGD],
	['a page that shows 1.234 SGD', subscription({ kind: 'save', amount: 1.234 }), 'Amount', SGD],
];

test.each(decimals)(
	'%s, which would be rounded, is not sent',
	async (_, parameters, label, advice) => {
		const error = await stopped(parameters);
		expect(error.message).toBe(`'${label}' has more decimals than the currency`);
		expect(error.description).toContain(advice);
	},
);

const range = { createdFrom: '2026-03-02', createdTo: '2026-03-01' };
test.each([
	['orders', orders(range), 'Created'],
	['payouts', payouts(range), 'Created'],
	['transactions', transactions(range), 'Created'],
	['charges', charges(range), 'Created'],
	['charges', charges({ amountFrom: 10, amountTo: 9.99 }), 'Amount'],
])('a range of %s that ends before it begins is not requested', async (_, parameters, label) => {
	expect(await stopped(parameters)).toEqual({
		message: `'${label} To' is before '${label} From'`,
		description: 'Swap the two values, or correct one of them.',
	});
});

const REPEAT = 'Enter how many units one cycle has, e.g. 2 for every 2 weeks.';
const UNIT = 'Choose days, weeks, months or years.';
const ofCustom = (label: string) => `'${label}' is required when 'Cycle' is Custom`;
const DAY = "'Day of Month' is required when 'Start Date' is Fixed Date";
const CURRENCY = "'Currency' is required when 'Amount' is set";
const toStay = 'Enter a value, or remove the field to keep the current value.';

const combinations: Row[] = [
	...[undefined, '', null].map((amount): Row => [
		`a refund of part of a charge, with ${String(amount) || 'an empty text'} as the amount`,
		refund({ amount }),
		"'Amount' is empty",
		"To refund everything that remains, set 'Refund' to Remaining Amount.",
	]),
	[
		'a refund with more decimals than any currency has',
		refund({ amount: 1.2345 }),
		"'Amount' has more than 3 decimals",
		'Round it to the decimals of the currency. In an expression: {{ Number($json.amount).round(2) }}.',
	],
	...(['', NOTHING] as const).map((amount): Row => [
		'a code whose amount is added and empty, which would be open',
		staticQr({ amount, currency: 'SGD' }),
		"'Amount' is empty",
		'With 0, or without the field, the customer enters the amount.',
	]),
	['a code with an amount alone', staticQr({ amount: 0 }), CURRENCY, 'e.g. SGD, or remove'],
	[
		'a code with an amount and an empty currency',
		staticQr({ amount: 5, currency: NOTHING }),
		CURRENCY,
		"Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
	],
	...[plan, (more: INodeParameters) => subscription({ kind: 'terms', ...more })].flatMap(
		(make): Row[] => [
			[
				`a custom cycle of a ${make({}).resource} without its repeat`,
				make({ cycle: 'custom', cycleRepeat: NOTHING, cycleFrequency: 'week' }),
				ofCustom('Repeat Every'),
				REPEAT,
			],
			[
				`a custom cycle of a ${make({}).resource} by expression, without either`,
				make({ cycle: '={{ "custom" }}', cycleRepeat: '={{ "" }}', cycleFrequency: '={{ "" }}' }),
				ofCustom('Repeat Every'),
				`${REPEAT} ${ofCustom('Repeat Unit')}. ${UNIT}`,
			],
		],
	),
	[
		'a change to a custom cycle alone',
		planUpdate({ cycle: 'custom' }),
		ofCustom('Repeat Every'),
		`${REPEAT} ${ofCustom('Repeat Unit')}. ${UNIT}`,
	],
	[
		'a change to a custom cycle without its unit',
		planUpdate({ cycle: 'custom', cycleRepeat: 2 }),
		ofCustom('Repeat Unit'),
		UNIT,
	],
	...(['Repeat Every', 'Repeat Unit'] as const).map((label): Row => [
		`a change to a monthly cycle with '${label}'`,
		planUpdate({
			cycle: 'monthly',
			...(label === 'Repeat Every' ? { cycleRepeat: 2 } : { cycleFrequency: 'week' }),
		}),
		`'${label}' applies only when 'Cycle' is Custom`,
		`Remove '${label}', or choose Custom as 'Cycle'.`,
	]),
	['a fixed start without its day', plan({}, { startDate: 'fixed_date' }), DAY, 'from 1 to 28.'],
	[
		'a fixed start whose day is empty',
		plan({}, { startDate: 'fixed_date', fixedDate: NOTHING }),
		DAY,
		"Add the field 'Day of Month', from 1 to 28.",
	],
	['a change to a fixed start', planUpdate({ startDate: 'fixed_date' }), DAY, 'from 1 to 28.'],
	[
		'a customer with an address of a city alone',
		customer({ address: { parts: { city: 'Singapore' } } }),
		"'Address' is not complete",
		"Add 'Street', 'State', 'Postal Code', or remove the address.",
	],
	...[
		['Metadata', { metadata: {} }] as const,
		['Metadata', { metadata: { pairs: [] } }] as const,
		['Metadata', { metadata: NOTHING }] as const,
		['Address', { address: {} }] as const,
		['Address', { address: { parts: { city: '', line1: NOTHING } } }] as const,
	].map(([label, field]): Row => [
		`a change to ${JSON.stringify(field)}`,
		requestUpdate({ name: 'B', ...(field as INodeParameters) }),
		`'${label}' is empty`,
		toStay,
	]),
	[
		"a change to a customer's address that is empty",
		customerUpdate({ address: NOTHING }),
		"'Address' is empty",
		toStay,
	],
	...(
		[
			[
				'more than 50 pairs',
				Array.from({ length: 51 }, (_, index) => ({ name: `n${index}`, value: 'x' })),
				'has more than 50 pairs',
			],
			['a long value', [{ name: 'a', value: 'x'.repeat(501) }], 'is longer than 500 characters'],
			['a name that is empty', [{ name: '', value: 'x' }], 'is empty'],
		] as Array<[string, INodeParameters[], string]>
	).map(([what, pairs, says]): Row => [
		`metadata with ${what}`,
		paymentRequest({}, { metadata: { pairs } }),
		`'Metadata' ${says}`,
		'',
	]),
	[
		'a path of a trigger that is none',
		paymentRequest({ notify: 'trigger', triggerPath: '../x' }),
		"'Trigger Path' is not the path of a Payments Trigger",
		'',
	],
	[
		'a period together with a day',
		payouts({ created: 'lastMonth', createdTo: '2026-03-01' }),
		"'Created To' cannot be set together with 'Created'",
		'Remove one of the two.',
	],
];

test.each(combinations)('%s is stopped', async (_, parameters, message, advice) => {
	const error = await stopped(parameters);
	expect(error.message).toBe(message);
	expect(error.description).toContain(advice);
});
