import { useVirtualClock } from '../clock';
import { nthItem } from '../engine/outcomes';
import { operation, runnerOf } from '../engine/run';
import { secretsIn } from '../engine/secrets';
import { useFreshSimulator } from '../useSimulator';
import { print } from './print';

const clock = useVirtualClock();
const simulator = useFreshSimulator({
	// None of the ports that systems give out: while it is closed, another test could get it.
	port: 20_000 + (process.pid % 10_000),
	charges: 2_000,
	latency: 20,
	seed: Number(process.env.SEED ?? 1),
});
const run = runnerOf(simulator);

/** Takes the service down after a while, for 20 seconds. */
async function outage(after: number) {
	await clock.pass(after);
	await simulator.down();
	await clock.pass(20_000);
	await simulator.up();
}

test('the service is down for 20 s during a bulk of refunds: none is made twice, and only what was in progress is unconfirmed', async () => {
	const charges = Array.from({ length: 200 }, () =>
		simulator.addCharge({ amount: 12, currency: 'sgd', status: 'succeeded' }),
	);
	const start = Date.now();
	const [{ items }] = await Promise.all([
		run(
			operation('refund', 'create', {
				paymentId: '={{ $json.id }}',
				refundKind: 'part',
				amount: 12,
			}),
			{
				items: charges.map(({ id }) => ({ id })),
				node: { onError: 'continueRegularOutput' },
			},
		),
		outage(800),
	]);
	const ids = charges.map(({ id }) => id);
	const made = simulator.records.refunds
		.map(({ payment_id }) => payment_id)
		.filter((id) => ids.includes(id));
	const unconfirmed = items.filter(({ json }) => json.error !== undefined);
	print('200 refunds, down for 20 s', {
		seconds: (Date.now() - start) / 1000,
		'refunds made': made.length,
		unconfirmed: unconfirmed.length,
	});
	expect(new Set(made).size).toBe(made.length);
	const confirmed = items.filter(({ json }) => json.error === undefined);
	expect(made).toEqual(expect.arrayContaining(confirmed.map(({ json }) => json.payment_id)));
	expect(items).toHaveLength(200);
	for (const { json } of unconfirmed) expect(json.error).toMatch(/^Could not confirm/);
	// Of the eight requests in progress.
	expect(unconfirmed.length).toBeLessThanOrEqual(8);
});

test('the service is down for 20 s during a list: it is complete', async () => {
	const start = Date.now();
	const [{ items, error }] = await Promise.all([
		run({ resource: 'charge', operation: 'getAll', returnAll: true }),
		outage(200),
	]);
	print('2,000 charges, down for 20 s', {
		seconds: (Date.now() - start) / 1000,
		charges: items.length,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(simulator.records.charges.map(({ id }) => id));
});

test('a service that stays down ends a bulk soon, and nothing is lost', async () => {
	await simulator.down();
	const start = Date.now();
	const result = await run(
		{ resource: 'charge', operation: 'get', chargeId: '={{ $json.id }}' },
		{
			items: simulator.records.charges.slice(0, 1000).map(({ id }) => ({ id })),
			node: { onError: 'continueRegularOutput' },
		},
	);
	const { items } = result;
	expect(secretsIn(result, simulator)).toEqual([]);
	const seconds = (Date.now() - start) / 1000;
	print('1,000 charges of a service that is down', { seconds, 'items answered': items.length });
	expect(items).toHaveLength(1000);
	expect(items.map(({ json }) => json.error)).toEqual(
		items.map((_, item) => `Could not reach the Payments API${nthItem(item)}`),
	);
	// Once the five tries of the first ones, not of all of them one after the other: an hour.
	expect(seconds).toBeLessThan(300);
	await simulator.up();
});
