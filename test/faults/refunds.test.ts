import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../simulator';
import { apiKeyOf, operation, runPayments } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { startSimulator } from '../useSimulator';
import { print } from './print';

const seed = Number(process.env.SEED ?? 1);

const simulators: Simulator[] = [];
afterAll(async () => {
	for (const simulator of simulators) await simulator.close();
});

async function open(options: SimulatorOptions): Promise<Simulator> {
	const simulator = await startSimulator({ charges: 10, seed, ...options });
	simulators.push(simulator);
	return simulator;
}

const newCharge = (simulator: Simulator, amount: number) =>
	simulator.addCharge({ amount, currency: 'sgd', status: 'succeeded' });

const create: INodeParameters = operation('refund', 'create', {
	paymentId: '={{ $json.id }}',
	// The same amounts, in both ways.
	refundKind: "={{ $itemIndex % 2 ? 'everything' : 'part' }}",
	amount: '={{ $json.amount }}',
});

/** What the service refunded of each charge, in major units. */
function refundedOf({ records }: Simulator): Map<string, number> {
	const refunded = new Map<string, number>();
	for (const { payment_id: id, amount_refunded } of records.refunds) {
		refunded.set(id, Math.round(((refunded.get(id) ?? 0) + amount_refunded) * 100) / 100);
	}
	return refunded;
}

// They mostly wait, so they do it at the same time.
test.concurrent(
	'1,000 refunds in one run on a bad day: every charge is refunded exactly once',
	async () => {
		const simulator = await open({ rateLimit: 20 });
		const charges = Array.from({ length: 1000 }, (_, index) =>
			newCharge(simulator, Math.round(1000 + index) / 100),
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
	},
);

test.concurrent(
	'1,000 refunds, half of them of a part, on a day on which nothing can be relied on: no item says what is not so',
	async () => {
		const clock = seed % 2 ? 600_000 : -600_000;
		const simulator = await open({
			rateLimit: 20,
			readLag: 10_000,
			now: () => Date.now() + clock,
		});
		simulator.fault({ path: '/v1', rate: 0.08, status: 429 });
		simulator.fault({ path: '/v1', rate: 0.05, cut: 'before' });
		simulator.fault({ path: '/v1', rate: 0.05, cut: 'after' });
		simulator.fault({ path: '/v1', rate: 0.02, status: 500, when: 'after' });
		for (const late of [500, 1500, 2500, 3500, 5000]) {
			simulator.fault({ method: 'POST', path: '/v1', rate: 0.01, status: 500, late });
		}
		const page = '<html><h1>Maintenance</h1></html>';
		simulator.fault({ path: '/v1', rate: 0.01, status: 200, body: page, when: 'before' });
		simulator.fault({ path: '/v1', rate: 0.01, status: 200, body: page, when: 'after' });

		// Whole charges, and parts from 1 to 99 % of one.
		const items = Array.from({ length: 1000 }, (_, index) => {
			const charge = newCharge(simulator, 100 + index);
			const share = index % 2 ? ((index * 7919) % 99) + 1 : 100;
			return { id: charge.id, amount: Math.round(charge.amount * share) / 100 };
		});
		const start = performance.now();
		const result = await runPayments({
			parameters: { ...create, refundKind: 'part' },
			credentials: apiKeyOf(simulator),
			items,
			node: { onError: 'continueRegularOutput' },
		});
		const seconds = (performance.now() - start) / 1000;
		// The service ends its work.
		await new Promise((resolve) => setTimeout(resolve, 6_000));

		const refunded = refundedOf(simulator);
		const answers = result.items.map(({ json }, index) => {
			const { id, amount } = items[index]!;
			const error = json.error as string | undefined;
			const kind = !error ? 'made' : error.startsWith('Could not confirm') ? 'unsure' : 'not made';
			return { kind, error, json, amount, made: refunded.get(id) ?? 0 };
		});
		const count = (kind: string) => answers.filter((one) => one.kind === kind).length;
		print('1,000 refunds, half of them of a part, on the worst day', {
			seconds,
			seed,
			requests: simulator.requests.length,
			...simulator.faultCounts,
			'said made': count('made'),
			'of them found on the charge': answers.filter(({ json }) => json.recovered).length,
			'said not made': count('not made'),
			unsure: count('unsure'),
			'of them made': answers.filter(({ kind, made }) => kind === 'unsure' && made > 0).length,
		});

		expect(secretsIn(result, simulator)).toEqual([]);
		expect(result.items).toHaveLength(1000);
		const untrue = answers.filter(({ kind, amount, made }) => {
			if (kind === 'made') return made !== amount;
			return kind === 'not made' ? made !== 0 : made !== 0 && made !== amount;
		});
		expect(untrue).toEqual([]);
		expect(count('unsure')).toBeLessThan(30);
	},
);
