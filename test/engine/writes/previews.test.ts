import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useVirtualClock } from '../../clock';
import { asyncProperty } from '../../fuzz/property';
import { useSimulator } from '../../useSimulator';
import { endpointFor, everyOperation, ready, useExamples } from '../everyOperation';
import { hintsOf, succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';
import { chargeParameters } from './charges';
import { continued, everything, refundsOn } from './refunds';

/* 'Preview Only': what would be sent, and nothing sent. */

const preview: INodeParameters = { previewOnly: true };
const fieldOf: Record<string, string> = {
	'Refund: Create': 'would_refund',
	'Subscription: Cancel': 'would_cancel',
	'Subscription: Charge': 'would_charge',
	'Transfer: Create': 'would_transfer',
};

describe('each operation that moves money or deletes', () => {
	const simulator = useExamples();
	const run = runnerOf(simulator);
	const all = everyOperation.filter(
		(name) => name in fieldOf || endpointFor(name).method === 'DELETE',
	);

	test.each(all)(
		'%s sends nothing in a preview, and all of it in the run after it',
		async (name) => {
			const { parameters, items } = await ready(simulator, name, {}, 2);
			const field = fieldOf[name] ?? 'would_delete';
			const sent = () => simulator.requests.filter(({ method }) => method !== 'GET').length;

			const { items: previewed } = await succeeded(run({ ...parameters, ...preview }, { items }));
			expect(sent()).toBe(0);
			expect(previewed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
			const values = previewed.map(({ json }) => json[field]);
			const { amount = parameters.paymentAmount ?? true } = parameters;
			expect(values).toEqual([amount, amount]);

			const { items: made } = await succeeded(run(parameters, { items }));
			expect(sent()).toBe(2);
			expect(made.some(({ json }) => field in json)).toBe(false);
		},
	);
});

describe('refunds', () => {
	useVirtualClock();
	const simulator = useSimulator();
	const { newCharge, refund, refundsOf, posts } = refundsOn(simulator);

	test('count the items before them', async () => {
		const { id } = newCharge(100);
		const parameters = { ...preview, refundKind: '={{ $json.kind }}', total: 100 };
		const items = [{ amount: 60 }, { amount: 60 }, { kind: 'total' }, { kind: 'everything' }];
		const { items: shown } = await refund(
			items.map((one) => ({ id, kind: 'part', ...one })),
			{ parameters, node: continued },
		);
		expect(shown.map(({ json }) => json.would_refund ?? json.error)).toEqual([
			60,
			"'Amount' is above the remaining amount of the charge: 60 (2nd item)",
			40,
			'An earlier item of this preview refunds all that remains of the charge (4th item)',
		]);
		expect(shown[3]!.json.details).toBe(
			'The 3rd item refunds it, so a real run would send nothing for this item.',
		);
		expect(posts()).toBe(0);
	});

	test.each([
		[true, 0],
		['true', 0],
		[false, 1],
		['false', 1],
	])('of an expression that returns %j are %j refunds', async (value, made) => {
		const charge = newCharge(100);
		const parameters = { previewOnly: '={{ $json.preview }}' };
		const items = [{ id: charge.id, amount: 5, preview: value }];
		await succeeded(refund(items, { parameters }));
		expect(refundsOf(charge)).toHaveLength(made);
	});

	test.each([undefined, null, '', 'TRUE', 1])(
		'of an expression that returns %j are refused, since it may be a typo',
		async (value) => {
			const { id } = newCharge(100);
			const parameters = { previewOnly: '={{ $json.preview }}' };
			const { error } = await refund([{ id, amount: 5, preview: value }], { parameters });
			expect(error?.message).toContain("'Preview Only'");
			expect(simulator.requests).toEqual([]);
		},
	);

	test('of one item are sent, while the others are previewed', async () => {
		const charge = newCharge(100);
		const parameters = { ...everything, previewOnly: '={{ $json.preview }}' };
		const items = [true, false].map((value) => ({ id: charge.id, preview: value }));
		const { items: shown } = await succeeded(refund(items, { parameters }));
		expect(shown.map(({ json }) => json.would_refund ?? json.amount_refunded)).toEqual([100, 100]);
		expect(refundsOf(charge)).toEqual([100]);
	});

	test('that fail are previewed again, as Retry On Fail does, as if for the first time', async () => {
		const [one, other] = [newCharge(100), newCharge(100)];
		const path = `/v1/charges/${other.id}`;
		simulator.fault({ method: 'GET', path, times: 5, status: 503, body: { message: 'Busy.' } });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const parameters = { ...everything, ...preview };
		const items = [{ id: one.id }, { id: other.id }];
		const { items: shown } = await succeeded(refund(items, { parameters, node }));
		expect(shown.map(({ json }) => json.would_refund)).toEqual([100, 100]);
		expect(posts()).toBe(0);
	});

	test('leave a refund that could not be confirmed to the item that is sent, and equal items the next one', async () => {
		const { id } = newCharge(100);
		simulator.fault({ method: 'POST', path: '/v1/refund', cut: 'after' });
		const denied = { status: 403, body: { message: 'Not allowed.' } };
		simulator.fault({ method: 'GET', path: '/v1/charges', ...denied, skip: 1, times: 6 });
		const inLoop = async (...previews: boolean[]) => {
			const items = previews.map((isPreview) => ({ id, amount: 5, isPreview }));
			const parameters = { previewOnly: '={{ $json.isPreview }}' };
			const result = await refund(items, { parameters, node: continued, executionId: 'A' });
			return result.items.map(({ json }) => json);
		};

		expect((await inLoop(false))[0]!.error).toContain('Could not confirm');
		expect(await inLoop(true, true)).toMatchObject([{ would_refund: 0 }, { would_refund: 5 }]);
		const found = { amount_refunded: 5, recovered: true };
		expect(await inLoop(true, false)).toMatchObject([{ would_refund: 0 }, found]);
		expect(refundsOf({ id })).toEqual([5]);
	});

	test('of a total that was refunded before would do nothing, and are counted so', async () => {
		const { id } = newCharge(100);
		const parameters = { ...preview, refundKind: 'total', total: '={{ $json.total }}' };
		const items = [5, 3].map((total) => ({ id, total }));
		const previewed = await succeeded(refund(items, { parameters }));
		expect(previewed.items.map(({ json }) => json.would_refund)).toEqual([5, 0]);
		expect(hintsOf(previewed)).toEqual([
			'Of 2 items, 1 would succeed (5.00 SGD) and 1 would do nothing. Nothing was sent.',
		]);
	});

	/** Amounts that meet often: of a charge of 10, of parts before, and of items. */
	const amount = fc.constantFrom(0.1, 0.2, 3, 5, 9.9, 10, 10.5);
	const item = fc.record({
		charge: fc.nat(1),
		kind: fc.constantFrom('part', 'everything', 'total'),
		amount,
	});

	test('are those of the run after it', async () => {
		const parameters = { refundKind: '={{ $json.kind }}', total: '={{ $json.amount }}' };
		const states = fc.tuple(
			fc.array(amount, { maxLength: 2 }),
			fc.array(item, { minLength: 1, maxLength: 5 }),
		);
		await asyncProperty(
			states,
			async ([before, asked]) => {
				const charges = [newCharge(10), newCharge(10, 'jpy')];
				for (const one of before) await refund([{ id: charges[0]!.id, amount: one }]);
				const items: IDataObject[] = asked.map((one) => ({ ...one, id: charges[one.charge]!.id }));
				const sums = () => charges.map((one) => refundsOf(one).length);
				const [options, earlier] = [{ parameters, node: continued }, sums()];
				const remained = charges.map((one) =>
					refundsOf(one).reduce((left, amount) => left - amount, one.amount),
				);
				const previewed = await refund(items, {
					...options,
					parameters: { ...parameters, ...preview },
				});
				expect(sums()).toEqual(earlier);
				const made = await refund(items, options);
				// A preview has refunded nothing yet: the error names the item that would refund what remained before it.
				const inPreview = ({ error }: IDataObject, item: number) =>
					remained[asked[item]!.charge]! > 0
						? (error as string).replace(
								'The charge is already fully refunded',
								'An earlier item of this preview refunds all that remains of the charge',
							)
						: error;
				expect(previewed.items.map(({ json }) => json.would_refund ?? json.error)).toEqual(
					made.items.map(({ json }, item) => json.amount_refunded ?? inPreview(json, item)),
				);
			},
			0.02,
		);
	});
});

describe('charges', () => {
	useVirtualClock();
	const simulator = useSimulator();
	const run = runnerOf(simulator);
	const parameters = { ...chargeParameters, ...preview, amount: 12.5 };

	test('show the amount, and whom', async () => {
		const one = simulator.addSubscription();
		const { id: recurring_billing_id, name, customer_email, status } = one;
		const { items } = await succeeded(run(parameters, { items: [{ id: one.id }] }));
		const of = { recurring_billing_id, customer_email, name, subscription_status: status };
		expect(items[0]!.json).toEqual({ would_charge: 12.5, currency: 'sgd', ...of });
	});

	test('of a canceled subscription would fail', async () => {
		const one = simulator.addSubscription();
		const { id } = Object.assign(one, { status: 'canceled' });
		const previewed = await run(parameters, { items: [{ id }], node: continued });
		expect(previewed.items[0]!.json.error).toBe('The subscription has ended: it is canceled');
		expect(hintsOf(previewed)).toEqual(['Of 1 item, 1 would fail. Nothing was sent.']);
	});
});

describe('deletions', () => {
	useVirtualClock();
	const simulator = useSimulator();
	const run = runnerOf(simulator);

	test('show what people know the record by, and delete it once', async () => {
		const { id, email, name } = simulator.records.customers[0]!;
		const parameters = operation('customer', 'delete', { customerId: id, ...preview });
		const previewed = await succeeded(run(parameters, { items: [{}, {}] }));
		expect(previewed.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ would_delete: true, id, email, name }),
			{ would_delete: false, id },
		]);
		expect(hintsOf(previewed)).toEqual([
			'Of 2 items, 1 would succeed and 1 would do nothing. Nothing was sent.',
		]);
	});

	const shownOf = async (resource: string, id: INodeParameters) => {
		const { items } = await succeeded(run(operation(resource, 'delete', { ...id, ...preview })));
		return items[0]!.json;
	};

	test('show an order by its number and its customer', async () => {
		const { id: orderId, order_display_number, customer } = simulator.records.orders[0]!;
		const { name: customer_name, email: customer_email } = customer!;
		const shown = { order_display_number, customer_name, customer_email };
		expect(await shownOf('order', { orderId })).toMatchObject(shown);
	});

	test('show no more of an account than its last digits', async () => {
		const { id: beneficiaryId, account_number } = simulator.records.beneficiaries[0]!;
		const shown = await shownOf('beneficiary', { beneficiaryId });
		expect(shown.account_last4).toBe(account_number.slice(-4));
		expect(JSON.stringify(shown)).not.toContain(account_number);
	});
});
