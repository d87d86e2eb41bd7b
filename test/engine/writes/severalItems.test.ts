import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { itemsNamed, nthItem, succeeded } from '../outcomes';
import { apiKeyOf, runPayments } from '../run';
import { refundsOn } from './refunds';

const simulator = useSimulator({ charges: 130 });

const { newCharge, hit, paid, refund } = refundsOn(simulator, { refundKind: 'part' }, 20);

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** The ID of one of the service's charges. */
const known = (index: number) => simulator.records.charges[index]!.id;

const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const once = { options: { maxTries: 1 } };
const get = { resource: 'charge', operation: 'get', chargeId: '={{ $json.id }}' };

function run(ids: unknown[], node: Partial<INode> = {}, parameters: INodeParameters = get) {
	return runPayments({
		parameters,
		credentials: apiKeyOf(simulator),
		items: ids.map((id, row) => ({ id, row }) as never),
		node,
	});
}

test.each([[[0]], [[1]], [[2]], [[1, 2]], [[0, 1, 3]]])(
	'bad items among good ones stop all of them before anything is sent, and each of them is named, also with Retry On Fail: %j',
	async (bad) => {
		const ids = [0, 1, 2, 3].map((index) => (bad.includes(index) ? 'x' : known(index)));
		const result = await run(ids, retried);
		const { items, error } = result;
		expect(error?.message).toBe(`'Charge' is not a valid ID: "x"${nthItem(bad[0]!)}`);
		expect(error?.context?.itemIndex).toBe(bad[0]);
		expect(itemsNamed(result, 'More items are not valid')).toEqual(bad.slice(1));
		expect(items).toEqual([]);
		expect(simulator.requests).toEqual([]);
	},
);

test('of thousands of bad items, the first ones are named', async () => {
	const ids = Array.from({ length: 3000 }, (_, index) => (index % 2 ? known(0) : 'x'));
	const { error } = await run(ids);
	expect(error?.description).toMatch(
		/More items are not valid: 3rd, 5th, .*, 41st and 1479 more\./,
	);
});

