import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { startSimulator, type Charge, type Fault, type Simulator } from '../../simulator';
import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, runPayments, runnerOf, type RunOptions, type RunResult } from './run';
import { secretsIn } from './secrets';
import { shortenWaits, wait } from './waits';

/*
 * What a refund does when the outcome is unknown, or when what it reads is older than what is known. Waits are a
 * thousand times shorter, so the looks at a charge are over after 20 ms.
 */

const simulator = useSimulator();
const run = runnerOf(simulator);

const waits = shortenWaits();

const create: INodeParameters = {
	resource: 'refund',
	operation: 'create',
	paymentId: '={{ $json.id }}',
	amount: '={{ $json.amount }}',
};

const newCharge = (amount = 100, currency = 'sgd') =>
	simulator.addCharge({ amount, currency, status: 'succeeded' });

async function refund(items: IDataObject[], options: Partial<RunOptions> = {}): Promise<RunResult> {
	const result = await runPayments({
		credentials: apiKeyOf(simulator),
		items,
		...options,
		parameters: { ...create, ...options.parameters },
	});
	expect(secretsIn(result, simulator)).toEqual([]);
	return result;
}

/** What the service has of a charge's refunds, the oldest first. */
const refundsOf = ({ id }: Charge, { records } = simulator) =>
	records.refunds
		.filter((one) => one.payment_id === id)
		.map(({ amount_refunded }) => amount_refunded)
		.reverse();

const posts = () => simulator.requests.filter(({ method }) => method === 'POST').length;

const hit = (fault: Fault) => simulator.fault({ method: 'POST', path: '/v1/refund', ...fault });

/** The next reads of a charge show it as it was at first. */
const lag = (charge: Charge, reads: number, skip = 0) =>
	simulator.fault({
		method: 'GET',
		path: `/v1/charges/${charge.id}`,
		times: reads,
		skip,
		when: 'after',
		body: { ...charge, status: 'succeeded', refunded_amount: 0 },
	});

const continued: Partial<INode> = { onError: 'continueRegularOutput' };
const retried: Partial<INode> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

describe('a part of a charge is refunded at most once', () => {
	test.each([0, 3, 12])('500, and the work ends %d ms later', async (late) => {
		const charge = newCharge();
		hit({ status: 500, late });
		const items = await succeeded(refund([{ id: charge.id, amount: 4 }]));
		expect(items.map(({ json }) => json)).toMatchObject([{ amount_refunded: 4, recovered: true }]);
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('500, and the work ends after the last look', async () => {
		const charge = newCharge();
		hit({ status: 500, late: 500 });
		const { error } = await refund([{ id: charge.id, amount: 4 }]);
		expect(error?.message).toBe('Could not confirm whether 4 SGD was refunded [item 0]');
		await wait(700);
		expect(refundsOf(charge)).toEqual([4]);
	});

	test.each([1, 2, 3, 4])(
		'500 after the work, and %d reads come from a copy that lags',
		async (reads) => {
			const charge = newCharge();
			hit({ status: 500, when: 'after' });
			lag(charge, reads, 1);
			const { items } = await refund([{ id: charge.id, amount: 4 }]);
			expect(items.map(({ json }) => json.recovered)).toEqual([true]);
			expect(refundsOf(charge)).toEqual([4]);
		},
	);

	test('500 after the work each time, and the copy never catches up', async () => {
		const charge = newCharge();
		hit({ status: 500, when: 'after', times: 100 });
		lag(charge, 100);
		const { error } = await refund([{ id: charge.id, amount: 10 }], { node: retried });
		expect(error?.message).toBe('Could not confirm whether 10 SGD was refunded [item 0]');
		expect(error?.description).not.toContain('not made');
		expect(refundsOf(charge)).toEqual([10]);
		expect(posts()).toBe(1);
	});

	test.each([302, 408, 409, 425, 499, 500, 501, 502, 503, 504, 520])(
		'%d after the work is looked up',
		async (status) => {
			const charge = newCharge();
			hit({ status, when: 'after' });
			const items = await succeeded(refund([{ id: charge.id, amount: 4 }]));
			expect(items.map(({ json }) => json.recovered)).toEqual([true]);
			expect(refundsOf(charge)).toEqual([4]);
		},
	);

	test.each([400, 403, 404, 418, 422])(
		'%d with a web page in place of words of the API is looked up, too',
		async (status) => {
			const charge = newCharge();
			hit({ status, body: '<html>Blocked</html>', when: 'after' });
			const items = await succeeded(refund([{ id: charge.id, amount: 4 }]));
			expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		},
	);

	test.each([400, 401, 403, 404, 422])(
		'%d in words of the API: it was not made',
		async (status) => {
			const charge = newCharge();
			hit({ status, times: 9, body: { message: 'No refunds today.' } });
			const { error } = await refund([{ id: charge.id, amount: 4 }]);
			expect(error?.message).toBe('No refunds today. [item 0]');
			expect(refundsOf(charge)).toEqual([]);
			expect(waits).toEqual([]);
		},
	);

	test('the record of another payment is not taken for the refund', async () => {
		const charge = newCharge();
		const other = { id: 'a refund', payment_id: newCharge().id, amount_refunded: 4 };
		hit({ status: 200, body: other, when: 'before' });
		const { error } = await refund([{ id: charge.id, amount: 4 }]);
		expect(error?.message).toBe('Could not confirm whether 4 SGD was refunded [item 0]');
	});

	test('the charge of another payment is not believed, and nothing is sent', async () => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', body: newCharge(), when: 'after', times: 9 });
		const { error } = await refund([{ id: charge.id, amount: 4 }]);
		expect(error?.message).toContain('did not return the charge to refund');
		expect(posts()).toBe(0);
	});

	test('Retry On Fail says what is known of the first try, also when nothing can be read', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 1000, status: 503 });
		const { error } = await refund([{ id: charge.id, amount: 4 }], { node: retried });
		expect(error?.message).toBe('Could not confirm whether 4 SGD was refunded [item 0]');
		expect(refundsOf(charge)).toEqual([4]);
	});
});

