import type { INodeParameters } from 'n8n-workflow';

import { useFreshSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';
import { requester } from '../service';
import { shortenWaits } from '../waits';

/* Lists that the Payments API does not have: they are parts of other records. */

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

describe.each([true, false])('charges list their refunds: %s', (listRefunds) => {
	const simulator = useFreshSimulator({ charges: 0, listRefunds });
	const run = runnerOf(simulator);
	const refundsOf = (chargeId: string, more = {}) =>
		run(operation('refund', 'getAll', { paymentId: chargeId, returnAll: true, ...more }));

	test('a charge without refunds has none', async () => {
		const { id } = simulator.addCharge({ amount: 10 });
		expect((await succeeded(refundsOf(id))).items).toEqual([]);
	});

	test('the refunds of a charge are returned, or a message says that they are not listed', async () => {
		const { id } = simulator.addCharge({ amount: 10 });
		for (const amount of [1, 2, 3]) {
			await requester(simulator)('/v1/refund', { payment_id: id, amount });
		}
		const { items, error } = await refundsOf(id);
		if (listRefunds) expect(items.map(({ json }) => json.amount_refunded)).toEqual([1, 2, 3]);
		else expect(error?.message).toBe('The Payments API does not list the refunds of this charge');
		if (!listRefunds) return;
		const two = await succeeded(refundsOf(id, { returnAll: false, limit: 2 }));
		expect(two.items).toHaveLength(2);
	});

	test('the amount of a refund may be called amount', async () => {
		const { id } = simulator.addCharge({ amount: 10 });
		const refunds = [{ id: 'r1', amount: '1,000.50' }];
		const body = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), refunds });
		simulator.fault({ path: `/v1/charges/${id}`, body });
		const { items } = await succeeded(refundsOf(id, { output: 'simplified' }));
		expect(items[0]!.json).toMatchObject({ id: 'r1', amount_refunded: 1000.5 });
	});
});

describe('the charges of a subscription', () => {
	shortenWaits();
	const simulator = useFreshSimulator({ charges: 30 });
	const run = runnerOf(simulator);
	const chargesOf = (
		subscriptionId: string,
		filters: INodeParameters = {},
		size: INodeParameters = { returnAll: true },
	) => run(operation('subscription', 'getCharges', { subscriptionId, ...size, filters }));
	const charge = async (id: string, amount: number) =>
		await requester(simulator)(`/v1/charge/recurring-billing/${id}`, { amount, currency: 'sgd' });

	test('are found among those of others, and only those since it was created are read', async () => {
		const [{ id }, other] = [simulator.addSubscription(), simulator.addSubscription()];
		for (const amount of [1, 2]) await charge(id, amount);
		await charge(other.id, 3);
		simulator.addCharge();
		simulator.reset();

		const { items } = await succeeded(chargesOf(id));
		expect(items.map(({ json }) => [json.amount, json.target_id])).toEqual([
			[2, id],
			[1, id],
		]);
		const alone = simulator.requests.filter(({ path }) => path.startsWith('/v1/charges/'));
		expect(alone).toHaveLength(4);
	});

	test('that reads do not show yet are read again', async () => {
		const { id } = simulator.addSubscription();
		for (const amount of [1, 2]) await charge(id, amount);
		simulator.fault({ path: /^\/v1\/charges\/./, times: 3, status: 404 });
		const { items } = await succeeded(chargesOf(id));
		expect(items.map(({ json }) => json.amount)).toEqual([2, 1]);
	});

	test('are no more than the limit', async () => {
		const { id } = simulator.addSubscription();
		for (const amount of [1, 2, 3]) await charge(id, amount);
		const { items } = await succeeded(chargesOf(id, {}, { returnAll: false, limit: 2 }));
		expect(items.map(({ json }) => json.amount)).toEqual([3, 2]);
	});

	test('can be filtered by status', async () => {
		const { id } = simulator.addSubscription();
		await charge(id, 1);
		expect((await succeeded(chargesOf(id, { statuses: ['failed'] }))).items).toEqual([]);
		expect((await succeeded(chargesOf(id, { statuses: ['succeeded'] }))).items).toHaveLength(1);
	});

	test('that charges do not show are not said to be none', async () => {
		const { id } = simulator.addSubscription();
		await charge(id, 1);
		simulator.fault({
			path: '/v1/charges/',
			times: Infinity,
			body: (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), target_id: null }),
		});
		const { error } = await chargesOf(id);
		expect(error?.message).toBe('No charge shows that it was made for this subscription');
	});

	test('of an unknown one are not none', async () => {
		expect((await chargesOf(ID)).error?.httpCode).toBe('404');
	});
});
