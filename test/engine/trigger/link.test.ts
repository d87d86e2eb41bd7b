import type { INodeParameters } from 'n8n-workflow';

import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf, oAuth2Of } from '../run';
import { requester } from '../service';
import { kinds, named } from './registered';
import { callback, deliver, paymentFields, useTriggers, type TriggerOptions } from './trigger';

/* The reusable payment link of a trigger. What it shares with an endpoint is in registration.test.ts. */

const simulator = useFreshSimulator({ charges: 5, retryDelay: 20, retryFactor: 1 });
const service = requester(simulator);
const start = useTriggers();
const link = { mode: 'link', amount: 15, currency: 'SGD' };
const referred = (text?: string) => named(kinds[1]!, 'w-1', text);
const links = () => simulator.records.paymentRequests;

async function setUp(parameters: INodeParameters = {}, options: Partial<TriggerOptions> = {}) {
	const credentials = apiKeyOf(simulator);
	const all = { ...link, ...parameters };
	return await start({ credentials, parameters: all, workflowId: 'w-1', ...options });
}

async function published(...of: Parameters<typeof setUp>) {
	const trigger = await setUp(...of);
	const state = await trigger.publish();
	return { trigger, state, made: links()[0]! };
}

/** Returns the requests that changed something. */
const writes = () =>
	simulator.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

test('every payment starts the workflow, with the URL of the checkout page', async () => {
	const { trigger, made } = await published();
	expect(made).toMatchObject({
		amount: '15.00',
		currency: 'sgd',
		purpose: 'Orders',
		reference_number: referred(),
		allow_repeated_payments: true,
		webhook: trigger.url,
	});
	const charges = [simulator.pay(made.id), simulator.pay(made.id)];
	await simulator.idle();
	const expected = charges.map(({ id }) => ({
		event: 'payment.completed',
		payment_id: id,
		amount: 15,
		checkout_url: made.url,
		payment_request_id: made.id,
		reference_number: referred(),
		verified_by: 'service',
	}));
	expect(trigger.started).toHaveLength(2);
	for (const one of expected)
		expect(trigger.started).toContainEqual(expect.objectContaining(one) as unknown);
	await trigger.publish();
	expect(writes()).toEqual(['POST']);
});

test.each([
	['the purpose', { purpose: 'Workshop on 1 March' }, 'Workshop on 1 March'],
	['the name of the workflow', {}, 'Orders'],
	['the beginning of a long purpose', { purpose: 'x'.repeat(255) }, 'x{100}'],
])('customers read %s first in its reference number', async (_, parameters, text) => {
	const { reference_number } = (await published(parameters)).made;
	expect(reference_number).toEqual(referred(text));
	expect(reference_number!.length).toBeLessThanOrEqual(255);
});

describe("the trigger's own URL", () => {
	test.each([false, true])('leads to the checkout page, for a test event: %j', async (isTest) => {
		const trigger = await setUp({}, { isTest });
		expect((await trigger.open()).status).toBe(404);
		const { checkoutUrl } = await trigger.publish();
		const opened = await trigger.open();
		expect([opened.status, opened.headers.get('location')]).toEqual([302, checkoutUrl]);
		expect(checkoutUrl).toBe(links()[0]!.url);
		expect(trigger.started).toEqual([]);
		await trigger.unpublish();
		expect((await trigger.open()).status).toBe(404);
	});

	test.each(['javascript:alert(1)', 'data:text/html,x', '//other.example.com', '/checkout', 5])(
		'leads nowhere if the API returns no web address: %j',
		async (url) => {
			const body = (made: string) => JSON.stringify({ ...JSON.parse(made), url });
			simulator.fault({ method: 'POST', path: '/v1/payment-requests', body });
			const { trigger } = await published();
			const opened = await trigger.open();
			expect([opened.status, opened.headers.get('location')]).toEqual([404, null]);
		},
	);

	test.each(['requests', 'account'])('does not exist in mode %s', async (mode) => {
		await expect((await setUp({ mode })).open()).rejects.toThrow('No webhook');
	});

	test('is not that of its webhook: without the token, nothing is requested', async () => {
		const { trigger } = await published();
		const url = trigger.url.split('?')[0]!;
		const before = simulator.requests.length;
		for (const fields of [paymentFields(), paymentFields({ payment_id: 'a' })]) {
			for (const to of [
				url,
				`${url}?token=`,
				`${url}?token=${'0'.repeat(36)}`,
				`${url}?token=${'%C3%A9'.repeat(36)}`,
				`${url}?token[toString]=a`,
			]) {
				const { status, text } = await deliver({ url: to }, callback(fields));
				expect([status, text]).toEqual([403, expect.stringContaining('URL that the trigger')]);
			}
		}
		expect(simulator.requests).toHaveLength(before);
	});

	test('has a token that stays the same, also if n8n has lost its state', async () => {
		const { trigger, state } = await published();
		const { token } = state;
		trigger.edit({ purpose: 'Tickets' });
		await trigger.unpublish();
		expect((await trigger.publish()).token).toBe(token);
		const { origin: address } = new URL(trigger.url);
		const renamed = await published({ purpose: 'Tickets' }, { address });
		expect([renamed.trigger.url, links().length]).toEqual([trigger.url, 1]);
	});
});