describe('a charge that lists its refunds', () => {
	let listing: Simulator;
	beforeAll(async () => {
		listing = await startSimulator({ listRefunds: true });
	});
	afterAll(() => listing.close());

	test('tells a refund from another one that was made meanwhile, and gives its ID', async () => {
		const charge = listing.addCharge({ amount: 100, currency: 'sgd', status: 'succeeded' });
		listing.fault({ method: 'POST', cut: 'after' });
		listing.fault({ method: 'GET', skip: 1, delay: 200, when: 'before' });
		const running = run(create, {
			credentials: apiKeyOf(listing),
			items: [{ id: charge.id, amount: 5 }],
		});
		while (refundsOf(charge, listing).length === 0) await wait(5);
		await fetch(`${listing.url}/v1/refund`, {
			method: 'POST',
			headers: { 'x-business-api-key': listing.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ payment_id: charge.id, amount: 3 }),
		});
		const items = await succeeded(running);
		const made = listing.records.refunds.find(
			(one) => one.payment_id === charge.id && one.amount_refunded === 5,
		);
		expect(items.map(({ json }) => json)).toMatchObject([{ id: made?.id, recovered: true }]);
	});
});

describe('what a workflow does not say', () => {
	test('an amount without a choice is a part: that much is refunded', async () => {
		const charge = newCharge(1000);
		await succeeded(
			run({ resource: 'refund', operation: 'create', paymentId: charge.id, amount: 5 }),
		);
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('neither an amount nor a choice stops the node', async () => {
		const charge = newCharge(1000);
		const { error } = await run({ resource: 'refund', operation: 'create', paymentId: charge.id });
		expect(error?.message).toBe("'Amount' is zero [item 0]");
		expect(error?.description).toBe(
			"Enter an amount above 0. To refund everything that remains, set 'Refund' to Remaining Amount.",
		);
		expect(simulator.requests).toEqual([]);
	});
});

describe('what this process knows of a charge', () => {
	test('a first read that lags is read again: two refunds are two', async () => {
		const charge = newCharge();
		await refund([{ id: charge.id, amount: 5 }]);
		lag(charge, 3);
		hit({ cut: 'after', skip: 0 });
		const items = await succeeded(refund([{ id: charge.id, amount: 5 }]));
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([5]);
		expect(refundsOf(charge)).toEqual([5, 5]);
	});

	test.each([
		['the same credential', () => apiKeyOf(simulator)],
		['another credential of the same account', () => oAuth2Of(simulator)],
	])('a copy that never catches up stops the refund: %s', async (_, credentials) => {
		const charge = newCharge();
		await refund([{ id: charge.id, amount: 5 }]);
		lag(charge, 100);
		const { error } = await refund([{ id: charge.id, amount: 5 }], { credentials: credentials() });
		expect(error?.message).toBe('Could not read how much of the charge is refunded [item 0]');
		expect(error?.description).toContain('Nothing was sent for this item.');
		expect(refundsOf(charge)).toEqual([5]);
	});

	test('two credentials of one account take turns at a charge', async () => {
		const charge = newCharge(10);
		const both = await Promise.all([
			refund([{ id: charge.id, amount: 6 }]),
			refund([{ id: charge.id, amount: 6 }], { credentials: oAuth2Of(simulator) }),
		]);
		expect(both.map(({ error }) => error?.message).filter(Boolean)).toEqual([
			"'Amount' is above the remaining amount of the charge [item 0]",
		]);
		expect(refundsOf(charge)).toEqual([6]);
	});

	test('nothing is sent for a charge while an earlier refund of it is not confirmed', async () => {
		const charge = newCharge();
		hit({ cut: 'before' });
		const rows = [5, 5].map((amount) => ({ id: charge.id, amount }));
		const { items } = await refund(rows, { node: continued });
		expect(items.map(({ json }) => json.error)).toEqual([
			'Could not confirm whether 5 SGD was refunded [item 0]',
			'An earlier refund of the charge is not confirmed yet [item 1]',
		]);
		expect(items[1]?.json.details).toContain('Nothing was sent for this item.');
		expect(posts()).toBe(1);
	});

	test('an earlier refund that shows up is counted, and the next one is made', async () => {
		const charge = newCharge();
		hit({ status: 500, late: 300 });
		const first = await refund([{ id: charge.id, amount: 5 }]);
		expect(first.error?.message).toContain('Could not confirm');
		await wait(400);
		hit({ cut: 'after' });
		const items = await succeeded(refund([{ id: charge.id, amount: 5 }]));
		expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		expect(refundsOf(charge)).toEqual([5, 5]);
	});
});

describe('one refund, one name', () => {
	async function paid() {
		const answer = await fetch(`${simulator.url}/v1/payment-requests`, {
			method: 'POST',
			headers: { 'x-business-api-key': simulator.apiKey, 'content-type': 'application/json' },
			body: JSON.stringify({ amount: 25, currency: 'SGD' }),
		});
		const { id } = (await answer.json()) as { id: string };
		return { request: id, charge: simulator.pay(id) };
	}

	test.each([
		['first by its payment request', false],
		['first by its charge', true],
	])('in one execution a payment is the same by either ID: %s', async (_, isChargeFirst) => {
		const { request, charge } = await paid();
		const ids = isChargeFirst ? [charge.id, request] : [request, charge.id];
		const executionId = `one name ${request}`;
		const [first, second] = [
			await refund([{ id: ids[0]!, amount: 5 }], { executionId }),
			await refund([{ id: ids[1]!, amount: 5 }], { executionId }),
		];
		expect(second.items.map(({ json }) => json)).toEqual([
			{ ...first.items[0]!.json, repeated: true },
		]);
		expect(refundsOf(charge)).toEqual([5]);
	});
});

describe('an amount has as many decimals as the currency of the charge', () => {
	test.each([
		[5.005, 'sgd', 2],
		[100.5, 'jpy', 0],
	])('%d %s is refused', async (amount, currency, decimals) => {
		const charge = newCharge(1000, currency);
		const { error } = await refund([{ id: charge.id, amount }]);
		expect(error?.message).toBe("'Amount' has more decimals than the currency [item 0]");
		expect(error?.description).toBe(
			`An amount of ${currency.toUpperCase()} has a maximum of ${decimals} decimals, so nothing was sent. Round 'Amount'.`,
		);
		expect(posts()).toBe(0);
	});

	test.each([0.00001, 5.1255])('%d is refused before the charge is read', async (amount) => {
		const { error } = await refund([{ id: newCharge().id, amount }]);
		expect(error?.message).toBe("'Amount' has more than 3 decimals [item 0]");
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		['answered', []],
		['not answered', [{ cut: 'after' } as const]],
	])('5.125 KWD is refunded exactly, %s', async (_, faults) => {
		const charge = newCharge(20, 'kwd');
		for (const fault of faults) hit(fault);
		const items = await succeeded(refund([{ id: charge.id, amount: 5.125 }]));
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([5.125]);
		expect(refundsOf(charge)).toEqual([5.125]);
	});

	test('where the charge cannot be read, it has two at most', async () => {
		const charge = newCharge();
		simulator.fault({ method: 'GET', times: 9, status: 403 });
		const { error } = await refund([{ id: charge.id, amount: 1.125 }]);
		expect(error?.message).toBe("'Amount' has more decimals than the currency [item 0]");
		expect(posts()).toBe(0);
	});

	test.each<[string, INodeParameters]>([
		[
			'a payment request',
			{ resource: 'paymentRequest', operation: 'create', amount: 10.005, currency: 'SGD' },
		],
		[
			'a plan',
			{ resource: 'plan', operation: 'create', name: 'Gym', cycle: 'monthly', amount: 10.005 },
		],
		[
			'a static QR code',
			{
				resource: 'staticQr',
				operation: 'create',
				name: 'Counter',
				paymentMethod: 'paynow_online',
				additionalFields: { amount: 10.5, currency: 'JPY' },
			},
		],
	])('%s is refused before anything is sent', async (_, parameters) => {
		const { error } = await run(parameters);
		expect(error?.message).toBe("'Amount' has more decimals than the currency [item 0]");
		expect(simulator.requests).toEqual([]);
	});
});
