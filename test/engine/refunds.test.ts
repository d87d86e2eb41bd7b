import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import * as clock from '../../nodes/Payments/transport/clock';
import { startSimulator, type Charge, type Fault, type Simulator } from '../../simulator';
import { apiKeyOf, oAuth2Of, runPayments, type RunOptions } from './run';
import { secretsIn } from './secrets';
import { shortenWaits, wait } from './waits';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator();
});
afterAll(() => simulator.close());

beforeEach(() => simulator.reset());

const waits = shortenWaits();

const create: INodeParameters = {
	resource: 'refund',
	operation: 'create',
	paymentId: '={{ $json.id }}',
	refundKind: 'part',
	amount: '={{ $json.amount }}',
};

const newCharge = (amount = 12) =>
	simulator.addCharge({ amount, currency: 'sgd', status: 'succeeded' });

async function refund(items: IDataObject[], options: Partial<RunOptions> = {}) {
	const result = await runPayments({
		credentials: apiKeyOf(simulator),
		items,
		...options,
		parameters: { ...create, ...options.parameters },
	});
	expect(secretsIn(result, simulator)).toEqual([]);
	return result;
}

/** What the service has of a charge's refunds. */
const refundsOf = ({ id }: Charge) =>
	simulator.records.refunds
		.filter((one) => one.payment_id === id)
		.map(({ amount_refunded }) => amount_refunded)
		.sort((one, other) => one - other);

const posts = () => simulator.requests.filter(({ method }) => method === 'POST').length;

const hit = (fault: Fault) => simulator.fault({ method: 'POST', path: '/v1/refund', ...fault });

const continued: Partial<INode> = { onError: 'continueRegularOutput' };

describe('before anything is sent', () => {
	test('a charge that is refunded already is stopped', async () => {
		const charge = newCharge();
		await refund([{ id: charge.id, amount: 12 }]);
		simulator.reset();
		const { error } = await refund([{ id: charge.id, amount: 12 }]);
		expect(error?.message).toBe('The charge is refunded already [item 0]');
		expect(error?.description).toContain('Nothing is left of its 12 SGD, so nothing was sent.');
		expect(posts()).toBe(0);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('an amount above what is left is stopped, and what is left is said', async () => {
		const charge = newCharge();
		await refund([{ id: charge.id, amount: 5.5 }]);
		simulator.reset();
		const { error } = await refund([{ id: charge.id, amount: 6.51 }]);
		expect(error?.message).toBe("'Amount' is above what is left of the charge [item 0]");
		expect(error?.description).toContain('Of its 12 SGD, 6.5 SGD can still be refunded');
		expect(posts()).toBe(0);
		expect((await refund([{ id: charge.id, amount: 6.5 }])).error).toBeUndefined();
		expect(refundsOf(charge)).toEqual([5.5, 6.5]);
	});

	test('a charge that can not be read right now is not refunded, and the error says so', async () => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', times: 5, status: 503, body: { message: 'Maintenance.' } });
		const { error } = await refund([{ id: charge.id, amount: 12 }]);
		expect(error?.message).toBe('Maintenance. [item 0]');
		expect(error?.description).toContain('run the node again');
		expect(error?.description).not.toContain('not known');
		expect(posts()).toBe(0);
	});

	test("a payment request's ID means its one payment", async () => {
		const request = await makeRequest();
		const charge = simulator.pay(request);
		await refund([{ id: request, amount: 2 }]);
		const { error } = await refund([{ id: request, amount: 24 }]);
		expect(error?.message).toBe("'Amount' is above what is left of the charge [item 0]");
		expect(refundsOf(charge)).toEqual([2]);
	});

	test('a credential that may not read charges still makes refunds', async () => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', times: 2, status: 403 });
		const { items, error } = await refund([{ id: charge.id, amount: 12 }], {
			credentials: oAuth2Of(simulator),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(refundsOf(charge)).toEqual([12]);
	});

	async function makeRequest(): Promise<string> {
		const answer = await fetch(`${simulator.url}/v1/payment-requests`, {
			method: 'POST',
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ amount: 25, currency: 'SGD' }),
		});
		return ((await answer.json()) as { id: string }).id;
	}
});

