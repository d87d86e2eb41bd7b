import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../simulator';
import { startSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, runPayments } from './run';
import { requester } from './service';

const COUNT = 230;

const many = {
	charges: COUNT,
	payouts: COUNT,
	locations: COUNT,
	orders: COUNT,
	transfers: COUNT,
};
const services: Record<string, SimulatorOptions> = {
	'a service with pages of 100': many,
	'a service that gives 25 at most': { ...many, maxPerPage: 25 },
	'a service that refuses more than 25': { ...many, maxPerPage: 25, rejectLargePages: true },
};
const simulators = new Map<string, Simulator>();
beforeAll(async () => {
	for (const [name, options] of Object.entries(services)) {
		const simulator = await startSimulator(options);
		simulators.set(name, simulator);
		for (let i = 0; i < COUNT; i += 1) await makeMore(simulator, i);
	}
});
afterAll(() => Promise.all([...simulators.values()].map((simulator) => simulator.close())));
beforeEach(() => simulators.forEach((simulator) => simulator.reset()));

/** One of what the simulator does not begin with. */
async function makeMore(simulator: Simulator, i: number) {
	const post = requester(simulator);
	await post('/v1/subscription-plan', { name: `Plan ${i}`, amount: 20, cycle: 'monthly' });
	await post('/v1/static_qr', { name: `Counter ${i}`, payment_provider_method: 'paynow_online' });
}

const ids = (records: Array<{ id?: unknown }>) => records.map(({ id }) => id);

function getMany(simulator: Simulator, parameters: INodeParameters, items = [{}]) {
	return runPayments({
		parameters: { resource: 'charge', operation: 'getAll', ...parameters },
		credentials: apiKeyOf(simulator),
		items,
	});
}

const lists = [
	{ resource: 'charge', records: 'charges' },
	{ resource: 'location', records: 'locations' },
	{ resource: 'order', records: 'orders' },
	{ resource: 'payout', records: 'payouts' },
	{ resource: 'plan', records: 'plans' },
	{ resource: 'staticQr', records: 'staticQrs' },
	{ resource: 'transfer', records: 'transfers' },
] as const;

/** The sizes of the pages asked for: how many requests there were, too. test/fuzz/pages.test.ts tries other sizes and limits. */
const counts: Array<{ service: string; what: INodeParameters; given: number; asked: number[] }> = [
	{
		service: 'a service with pages of 100',
		what: { returnAll: true },
		given: COUNT,
		asked: [100, 100, 100],
	},
	{ service: 'a service with pages of 100', what: { limit: 1 }, given: 1, asked: [1] },
	{ service: 'a service with pages of 100', what: { limit: 101 }, given: 101, asked: [100, 100] },
	{ service: 'a service with pages of 100', what: { limit: '7' }, given: 7, asked: [7] },
	{ service: 'a service with pages of 100', what: {}, given: 50, asked: [50] },
	{
		service: 'a service that gives 25 at most',
		what: { limit: 60 },
		given: 60,
		asked: [60, 60, 60],
	},
	{
		service: 'a service that refuses more than 25',
		what: { limit: 26 },
		given: 26,
		asked: [26, 25, 25],
	},
];

describe.each(lists)('the list of $resource records', ({ resource, records }) => {
	test.each(counts)(
		'from $service with $what: $given in the order of the service, pages of $asked',
		async ({ service, what, given, asked }) => {
			const simulator = simulators.get(service)!;
			const { items } = await succeeded(getMany(simulator, { resource, ...what }));
			expect(simulator.records[records]).toHaveLength(COUNT);
			const expected: object[] = simulator.records[records].slice(0, given);
			// Orders in a list have neither products nor charges.
			expect(items.map(({ json }) => json)).toEqual(
				expected.map((one) => ({ ...one, products: undefined, charges: undefined })),
			);
			expect(simulator.requests.map(({ query }) => Number(query.per_page))).toEqual(asked);
		},
	);
});

test('filters go along with every page', async () => {
	const simulator = simulators.get('a service that gives 25 at most')!;
	const { items } = await getMany(simulator, {
		returnAll: true,
		filters: { statuses: ['succeeded'] },
	});
	const wanted = simulator.records.charges.filter(({ status }) => status === 'succeeded');
	expect(ids(items.map(({ json }) => json))).toEqual(ids(wanted));
	expect(simulator.requests.length).toBeGreaterThanOrEqual(Math.ceil(wanted.length / 25));
	const sent = simulator.requests.map(({ query }) => String(query.statuses));
	// Both words are accepted, and this one is sent.
	expect(new Set(sent)).toEqual(new Set(['success']));
});

test.each(['charge', 'payout'])(
	'a cursor that comes back ends the list of %ss with an explanation',
	async (resource) => {
		const simulator = simulators.get('a service with pages of 100')!;
		simulator.fault({ repeatCursor: true, times: 1000 });
		const { items, error } = await getMany(simulator, { resource, returnAll: true });
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'The Payments API repeats pages, so the list would never end [item 0]',
		);
		expect(error?.description).toMatch(
			/^The cursor of page 2 leads back to an earlier page\. Set a limit/,
		);
		expect(simulator.requests.length).toBe(2);
	},
);