test('with an error output bad items leave there, with the fields of their input', async () => {
	const { items, failed, error } = await run([known(0), 'x', UNKNOWN, known(1)], {
		onError: 'continueErrorOutput',
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual([known(0), known(1)]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
	expect(failed.map(({ json }) => json)).toEqual([
		{
			row: 1,
			id: 'x',
			error: '\'Charge\' is not a valid ID: "x" (2nd item)',
			details: expect.stringContaining('Charge: Get Many') as string,
		},
		{
			row: 2,
			id: UNKNOWN,
			error: 'Charge not found (3rd item)',
			details: expect.stringContaining('Check the ID') as string,
		},
	]);
	expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
});

describe('with On Error set to continue, a failed item contains which payment it is about', () => {
	const node: Partial<INode> = { onError: 'continueRegularOutput' };
	const refundAll = async (items: IDataObject[], settings = node) =>
		await refund(items, { node: settings });

	test('a refund: the charge and its order number, and no field that looks like those of a refund', async () => {
		const charge = newCharge();
		const other = simulator.addCharge({ amount: 30, currency: 'sgd', status: 'refunded' });
		const item = (id: string, amount: unknown) => ({ id, amount, currency: 'sgd', status: 'ok' });
		hit({ status: 422, body: { message: 'Insufficient balance.' } });
		const { items } = await refundAll([
			item(charge.id, 21),
			item(other.id, 1),
			item(charge.id, 5),
		] as IDataObject[]);
		const details = expect.any(String) as string;
		expect(items.slice(0, 2).map(({ json }) => json)).toEqual([
			{
				payment_id: charge.id,
				order_reference_number: charge.order_reference_number,
				error: "'Amount' is above the remaining amount of the charge: 21 (1st item)",
				details,
				outcome: 'not_sent',
			},
			{
				payment_id: other.id,
				order_reference_number: other.order_reference_number,
				error: 'The charge is already fully refunded (2nd item)',
				details,
				outcome: 'not_sent',
			},
		]);
		expect(items[2]!.json).toMatchObject({
			payment_id: charge.id,
			order_reference_number: charge.order_reference_number,
			error: 'Insufficient balance (3rd item)',
		});
	});

	test('a refund by the ID of a payment request: its charge', async () => {
		const { request, charge } = await paid();
		charge.order_reference_number = 'ORD-7';
		const { items } = await refundAll([{ id: request, amount: 101 }]);
		expect(items[0]!.json).toMatchObject({
			payment_id: charge.id,
			order_reference_number: 'ORD-7',
		});
	});

	test('an item that is not valid: what its input contains', async () => {
		const { items } = await refundAll([
			{ id: 'x', amount: 5, order_reference_number: 'ORD-8', reference_number: 9 },
			{ id: { a: 1 }, amount: 5, order_reference_number: '', payment_id: known(0) },
		]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ payment_id: 'x', order_reference_number: 'ORD-8', reference_number: 9 },
			{ payment_id: known(0), error: expect.stringContaining('(2nd item)') as string },
		]);
		expect(items[1]!.json).not.toHaveProperty('order_reference_number');
	});

	const estimated = { beneficiaryId: UNKNOWN, sourceCurrency: 'SGD', paymentAmount: 5 };
	test.each<[string, INodeParameters, IDataObject, IDataObject]>([
		['charge: get', { chargeId: UNKNOWN }, {}, { payment_id: UNKNOWN }],
		['paymentRequest: get', { paymentRequestId: UNKNOWN }, {}, { payment_request_id: UNKNOWN }],
		['transfer: estimate', estimated, { name: 'Ben' }, { beneficiary_id: UNKNOWN, name: 'Ben' }],
		[
			'invoice: send',
			{ invoiceId: UNKNOWN },
			{ invoice_number: 'INV-7', status: 'pending' },
			{ invoice_id: UNKNOWN, invoice_number: 'INV-7' },
		],
	])('%s: the record that its parameters name, and its name', async (what, fields, item, shown) => {
		const [resource, operation] = what.split(': ');
		const parameters = { resource, operation, ...fields };
		const { items } = await runPayments({
			...{ parameters, credentials: apiKeyOf(simulator), items: [item], node },
		});
		expect(items[0]!.json).toMatchObject({ ...shown, details: expect.any(String) as string });
		expect(items[0]!.json).not.toHaveProperty('status');
	});

	test('at an error output, all of its input', async () => {
		const item = { id: newCharge().id, amount: 21, order: 'ORD-9' };
		const { items, failed } = await refundAll([item], { onError: 'continueErrorOutput' });
		expect(items).toEqual([]);
		expect(failed[0]!.json).toMatchObject({ ...item, message: 'not_sent' });
	});

	test('without it, the error of the first one names those that failed after they were sent', async () => {
		hit({ status: 422, times: 3 });
		const rows = [6, 6, 6].map((amount) => ({ id: newCharge().id, amount }));
		const { error } = await refundAll(rows, { onError: 'stopWorkflow' });
		expect(error?.message).toContain('(1st item)');
		expect(error?.description).toMatch(/More items failed after they were sent: 2nd(, 3rd)?\./);
	});

	describe.each([
		['refunded', 'Nothing of its 20.00 SGD is left, so nothing was sent for this item.'],
		['failed', 'The charge has the status failed, so nothing was sent for this item.'],
	] as const)('a charge that is %s', (status, cause) => {
		const advised = async (count: number, settings: Partial<INode> = {}) => {
			const charges = Array.from({ length: count }, () =>
				simulator.addCharge({ amount: 20, currency: 'sgd', status }),
			);
			const rows = charges.map(({ id }) => ({ id, amount: 1 }));
			const { items, failed, error } = await refundAll(rows, settings);
			const details = [...items, ...failed].map(({ json }) => json.details);
			return error ? [error.description] : details;
		};

		test('among several items: leave it out, or continue, and that the others are untouched', async () => {
			const others =
				"Nothing was sent for any other item of this run. To run the others all the same, choose Settings > 'On Error' > Continue.";
			expect(await advised(2)).toEqual([`${cause} Leave the item out. ${others}`]);
		});

		test('alone: choose another one', async () => {
			expect(await advised(1)).toEqual([`${cause} Choose another 'Charge'.`]);
			const once = { executeOnce: true };
			expect(await advised(2, once)).toEqual([`${cause} Choose another 'Charge'.`]);
		});

		test.each<Partial<INode>>([node, { onError: 'continueErrorOutput' }])(
			'with %p: nothing, in each row',
			async (settings) => {
				const row = `${cause} There is nothing to do for this item.`;
				expect(await advised(1, settings)).toEqual([row]);
				expect(await advised(3, settings)).toEqual([row, row, row]);
			},
		);
	});
});

test('a list that breaks off half-way gives the error and no part of the list', async () => {
	simulator.fault({ skip: 1, status: 503 });
	const all = { resource: 'charge', operation: 'getAll', returnAll: true };
	const { items } = await run([0], { onError: 'continueRegularOutput' }, { ...all, ...once });
	expect(simulator.requests).toHaveLength(2);
	expect(items.map(({ json }) => json.error)).toEqual(['A fault of the simulator']);
});

test('Execute Once sends the first item only', async () => {
	const { items } = await succeeded(run([known(0), known(1), 'x'], { executeOnce: true }));
	expect(items.map(({ json }) => json.id)).toEqual([known(0)]);
	expect(simulator.requests).toHaveLength(1);
});

describe('with Retry On Fail', () => {
	test('input that is good at the second try is sent then', async () => {
		let isGood = false;
		const late = Object.defineProperty({ id: '' }, 'id', {
			enumerable: true,
			get: () => (isGood ? known(1) : 'x'),
		});
		setTimeout(() => (isGood = true), 100);
		const { items, error } = await runPayments({
			parameters: get,
			credentials: apiKeyOf(simulator),
			items: [{ id: known(0) }, late, { id: known(2) }],
			node: { ...retried, waitBetweenTries: 200 },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id)).toEqual([0, 1, 2].map(known));
		expect(simulator.requests).toHaveLength(3);
	});
});

describe('with batching', () => {
	const batched = (ids: unknown[], node: Partial<INode> = {}) =>
		run(ids, node, {
			...get,
			requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 150 } } },
		});

	test('items go batch by batch', async () => {
		const ids = [0, 1, 2, 3, 4].map(known);
		const start = Date.now();
		const { items } = await succeeded(batched(ids));
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		const [first, , , , last] = simulator.requests.map(({ at }) => at);
		// Two pauses before the third batch, which the first batch did not wait for.
		expect(last! - start).toBeGreaterThanOrEqual(295);
		expect(last! - first!).toBeGreaterThanOrEqual(50);
	});

	test('a batching of size without interval is none: one bad item stops all', async () => {
		await run(
			[known(0), 'x'],
			{},
			{ ...get, requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } } },
		);
		expect(simulator.requests).toEqual([]);
	});
});