describe('a refund whose answer does not arrive is made once', () => {
	const troubles: Array<[string, Fault]> = [
		['cut before the work', { cut: 'before' }],
		['cut after the work', { cut: 'after' }],
		['cut in the middle of the answer, after the work', { cut: 'middle' }],
		['302 after the work', { status: 302, when: 'after' }],
		['500 before the work', { status: 500, when: 'before' }],
		['503 after the work', { status: 503, when: 'after' }],
		['500 after the work', { status: 500, when: 'after' }],
		['502 before the work', { status: 502, when: 'before' }],
		['504 after the work', { status: 504, when: 'after' }],
		['429 before the work', { status: 429, headers: { 'retry-after': '2' } }],
		['a web page after the work', { status: 200, body: '<html>', when: 'after' }],
	];

	test.each(troubles)('all of a charge, %s', async (_, fault) => {
		const charge = newCharge();
		hit(fault);
		const { items, error } = await refund([{ id: charge.id, amount: 12 }]);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([
			{ payment_id: charge.id, amount_refunded: 12, total_amount: 12, currency: 'sgd' },
		]);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test.each(troubles.filter(([name]) => /after|^429|^500/.test(name)))(
		'a part of a charge, %s',
		async (_, fault) => {
			const charge = newCharge();
			hit(fault);
			const { items, error } = await refund([{ id: charge.id, amount: 5 }]);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.amount_refunded)).toEqual([5]);
			expect(refundsOf(charge)).toEqual([5]);
		},
	);

	test('an answer that is no refund is not taken for one', async () => {
		for (const body of [{}, [], { message: 'Under maintenance' }, { success: false }]) {
			const charge = newCharge();
			hit({ status: 200, when: 'before', body });
			const { items, error } = await refund([{ id: charge.id, amount: 12 }]);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.amount_refunded)).toEqual([12]);
			expect(refundsOf(charge)).toEqual([12]);
			simulator.reset();
		}
	});

	test('a gateway that gives up early does not make a second one', async () => {
		const charge = newCharge();
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 20));
		const { items, error } = await refundBehindGateway(charge, 5);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('a copy of the data that is a moment behind does not make a second one', async () => {
		const charge = newCharge();
		hit({ status: 500, when: 'after' });
		simulator.fault({
			method: 'GET',
			skip: 1,
			body: { ...charge, refunded_amount: 0 },
			when: 'after',
		});
		const { items } = await refund([{ id: charge.id, amount: 4 }]);
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([4]);
	});

	test.each([undefined, null])(
		'a charge that does not say how much was refunded (%p): it is not known',
		async (refunded_amount) => {
			const charge = newCharge();
			hit({ status: 500, when: 'after' });
			simulator.fault({
				method: 'GET',
				times: 9,
				body: { ...charge, refunded_amount },
				when: 'after',
			});
			const { error } = await refund([{ id: charge.id, amount: 5 }]);
			expect(error?.message).toBe('It is not known whether 5 SGD was refunded [item 0]');
			expect(error?.description).not.toContain('NaN');
			expect(refundsOf(charge)).toEqual([5]);
		},
	);

	test('one that is still being made is not called not made', async () => {
		const charge = newCharge();
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 100));
		hit({ delay: 300, when: 'before' });
		const { error } = await refund([{ id: charge.id, amount: 12 }], {
			parameters: { requestOptions: { timeout: 100 }, options: { maxTries: 1 } },
		});
		expect(error?.message).toBe('It is not known whether 12 SGD was refunded [item 0]');
		await wait(400);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test("another item's refund is not taken for one's own", async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		const rows = [4, 4].map((amount) => ({ id: charge.id, amount }));
		const { items } = await refund(rows, {
			node: { ...continued, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		const made = items.filter(({ json }) => json.amount_refunded === 4);
		expect(refundsOf(charge)).toHaveLength(made.length);
	});

	/** The answer is 503 at once, while the service goes on with its work. */
	async function refundBehindGateway(charge: Charge, amount: number) {
		const gateway = createServer((incoming, outgoing) => {
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			incoming.on('end', () => {
				const pass = () =>
					fetch(simulator.url + incoming.url, {
						method: incoming.method,
						headers: {
							'x-business-api-key': simulator.apiKey,
							'content-type': 'application/json',
						},
						body: incoming.method === 'GET' ? undefined : Buffer.concat(chunks),
					});
				if (incoming.method === 'GET') {
					void pass().then(async (answer) => {
						outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
						outgoing.end(await answer.text());
					});
				} else {
					outgoing.writeHead(503).end();
					setTimeout(() => void pass(), 60);
				}
			});
		});
		await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
		const { paymentsApi } = apiKeyOf(simulator);
		const apiUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
		const result = await refund([{ id: charge.id, amount }], {
			credentials: { paymentsApi: { ...paymentsApi, apiUrl } },
		});
		gateway.closeAllConnections();
		gateway.close();
		return result;
	}

	test('one that the charge shows is marked, and has no ID', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		const { items } = await refund([{ id: charge.id, amount: 12 }]);
		expect(items[0]?.json).toEqual({
			id: null,
			payment_id: charge.id,
			amount_refunded: 12,
			total_amount: 12,
			currency: 'sgd',
			status: 'succeeded',
			recovered: true,
		});
		expect(posts()).toBe(1);
	});

	test('a part that does not show up is not sent again: the service may still be at work', async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe('It is not known whether 5 SGD was refunded [item 0]');
		expect(error?.description).toBe(
			`The connection broke off (ECONNRESET). Before, 0 SGD of the charge ${charge.id} was refunded. That has not changed, but the service may still be at work on it. Look at the charge with Charge: Get before you run this item again: with this refund, its refunded_amount is 5 SGD or more.`,
		);
		expect(waits).toEqual([1_000, 3_000, 6_000]);
		expect(posts()).toBe(1);
		expect(refundsOf(charge)).toEqual([]);
	});

	test('a part that shows up late is found', async () => {
		const charge = newCharge();
		jest.mocked(clock.wait).mockImplementation((time) => wait(time / 20));
		hit({ delay: 250, when: 'before' });
		const { items, error } = await refund([{ id: charge.id, amount: 5 }], {
			parameters: { requestOptions: { timeout: 100 } },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('all of a charge that is sent again while the first one is still at work: once', async () => {
		const charge = newCharge();
		hit({ delay: 250, when: 'before' });
		const { error, items } = await refund([{ id: charge.id, amount: 12 }], {
			parameters: { requestOptions: { timeout: 150 } },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		await wait(400);
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('another refund in between is not taken for this one', async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		simulator.fault({ method: 'GET', skip: 1, delay: 300, when: 'before' });
		const running = refund([{ id: charge.id, amount: 5 }]);
		await wait(150);
		await service(charge.id, 3);
		const { error } = await running;
		expect(error?.message).toBe('It is not known whether 5 SGD was refunded [item 0]');
		expect(error?.description).toContain('Now it is 3 SGD, so there was another refund.');
		expect(refundsOf(charge)).toEqual([3]);
	});

	test('when the charge can not be read afterwards, the error says what is known', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 100, status: 503 });
		const { error } = await refund([{ id: charge.id, amount: 12 }]);
		expect(error?.message).toBe('It is not known whether 12 SGD was refunded [item 0]');
		expect(error?.description).toContain('The charge could not be read afterwards.');
		expect(error?.description).toContain(charge.id);
		expect(posts()).toBe(1);
	});

	test('when it fails each time, the error says that it was not made', async () => {
		const charge = newCharge();
		hit({ status: 500, times: 100 });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.message).toBe('The refund of 5 SGD was not made [item 0]');
		expect(error?.description).toContain('The service answered with the status 500.');
		expect(posts()).toBe(5);
		expect(refundsOf(charge)).toEqual([]);
	});

	test('with Max Tries 1 nothing is sent twice', async () => {
		const charge = newCharge();
		hit({ status: 500 });
		const { error } = await refund([{ id: charge.id, amount: 5 }], {
			parameters: { options: { maxTries: 1 } },
		});
		expect(error?.message).toBe('The refund of 5 SGD was not made [item 0]');
		expect(posts()).toBe(1);
	});

	test('what the service refuses is not sent again', async () => {
		const charge = simulator.addCharge({ amount: 12, currency: 'sgd', status: 'failed' });
		const { error } = await refund([{ id: charge.id, amount: 5 }]);
		expect(error?.httpCode).toBe('422');
		expect(posts()).toBe(1);
	});

	async function service(id: string, amount: number) {
		await fetch(`${simulator.url}/v1/refund`, {
			method: 'POST',
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ payment_id: id, amount }),
		});
	}
});

