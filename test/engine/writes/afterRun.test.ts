import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useVirtualClock } from '../../clock';
import { useSimulator } from '../../useSimulator';
import { hintsOf, succeeded } from '../outcomes';
import { operation, runnerOf, type RunResult } from '../run';
import { continued, refundsOn } from './refunds';

/*
 * A run leaves more than its items: a hint with their endings, and the data by which the execution is found.
 */

useVirtualClock();
const simulator = useSimulator();
const run = runnerOf(simulator);
const { newCharge, hit, refund } = refundsOn(simulator);

const dataOf = ({ run: { data } }: RunResult) => data.resultData.metadata;

const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

const refusal = { status: 422, body: { message: 'No refunds today.' } };

/** New charges, with an amount to refund of each. */
function toRefund(...amounts: Array<[amount: number, currency?: string]>): IDataObject[] {
	return amounts.map(([amount, currency]) => ({ id: newCharge(2000, currency).id, amount }));
}

/** The reference number of a charge's order. */
const orderOf = (id: unknown) =>
	simulator.records.charges.find((one) => one.id === id)!.order_reference_number;

const createRequest = operation('paymentRequest', 'create', {
	amount: '={{ $json.amount }}',
	currency: 'SGD',
	additionalFields: { referenceNumber: '={{ $json.reference }}', email: 'ann@example.com' },
});

describe('a hint says how the items of a run ended', () => {
	test('with the sums in each currency', async () => {
		const items = toRefund([20], [30.05], [1200, 'jpy'], [1], [0.2]);
		hit({ ...refusal, skip: 3 });
		hit({ cut: 'before', skip: 3 });
		const options = { maxRequests: 1 };
		const result = await succeeded(
			refund([...items, { id: UNKNOWN, amount: 1 }], { node: continued, parameters: { options } }),
		);
		expect(result.items.map(({ json }) => json.outcome ?? json.status)).toEqual([
			...['succeeded', 'succeeded', 'succeeded', 'refused', 'unknown', 'not_sent'],
		]);
		expect(hintsOf(result)).toEqual([
			'Of 6 items, 3 succeeded (50.05 SGD, 1200 JPY), 1 was refused, 1 could not be confirmed, and 1 was not sent.',
		]);
	});

	test('in a preview, how they would end', async () => {
		const items = toRefund([20], [30.05], [1200, 'jpy'], [3000]);
		const parameters = { previewOnly: true };
		const result = await succeeded(refund(items, { node: continued, parameters }));
		expect(hintsOf(result)).toEqual([
			'Of 4 items, 3 would succeed (50.05 SGD, 1200 JPY) and 1 would fail. Nothing was sent.',
		]);
	});

	test('of deletions, one of which is only previewed', async () => {
		const parameters = operation('customer', 'delete', {
			customerId: '={{ $json.id }}',
			previewOnly: '={{ $json.preview }}',
		});
		const [one, other] = simulator.records.customers;
		const items = [
			{ id: one!.id, preview: true },
			{ id: other!.id, preview: false },
		];
		expect(hintsOf(await succeeded(run(parameters, { items })))).toEqual([
			'Of 2 items, 1 succeeded and 1 would succeed.',
		]);
	});

	test('of refunds up to a total, which were made before', async () => {
		const { id } = newCharge(100);
		const parameters = { refundKind: 'total', total: '={{ $json.amount }}' };
		const result = await succeeded(
			refund(
				[20, 20, 30].map((amount) => ({ id, amount })),
				{ parameters },
			),
		);
		expect(hintsOf(result)).toEqual([
			'Of 3 items, 2 succeeded (30.00 SGD) and 1 was refunded before.',
		]);
	});

	test('also of an item whose expression n8n cannot evaluate', async () => {
		const items = [...toRefund([1], [2]), { id: { is: 'no text' } }];
		const parameters = { paymentId: '={{ $json.id.trim() }}' };
		const result = await refund(items, { node: continued, parameters });
		expect(hintsOf(result)).toEqual(['Of 3 items, 2 succeeded (3.00 SGD) and 1 was not sent.']);
	});

	test('also where records are created', async () => {
		const items = [{ amount: 1.1 }, { amount: 2.2 }];
		const result = await succeeded(run(createRequest, { items }));
		expect(hintsOf(result)).toEqual(['Of 2 items, 2 succeeded (3.30 SGD).']);
	});

	const gym = { name: 'Gym', amount: 1, currency: 'SGD', customerEmail: '={{ $json.email }}' };
	const code = { name: '={{ $json.email }}', qrPicture: 'none' };
	test.each<[string, string, INodeParameters]>([
		['is charged each time', 'subscription', { ...gym, kind: 'terms' }],
		['is never charged', 'subscription', { ...gym, kind: 'save' }],
		['a static code is paid with', 'staticQr', code],
		[
			'a static code always asks for',
			'staticQr',
			{ ...code, additionalFields: { amount: 5, currency: 'SGD' } },
		],
		['no record has', 'customer', { email: '={{ $json.email }}', name: 'Ann' }],
	])('without sums of what %s', async (_, resource, fields) => {
		const items = [{ email: 'ann@example.com' }, { email: 'bo@example.com' }];
		const result = await succeeded(run(operation(resource, 'create', fields), { items }));
		expect(hintsOf(result)).toEqual(['Of 2 items, 2 succeeded.']);
	});

	test('but not of one item, nor of reads', async () => {
		expect(hintsOf(await succeeded(refund(toRefund([5]))))).toEqual([]);
		const get = operation('charge', 'get', { chargeId: '={{ $json.id }}' });
		expect(hintsOf(await succeeded(run(get, { items: toRefund([1], [2]) })))).toEqual([]);
	});
});

