import type {
	ICredentialDataDecryptedObject,
	INodeParameters,
	INodePropertyOptions,
	NodeApiError,
} from 'n8n-workflow';

import { PaymentsTrigger } from '../../nodes/Payments/PaymentsTrigger.node';
import type { EndpointWithSalt } from '../../simulator';
import { startSimulator, useFreshSimulator } from '../useSimulator';
import { apiKeyOf, oAuth2Of, operation, runPayments } from './run';
import { requester } from './service';
import {
	allEvents,
	callback,
	deliver,
	paymentFields,
	serviceEvent,
	useTriggers,
	type TriggerOptions,
} from './trigger';

const simulator = useFreshSimulator({ charges: 5, payouts: 1, retryDelay: 20, retryFactor: 1 });
const start = useTriggers();

async function setUp(parameters: INodeParameters, options: Partial<TriggerOptions> = {}) {
	const credentials = apiKeyOf(simulator);
	return await start({ credentials, parameters, workflowId: 'w-1', ...options });
}

async function published(...of: Parameters<typeof setUp>) {
	const trigger = await setUp(...of);
	await trigger.publish();
	return trigger;
}

/** Returns the requests that changed something, without those of the test itself. */
const writes = () =>
	simulator.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

/** The name of an endpoint or a payment link of this trigger: workflow, node and n8n instance. */
const named = (workflowId = 'w-1') =>
	expect.stringMatching(new RegExp(`^n8n:${workflowId}:trigger-1:[0-9a-f]{12}$`)) as string;

/** The reference number of a payment link: what customers read, then the same name. */
const referred = (text: string, workflowId = 'w-1') =>
	expect.stringMatching(
		new RegExp(`^${text} \\(n8n:${workflowId}:trigger-1:[0-9a-f]{12}\\)$`),
	) as string;

const service = requester(simulator);

interface Found {
	id: string;
	reference_number: string;
	url: string;
	webhook: string;
	status: string;
	amount: string;
}
const originOf = (url: string) => new URL(url).origin;
const links = async () =>
	(await service<{ data: Found[] }>('/v1/payment-requests', undefined, 'GET')).data;

test('a trigger for payment requests and refunds sends no requests', async () => {
	const trigger = await published({ mode: 'requests', path: 'orders/paid' });
	await trigger.unpublish();
	expect(simulator.requests).toEqual([]);
	expect(trigger.url).toMatch(/\/webhook\/orders\/paid$/);
});

describe('the path of a trigger for payment requests and refunds', () => {
	const OWN = '4b1d6c3e-0000-4000-8000-000000000001';

	test.each([
		['is its own by default', {}, OWN],
		['can be chosen', { path: 'ux-shop' }, 'ux-shop'],
		['is its own if an expression returns an empty text', { path: '={{ "" }}' }, OWN],
		['is its own if an expression returns nothing', { path: '={{ null }}' }, OWN],
	])('%s', async (_, parameters, path) => {
		const trigger = await setUp({ mode: 'requests', ...parameters });
		await trigger.publish();
		expect(trigger.url).toMatch(new RegExp(`/webhook/${path}$`));
	});

	test.each(['ux shop', '../payments', 'shop?x=1', ' shop', 'shop/:id'])(
		'is refused when the workflow is published if the Payments node refuses it: %j',
		async (path) => {
			const trigger = await setUp({ mode: 'requests', path });
			await expect(trigger.publish()).rejects.toMatchObject({
				message: "'Path' contains characters that the path of a trigger cannot have",
			});
		},
	);

	test('does not matter in the other modes', async () => {
		const account = { mode: 'account', events: ['refund'], path: 'ux shop' };
		await (await setUp(account)).publish();
		expect(simulator.webhookEndpoints).toHaveLength(1);
	});
});

describe.each(['requests', 'link', 'account'])('in mode %s', (mode) => {
	test.each([[[]], ['={{ [] }}'], ['']])('without events, publishing fails: %j', async (events) => {
		const trigger = await setUp({ mode, amount: 15, currency: 'SGD', events });
		await expect(trigger.publish()).rejects.toMatchObject({
			message: "'Events' is empty",
			description: 'Select at least one event that starts the workflow.',
		});
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		[{ output: 'selected', outputFields: [] }, "'Fields' is empty"],
		[{ output: 'selected', outputFields: '={{ null }}' }, "'Fields' is empty"],
		[{ output: 'selected', outputFields: ['eventId'] }, "'Fields' is not a known value"],
		[{ output: '={{ "all" }}' }, "'Output' is not a known value"],
	])('publishing fails if no event could be output: %j', async (parameters, message) => {
		const trigger = await setUp({ mode, amount: 15, currency: 'SGD', ...parameters });
		await expect(trigger.publish()).rejects.toMatchObject({ message });
		expect(simulator.requests).toEqual([]);
	});

	test('only events that can occur are offered', () => {
		const { properties } = new PaymentsTrigger().description;
		const [events, ...more] = properties.filter(
			({ name, displayOptions }) => name === 'events' && displayOptions?.show?.mode?.includes(mode),
		);
		expect(more).toEqual([]);
		const offered = events!.options!.map((option) => (option as INodePropertyOptions).value);
		const payments = ['payment.completed', 'payment.failed', 'payment.pending'];
		const expected = { requests: [...payments, 'refund'], link: payments, account: allEvents };
		expect(offered).toEqual(expected[mode as keyof typeof expected]);
		expect(offered).toEqual(expect.arrayContaining(events!.default as string[]));
		expect(events!.description).toMatch(/unknown/);
	});
});