describe('two refunds of one charge in one run', () => {
	test('are made one after the other', async () => {
		const charge = newCharge();
		const { items, error } = await refund([
			{ id: charge.id, amount: 5 },
			{ id: charge.id.toUpperCase(), amount: 5 },
			{ id: charge.id, amount: 2 },
		]);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([5, 5, 2]);
		expect(refundsOf(charge)).toEqual([2, 5, 5]);
		expect(simulator.requests.map(({ method }) => method)).toEqual([
			...['GET', 'POST', 'GET', 'POST', 'GET', 'POST'],
		]);
	});

	test('the one that is too much is stopped', async () => {
		const charge = newCharge();
		const rows = [8, 8].map((amount) => ({ id: charge.id, amount }));
		const { items } = await refund(rows, { node: continued });
		expect(items.map(({ json }) => json.error ?? json.amount_refunded)).toEqual([
			8,
			"'Amount' is above what is left of the charge [item 1]",
		]);
		expect(refundsOf(charge)).toEqual([8]);
	});

	test('an answer that is lost does not confuse them', async () => {
		const charge = newCharge();
		hit({ cut: 'after', times: 2 });
		const rows = [4, 4, 4].map((amount) => ({ id: charge.id, amount }));
		const { items, error } = await refund(rows);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(refundsOf(charge)).toEqual([4, 4, 4]);
	});
});

