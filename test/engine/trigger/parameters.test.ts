import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { PaymentsTrigger } from '../../../nodes/Payments/PaymentsTrigger.node';
import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { allEvents, useTriggers } from './trigger';

/* The parameters that publishing refuses before a request is sent, and the path of a trigger. */

const simulator = useFreshSimulator({ charges: 1 });
const start = useTriggers();
const setUp = async (parameters: INodeParameters) =>
	await start({ credentials: apiKeyOf(simulator), parameters });

test('a trigger for payment requests and refunds sends no requests', async () => {
	const trigger = await setUp({ mode: 'requests', path: 'orders/paid' });
	await trigger.publish();
	await trigger.unpublish();
	expect(simulator.requests).toEqual([]);
	expect(trigger.url).toMatch(/\/webhook\/orders\/paid$/);
});

const OWN = '4b1d6c3e-0000-4000-8000-000000000001';

test.each([
	['its own by default', {}, OWN],
	['the one that is entered', { path: 'ux-shop' }, 'ux-shop'],
	['its own if an expression returns an empty text', { path: '={{ "" }}' }, OWN],
	['its own if an expression returns nothing', { path: '={{ null }}' }, OWN],
])('the path of a trigger for payment requests is %s', async (_, parameters, path) => {
	const trigger = await setUp({ mode: 'requests', ...parameters });
	await trigger.publish();
	expect(trigger.url).toMatch(new RegExp(`/webhook/${path}$`));
});

test('a path does not matter in the other modes', async () => {
	await (await setUp({ mode: 'account', events: ['refund'], path: 'ux shop' })).publish();
	expect(simulator.webhookEndpoints).toHaveLength(1);
});

const refused: Array<[INodeParameters, string]> = [
	[
		{ mode: 'requests', path: 'ux shop' },
		"'Path' can only have letters, digits, - and _, with / between parts",
	],
	...['requests', 'link', 'account'].flatMap((mode) => {
		const required = { mode, amount: 15, currency: 'SGD' };
		return [
			...[[], '={{ [] }}', ''].map((events) => [{ ...required, events }, "'Events' is empty"]),
			...[[], '={{ null }}'].map((outputFields) => [
				{ ...required, output: 'selected', outputFields },
				"'Fields' is empty",
			]),
			[
				{ ...required, output: 'selected', outputFields: ['eventId'] },
				'\'Fields\' is not a known value: "eventId"',
			],
			[{ ...required, output: '={{ "all" }}' }, '\'Output\' is not a known value: "all"'],
		] as Array<[INodeParameters, string]>;
	}),
	// The editor keeps the events when the mode changes.
	[
		{ mode: 'link', currency: 'SGD', amount: 15, events: ['payment.completed', 'refund'] },
		"'Events' has some that 'Listen To' does not report: Refund",
	],
	[
		{ mode: 'account', events: ['payment.pending'] },
		"'Events' has some that 'Listen To' does not report: Payment Pending",
	],
	[{ mode: 'link', currency: 'SGD', amount: 0.1 }, "'Amount' is below 0.3: 0.1"],
	[{ mode: 'link', currency: 'SGD', amount: 'ten' }, '\'Amount\' is not a number: "ten"'],
	[{ mode: 'link', currency: 'dollars', amount: 15 }, '\'Currency\' is not a currency: "dollars"'],
];

test.each(refused)('publishing refuses %j: %s', async (parameters, message) => {
	const trigger = await setUp(parameters);
	const description = expect.stringMatching(/^(Enter|Use|Select|Choose|Write) /) as string;
	await expect(trigger.publish()).rejects.toMatchObject({ message, description });
	expect(simulator.requests).toEqual([]);
});

test('a key that was entered as a currency is not quoted', async () => {
	const trigger = await setUp({ mode: 'link', currency: simulator.apiKey, amount: 15 });
	const message = '\'Currency\' is not a currency: "[hidden]"';
	await expect(trigger.publish()).rejects.toMatchObject({ message });
});

const payments = ['payment.completed', 'payment.failed', 'payment.pending'];

test.each([
	['requests', [...payments, 'refund']],
	['link', payments],
	['account', ['charge.paid', ...allEvents]],
])('in mode %s, only events that can occur are offered', (mode, expected) => {
	const { properties } = new PaymentsTrigger().description;
	const [events, ...more] = properties.filter(
		({ name, displayOptions }) =>
			name === 'events' && displayOptions?.show?.['/mode']?.includes(mode),
	);
	expect(more).toEqual([]);
	const offered = events!.options!.map((option) => (option as INodePropertyOptions).value);
	expect(offered.toSorted()).toEqual(expected.toSorted());
	expect(offered).toEqual(expect.arrayContaining(events!.default as string[]));
	expect(events!.description).toMatch(/unknown/);
});
