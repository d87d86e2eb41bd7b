import type { Simulator } from '../../simulator';
import { apiKeyOf, runPayments } from '../engine/run';
import { startSimulator } from '../useSimulator';
import { print } from './print';

let simulator: Simulator;
afterEach(() => simulator.close());

test('20,000 charges while a tenth of the pages fails: complete, in order, none twice', async () => {
	const seed = Number(process.env.SEED ?? 1);
	simulator = await startSimulator({ charges: 20_000, seed });
	simulator.fault({ path: '/v1', rate: 0.025, status: 429, headers: { 'retry-after': '1' } });
	simulator.fault({ path: '/v1', rate: 0.025, status: 503 });
	simulator.fault({ path: '/v1', rate: 0.025, cut: 'before' });
	simulator.fault({ path: '/v1', rate: 0.025, cut: 'after' });

	const start = Date.now();
	const { items, error } = await runPayments({
		parameters: { resource: 'charge', operation: 'getAll', returnAll: true },
		credentials: apiKeyOf(simulator),
	});
	print('20,000 charges', {
		seconds: (Date.now() - start) / 1000,
		requests: simulator.requests.length,
		...simulator.faultCounts,
		charges: items.length,
	});

	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(simulator.records.charges.map(({ id }) => id));
});