test.each<[string, INodeParameters, object]>([
	['currency', { currency: 'MYR' }, { currency: 'myr' }],
	['purpose', { purpose: 'Workshop' }, { purpose: 'Workshop' }],
	['writing of the purpose', { purpose: 'orders' }, { purpose: 'orders' }],
])('another %s updates it', async (_, parameters, expected) => {
	const { trigger, made } = await published({ purpose: 'Orders' });
	const { id } = made;
	trigger.edit(parameters);
	await trigger.publish();
	expect((await trigger.publish()).checkoutUrl).toBe(made.url);
	expect(links()).toMatchObject([{ id, ...expected }]);
	expect(writes()).toEqual(['POST', 'PUT']);
});

test.each<[INodeParameters, object]>([
	[{ purpose: 'Tea & Cake' }, { purpose: 'Tea &amp; Cake' }],
	[{ purpose: `"Tom's" <b>` }, { purpose: '&quot;Tom&#039;s&quot; &lt;b&gt;' }],
	[{ purpose: 'Tea &amp; Cake' }, { purpose: 'Tea &amp; Cake' }],
	...['1,500.00', '1500', 1500].map((amount): [INodeParameters, object] => [
		{ amount: 1500 },
		{ amount },
	]),
])('%j, which the API writes as %j, is not a change', async (parameters, written) => {
	const { trigger, made } = await published(parameters);
	const body = { data: [{ ...made, ...written }] };
	simulator.fault({ method: 'GET', path: /payment-requests$/, status: 200, body });
	await trigger.publish();
	expect(writes()).toEqual(['POST']);
});

test('one that can no longer be paid is left, and another one is created', async () => {
	const { trigger, made } = await published();
	made.allow_repeated_payments = false;
	simulator.pay(made.id);
	await trigger.publish();
	await trigger.publish();
	expect(links().map(({ status }) => status)).toEqual(['pending', 'completed']);
	await trigger.unpublish();
	expect(links().map(({ status }) => status)).toEqual(['completed']);
});

describe('one that was paid, and that the API neither updates nor deletes any more', () => {
	/** Publishes a trigger whose link was paid, then with other parameters. */
	async function paid(edited: INodeParameters, workflowId = 'w-1') {
		const { trigger, made } = await published({}, { workflowId });
		made.status = 'completed';
		trigger.edit(edited);
		return { trigger, first: made };
	}
	const ids = () => links().map(({ id }) => id);

	test.each([{ amount: 20 }, { purpose: 'Workshop' }])(
		'does not prevent publishing %j: there is another link, in any order of the list',
		async (edited) => {
			const { trigger, first } = await paid(edited);
			const { id, checkoutUrl } = await trigger.publish();
			expect([ids(), links()[0]!.url]).toEqual([[id, first.id], checkoutUrl]);
			const reversed = (text: string) => {
				const page = JSON.parse(text) as { data: unknown[] };
				return JSON.stringify({ ...page, data: page.data.reverse() });
			};
			simulator.fault({ method: 'GET', path: /payment-requests$/, body: reversed });
			expect(await trigger.publish()).toMatchObject({ id, checkoutUrl });
			// n8n removes the trigger and sets it up again.
			await trigger.unpublish();
			await trigger.publish();
			expect(ids()).toEqual([expect.any(String), first.id]);
		},
	);

	test('starts the workflow with its late payments', async () => {
		const { trigger, first } = await paid({ amount: 20 }, 'w-late');
		await trigger.publish();
		first.status = 'pending';
		const charge = simulator.pay(first.id);
		await simulator.idle();
		expect(trigger.started).toMatchObject([
			{ event: 'payment.completed', payment_id: charge.id, payment_request_id: first.id },
		]);
	});

	test('is used again, as the only one, with its own amount', async () => {
		const { trigger, first } = await paid({ amount: 20 });
		await trigger.publish();
		trigger.edit({ amount: 15 });
		expect(await trigger.publish()).toMatchObject({ id: first.id, checkoutUrl: first.url });
		expect(links()).toMatchObject([{ id: first.id, amount: '15.00' }]);
	});

	test('stays as it is if the API does not accept the parameters', async () => {
		const { trigger, first } = await paid({ amount: 20 });
		const body = { message: 'Not like this.' };
		simulator.fault({ method: 'POST', path: /payment-requests$/, status: 422, body });
		await expect(trigger.publish()).rejects.toMatchObject(body);
		expect(ids()).toEqual([first.id]);
	});
});

