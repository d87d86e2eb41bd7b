import type { INodeParameters } from 'n8n-workflow';

import { useVirtualClock } from '../clock';
import { useSimulator } from '../useSimulator';
import { mostAtOnce, oAuth2Of, operation, ownCredential, runnerOf, type RunOptions } from './run';

const LATENCY = 40;

const clock = useVirtualClock();
const simulator = useSimulator({ latency: LATENCY, charges: 60 });

async function get(count: number, options: INodeParameters = {}, more: Partial<RunOptions> = {}) {
	const { charges } = simulator.records;
	return await runnerOf(simulator)(
		operation('charge', 'get', { chargeId: '={{ $json.id }}', options }),
		{
			items: Array.from({ length: count }, (_, index) => ({
				id: charges[index % charges.length]!.id,
			})),
			...more,
		},
	);
}

/** Starts a run, and stops it after a time, in milliseconds. */
async function getStopped(count: number, after: number, more: Partial<RunOptions> = {}) {
	let stop = () => {};
	const stoppable = (given: () => void) => (stop = given);
	const running = get(count, { maxRequests: 1 }, { ...more, stoppable }).catch(() => undefined);
	await clock.pass(after);
	stop();
	await running;
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
				(maxRequests === 'many' ? 'number: "many"' : `whole number from 1 to 50: ${maxRequests}`) +
				' (1st item)',
		);
		expect(simulator.requests).toEqual([]);
	});
});

describe('an execution that is stopped', () => {
	test('sends nothing more', async () => {
		await getStopped(50, 4 * LATENCY + 10);
		expect(simulator.requests).toHaveLength(5);
		await clock.pass(10_000);
		expect(simulator.requests).toHaveLength(5);
	});

	test('does not wait for a service that asked it to', async () => {
		simulator.fault({ status: 429, headers: { 'retry-after': '30' } });
		const begin = clock.now;
		await getStopped(1, 100);
		expect(clock.now - begin).toBeLessThan(500);
		expect(simulator.requests).toHaveLength(1);
		// Its place in the line is free again.
		await get(1);
		expect(simulator.requests).toHaveLength(2);
	});

	test('does not wait behind another one', async () => {
		const own = { node: ownCredential() };
		simulator.fault({ status: 429, headers: { 'retry-after': '4' }, times: 8 });
		const first = get(8, {}, own);
		await clock.pass(100);
		const begin = clock.now;
		await getStopped(20, 100, own);
		expect(clock.now - begin).toBeLessThan(500);
		expect((await first).items).toHaveLength(8);
		expect(simulator.requests).toHaveLength(16);
	});
});

describe('a request that fails', () => {
	test.each([
		['five times', {}, 5],
		["as often as 'Max Attempts' says", { maxTries: 2 }, 2],
		["once with 'Max Attempts' at 1", { maxTries: 1 }, 1],
	])('is sent %s', async (_, options, sent) => {
		simulator.fault({ status: 503, headers: { 'retry-after': '0' }, times: 100 });
		const { error } = await get(1, options, { node: ownCredential() });
		expect(error?.httpCode).toBe('503');
		expect(simulator.requests).toHaveLength(sent);
	});

	test('waits for as long as the service asks', async () => {
		simulator.fault({ status: 429, headers: { 'retry-after': '7' } });
		expect((await get(1)).items).toHaveLength(1);
		const [first, second] = simulator.requests.map(({ at }) => at);
		expect(second! - first!).toBeGreaterThanOrEqual(7_000);
		expect(second! - first!).toBeLessThan(8_000);
	});

	test.each([0, 11, 'often'])("'Max Attempts' cannot be %p", async (maxTries) => {
		const { error } = await get(1, { maxTries });
		expect(error?.message).toMatch(/^'Max Attempts' is not a /);
		expect(simulator.requests).toEqual([]);
	});
});
