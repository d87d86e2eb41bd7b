import type { INode, INodeParameters } from 'n8n-workflow';

import type { Charge } from '../../simulator';
import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { refundsOn } from './refunds';
import { oAuth2Of, operation, runnerOf } from './run';
import { shortenWaits, wait } from './waits';

/*
 * What a refund does when the outcome is unknown, or when what it reads is older than what is known. Waits are a
 * thousand times shorter, so the looks at a charge are over after 20 ms.
 */

const simulator = useSimulator();
const run = runnerOf(simulator);

const waits = shortenWaits();

const { newCharge, hit, refund, refundNew, refundsOf, posts } = refundsOn(simulator);

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

const retried: Partial<INode> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

test('refusals that do not end do not hide that a connection was lost before', async () => {
	const charge = newCharge();
	hit({ cut: 'before' });
	hit({ status: 429, times: 10_000 });
	const { error } = await refund([{ id: charge.id, amount: charge.amount }]);
	expect(error?.message).toBe('Could not confirm whether 100.00 SGD was refunded [item 0]');
	expect(error?.description).toContain('The connection was lost (ECONNRESET). Before, 0.00 SGD');
	expect(refundsOf(charge)).toEqual([]);
});

test('a later try names what happened to the first one', async () => {
	const charge = newCharge();
	hit({ status: 500, when: 'after' });
	lag(charge, 100);
	const { error } = await refund([{ id: charge.id, amount: 10 }], { node: retried });
	expect(error?.message).toBe('Could not confirm whether 10.00 SGD was refunded [item 0]');
	expect(error?.description).toContain('The Payments API returned the status 500. Before,');
});

describe('a part of a charge is refunded at most once', () => {
	test.each([0, 3, 12])('500, and the work ends %d ms later', async (late) => {
		const { charge, items } = await succeeded(refundNew(4, { status: 500, late }));
		expect(items.map(({ json }) => json)).toMatchObject([{ amount_refunded: 4, recovered: true }]);
		expect(refundsOf(charge)).toEqual([4]);
	});

	test('500, and the work ends after the last look', async () => {
		const { charge, error } = await refundNew(4, { status: 500, late: 500 });
		expect(error?.message).toBe('Could not confirm whether 4.00 SGD was refunded [item 0]');
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
		expect(error?.message).toBe('Could not confirm whether 10.00 SGD was refunded [item 0]');
		expect(error?.description).not.toContain('not made');
		expect(refundsOf(charge)).toEqual([10]);
		expect(posts()).toBe(1);
	});

	test.each([302, 408, 409, 425, 499, 500, 501, 502, 503, 504, 520])(
		'%d after the work is looked up',
		async (status) => {
			const { charge, items } = await succeeded(refundNew(4, { status, when: 'after' }));
			expect(items.map(({ json }) => json.recovered)).toEqual([true]);
			expect(refundsOf(charge)).toEqual([4]);
		},
	);

	test.each([400, 403, 404, 418, 422])(
		'%d with a web page in place of words of the API is looked up, too',
		async (status) => {
			const { items } = await succeeded(
				refundNew(4, { status, body: '<html>Blocked</html>', when: 'after' }),
			);
			expect(items.map(({ json }) => json.recovered)).toEqual([true]);
		},
	);

	// A 404 may be about the ID: records/refundIds.test.ts.
	test.each([400, 401, 403, 422])('%d in words of the API: it was not made', async (status) => {
		const { charge, error } = await refundNew(4, {
			status,
			times: 9,
			body: { message: 'No refunds today.' },
		});
		expect(error?.message).toBe('No refunds today. [item 0]');
		expect(refundsOf(charge)).toEqual([]);
		expect(waits).toEqual([]);
	});

	test('the record of another payment is not taken for the refund', async () => {
		const other = { id: 'a refund', payment_id: newCharge().id, amount_refunded: 4 };
		const { error } = await refundNew(4, { status: 200, body: other, when: 'before' });
		expect(error?.message).toBe('Could not confirm whether 4.00 SGD was refunded [item 0]');
	});

	test('the charge of another payment is not believed, and nothing is sent', async () => {
		simulator.fault({ method: 'GET', body: newCharge(), when: 'after', times: 9 });
		const { error } = await refundNew(4);
		expect(error?.message).toContain('did not return the charge to refund');
		expect(posts()).toBe(0);
	});

	test('Retry On Fail says what is known of the first try, also when nothing can be read', async () => {
		simulator.fault({ method: 'GET', skip: 1, times: 1000, status: 503 });
		const { charge, error } = await refundNew(4, { cut: 'after' }, { node: retried });
		expect(error?.message).toBe('Could not confirm whether 4.00 SGD was refunded [item 0]');
		expect(refundsOf(charge)).toEqual([4]);
	});
});

describe('a charge that lists its refunds', () => {
	const listing = useSimulator({ listRefunds: true });
	const { call, hit, newCharge, refund, refundsOf } = refundsOn(listing);

	test('tells a refund from another one that was made meanwhile, and gives its ID', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		listing.fault({ method: 'GET', skip: 1, delay: 200, when: 'before' });
		const running = refund([{ id: charge.id, amount: 5 }]);
		while (refundsOf(charge).length === 0) await wait(5);
		await call('/v1/refund', { payment_id: charge.id, amount: 3 });
		const { items } = await succeeded(running);
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
		expect(error?.message).toBe("'Amount' is empty [item 0]");
		expect(error?.description).toBe(
			"Enter an amount above 0. To refund everything that remains, set 'Refund' to Remaining Amount.",
		);
		expect(simulator.requests).toEqual([]);
	});
});

describe('what this process knows of a charge', () => {
	test('a first read that lags is read again: two refunds are two', async () => {
		const { charge } = await refundNew(5);
		lag(charge, 3);
		hit({ cut: 'after', skip: 0 });
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }]));
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([5]);
		expect(refundsOf(charge)).toEqual([5, 5]);
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
});

describe('one refund, one name', () => {});

describe('an amount has as many decimals as the currency of the charge', () => {
	test.each([
		[5.005, 'sgd', 2],
		[100.5, 'jpy', 0],
	])('%d %s is refused', async (amount, currency, decimals) => {
		const charge = newCharge(1000, currency);
		const { error } = await refund([{ id: charge.id, amount }]);
		expect(error?.message).toBe("'Amount' has more decimals than the currency [item 0]");
		expect(error?.description).toBe(
			`An amount of ${currency.toUpperCase()} has a maximum of ${decimals} decimals, so nothing was sent for this item. Round 'Amount'.`,
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
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5.125 }]));
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([5.125]);
		expect(refundsOf(charge)).toEqual([5.125]);
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
			operation('staticQr', 'create', {
				name: 'Counter',
				paymentMethod: 'paynow_online',
				additionalFields: { amount: 10.5, currency: 'JPY' },
			}),
		],
	])('%s is refused before anything is sent', async (_, parameters) => {
		const { error } = await run(parameters);
		expect(error?.message).toBe("'Amount' has more decimals than the currency [item 0]");
		expect(simulator.requests).toEqual([]);
	});
});