test('it is found by its ID if the search does not find it', async () => {
	const { trigger, state } = await published();
	const hide = (times: number) =>
		simulator.fault({ path: /payment-requests$/, times, body: { data: [] }, when: 'after' });
	hide(1);
	expect(await trigger.publish()).toMatchObject({ id: state.id });
	expect(links()).toHaveLength(1);
	hide(2);
	await trigger.unpublish();
	expect(links()).toEqual([]);
});

test('a payment of an earlier link of the trigger starts the workflow, too', async () => {
	const { trigger, made } = await published(
		{ events: ['payment.failed'] },
		{ workflowId: 'w-earlier' },
	);
	const charge = simulator.pay(made.id);
	await simulator.idle();
	trigger.edit({ events: ['payment.completed'] });
	await trigger.unpublish();
	expect((await trigger.publish()).id).not.toBe(made.id);
	simulator.redeliver(simulator.deliveries[0]!.id);
	await simulator.idle();
	expect(trigger.started).toMatchObject([{ payment_id: charge.id, payment_request_id: made.id }]);
});

test.each([
	['of another payment request starts nothing', false],
	["that copies the link's reference number, for another URL, starts nothing either", true],
])('a payment %s', async (_, isCopy) => {
	const { trigger, made } = await published();
	const reference_number = isCopy ? made.reference_number! : 'R-1';
	const webhook = isCopy ? 'https://shop.example/webhook' : trigger.url;
	const body = { amount: 5, currency: 'SGD', reference_number, webhook };
	const other = await service('/v1/payment-requests', body);
	const { id: payment_id } = simulator.pay(other.id);
	const ids = { payment_id, payment_request_id: other.id };
	const fields = paymentFields({ ...ids, amount: '5.00', reference_number });
	const answer = await deliver(trigger, callback(fields));
	expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Ignored')]);
	expect(trigger.started).toEqual([]);
});

test('with a Platform Key in the OAuth2 credential, only the request that creates it sends the key', async () => {
	const { paymentsOAuth2Api } = oAuth2Of(simulator);
	const credentials = { paymentsOAuth2Api: { ...paymentsOAuth2Api, platformKey: ' platform-1 ' } };
	const { trigger, made } = await published({}, { credentials });
	trigger.edit({ amount: 20 });
	await trigger.publish();
	simulator.pay(made.id);
	await simulator.idle();
	await trigger.unpublish();
	trigger.edit({ mode: 'account', events: ['refund'] });
	await trigger.publish();
	const written = simulator.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, headers }) => [method, path, headers['x-platform-key']]);
	expect(written).toEqual([
		['POST', '/v1/payment-requests', 'platform-1'],
		['PUT', `/v1/payment-requests/${made.id}`, undefined],
		['DELETE', `/v1/payment-requests/${made.id}`, undefined],
		['POST', '/v1/webhook-events', undefined],
	]);
	const keys = simulator.requests.map(({ headers }) => headers['x-platform-key']);
	expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
});

test.each([apiKeyOf, oAuth2Of])('without a Platform Key, its header is not sent', async (by) => {
	await published({}, { credentials: by(simulator) });
	for (const { headers } of simulator.requests)
		expect(headers).not.toHaveProperty('x-platform-key');
});

test('publishing reports refused parameters by their labels', async () => {
	const trigger = await setUp();
	const errors = {
		amount: ['The amount must be at least 0.3.'],
		reference_number: ['The reference_number is too long.'],
	};
	const body = { message: 'The given data was invalid.', errors };
	simulator.fault({ method: 'POST', status: 422, body });
	await expect(trigger.publish()).rejects.toMatchObject({
		message: "The given data was invalid; 'Amount' must be at least 0.3; 'Purpose' is too long.",
		description: "Correct 'Amount', 'Purpose', then run the node again.",
	});
});