describe("with 'Save IDs to Execution', an execution is found by", () => {
	const options = { saveIds: true };

	test('a refund, its payment and the reference number of the order', async () => {
		const [item] = toRefund([5]);
		const result = await succeeded(refund([item!], { parameters: { options } }));
		const { id: refund_id } = result.items[0]!.json;
		const { id: payment_id } = item!;
		const reference_number = orderOf(payment_id);
		expect(dataOf(result)).toEqual({ payment_id, refund_id, reference_number });
	});

	test('a payment request, its payment and its reference number, whatever is output', async () => {
		const output = { output: 'selected', fields: ['url'] };
		const items = [{ amount: 5, reference: 'ORD-7' }];
		const created = await succeeded(run({ ...createRequest, ...output, options }, { items }));
		const { id } = simulator.records.paymentRequests[0]!;
		expect(dataOf(created)).toEqual({ payment_request_id: id, reference_number: 'ORD-7' });
		const charge = simulator.pay(id);
		const get = operation('paymentRequest', 'get', { paymentRequestId: id, options });
		expect(dataOf(await succeeded(run(get)))).toEqual({
			...dataOf(created),
			payment_id: charge.id,
		});
	});

	test.each([{}, continued])('a payment whose refund failed: %j', async (node) => {
		const [item] = toRefund([5]);
		hit(refusal);
		const result = await refund([item!], { node, parameters: { options } });
		const { id: payment_id } = item!;
		expect(dataOf(result)).toEqual({ payment_id, reference_number: orderOf(payment_id) });
	});

	test('each of several payments, as many as fit, once', async () => {
		const ids = toRefund(...Array.from({ length: 20 }, (): [number] => [1])).map(({ id }) => id);
		const get = operation('charge', 'get', { chargeId: '={{ $json.id }}', options });
		const items = [...ids.slice(0, 1), ...ids].map((id) => ({ id }));
		const { payment_id = '' } = dataOf(await succeeded(run(get, { items })))!;
		expect(payment_id.split(', ').sort()).toEqual(ids.slice(0, 6).sort());
	});

	test.each([
		'ann@example.com',
		'ann%40example.com',
		'ann&#64;example.com',
		'ann\uff20example.com',
		'for Ann',
	])('no email address, in no encoding, and no text: %s', async (reference) => {
		const items = [{ amount: 5, reference }];
		const result = await succeeded(run({ ...createRequest, options }, { items }));
		expect(Object.keys(dataOf(result)!)).toEqual(['payment_request_id']);
	});

	test('nothing without the option', async () => {
		expect(dataOf(await succeeded(refund(toRefund([5]))))).toBeUndefined();
	});
});