describe('all events of the account', () => {
	const account = { mode: 'account', events: ['payout.created', 'refund', 'charge.updated'] };
	const endpoints = () => simulator.webhookEndpoints.map(({ name, url }) => ({ name, url }));

	test('ten publishes leave one endpoint', async () => {
		const trigger = await setUp(account);
		for (let turn = 0; turn < 10; turn += 1) await trigger.publish();
		expect(simulator.webhookEndpoints).toMatchObject([
			{
				name: named(),
				url: trigger.url,
				event_types: ['charge.updated', 'payout.created'],
			},
		]);
		expect(writes()).toEqual(['POST']);
	});

	test('the same with OAuth2, and with an unpublish between', async () => {
		const trigger = await setUp(account, { credentials: oAuth2Of(simulator) });
		for (let turn = 0; turn < 3; turn += 1) {
			await trigger.publish();
			expect(endpoints()).toHaveLength(1);
			await trigger.unpublish();
			expect(endpoints()).toEqual([]);
		}
	});

	test('other events update the endpoint and do not duplicate it', async () => {
		const trigger = await published(account);
		const [{ id } = { id: '' }] = simulator.webhookEndpoints;
		trigger.edit({ events: ['charge.created'] });
		await trigger.publish();
		await trigger.publish();
		expect(simulator.webhookEndpoints).toMatchObject([{ id, event_types: ['charge.created'] }]);
		expect(writes()).toEqual(['POST', 'PUT']);
	});

	test('another URL of the trigger updates the endpoint and does not duplicate it', async () => {
		const trigger = await published(account);
		const [{ id } = { id: '' }] = simulator.webhookEndpoints;
		await service(`/v1/webhook-events/${id}`, { url: `${trigger.url}/before` }, 'PUT');
		await trigger.publish();
		expect(endpoints()).toEqual([{ name: named(), url: trigger.url }]);
		expect(writes()).toEqual(['POST', 'PUT', 'PUT']);
	});

	test('of two endpoints of the trigger one is kept', async () => {
		const trigger = await setUp(account);
		const { name } = await trigger.publish();
		const own = { name, url: trigger.url, event_types: ['charge.updated'] };
		for (let turn = 0; turn < 3; turn += 1) await service('/v1/webhook-events', own);
		await trigger.publish();
		expect(simulator.webhookEndpoints).toHaveLength(1);
		expect(simulator.webhookEndpoints).toMatchObject([
			{ ...own, event_types: ['charge.updated', 'payout.created'] },
		]);
	});

	test('an endpoint that was renamed at the dashboard is still its own', async () => {
		const trigger = await published(account);
		const [{ id }] = simulator.webhookEndpoints as [EndpointWithSalt];
		Object.assign(simulator.webhookEndpoints[0]!, { name: 'Orders' });
		await trigger.publish();
		expect(simulator.webhookEndpoints).toMatchObject([{ id, name: named() }]);
		Object.assign(simulator.webhookEndpoints[0]!, { name: 'Orders' });
		await trigger.unpublish();
		expect(endpoints()).toEqual([]);
	});

	test('a salt that verifies its notifications is not stale after the node was renamed', async () => {
		const trigger = await published(
			{ mode: 'account', events: ['charge.created'] },
			{ workflowId: 'w-renamed' },
		);
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		simulator.addCharge({ status: 'succeeded' });
		await simulator.idle();
		const state = await trigger.publish();
		// n8n keeps static data by the name of the node.
		for (const name of Object.keys(state)) delete state[name];
		await trigger.publish();
		const forged = serviceEvent('charge.created', simulator.addCharge(), 'no-salt');
		expect((await deliver(trigger, forged)).status).toBe(401);
	});

	test('other endpoints are not changed', async () => {
		const trigger = await setUp(account);
		const other = { name: 'Bookkeeping', url: trigger.url, event_types: ['charge.updated'] };
		await service('/v1/webhook-events', other);
		await published(account, { workflowId: 'w-11' });
		await trigger.publish();
		await trigger.unpublish();
		expect(endpoints().map(({ name }) => name)).toEqual(['Bookkeeping', named('w-11')]);
	});

	test('a workflow whose endpoint was deleted can be unpublished', async () => {
		const trigger = await published(account);
		simulator.fault({ method: 'DELETE', status: 404 });
		await trigger.unpublish();
		await trigger.unpublish();
		await trigger.unpublish();
		expect(endpoints()).toEqual([]);
	});

	test('an outage is reported, and the next publish continues from there', async () => {
		const trigger = await setUp(account);
		for (const method of ['GET', 'POST']) {
			simulator.fault({ method, path: '/v1/webhook-events', status: 500 });
			const error: unknown = await trigger.publish().catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(Error);
			expect(JSON.stringify(error)).not.toContain(simulator.apiKey);
		}
		await trigger.publish();
		simulator.fault({ method: 'DELETE', status: 500 });
		await expect(trigger.unpublish()).rejects.toThrow();
		await trigger.publish();
		expect(endpoints()).toHaveLength(1);
	});

	test('an endpoint is found again if the connection broke when it was created', async () => {
		const trigger = await setUp(account);
		simulator.fault({ method: 'POST', cut: 'after' });
		await expect(trigger.publish()).rejects.toThrow();
		await trigger.publish();
		expect(endpoints()).toHaveLength(1);
	});

	test('a test run does not change the published endpoint', async () => {
		const published = await setUp(account);
		const test = await setUp({ ...account, events: ['charge.created'] }, { isTest: true });
		await published.publish();
		await test.publish();
		expect(test.url).toContain('/webhook-test/');
		expect(simulator.webhookEndpoints).toMatchObject([
			{ url: published.url, event_types: ['charge.updated', 'payout.created'] },
			{ url: test.url, event_types: ['charge.created'] },
		]);
		await test.unpublish();
		expect(endpoints().map(({ url }) => url)).toEqual([published.url]);
		await test.publish();
		await published.unpublish();
		expect(endpoints().map(({ url }) => url)).toEqual([test.url]);
	});

	test('nor does it if the test URL has another path', async () => {
		const published = await setUp(account);
		const test = await setUp(account, { isTest: true, testEndpoint: 'try' });
		await published.publish();
		await test.publish();
		await test.unpublish();
		expect(endpoints()).toEqual([{ name: named(), url: published.url }]);
	});

	test.each([
		['no ID', {}],
		['an empty ID', { id: '' }],
		['a list', []],
		['nothing', null],
	])('a response with %s is not an endpoint: publishing fails', async (_, body) => {
		const trigger = await setUp(account);
		simulator.fault({ method: 'POST', when: 'after', status: 201, body });
		await expect(trigger.publish()).rejects.toMatchObject({
			message: 'The Payments API did not return an ID for the registration',
			description: expect.stringMatching(/^Publish the workflow again/) as string,
		});
		// The endpoint that was created is found.
		await trigger.publish();
		expect(endpoints()).toHaveLength(1);
	});

	test.each([[{}], [null], [{ data: {} }], [5]])(
		'a response that is not a list of endpoints (%j) is reported',
		async (body) => {
			const trigger = await setUp(account);
			for (const work of [() => trigger.publish(), () => trigger.unpublish()]) {
				simulator.fault({ method: 'GET', status: 200, body });
				await expect(work()).rejects.toMatchObject({
					message: expect.stringContaining('list of records') as string,
				});
			}
			expect(writes()).toEqual([]);
		},
	);

	test('an endpoint of an interrupted publish is removed, too', async () => {
		const trigger = await setUp(account);
		simulator.fault({ method: 'POST', cut: 'after' });
		await expect(trigger.publish()).rejects.toThrow();
		await trigger.unpublish();
		expect(endpoints()).toEqual([]);
	});

	test('an endpoint that the API refuses to delete is left', async () => {
		const trigger = await setUp(account);
		const { name } = await trigger.publish();
		const own = { name, url: trigger.url, event_types: ['charge.updated'] };
		await service('/v1/webhook-events', own);
		simulator.fault({ method: 'DELETE', status: 422 });
		await trigger.publish();
		expect(endpoints()).toHaveLength(2);
		simulator.fault({ method: 'DELETE', status: 422, times: 2 });
		await trigger.unpublish();
		expect(endpoints()).toHaveLength(2);
		await trigger.publish();
		expect(endpoints()).toHaveLength(1);
	});

	test('a salt that is older than the endpoint is not used: events are confirmed with the API until it changes', async () => {
		const trigger = await setUp({ mode: 'account', events: ['charge.created'] });
		const verifiedBy = async () => {
			simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
			await simulator.idle();
			return trigger.started.at(-1)?.verified_by;
		};
		await trigger.publish();
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		expect(await verifiedBy()).toBe('signature');
		await trigger.unpublish();
		expect(JSON.stringify(await trigger.publish())).not.toContain('salt-');
		expect(await verifiedBy()).toBe('service');
		expect((await trigger.publish()).mode).toBe('account');
		expect(await verifiedBy()).toBe('service');
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		expect(await verifiedBy()).toBe('signature');
		expect(trigger.started).toHaveLength(4);
	});

	test('the same if the response to the creation was lost: an earlier salt does not reject events', async () => {
		const workflowId = 'w-not-answered';
		const trigger = await published(
			{ mode: 'account', events: ['charge.created'] },
			{ workflowId },
		);
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		await trigger.unpublish();
		simulator.fault({ method: 'POST', cut: 'after' });
		await expect(trigger.publish()).rejects.toThrow();
		await trigger.publish();
		simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
		await simulator.idle();
		expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
		expect(trigger.started).toMatchObject([{ verified_by: 'service' }]);
	});

	test('the same if somebody created the endpoint again in the dashboard', async () => {
		const workflowId = 'w-made-again';
		const trigger = await published(
			{ mode: 'account', events: ['charge.created'] },
			{ workflowId },
		);
		const { id, salt, name, url, event_types } = simulator.webhookEndpoints[0]!;
		trigger.enter({ endpointSalt: salt });
		await service(`/v1/webhook-events/${id}`, undefined, 'DELETE');
		await service('/v1/webhook-events', { name, url, event_types });
		await trigger.publish();
		simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
		await simulator.idle();
		expect(trigger.started).toMatchObject([{ verified_by: 'service' }]);
		// The salt of the existing endpoint is right, whenever it was entered.
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		await trigger.publish();
		simulator.addCharge({ amount: 13, currency: 'sgd', status: 'succeeded' });
		await simulator.idle();
		expect(trigger.started).toMatchObject([{}, { verified_by: 'signature' }]);
	});

	test('a salt that was entered before the endpoint was recorded is used if it matches', async () => {
		const events = { mode: 'account', events: ['charge.created'] };
		const trigger = await published(events, { workflowId: 'w-restored' });
		const { salt } = simulator.webhookEndpoints[0]!;
		// The same n8n, which has lost its static data.
		const address = trigger.url.split('/webhook/')[0]!;
		const restored = await setUp(events, { workflowId: 'w-restored', address });
		restored.enter({ endpointSalt: salt });
		await restored.publish();
		expect(endpoints()).toHaveLength(1);
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
		const here = { url: restored.local };
		await simulator.idle();
		const next = { ...charge, id: 'c-restored' };
		expect((await deliver(here, serviceEvent('charge.created', next, salt))).status).toBe(200);
		expect(restored.started).toMatchObject([{ verified_by: 'signature' }]);
		const forged = serviceEvent('charge.created', { ...charge, id: 'c-forged' }, 'another salt');
		expect((await deliver(here, forged)).status).toBe(401);
	});

	test('for a refund with its charge, the charge is retrieved once', async () => {
		const trigger = await published({
			mode: 'account',
			events: ['refund'],
			options: { includeCharge: true },
		});
		trigger.enter({ endpointSalt: simulator.webhookEndpoints[0]!.salt });
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
		await service('/v1/refund', { payment_id: charge.id, amount: 5 });
		await simulator.idle();
		expect(trigger.started).toMatchObject([
			{ event: 'refund', amount: 5, charge: { id: charge.id } },
		]);
		expect(simulator.requests.filter(({ path }) => path.startsWith('/v1/charges/'))).toHaveLength(
			1,
		);
	});

	describe.each([
		['by signature', true],
		['by a request to the service', false],
	])('events start the workflow, verified %s', (_, isSigned) => {
		const verifiedBy = isSigned ? 'signature' : 'service';
		async function listen(events: string[]) {
			// Each simulator starts with the same IDs, and events are recorded per process.
			const trigger = await published(
				{ mode: 'account', events },
				{ workflowId: `w-${verifiedBy}` },
			);
			const { salt } = simulator.webhookEndpoints[0]!;
			trigger.enter({ endpointSalt: isSigned ? salt : '' });
			return trigger;
		}

		test('charges and payouts', async () => {
			const trigger = await listen(['charge.created', 'payout.created']);
			const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
			await simulator.idle();
			const payout = simulator.addPayout();
			await simulator.idle();
			expect(trigger.started).toMatchObject([
				{ event: 'charge.created', payment_id: charge.id, amount: 12, verified_by: verifiedBy },
				{
					event: 'payout.created',
					payout_id: payout.id,
					amount: payout.amount,
					verified_by: verifiedBy,
				},
			]);
		});

		test('a payment, and a failed one', async () => {
			const trigger = await listen(['payment.completed', 'payment.failed']);
			const { id } = await service('/v1/payment-requests', { amount: 5, currency: 'SGD' });
			simulator.fail(id);
			await simulator.idle();
			const charge = simulator.pay(id);
			await simulator.idle();
			expect(trigger.started).toMatchObject([
				{ event: 'payment.failed', payment_request_id: id, verified_by: verifiedBy },
				{ event: 'payment.completed', payment_id: charge.id, amount: 5, verified_by: verifiedBy },
			]);
		});

		test('a refund', async () => {
			const trigger = await listen(['refund']);
			const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
			await service('/v1/refund', { payment_id: charge.id, amount: 5 });
			await simulator.idle();
			expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
			expect(trigger.started).toMatchObject([
				{ event: 'refund', payment_id: charge.id, currency: 'sgd', verified_by: verifiedBy },
			]);
		});
	});

	test('an update of a charge that is not a refund does not start a workflow for refunds', async () => {
		const trigger = await setUp({ mode: 'account', events: ['refund'] });
		trigger.enter({ endpointSalt: 'pepper' });
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' });
		const update = serviceEvent('charge.updated', charge, 'pepper');
		expect((await deliver(trigger, update)).status).toBe(200);
		expect(trigger.started).toEqual([]);
	});

	test("the endpoint's own salt is used instead of the one in the credential", async () => {
		const trigger = await setUp(
			{ mode: 'account', events: ['charge.created'] },
			{ credentials: apiKeyOf(simulator, { webhookSalt: simulator.salt }) },
		);
		trigger.enter({ endpointSalt: ' pepper ' });
		const by = (salt: string) =>
			deliver(trigger, serviceEvent('charge.created', { id: 'c-1' }, salt));
		expect((await by(simulator.salt)).status).toBe(401);
		expect((await by('pepper')).status).toBe(200);
	});
});

