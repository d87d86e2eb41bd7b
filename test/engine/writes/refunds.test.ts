import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Charge } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { mustViolate, useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { ownCredential } from '../run';
import { continued, everything, refundsOn } from './refunds';

/* The checks, requests and output of refunds. If the outcome is unknown: refunds.unknown.test.ts. */

const clock = useVirtualClock();
const simulator = useSimulator();

const { call, newCharge, hit, refund, refundNew, posts, paid, ...service } = refundsOn(
	simulator,
	{ refundKind: 'part' },
	12,
);

/** The refunds of a charge at the service, the smallest first. */
const refundsOf = (charge: Charge) => service.refundsOf(charge).sort((one, other) => one - other);

const simplified: INodeParameters = { output: 'simplified' };
const retried: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Refunds a part of a charge. */
async function partOf({ id }: Charge, amount: number) {
	await succeeded(refund([{ id, amount }]));
	await clock.pass(1_000);
	simulator.reset();
}

describe('before anything is sent', () => {
	test.each([
		[
			[12],
			12,
			'The charge is already fully refunded',
			'Nothing of its 12.00 SGD is left, so nothing was sent for this item.',
		],
		[
			[5.5],
			6.51,
			"'Amount' is above the remaining amount of the charge: 6.51",
			'Of its 12.00 SGD, 6.50 SGD can still be refunded',
		],
		[
			[],
			12.01,
			"'Amount' is above the remaining amount of the charge: 12.01",
			"The charge is 12.00 SGD, so nothing was sent for this item. Lower 'Amount' to 12.00 SGD or less.",
		],
	])('of 12.00 with refunds of %j, %d is stopped', async (before, amount, message, cause) => {
		const charge = newCharge();
		for (const one of before) await partOf(charge, one);
		const { error } = await refund([{ id: charge.id, amount }]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(cause);
		expect(posts()).toBe(0);
		expect(refundsOf(charge)).toEqual(before);
	});

	test('a charge that cannot be read right now is not refunded, and the error says so', async () => {
		simulator.fault({ method: 'GET', times: 5, status: 503, body: { message: 'Maintenance.' } });
		const { error } = await refundNew(12);
		expect(error?.message).toBe('Maintenance.');
		expect(error?.description).toContain('run the node again');
		expect(error?.description).not.toContain('not known');
		expect(posts()).toBe(0);
	});

	test.each<[unknown, string]>([
		...['failed', 'pending', 'cancelled', 'void'].map((status): [string, string] => [
			status,
			status,
		]),
		[[1, {}], 'unknown'],
	])('a payment whose status is %p is stopped, and the message says so', async (status, shown) => {
		if (status !== shown) mustViolate(/body\/status must be/);
		const charge = newCharge();
		charge.status = status as never;
		for (const parameters of [{}, everything]) {
			const { error } = await refund([{ id: charge.id, amount: 5 }], { parameters });
			expect(error?.message).toBe('The charge did not succeed, so there is nothing to refund');
			expect(error?.description).toBe(
				`The charge has the status ${shown}, so nothing was sent for this item. Choose another 'Charge'.`,
			);
		}
		expect(posts()).toBe(0);
	});
});

test('neither an amount nor a choice stops the node', async () => {
	const { id } = newCharge(1000);
	const { error } = await refund([{ id }], { parameters: { refundKind: undefined } });
	expect(error?.message).toBe("'Amount' is empty");
	expect(error?.description).toBe(
		"Enter an amount above 0. To refund everything that remains, set 'Refund' to Remaining Amount.",
	);
	expect(simulator.requests).toEqual([]);
});

test('one that is only found on its charge is marked, and has no ID', async () => {
	const { charge, items } = await refundNew(12, { cut: 'after' });
	expect(items[0]?.json).toEqual({
		id: null,
		payment_id: charge.id,
		amount_refunded: 12,
		total_amount: 12,
		currency: 'sgd',
		// It may be pending, and may fail.
		status: null,
		recovered: true,
	});
	expect(posts()).toBe(1);
});

describe('the remaining amount', () => {
	const refundRest = async ({ id }: { id: string }, parameters: INodeParameters = {}) =>
		await refund([{ id }], { parameters: { ...everything, ...parameters } });

	const amountsSent = () =>
		simulator.requests
			.filter(({ method }) => method === 'POST')
			.map(({ rawBody }) => /"amount":([^,}]+)/.exec(rawBody)?.[1]);

	test('takes the amount from the charge', async () => {
		const charge = newCharge(12.34);
		const { items } = await succeeded(refundRest(charge));
		expect(items.map(({ json }) => json.amount_refunded)).toEqual([12.34]);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
		expect(simulator.requests[1]?.body).toEqual({ payment_id: charge.id, amount: 12.34 });
	});

	test('is not sent for a charge that does not say how much of it was refunded', async () => {
		const charge = newCharge();
		const body = { ...charge, status: 'partially_refunded', refunded_amount: undefined };
		simulator.fault({ method: 'GET', body, when: 'after' });
		const { error } = await refundRest(charge);
		expect(error?.message).toContain('Could not determine the remaining amount');
		expect(error?.description).toBe(
			`The charge ${charge.id} does not contain how much of it is refunded. Look it up in the dashboard, then set 'Refund' to Partial Amount and enter the amount.`,
		);
		expect(posts()).toBe(0);
	});

	test('Retry On Fail asks for the amount of the first try, not for what is left now', async () => {
		const charge = newCharge();
		// All tries of the first run fail, and are surely not made.
		hit({ status: 500, times: 5 });
		const running = refund([{ id: charge.id }], {
			parameters: everything,
			node: { ...retried, waitBetweenTries: 5_000 },
		});
		const isBetweenTries = () => posts() === 5;
		while (!isBetweenTries()) await clock.pass(1_000);
		await call('/v1/refund', { payment_id: charge.id, amount: 3 });
		const { error } = await running;
		// 12 cannot be refunded any more, and 9 was never asked for.
		expect(new Set(amountsSent())).toEqual(new Set(['12', '3']));
		expect(error?.message).toBe('Could not confirm whether 12.00 SGD was refunded');
		expect(error?.description).toContain(
			'Now 3.00 SGD of it is refunded, so there was another refund.',
		);
		expect(refundsOf(charge)).toEqual([3]);
	});
});

describe('a refund that was made has the order number of its charge', () => {
	const orderNumbersOf = async (items: IDataObject[], options: Partial<INode> = {}) => {
		const result = await refund(items, { node: options, parameters: simplified });
		return result.items.map(({ json }) => json.order_reference_number);
	};

	test('in each row, as a failed row has it', async () => {
		const charges = [newCharge(20), newCharge(30), newCharge(40)];
		const rows = charges.map(({ id }) => ({ id, amount: 25 }));
		expect(await orderNumbersOf(rows, continued)).toEqual(
			charges.map(({ order_reference_number }) => order_reference_number),
		);
		expect(charges.map(refundsOf)).toEqual([[], [25], [25]]);
	});

	test('also if Retry On Fail finds it', async () => {
		const charge = newCharge();
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 5, status: 503 });
		const parameters = { ...everything, ...simplified };
		const { items } = await succeeded(
			refund([{ id: charge.id }], { parameters, node: { ...retried, ...ownCredential() } }),
		);
		const { order_reference_number } = charge;
		expect(items[0]!.json).toMatchObject({ recovered: true, order_reference_number });
		expect(refundsOf(charge)).toEqual([12]);
	});

	test('with the ID of its payment request', async () => {
		const { request, charge } = await paid();
		charge.order_reference_number = 'ORD-7';
		expect(await orderNumbersOf([{ id: request, amount: 5 }])).toEqual(['ORD-7']);
	});
});

describe('a refund that was made has no order number', () => {
	const fieldsOf = async (parameters: INodeParameters = simplified) => {
		const { items } = await succeeded(refundNew(5, undefined, { parameters }));
		return Object.keys(items[0]!.json);
	};

	test.each(['', null, { a: 1 }])('if that of the charge is %p', async (value) => {
		const charge = newCharge();
		charge.order_reference_number = value as string;
		if (value !== '') mustViolate(/body\/order_reference_number must be string/);
		const options = { parameters: simplified };
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }], options));
		expect(items[0]!.json).not.toHaveProperty('order_reference_number');
	});

	test('if the credential may not read the charge', async () => {
		simulator.fault({ method: 'GET', status: 403, times: 100 });
		expect(await fieldsOf()).not.toContain('order_reference_number');
	});

	test('in Raw, which is what the Payments API returns, nor among selected fields', async () => {
		expect(await fieldsOf()).toContain('order_reference_number');
		expect(await fieldsOf({ output: 'raw' })).not.toContain('order_reference_number');
		const selected = { output: 'selected', outputFields: ['status'] };
		expect(await fieldsOf(selected)).toEqual(['id', 'status']);
	});
});