test('a page that comes again ends the list of locations with an explanation', async () => {
	const simulator = simulators.get('a service with pages of 100')!;
	const body = { data: [{ id: '1' }], meta: { current_page: 1, last_page: 9 } };
	simulator.fault({ path: '/v1/locations', status: 200, body, times: 1000 });
	const { error } = await getMany(simulator, { resource: 'location', returnAll: true });
	expect(error?.message).toBe(
		'The Payments API repeats pages, so the list would never end [item 0]',
	);
	expect(error?.description).toContain('Page 2 was requested, page 1 was returned.');
	expect(simulator.requests.length).toBeLessThanOrEqual(9);
});

/** As Laravel gives pages whose number it does not count: only the links say that there is another. */
const uncounted = (id: number, page: number, next: unknown) => ({
	data: [{ id: String(id) }],
	links: { first: '/?page=1', last: null, prev: null, next },
	meta: { current_page: page, per_page: 1, from: page, to: page, path: '/' },
});

describe.each([
	{ resource: 'staticQr', path: '/v1/static_qr' },
	{ resource: 'plan', path: '/v1/subscription-plan' },
	{ resource: 'location', path: '/v1/locations' },
])('the list of $resource records, when nobody says how many pages there are,', (list) => {
	const { resource, path } = list;
	const all = { resource, returnAll: true };

	test.each([null, '', undefined])(
		'goes on as long as a link does, which ends as %p',
		async (end) => {
			const simulator = simulators.get('a service with pages of 100')!;
			for (const page of [1, 2, 3]) {
				const next = page < 3 ? `/?page=${page + 1}` : end;
				simulator.fault({ path, status: 200, body: uncounted(page, page, next) });
			}
			const { items } = await succeeded(getMany(simulator, all));
			expect(ids(items.map(({ json }) => json))).toEqual(['1', '2', '3']);
			expect(simulator.requests.at(-1)?.query.page).toBe('3');
		},
	);

	test('ends with a page that is empty, though a link leads on', async () => {
		const simulator = simulators.get('a service with pages of 100')!;
		const empty = { ...uncounted(2, 2, '/?page=3'), data: [] };
		// A page that is shorter than others may have moved: the list is read twice.
		for (const body of [uncounted(1, 1, '/?page=2'), empty, uncounted(1, 1, '/?page=2'), empty]) {
			simulator.fault({ path, status: 200, body });
		}
		const { items } = await succeeded(getMany(simulator, all));
		expect(items).toHaveLength(1);
	});

	test('ends with an explanation when a page comes again', async () => {
		const simulator = simulators.get('a service with pages of 100')!;
		const body = { ...uncounted(1, 1, '/?page=2'), meta: {} };
		simulator.fault({ path, status: 200, body, times: 1000 });
		const { error } = await getMany(simulator, all);
		expect(error?.description).toContain('Page 2 begins like an earlier page.');
		expect(simulator.requests.length).toBe(2);
	});
});

test('the number of the last page counts for more than a link', async () => {
	const simulator = simulators.get('a service with pages of 100')!;
	const { meta, ...rest } = uncounted(1, 1, '/?page=2');
	const body = { ...rest, meta: { ...meta, last_page: 1 } };
	simulator.fault({ path: '/v1/static_qr', status: 200, body });
	const { items } = await succeeded(getMany(simulator, { resource: 'staticQr', returnAll: true }));
	expect(items).toHaveLength(1);
	expect(simulator.requests.length).toBe(1);
});

test('a 422 that is not about the page size is not tried again', async () => {
	const simulator = simulators.get('a service with pages of 100')!;
	simulator.fault({ status: 422, body: { message: 'No.', errors: { cursor: ['Bad cursor.'] } } });
	const { error } = await getMany(simulator, { returnAll: true });
	expect(error?.message).toBe('No; cursor: Bad cursor. [item 0]');
	expect(simulator.requests.length).toBe(1);
});

test('only a 422 is taken for a page that is too large', async () => {
	const simulator = simulators.get('a service with pages of 100')!;
	simulator.fault({ status: 500, body: { message: 'No per_page today.' } });
	const { error } = await getMany(simulator, { returnAll: true, options: { maxTries: 1 } });
	expect(error?.message).toBe('No per_page today. [item 0]');
	expect(simulator.requests.length).toBe(1);
});

test('a service that refuses every page size is not asked for ever', async () => {
	const simulator = simulators.get('a service with pages of 100')!;
	const body = { message: 'No.', errors: { per_page: ['Not this size.'] } };
	simulator.fault({ status: 422, body, times: 1000 });
	const { error } = await getMany(simulator, { returnAll: true });
	expect(error?.message).toBe('No; per_page: Not this size. [item 0]');
	expect(simulator.requests.map(({ query }) => query.per_page)).toEqual(['100', '25']);
});

test.each([
	['a single record', { id: '1' }],
	['several records without more', [{ id: '1' }, { id: '2' }]],
	['a list of another kind', { data: { id: '1' } }],
	['a list of lists', { data: [[]] }],
	['a list whose end cannot be read', { data: [{ id: '1' }], meta: 'none' }],
])('%s in place of a list is explained', async (_, body) => {
	const simulator = simulators.get('a service with pages of 100')!;
	simulator.fault({ status: 200, body });
	const { error } = await getMany(simulator, {});
	expect(error?.message).toBe('The response contains no list of records [item 0]');
	expect(error?.description).toContain("'Environment'");
});
