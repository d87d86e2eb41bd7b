import type { INodeParameters } from 'n8n-workflow';

import { startSimulator, type Simulator } from '../../simulator';
import { apiKeyOf, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { print } from './print';

let simulator: Simulator;
afterEach(() => simulator.close());

const create: INodeParameters = {
	resource: 'refund',
	operation: 'create',
	paymentId: '={{ $json.id }}',
	// The same amounts, in both ways.
	refundKind: "={{ $itemIndex % 2 ? 'everything' : 'part' }}",
	amount: '={{ $json.amount }}',
};

test('1,000 refunds in one run on a bad day: every charge is refunded exactly once', async () => {
	const seed = Number(process.env.SEED ?? 1);
	simulator = await startSimulator({ charges: 10, rateLimit: 20, seed });
	const charges = Array.from({ length: 1000 }, (_, index) =>
		simulator.addCharge({
			amount: Math.round(1000 + index) / 100,
			currency: 'sgd',
			status: 'succeeded',
		}),
	);
	const before = simulator.records.refunds.length;
	simulator.fault({ path: '/v1', rate: 0.1, status: 429, headers: { 'retry-after': '1' } });
	simulator.fault({ path: '/v1', rate: 0.05, cut: 'before' });
	simulator.fault({ path: '/v1', rate: 0.05, cut: 'after' });
	simulator.fault({ path: '/v1', rate: 0.05, status: 500, when: 'after' });

	const start = Date.now();
	const result = await runPayments({
		parameters: create,
		credentials: apiKeyOf(simulator),
		items: charges.map(({ id, amount }) => ({ id, amount })),
	});
	const seconds = (Date.now() - start) / 1000;
	const { items, error } = result;

	const made = simulator.records.refunds.slice(0, simulator.records.refunds.length - before);
	const times = new Map<string, number>();
	for (const { payment_id } of made) times.set(payment_id, (times.get(payment_id) ?? 0) + 1);
	const requests = simulator.requests.length;
	print('1,000 refunds', {
		seconds,
		requests,
		'of them POST': simulator.requests.filter(({ method }) => method === 'POST').length,
		...simulator.faultCounts,
		'429 in all': simulator.requests.filter(({ status }) => status === 429).length,
		'refunds made': made.length,
		'charges refunded': times.size,
		'items answered': items.length,
		'found on the charge': items.filter(({ json }) => json.recovered === true).length,
	});

	expect(error).toBeUndefined();
	expect(secretsIn(result, simulator)).toEqual([]);
	expect(items.map(({ json }) => json.payment_id)).toEqual(charges.map(({ id }) => id));
	expect(items.map(({ json }) => json.amount_refunded)).toEqual(
		charges.map(({ amount }) => amount),
	);
	expect(made).toHaveLength(1000);
	expect(times.size).toBe(1000);
});