describe('a reusable payment link', () => {
	const link = { mode: 'link', amount: 15, currency: 'SGD' };
	test('publishing creates it, and finds it again', async () => {
		const trigger = await setUp(link);
		const kept = [];
		for (let turn = 0; turn < 10; turn += 1) kept.push((await trigger.publish()).checkoutUrl);
		const [made, ...more] = await links();
		expect(more).toEqual([]);
		expect(made).toMatchObject({
			amount: '15.00',
			currency: 'sgd',
			purpose: 'Orders',
			reference_number: referred('Orders'),
			allow_repeated_payments: true,
			webhook: trigger.url,
			status: 'pending',
		});
		expect(kept).toEqual(kept.map(() => made!.url));
		expect(writes()).toEqual(['POST']);
	});

	test('every payment starts the workflow, with the URL of the checkout page', async () => {
		const trigger = await published(link);
		const [made] = await links();
		const charges = [simulator.pay(made!.id), simulator.pay(made!.id)];
		await simulator.idle();
		expect(trigger.started).toHaveLength(2);
		for (const started of trigger.started) {
			expect(started).toMatchObject({
				event: 'payment.completed',
				amount: 15,
				checkout_url: made!.url,
				payment_request_id: made!.id,
				reference_number: referred('Orders'),
				verified_by: 'service',
			});
		}
		expect(trigger.started.map(({ payment_id }) => payment_id).sort()).toEqual(
			charges.map(({ id }) => id).sort(),
		);
	});

	test.each([
		['the purpose', { purpose: 'Workshop on 1 March' }, 'Workshop on 1 March'],
		['the name of the workflow', {}, 'Orders'],
		['the beginning of a long purpose', { purpose: 'x'.repeat(255) }, 'x{100}'],
	])('customers read %s first in its reference number', async (_, parameters, text) => {
		await (await setUp({ ...link, ...parameters })).publish();
		const [{ reference_number } = { reference_number: '' }] = await links();
		expect(reference_number).toEqual(referred(text));
		expect(reference_number.length).toBeLessThanOrEqual(255);
	});

	test.each([false, true])(
		"the trigger's own URL leads to the checkout page, for a test event: %j",
		async (isTest) => {
			const trigger = await setUp(link, { isTest });
			expect((await trigger.open()).status).toBe(404);
			const { checkoutUrl } = await trigger.publish();
			const opened = await trigger.open();
			expect([opened.status, opened.headers.get('location')]).toEqual([302, checkoutUrl]);
			expect(trigger.started).toEqual([]);
			await trigger.unpublish();
			expect((await trigger.open()).status).toBe(404);
		},
	);

	test.each(['javascript:alert(1)', 'data:text/html,x', '//other.example.com', '/checkout', 5])(
		"the trigger's own URL leads nowhere if the API returns no web address: %j",
		async (url) => {
			const body = (made: string) => JSON.stringify({ ...JSON.parse(made), url });
			simulator.fault({ method: 'POST', path: '/v1/payment-requests', body });
			const trigger = await published(link);
			const opened = await trigger.open();
			expect([opened.status, opened.headers.get('location')]).toEqual([404, null]);
		},
	);

	test.each(['={{ 2026 }}', '={{ null }}'])(
		'it is removed when the mode changes, also if the path is not text: %s',
		async (path) => {
			const trigger = await published(link);
			trigger.edit({ mode: 'requests', path });
			await trigger.publish();
			expect(await links()).toEqual([]);
		},
	);

	test('in the other modes, there is no such URL', async () => {
		for (const mode of ['requests', 'account']) {
			const trigger = await setUp({ mode });
			await expect(trigger.open()).rejects.toThrow('No webhook');
		}
	});

	test('it stays the same after a payment', async () => {
		const trigger = await published(link);
		const [made] = await links();
		simulator.pay(made!.id);
		await trigger.publish();
		expect((await links()).map(({ id }) => id)).toEqual([made!.id]);
		expect(writes()).toEqual(['POST']);
	});

	test.each<[string, INodeParameters, object]>([
		['amount', { amount: 20.5 }, { amount: '20.50' }],
		['currency', { currency: 'MYR' }, { currency: 'myr' }],
		['purpose', { purpose: 'Workshop' }, { purpose: 'Workshop' }],
	])('another %s updates it', async (_, parameters, expected) => {
		const trigger = await published(link);
		const [made] = await links();
		trigger.edit(parameters);
		await trigger.publish();
		const { checkoutUrl } = await trigger.publish();
		expect(await links()).toMatchObject([{ id: made!.id, ...expected }]);
		expect(checkoutUrl).toBe(made!.url);
		expect(writes()).toEqual(['POST', 'PUT']);
	});

	test('another URL of the trigger updates it', async () => {
		const trigger = await setUp(link);
		const { id } = await trigger.publish();
		simulator.records.paymentRequests[0]!.webhook = `${trigger.url}/before`;
		await trigger.publish();
		expect(await links()).toMatchObject([{ id, webhook: trigger.url }]);
		expect(await links()).toHaveLength(1);
	});

	test('unpublishing deletes it, and no other', async () => {
		const trigger = await setUp(link);
		await published(link, { workflowId: 'w-11' });
		await trigger.publish();
		await service('/v1/payment-requests', {
			amount: 5,
			currency: 'SGD',
			reference_number: 'n8n:w-1:trigger-1 by hand',
		});
		await trigger.unpublish();
		await trigger.unpublish();
		expect((await links()).map((one) => one.reference_number)).toEqual([
			'n8n:w-1:trigger-1 by hand',
			referred('Orders', 'w-11'),
		]);
	});

	test('of two links of the trigger one is kept', async () => {
		const trigger = await setUp(link);
		const { name } = (await trigger.publish()) as { name: string };
		const reference_number = `Orders (${name})`;
		const own = { amount: 15, currency: 'SGD', reference_number };
		await service('/v1/payment-requests', own);
		await trigger.publish();
		expect(await links()).toMatchObject([{ webhook: trigger.url }]);
		expect(await links()).toHaveLength(1);
	});

	test('one that can no longer be paid is left, and another one is created', async () => {
		const trigger = await setUp(link);
		const { id } = await trigger.publish();
		simulator.records.paymentRequests[0]!.allow_repeated_payments = false;
		simulator.pay(id as string);
		await trigger.publish();
		await trigger.publish();
		expect((await links()).map(({ status }) => status)).toEqual(['pending', 'completed']);
		await trigger.unpublish();
		expect((await links()).map(({ status }) => status)).toEqual(['completed']);
	});

	describe('one that was paid, and that the API neither updates nor deletes any more', () => {
		/** Sets up a trigger whose link was paid. */
		async function paid(parameters: INodeParameters = {}, workflowId = 'w-1') {
			const trigger = await setUp({ ...link, ...parameters }, { workflowId });
			const { id } = await trigger.publish();
			const first = simulator.records.paymentRequests.find((one) => one.id === id)!;
			first.status = 'completed';
			return { trigger, first };
		}

		const amounts = async () => (await links()).map(({ amount }) => amount);

		test('does not prevent publishing another amount: there is another link', async () => {
			const { trigger, first } = await paid();
			trigger.edit({ amount: 20 });
			const { id, checkoutUrl } = await trigger.publish();
			expect(await amounts()).toEqual(['20.00', '15.00']);
			expect(await links()).toMatchObject([{ id, url: checkoutUrl }, { id: first.id }]);
			expect(await trigger.publish()).toMatchObject({ id, checkoutUrl });
			expect(await amounts()).toEqual(['20.00', '15.00']);
		});

		test('nor another purpose, after n8n removed the trigger and set it up again', async () => {
			const { trigger, first } = await paid();
			trigger.edit({ purpose: 'Workshop' });
			await trigger.unpublish();
			await trigger.publish();
			await trigger.publish();
			expect(await links()).toMatchObject([{ purpose: 'Workshop' }, { id: first.id }]);
			await trigger.unpublish();
			expect((await links()).map(({ id }) => id)).toEqual([first.id]);
		});

		test('its late payments start the workflow', async () => {
			const { trigger, first } = await paid({}, 'w-late');
			trigger.edit({ amount: 20 });
			await trigger.publish();
			first.status = 'pending';
			const charge = simulator.pay(first.id);
			await simulator.idle();
			expect(trigger.started).toMatchObject([
				{ event: 'payment.completed', payment_id: charge.id, payment_request_id: first.id },
			]);
		});

		test('is not preferred to the link of the present parameters, in any order of the list', async () => {
			const { trigger } = await paid();
			trigger.edit({ amount: 20 });
			const { id } = await trigger.publish();
			const oldestFirst = (text: string) => {
				const page = JSON.parse(text) as { data: unknown[] };
				return JSON.stringify({ ...page, data: page.data.reverse() });
			};
			simulator.fault({ method: 'GET', path: /payment-requests$/, body: oldestFirst });
			expect(await trigger.publish()).toMatchObject({ id });
			expect(await amounts()).toEqual(['20.00', '15.00']);
		});

		test('is used again, as the only one, with its own amount', async () => {
			const { trigger, first } = await paid();
			trigger.edit({ amount: 20 });
			await trigger.publish();
			trigger.edit({ amount: 15 });
			expect(await trigger.publish()).toMatchObject({ id: first.id, checkoutUrl: first.url });
			expect(await amounts()).toEqual(['15.00']);
		});

		test('stays as it is if the API does not accept the parameters', async () => {
			const { trigger, first } = await paid();
			trigger.edit({ amount: 20 });
			const body = { message: 'Not like this.' };
			simulator.fault({ method: 'POST', path: /payment-requests$/, status: 422, body });
			await expect(trigger.publish()).rejects.toMatchObject({ message: 'Not like this.' });
			expect(await links()).toMatchObject([{ id: first.id }]);
		});
	});

	test.each([404, 422])(
		'one that the API does not update (%i) but deletes is replaced at once',
		async (status) => {
			const trigger = await published(link);
			trigger.edit({ amount: 20 });
			simulator.fault({ method: 'PUT', status });
			const { id } = await trigger.publish();
			expect(await links()).toMatchObject([{ id, amount: '20.00' }]);
			expect(await links()).toHaveLength(1);
		},
	);

	test.each([
		['the message of the API', { status: 403, body: { message: 'Not you.' } }, 'Not you.'],
		[
			'the same of a rejected key',
			{ status: 401, times: 2, body: { message: 'No key.' } },
			'No key.',
		],
		['that it is down', { status: 503 }, 'A fault of the simulator'],
	])(
		'if it cannot be updated for another reason, publishing reports %s',
		async (_, fault, message) => {
			const trigger = await published(link);
			trigger.edit({ amount: 20 });
			simulator.fault({ method: 'PUT', ...fault });
			await expect(trigger.publish()).rejects.toMatchObject({ message });
			expect(await links()).toMatchObject([{ amount: '15.00' }]);
			expect(writes()).not.toContain('DELETE');
		},
	);

	test.each([
		['Tea & Cake', 'Tea &amp; Cake'],
		[`"Tom's" <b>`, '&quot;Tom&#039;s&quot; &lt;b&gt;'],
		['Tea &amp; Cake', 'Tea &amp; Cake'],
	])('a purpose that the API escapes is not a change: %s', async (purpose, escaped) => {
		const trigger = await published({ ...link, purpose });
		simulator.records.paymentRequests[0]!.purpose = escaped;
		await trigger.publish();
		expect(writes()).toEqual(['POST']);
	});

	test('other capitals in the purpose are a change', async () => {
		const trigger = await published({ ...link, purpose: 'workshop' });
		trigger.edit({ purpose: 'Workshop' });
		await trigger.publish();
		expect(await links()).toMatchObject([{ purpose: 'Workshop' }]);
	});

	test('it is found by its ID if the search does not find it', async () => {
		const trigger = await setUp(link);
		const { id } = await trigger.publish();
		simulator.fault({ path: /payment-requests$/, body: { data: [] }, when: 'after' });
		expect(await trigger.publish()).toMatchObject({ id });
		expect(await links()).toHaveLength(1);
		simulator.fault({ path: /payment-requests$/, times: 2, body: { data: [] }, when: 'after' });
		await trigger.unpublish();
		expect(await links()).toEqual([]);
	});

	test('a payment of an earlier link of the trigger starts the workflow, too', async () => {
		const failed = { ...link, events: ['payment.failed'] };
		const trigger = await published(failed, { workflowId: 'w-earlier' });
		const [earlier] = await links();
		const charge = simulator.pay(earlier!.id);
		await simulator.idle();
		expect(trigger.started).toEqual([]);
		trigger.edit({ events: ['payment.completed'] });
		await trigger.unpublish();
		const { id } = await trigger.publish();
		expect(id).not.toBe(earlier!.id);
		simulator.redeliver(simulator.deliveries[0]!.id);
		await simulator.idle();
		expect(trigger.started).toMatchObject([
			{ payment_id: charge.id, payment_request_id: earlier!.id },
		]);
	});

	test.each([
		['does not know it', { status: 404 }],
		['does not let it go', { status: 422 }],
	])('it is left if the API %s', async (_, fault) => {
		const trigger = await published(link);
		simulator.fault({ method: 'DELETE', ...fault });
		await trigger.unpublish();
		expect(await links()).toHaveLength(1);
		simulator.fault({ method: 'DELETE', ...fault });
		await trigger.publish();
		trigger.edit({ mode: 'requests' });
		await trigger.publish();
		await trigger.publish();
		expect(await links()).toHaveLength(1);
	});

	test.each([{ status: 500 }, { status: 401, times: 2 }, { cut: 'before' as const }])(
		'unpublishing reports a failed request: %j',
		async (fault) => {
			const trigger = await published(link);
			simulator.fault({ method: 'DELETE', ...fault });
			await expect(trigger.unpublish()).rejects.toThrow();
			await trigger.unpublish();
			expect(await links()).toEqual([]);
		},
	);

	test('of two links of the trigger, the one that the API refuses to delete is left', async () => {
		const trigger = await setUp(link);
		const { name } = (await trigger.publish()) as { name: string };
		const reference_number = `Orders (${name})`;
		const own = { amount: 15, currency: 'SGD', reference_number };
		await service('/v1/payment-requests', own);
		simulator.fault({ method: 'DELETE', status: 422 });
		const { id } = await trigger.publish();
		expect((await trigger.publish()).id).toBe(id);
		expect(await links()).toHaveLength(1);
	});

	test('with a Platform Key in the OAuth2 credential, only the request that creates it sends the key', async () => {
		const { paymentsOAuth2Api } = oAuth2Of(simulator);
		const credentials = {
			paymentsOAuth2Api: { ...paymentsOAuth2Api, platformKey: ' platform-1 ' },
		};
		const trigger = await published(link, { credentials });
		trigger.edit({ amount: 20 });
		await trigger.publish();
		simulator.pay((await links())[0]!.id);
		await simulator.idle();
		await trigger.unpublish();
		trigger.edit({ mode: 'account', events: ['refund'] });
		await trigger.publish();
		const sent = simulator.requests.map(({ method, path, headers }) => [
			`${method} ${path.replace(/[0-9a-f-]{36}$/, '{id}')}`,
			headers['x-platform-key'],
		]);
		expect(sent.filter(([, key]) => key !== undefined)).toEqual([
			['POST /v1/payment-requests', 'platform-1'],
		]);
		expect(sent.map(([what]) => what)).toEqual(
			expect.arrayContaining([
				'PUT /v1/payment-requests/{id}',
				'DELETE /v1/payment-requests/{id}',
				'POST /v1/webhook-events',
			]),
		);
	});

	test('without a Platform Key, the header is not sent', async () => {
		await (await setUp(link, { credentials: oAuth2Of(simulator) })).publish();
		await (await setUp(link)).publish();
		for (const { headers } of simulator.requests)
			expect(headers).not.toHaveProperty('x-platform-key');
	});

	test('a payment of another payment request starts nothing', async () => {
		const trigger = await published(link);
		const other = await service('/v1/payment-requests', {
			amount: 5,
			currency: 'SGD',
			webhook: trigger.url,
		});
		simulator.pay(other.id);
		await simulator.idle();
		expect(simulator.deliveries.map(({ status }) => status)).toEqual([200]);
		expect(trigger.started).toEqual([]);
	});

	test("nor does one that copies the link's reference number", async () => {
		const trigger = await published(link);
		const [{ reference_number } = { reference_number: '' }] = await links();
		const other = await service('/v1/payment-requests', {
			amount: 5,
			currency: 'SGD',
			reference_number,
			webhook: 'https://shop.example/webhook',
		});
		const charge = simulator.pay(other.id);
		const fields = paymentFields({
			payment_id: charge.id,
			payment_request_id: other.id,
			amount: '5.00',
			reference_number,
		});
		expect((await deliver(trigger, callback(fields))).text).toContain('Ignored');
		expect(trigger.started).toEqual([]);
	});

	test('its public URL is not that of its webhook: without the token, nothing is requested', async () => {
		const trigger = await published(link);
		const url = trigger.url.split('?')[0]!;
		const before = simulator.requests.length;
		const messages = [paymentFields(), paymentFields({ payment_id: 'a' })].map((fields) =>
			callback(fields),
		);
		for (const message of messages) {
			const forged = [url, `${url}?token=`, `${url}?token=${'0'.repeat(36)}`];
			for (const to of forged) {
				const { status, text } = await deliver({ url: to }, message);
				expect([status, text]).toEqual([403, expect.stringContaining('URL that the trigger')]);
			}
		}
		expect(simulator.requests).toHaveLength(before);
	});

	test('the token stays the same, also if n8n has lost its state', async () => {
		const trigger = await published(link);
		const { token, id } = await trigger.publish();
		trigger.edit({ purpose: 'Tickets' });
		await trigger.unpublish();
		expect((await trigger.publish()).token).toBe(token);
		const [{ webhook } = { webhook: '' }] = await links();
		const renamed = await published(
			{ ...link, purpose: 'Tickets' },
			{ address: originOf(webhook) },
		);
		expect(renamed.url).toBe(webhook);
		expect(id).toEqual(expect.any(String));
	});

	test.each<[string, INodeParameters, string]>([
		['amount', { amount: 0.1 }, "'Amount' is below 0.3"],
		['amount of an expression', { amount: 'ten' }, "'Amount' is not a number"],
		['currency', { currency: 'dollars' }, "'Currency' is not a currency"],
	])(
		'an unsuitable %s is reported at publishing, and nothing is sent',
		async (_, parameters, message) => {
			const trigger = await setUp({ ...link, ...parameters });
			await expect(trigger.publish()).rejects.toMatchObject({
				message,
				description: expect.stringMatching(/^(Enter|Use) /) as string,
			});
			expect(simulator.requests).toEqual([]);
		},
	);

	test.each([
		[
			'the message of the API',
			{ status: 422, body: { message: 'Not like this.' } },
			'Not like this.',
		],
		['that it is down', { status: 503 }, 'A fault of the simulator'],
		[
			'that the connection broke',
			{ cut: 'before' as const },
			'The connection to the Payments API was lost',
		],
	])('publishing reports %s', async (_, fault, message) => {
		const trigger = await setUp(link);
		simulator.fault({ method: 'POST', ...fault });
		await expect(trigger.publish()).rejects.toMatchObject({ message });
	});

	test('what the API refuses is named by its label', async () => {
		const trigger = await setUp(link);
		const errors = {
			amount: ['The amount must be at least 0.3.'],
			reference_number: ['The reference_number is too long.'],
		};
		const body = { message: 'The given data was invalid.', errors };
		simulator.fault({ method: 'POST', status: 422, body });
		const error = (await trigger.publish().catch((thrown: unknown) => thrown)) as NodeApiError;
		expect([error.message, error.description]).toEqual([
			"The given data was invalid; 'Amount' must be at least 0.3; 'Purpose' is too long.",
			"Correct 'Amount', 'Purpose', then run the node again.",
		]);
	});

	test('a response without an ID is reported', async () => {
		for (const body of [{ url: 'https://pay.example/1' }, {}]) {
			const trigger = await setUp(link);
			simulator.fault({ method: 'POST', status: 201, body });
			await expect(trigger.publish()).rejects.toMatchObject({
				message: 'The Payments API did not return an ID for the registration',
			});
		}
		const trigger = await setUp(link);
		simulator.fault({ method: 'GET', status: 200, body: {} });
		await expect(trigger.publish()).rejects.toMatchObject({
			message: expect.stringContaining('list of records') as string,
		});
	});

	test.each(['1,500.00', '1500', 1500])(
		'an amount that the API writes as %j is not a change',
		async (amount) => {
			const trigger = await published({ ...link, amount: 1500 });
			const [made] = await links();
			const body = { data: [{ ...made, amount }] };
			simulator.fault({ method: 'GET', path: /payment-requests$/, status: 200, body });
			await trigger.publish();
			expect(writes()).toEqual(['POST']);
		},
	);

	test('Payment Request: Get Many finds it by its reference number', async () => {
		const trigger = await setUp(link);
		await (await setUp(link, { workflowId: 'w-11' })).publish();
		const { checkoutUrl } = await trigger.publish();
		const { items } = await runPayments({
			parameters: operation('paymentRequest', 'getAll', {
				filters: { search: 'n8n:w-1:trigger-1' },
			}),
			credentials: apiKeyOf(simulator),
		});
		expect(items.map(({ json }) => json.url)).toEqual([checkoutUrl]);
	});

	test('a test run does not change the published link', async () => {
		const published = await setUp(link);
		const test = await setUp({ ...link, amount: 1 }, { isTest: true });
		await published.publish();
		await test.publish();
		expect((await links()).map(({ webhook }) => webhook).sort()).toEqual(
			[published.url, test.url].sort(),
		);
		await test.unpublish();
		expect(await links()).toMatchObject([{ webhook: published.url, amount: '15.00' }]);
		expect(await links()).toHaveLength(1);
	});
});