describe('when the node runs again', () => {
	const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('Retry On Fail gives the refunds that were made, and makes the others', async () => {
		const charges = [newCharge(), newCharge(), newCharge()];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, times: 2, status: 400 });
		const rows = charges.map(({ id }) => ({ id, amount: 5 }));
		const { items, error } = await refund(rows, { node: retried });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.payment_id)).toEqual(charges.map(({ id }) => id));
		expect(items.map(({ json }) => typeof json.id)).toEqual(['string', 'string', 'string']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(charges.map(refundsOf)).toEqual([[5], [5], [5]]);
		expect(posts()).toBe(3);
	});

	test('Retry On Fail makes no second one of a refund whose outcome was not known', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 5, status: 503 });
		const { items, error } = await refund([{ id: charge.id, amount: 5 }], { node: retried });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('the same items once more in one execution are the same refunds', async () => {
		const charge = newCharge();
		const rows = [5, 5].map((amount) => ({ id: charge.id, amount }));
		const first = await refund(rows, { executionId: 'same' });
		const again = await refund(rows, { executionId: 'same' });
		expect(again.items.map(({ json }) => json)).toEqual(
			first.items.map(({ json }) => ({ ...json, repeated: true })),
		);
		expect(refundsOf(charge)).toEqual([5, 5]);
	});

	test('in another execution they are new ones', async () => {
		const charge = newCharge();
		await refund([{ id: charge.id, amount: 5 }]);
		await refund([{ id: charge.id, amount: 5 }]);
		expect(refundsOf(charge)).toEqual([5, 5]);
	});
});

describe('when n8n itself throws in the middle of a run', () => {
	test('with batching and Retry On Fail, nothing is made twice', async () => {
		const charges = [newCharge(), newCharge(), newCharge()];
		await refund([...charges.map(({ id }) => ({ id, amount: 5 })), { id: 'last', amount: 5 }], {
			parameters: {
				paymentId: "={{ $json.id === 'last' ? $('Nowhere').item.json.id : $json.id }}",
				requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } },
			},
			node: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
		});
		await wait(500);
		expect(charges.map(refundsOf)).toEqual([[5], [5], [5]]);
	});
});

describe('when one item fails for good', () => {
	test('the node stops: no further refund is begun', async () => {
		const charges = Array.from({ length: 30 }, () => newCharge());
		simulator.fault({ path: `/v1/charges/${charges[0]!.id}`, status: 400 });
		const { error } = await refund(
			charges.map(({ id }) => ({ id, amount: 12 })),
			{ parameters: { options: { maxRequests: 2 } } },
		);
		expect(error?.message).toMatch(/\[item 0\]$/);
		expect(posts()).toBeLessThan(3);
	});

	test('with On Error set to continue, all others are made', async () => {
		const charges = Array.from({ length: 10 }, () => newCharge());
		simulator.fault({ path: `/v1/charges/${charges[0]!.id}`, status: 400 });
		const { items } = await refund(
			charges.map(({ id }) => ({ id, amount: 12 })),
			{ node: continued, parameters: { options: { maxRequests: 2 } } },
		);
		expect(items.map(({ json }) => typeof json.error)).toEqual([
			'string',
			...Array<string>(9).fill('undefined'),
		]);
		expect(charges.slice(1).map(refundsOf)).toEqual(Array(9).fill([12]));
	});
});
