import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mustViolate, useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { refundsOn } from './refunds';
import { shortenWaits } from './waits';

const simulator = useSimulator();

shortenWaits();

const { newCharge, hit, refund, refundNew, paid, posts } = refundsOn(simulator, {
	refundKind: 'part',
	output: 'simplified',
});

const numbersOf = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => json.order_reference_number);

describe('a refund that was made has the order number of its charge', () => {
	test('in each row, as a failed row has it', async () => {
		const charges = [newCharge(20), newCharge(30), newCharge(40)];
		const rows = charges.map(({ id }) => ({ id, amount: 25 }));
		const { items } = await refund(rows, { node: { onError: 'continueRegularOutput' } });
		expect(items.map(({ json }) => typeof json.error)).toEqual([
			'string',
			'undefined',
			'undefined',
		]);
		expect(numbersOf(items)).toEqual(
			charges.map(({ order_reference_number }) => order_reference_number),
		);
	});

	test('with the ID of its payment request', async () => {
		const { request, charge } = await paid();
		charge.order_reference_number = 'ORD-7';
		const { items } = await succeeded(refund([{ id: request, amount: 5 }]));
		expect(numbersOf(items)).toEqual(['ORD-7']);
	});

	test('when the response was lost and the refund is found again', async () => {
		const { charge, items } = await succeeded(refundNew(5, { cut: 'after' }));
		expect(items[0]!.json).toMatchObject({
			recovered: true,
			order_reference_number: charge.order_reference_number,
		});
	});

	test('when n8n runs the node again, which makes no second refund', async () => {
		const charges = [newCharge(), newCharge()];
		simulator.fault({ path: `/v1/charges/${charges[1]!.id}`, times: 2, status: 400 });
		const rows = charges.map(({ id }) => ({ id, amount: 5 }));
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { items } = await succeeded(refund(rows, { node }));
		expect(posts()).toBe(2);
		expect(numbersOf(items)).toEqual(
			charges.map(({ order_reference_number }) => order_reference_number),
		);
	});

	test('when it was found again by the second try', async () => {
		hit({ cut: 'after' });
		simulator.fault({ method: 'GET', skip: 1, times: 5, status: 503 });
		const charge = newCharge();
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }], { node }));
		expect(numbersOf(items)).toEqual([charge.order_reference_number]);
	});
});

describe('a refund that was made has no order number', () => {
	const fieldsOf = async (parameters: INodeParameters = {}) => {
		const { items } = await succeeded(refundNew(5, undefined, { parameters }));
		return Object.keys(items[0]!.json);
	};

	test.each(['', null, { a: 1 }])('if that of the charge is %p', async (value) => {
		const charge = newCharge();
		charge.order_reference_number = value as string;
		if (value !== '') mustViolate(/body\/order_reference_number must be string/);
		const { items } = await succeeded(refund([{ id: charge.id, amount: 5 }]));
		expect(items[0]!.json).not.toHaveProperty('order_reference_number');
	});

	test('if the credential may not read the charge', async () => {
		simulator.fault({ method: 'GET', status: 403, times: 100 });
		const { items } = await succeeded(refundNew(5));
		expect(items[0]!.json).not.toHaveProperty('order_reference_number');
	});

	test('in Raw, which is what the Payments API returns, nor among selected fields', async () => {
		expect(await fieldsOf()).toContain('order_reference_number');
		expect(await fieldsOf({ output: 'raw' })).not.toContain('order_reference_number');
		const selected = { output: 'selected', outputFields: ['status'] };
		expect(await fieldsOf(selected)).toEqual(['id', 'status']);
	});
});