describe.each([
	{
		mode: 'account',
		parameters: { mode: 'account', events: ['charge.created'] },
		changed: { events: ['charge.updated'] },
		ids: () => simulator.webhookEndpoints.map(({ id }) => id),
	},
	{
		mode: 'link',
		parameters: { mode: 'link', amount: 15, currency: 'SGD' },
		changed: { amount: 20 },
		ids: () => simulator.records.paymentRequests.map(({ id }) => id),
	},
])('when n8n starts, in mode $mode', ({ parameters, changed, ids }) => {
	test.each([
		['a rate limit', { status: 429 }],
		['an outage', { status: 503 }],
		['a refusal', { status: 403, body: { message: 'Your scopes do not allow this.' } }],
		['an outage behind a proxy', { status: 520 }],
		['a web page', { status: 200, body: '<html>Maintenance</html>' }],
		['a message', { status: 200, body: { message: 'Maintenance' } }],
		['a broken connection', { cut: 'before' }],
	] as const)('%s leaves what is registered', async (_, fault) => {
		const trigger = await published(parameters);
		const before = ids();
		simulator.fault({ method: 'GET', ...fault });
		await trigger.restart();
		expect(ids()).toEqual(before);
		expect(writes()).toEqual(['POST']);
	});

	test('an outage does not hide that the parameters changed since they were registered', async () => {
		const trigger = await published(parameters);
		trigger.edit(changed);
		simulator.fault({ method: 'GET', status: 503 });
		await trigger.restart();
		expect(ids()).toHaveLength(1);
		expect(writes()).toEqual(['POST', 'DELETE', 'POST']);
	});

	test('nor that the credential is of another environment', async () => {
		const trigger = await published(parameters);
		const production = await startSimulator({ charges: 1, apiKey: 'the-key-of-production' });
		trigger.enter(apiKeyOf(production).paymentsApi);
		production.fault({ method: 'GET', status: 503 });
		await trigger.restart().finally(() => production.close());
		expect(production.requests.map(({ method }) => method)).toContain('POST');
	});

	test('nor that the key is another one', async () => {
		const trigger = await published(parameters);
		trigger.enter({ apiKey: 'the-key-of-another-business' });
		simulator.fault({ method: 'GET', status: 503 });
		await expect(trigger.restart()).rejects.toThrow();
	});

	test('nor that the OAuth2 app is another one', async () => {
		const trigger = await published(parameters, { credentials: oAuth2Of(simulator) });
		trigger.enter({ clientId: 'another-app' });
		simulator.fault({ method: 'GET', status: 503 });
		await trigger.restart();
		expect(writes()).toEqual(['POST', 'DELETE', 'POST']);
	});

	test.each<[string, () => Partial<TriggerOptions>, () => ICredentialDataDecryptedObject]>([
		[
			'salts, and blanks around the key',
			() => ({}),
			() => ({ endpointSalt: 'a', webhookSalt: 'b', apiKey: ` ${simulator.apiKey} ` }),
		],
		['a slash behind the URL', () => ({}), () => ({ apiUrl: `${simulator.url}/` })],
		[
			'a new token',
			() => ({ credentials: oAuth2Of(simulator) }),
			() => ({ oauthTokenData: { ...simulator.issueTokens() } }),
		],
	])('an outage after %s leaves what is registered', async (_, optionsOf, typed) => {
		const trigger = await published(parameters, optionsOf());
		trigger.enter(typed());
		simulator.fault({ method: 'GET', status: 503 });
		await trigger.restart();
		expect(writes()).toEqual(['POST']);
	});

	test('the state does not contain the key', async () => {
		const trigger = await setUp(parameters);
		const state = await trigger.publish();
		expect(JSON.stringify(state)).not.toContain(simulator.apiKey);
		expect(state.account).toMatch(/^[0-9a-f]{64}$/);
	});

	test('what was deleted is registered again', async () => {
		const trigger = await published(parameters);
		const [id] = ids();
		const path = parameters.mode === 'link' ? 'payment-requests' : 'webhook-events';
		await service(`/v1/${path}/${id}`, undefined, 'DELETE');
		await trigger.restart();
		expect(ids()).toHaveLength(1);
		expect(ids()).not.toContain(id);
	});

	test('an outage at a publish is still reported', async () => {
		const trigger = await published(parameters);
		simulator.fault({ method: 'GET', status: 503 });
		await expect(trigger.publish()).rejects.toThrow();
	});
});

describe('a trigger with another mode at the next publish', () => {
	test('removes its payment link, and its events have no checkout page', async () => {
		const trigger = await published({ mode: 'link', amount: 15, currency: 'SGD' });
		trigger.edit({ mode: 'requests' });
		expect(await trigger.publish()).not.toHaveProperty('checkoutUrl');
		expect(await links()).toEqual([]);
	});

	test('removes its endpoint', async () => {
		const trigger = await published({
			mode: 'account',
			amount: 15,
			currency: 'SGD',
			events: ['refund'],
		});
		trigger.edit({ mode: 'link', amount: 15, currency: 'SGD' });
		await trigger.publish();
		expect(simulator.webhookEndpoints).toEqual([]);
		expect(await links()).toHaveLength(1);
	});

	test('removes everything if it is unpublished in between', async () => {
		const trigger = await published({ mode: 'link', amount: 15, currency: 'SGD' });
		trigger.edit({ mode: 'requests' });
		await trigger.unpublish();
		expect(await links()).toEqual([]);
	});
});
