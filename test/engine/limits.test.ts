import type { INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { useSimulator } from '../useSimulator';
import { apiKeyOf, mostAtOnce, oAuth2Of, operation, runPayments } from './run';
import { shortenWaits } from './waits';

const LATENCY = 40;

const simulator = useSimulator({ latency: LATENCY, charges: 60 });

async function get(count: number, options: INodeParameters = {}, more = {}) {
	const charges = simulator.records.charges;
	return await runPayments({
		parameters: operation('charge', 'get', { chargeId: '={{ $json.id }}', options }),
		credentials: apiKeyOf(simulator),
		items: Array.from({ length: count }, (_, index) => ({
			id: charges[index % charges.length]!.id,
		})),
		...more,
	});
}

describe('requests under way at once', () => {
	test('are 8 unless the option says otherwise', async () => {
		const { items } = await get(40);
		expect(items).toHaveLength(40);
		expect(mostAtOnce(simulator)).toBe(8);
	});

	test.each([1, 3, 20])("are %i when 'Max Parallel Requests' says so", async (maxRequests) => {
		const { items } = await get(maxRequests * 3, { maxRequests });
		expect(items).toHaveLength(maxRequests * 3);
		expect(mostAtOnce(simulator)).toBe(maxRequests);
	});

	test('are counted over all executions with the same credential', async () => {
		const runs = await Promise.all([get(15), get(15), get(15)]);
		expect(runs.map(({ items }) => items.length)).toEqual([15, 15, 15]);
		expect(mostAtOnce(simulator)).toBeLessThanOrEqual(8);
	});

	test('are not counted together for two credentials', async () => {
		await Promise.all([get(24), get(24, {}, { credentials: oAuth2Of(simulator) })]);
		expect(mostAtOnce(simulator)).toBeGreaterThan(8);
	});

	test.each([0, 51, 2.5, 'many'])('cannot be %p', async (maxRequests) => {
		const { error } = await get(2, { maxRequests });
		expect(error?.message).toBe(
			"'Max Parallel Requests' is not a " +
				(maxRequests === 'many' ? 'number' : 'whole number from 1 to 50') +
				' [item 0]',
		);
		expect(simulator.requests).toEqual([]);
	});
});

describe('an execution that is stopped', () => {
	test('sends nothing more', async () => {
		let stop = () => {};
		const running = get(
			50,
			{ maxRequests: 1 },
			{ stoppable: (given: () => void) => (stop = given) },
		).catch(() => undefined);
		while (simulator.requests.length < 2) await sleep(5);
		stop();
		await running;
		const sent = simulator.requests.length;
		expect(sent).toBeLessThan(10);
		await sleep(200);
		// Only the requests in progress when it was stopped are there.
		expect(simulator.requests.length).toBeLessThanOrEqual(sent + 1);
	});

	test('does not wait for a service that asked it to', async () => {
		simulator.fault({ status: 429, headers: { 'retry-after': '30' } });
		let stop = () => {};
		const start = Date.now();
		const running = get(1, {}, { stoppable: (given: () => void) => (stop = given) }).catch(
			() => undefined,
		);
		while (simulator.requests.length < 1) await sleep(5);
		await sleep(100);
		stop();
		await running;
		expect(Date.now() - start).toBeLessThan(5_000);
		expect(simulator.requests).toHaveLength(1);
		// Its place in the line is free again.
		await get(1);
		expect(simulator.requests).toHaveLength(2);
	});
});

test('an execution that is stopped does not wait behind another one', async () => {
	const busy = { id: 'busy', name: 'Test' };
	const more = { node: { credentials: { paymentsApi: busy } } };
	simulator.fault({ status: 429, headers: { 'retry-after': '4' }, times: 8 });
	const first = get(8, {}, more);
	while (simulator.requests.length < 8) await sleep(5);
	let stop = () => {};
	const second = get(20, {}, { ...more, stoppable: (given: () => void) => (stop = given) });
	await sleep(100);
	const start = Date.now();
	stop();
	await second.catch(() => undefined);
	expect(Date.now() - start).toBeLessThan(2_000);
	expect((await first).items).toHaveLength(8);
	expect(simulator.requests).toHaveLength(16);
});

describe('a request that fails', () => {
	describe('with shorter waits', () => {
		shortenWaits();
		afterEach(() => jest.restoreAllMocks());

		test('is sent five times, or as often as Max Attempts says', async () => {
			for (const [maxTries, sent] of [
				[undefined, 5],
				[2, 2],
				[1, 1],
			] as const) {
				simulator.reset();
				simulator.fault({ status: 503, headers: { 'retry-after': '0' }, times: 100 });
				// Of a credential of its own: once the service was found down, one try is enough.
				const node = { credentials: { paymentsApi: { id: `tried ${sent}`, name: 'Test' } } };
				const { error } = await get(1, maxTries === undefined ? {} : { maxTries }, { node });
				expect(error?.httpCode).toBe('503');
				expect(simulator.requests).toHaveLength(sent);
			}
		});
	});

	test('waits for as long as the service asks', async () => {
		simulator.fault({ status: 429, headers: { 'retry-after': '1' } });
		const { items } = await get(1);
		const [first, second] = simulator.requests.map(({ at }) => at);
		expect(items).toHaveLength(1);
		expect(second! - first!).toBeGreaterThanOrEqual(990);
	});

	test.each([0, 11, 'often'])("'Max Attempts' cannot be %p", async (maxTries) => {
		const { error } = await get(1, { maxTries });
		expect(error?.message).toMatch(/^'Max Attempts' is not a /);
		expect(simulator.requests).toEqual([]);
	});
});
