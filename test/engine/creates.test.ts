import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSimulator, type Fault, type Simulator } from '../../simulator';
import { apiKeyOf, runPayments, type RunOptions } from './run';
import { secretsIn } from './secrets';
import { shortenWaits, wait } from './waits';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
});
afterAll(() => simulator.close());

beforeEach(() => simulator.reset());
shortenWaits();

let names = 0;

/** What is created, by a name that no other test uses, and where the simulator keeps it. */
const kinds: Array<[string, (name: string) => INodeParameters, () => unknown[]]> = [
	[
		'a static QR code',
		(name) => ({
			resource: 'staticQr',
			operation: 'create',
			name,
			paymentMethod: 'paynow_online',
			additionalFields: { amount: 10, currency: 'SGD' },
		}),
		() => simulator.records.staticQrs,
	],
	[
		'a plan',
		(name) => ({
			resource: 'plan',
			operation: 'create',
			name,
			amount: 20,
			cycle: 'monthly',
			additionalFields: { currency: 'SGD' },
		}),
		() => simulator.records.plans,
	],
	[
		'a payment request',
		(name) => ({
			resource: 'paymentRequest',
			operation: 'create',
			amount: 25,
			currency: 'SGD',
			additionalFields: { referenceNumber: name },
		}),
		() => simulator.records.paymentRequests,
	],
];

test('a payment request that nobody can tell from others is not taken for another one', async () => {
	const anybody = { amount: 77, currency: 'SGD' };
	// Made by somebody else at the same moment, one with a name that this one was not given.
	const others = [anybody, { ...anybody, email: 'ann@example.com' }];
	for (const body of others) {
		await fetch(`${simulator.url}/v1/payment-requests`, {
			method: 'POST',
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	}
	simulator.fault({ method: 'POST', status: 500 });
	const { error } = await runPayments({
		credentials: apiKeyOf(simulator),
		parameters: { resource: 'paymentRequest', operation: 'create', ...anybody },
	});
	const [ofAnn, plain] = simulator.records.paymentRequests;
	expect(error?.message).toBe('It is not known whether it was created [item 0]');
	expect(error?.description).toContain(`This could be it, or another one like it: ${plain!.id}.`);
	expect(error?.description).not.toContain(ofAnn!.id);
});

describe.each(kinds)('%s whose creation is not answered', (_, parameters, kept) => {
	async function create(fault: Fault, options: Partial<RunOptions> = {}) {
		names += 1;
		simulator.fault({ method: 'POST', ...fault });
		const before = kept().length;
		const result = await runPayments({
			credentials: apiKeyOf(simulator),
			parameters: parameters(`Counter ${names}`),
			...options,
		});
		expect(secretsIn(result, simulator)).toEqual([]);
		return { ...result, made: kept().length - before };
	}
	const ids = (items: Array<{ json: IDataObject }>) => items.map(({ json }) => json.id);
	const posts = () => simulator.requests.filter(({ method }) => method === 'POST').length;

	test.each<Fault>([
		{ cut: 'after' },
		{ status: 500, when: 'after' },
		{ status: 504, when: 'after' },
	])('is found where it was made: %p', async (fault) => {
		const { items, error, made } = await create(fault);
		expect(error).toBeUndefined();
		expect(made).toBe(1);
		expect(posts()).toBe(1);
		expect(kept()).toContainEqual(expect.objectContaining({ id: ids(items)[0] }));
	});

	test.each<Fault>([{ cut: 'before' }, { status: 500 }, { status: 503 }, { status: 429 }])(
		'is sent again where it was not made: %p',
		async (fault) => {
			const { items, error, made } = await create(fault);
			expect(error).toBeUndefined();
			expect(made).toBe(1);
			expect(posts()).toBe(2);
			expect(items).toHaveLength(1);
		},
	);

	test('is not sent again where the service can not be looked at', async () => {
		simulator.fault({ method: 'GET', times: 100, status: 503 });
		const { error, made } = await create({ cut: 'after' });
		expect(error?.message).toBe('It is not known whether it was created [item 0]');
		expect(error?.description).toBe(
			'The connection broke off (ECONNRESET). The list of the service could not be read. Look it up at the service before you run this item again.',
		);
		expect(made).toBe(1);
		expect(posts()).toBe(1);
	});

	test('is not sent again where the list is a part of it in another order', async () => {
		const data = ['2026-01-01', '2026-01-02'].map((created_at) => ({ id: created_at, created_at }));
		simulator.fault({
			method: 'GET',
			body: { data, meta: { last_page: 2 } },
			when: 'after',
			times: 100,
		});
		const { error } = await create({ cut: 'after' });
		expect(error?.message).toBe('It is not known whether it was created [item 0]');
		expect(posts()).toBe(1);
	});

	test('of two that are the same, each answers one item', async () => {
		const { items, error, made } = await create(
			{ cut: 'after', times: 2 },
			{ items: [{}, {}, {}] },
		);
		expect(error).toBeUndefined();
		expect(made).toBe(3);
		expect(new Set(ids(items)).size).toBe(3);
	});

	test('an older one that is the same is not taken for it', async () => {
		const { items: older } = await create({ method: 'PATCH', status: 500 });
		names -= 1;
		const { items, made } = await create({ cut: 'before' });
		expect(made).toBe(1);
		expect(ids(items)).not.toEqual(ids(older));
	});

	test('a service that is slow may still be at work: it is not sent again', async () => {
		const { error, made } = await create(
			{ delay: 300, when: 'before' },
			{ parameters: { ...parameters(`Slow ${names}`), requestOptions: { timeout: 100 } } },
		);
		expect(error?.message).toBe('It is not known whether it was created [item 0]');
		expect(error?.description).toContain('the service may still be at work on it');
		expect(posts()).toBe(1);
		expect(made).toBeLessThan(2);
		await wait(400);
	});

	test('a loop that asks for the same means another one', async () => {
		const options = { executionId: `loop ${names}` };
		const first = await create({ method: 'PATCH', status: 500 }, options);
		names -= 1;
		const second = await create({ method: 'PATCH', status: 500 }, options);
		expect([first.made, second.made]).toEqual([1, 1]);
		expect(ids(first.items)).not.toEqual(ids(second.items));
	});

	test('Retry On Fail makes no second one', async () => {
		const { items, made } = await create(
			{ status: 400, skip: 1, times: 1 },
			{
				items: [{ n: 1 }, { n: 2 }],
				parameters: { ...parameters('={{ "Retry " + $json.n + $execution.id }}') },
				node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			},
		);
		expect(items).toHaveLength(2);
		expect(made).toBe(2);
	});

	test('when it fails each time, the error says that it was not created', async () => {
		const { error, made } = await create({ status: 500, times: 100 });
		expect(error?.message).toBe('It was not created [item 0]');
		expect(made).toBe(0);
		expect(posts()).toBe(5);
	});
});
