import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../../simulator';
import { useVirtualClock } from '../../clock';
import { startSimulator } from '../../useSimulator';
import { apiKeyOf, mostAtOnce, runPayments } from '../run';

const LATENCY = 20;

const clock = useVirtualClock();

let simulator: Simulator;
afterEach(() => simulator.close());

async function serve(options: SimulatorOptions) {
	const few = { payouts: 1, locations: 1, orders: 0, transfers: 0 };
	simulator = await startSimulator({ charges: 2_500, ...few, ...options });
}

function getMany(parameters: INodeParameters) {
	return runPayments({
		parameters: { resource: 'charge', operation: 'getAll', returnAll: true, ...parameters },
		credentials: apiKeyOf(simulator),
	});
}

const ids = (records: Array<{ id?: unknown }>) => records.map(({ id }) => id);

/** Requests that began in the middle of the list. */
const cuts = (to: string) =>
	simulator.requests.filter(({ query }) => query[to] !== undefined && query.cursor === undefined);

describe.each([
	{ resource: 'charge', records: 'charges', to: 'date_to' },
	{ resource: 'payout', records: 'payouts', to: 'created_at_to' },
] as const)('a long list of $records', ({ resource, records, to }) => {
	test.each([
		{ when: 'without a date', filters: {} },
		{ when: 'from a day on', filters: { createdFrom: '2024-07-15' } },
		{ when: 'between two days', filters: { createdFrom: '2024-08-01', createdTo: '2025-06-01' } },
	])('is fetched from several days on, $when, and comes as from one', async ({ filters }) => {
		await serve({ latency: LATENCY, [records]: 2_500 });
		const { items } = await getMany({ resource, filters });
		const from = filters.createdFrom ?? '0';
		const until = filters.createdTo ?? '9';
		const wanted = simulator.records[records].filter(({ created_at }) => {
			const day = created_at.slice(0, 10);
			return day >= from && day <= until;
		});
		expect(ids(items.map(({ json }) => json))).toEqual(ids(wanted));
		expect(wanted.length).toBeGreaterThan(1_800);
		expect(cuts(to).length).toBeGreaterThan(5);
		// Mostly pages that one chain would have fetched, too.
		expect(simulator.requests.length).toBeLessThan(1.8 * (wanted.length / 100));
		expect(mostAtOnce(simulator)).toBeGreaterThan(2);
		expect(mostAtOnce(simulator)).toBeLessThanOrEqual(8);
	});
});

test("keeps to 'Max Parallel Requests'", async () => {
	await serve({ latency: LATENCY });
	const { items } = await getMany({ options: { maxRequests: 3 } });
	expect(items).toHaveLength(2_500);
	expect(mostAtOnce(simulator)).toBeGreaterThan(1);
	expect(mostAtOnce(simulator)).toBeLessThanOrEqual(3);
});

test.each([
	{ what: "'Fetch Days in Parallel' is off", parameters: { options: { parallelDays: false } } },
	{ what: "'Max Parallel Requests' is 1", parameters: { options: { maxRequests: 1 } } },
	{ what: "'Return All' is off", parameters: { returnAll: false, limit: 2_500 } },
])('goes page by page when $what', async ({ parameters }) => {
	await serve({});
	const { items } = await getMany(parameters);
	expect(ids(items.map(({ json }) => json))).toEqual(ids(simulator.records.charges));
	expect(cuts('date_to')).toEqual([]);
	expect(simulator.requests).toHaveLength(25);
});

test('a list of three pages is not cut', async () => {
	await serve({ charges: 300 });
	const { items } = await getMany({});
	expect(items).toHaveLength(300);
	expect(simulator.requests).toHaveLength(3);
});

test('of a list that is hardly longer, few requests are for nothing', async () => {
	await serve({ charges: 400 });
	const { items } = await getMany({});
	expect(items).toHaveLength(400);
	expect(simulator.requests.length).toBeLessThanOrEqual(6);
});

test('with a first day, all ranges start after the first page, as many as are allowed', async () => {
	const latency = 200;
	await serve({ latency });
	const createdFrom = simulator.records.charges.at(-1)!.created_at.slice(0, 10);
	const { items } = await getMany({ filters: { createdFrom } });
	expect(items).toHaveLength(2_500);
	const [first, ...others] = simulator.requests;
	const atOnce = others.filter(({ at }) => at === first!.at + latency);
	expect(atOnce).toHaveLength(8);
	expect(cuts('date_to').slice(0, 7)).toEqual(
		atOnce.filter((one) => cuts('date_to').includes(one)),
	);
});

test('a first day long before the first charge costs a few requests', async () => {
	await serve({ charges: 400 });
	const { items } = await getMany({ filters: { createdFrom: '2001-01-01' } });
	expect(items).toHaveLength(400);
	expect(simulator.requests.length).toBeLessThanOrEqual(16);
});

test('a list of one day is not cut, however long it is', async () => {
	// Each charge is a second later than the one before it: near midnight, they would be of two days.
	await serve({ charges: 10, now: () => Date.parse('2026-03-02T09:00:00+08:00') });
	for (let index = 0; index < 1_000; index += 1) simulator.addCharge();
	const createdFrom = simulator.records.charges[0]!.created_at.slice(0, 10);
	const { items } = await getMany({ filters: { createdFrom } });
	expect(items).toHaveLength(1_000);
	expect(simulator.requests).toHaveLength(10);
});

test('charges that come in meanwhile neither push others out nor double them', async () => {
	await serve({ latency: LATENCY });
	const before = ids(simulator.records.charges);
	simulator.fault({ path: '/v1/charges', times: 99, meanwhile: () => void simulator.addCharge() });
	const { items } = await getMany({});
	const came = ids(items.map(({ json }) => json));
	expect(simulator.records.charges.length).toBeGreaterThan(before.length + 5);
	expect(came.slice(-before.length)).toEqual(before);
	expect(new Set(came).size).toBe(came.length);
});

test('a part that cannot be fetched stops the others', async () => {
	await serve({ latency: LATENCY, charges: 6_000 });
	const refused = { status: 403, body: { message: 'Not today' } };
	simulator.fault({ path: '/v1/charges', skip: 30, times: 20, ...refused });
	const { error } = await getMany({});
	expect(error?.message).toContain('Not today');
	const { length } = simulator.requests;
	expect(length).toBeLessThan(45);
	await clock.pass(10 * LATENCY);
	expect(simulator.requests).toHaveLength(length);
});

test('numbered pages are fetched at the same time once the first one says how many there are', async () => {
	const latency = 200;
	await serve({ latency, charges: 1, locations: 900 });
	const { items } = await getMany({ resource: 'location' });
	expect(ids(items.map(({ json }) => json))).toEqual(ids(simulator.records.locations));
	expect(simulator.requests.map(({ query }) => query.page).join()).toBe('1,2,3,4,5,6,7,8,9');
	expect(mostAtOnce(simulator)).toBeGreaterThan(1);
	const [first, second] = simulator.requests;
	expect(second!.at - first!.at).toBe(latency);
});

test('of numbered pages, no more are fetched than the limit needs', async () => {
	await serve({ charges: 1, locations: 900 });
	const { items } = await getMany({ resource: 'location', returnAll: false, limit: 250 });
	expect(items).toHaveLength(250);
	expect(simulator.requests).toHaveLength(3);
});
