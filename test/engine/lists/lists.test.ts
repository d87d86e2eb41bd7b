import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { runnerOf } from '../run';
import { requester } from '../service';

const COUNT = 230;

const simulator = useSimulator({
	...{ charges: COUNT, payouts: COUNT, locations: COUNT, orders: COUNT, transfers: COUNT },
});
const run = runnerOf(simulator);

beforeAll(async () => {
	const post = requester(simulator);
	for (let i = 0; i < COUNT; i += 1) {
		await post('/v1/subscription-plan', { name: `Plan ${i}`, amount: 20, cycle: 'monthly' });
		await post('/v1/static_qr', { name: `Counter ${i}`, payment_provider_method: 'paynow_online' });
	}
});

const ids = (records: Array<{ id?: unknown }>) => records.map(({ id }) => id);

const getMany = async (parameters: INodeParameters) =>
	await run({ resource: 'charge', operation: 'getAll', ...parameters });

const lists = [
	{ resource: 'charge', records: 'charges' },
	{ resource: 'location', records: 'locations' },
	{ resource: 'order', records: 'orders' },
	{ resource: 'payout', records: 'payouts' },
	{ resource: 'plan', records: 'plans' },
	{ resource: 'staticQr', records: 'staticQrs' },
	{ resource: 'transfer', records: 'transfers' },
] as const;

/** The number of records, and the sizes of the pages that are requested. test/fuzz/pages.test.ts tries other sizes and limits. */
const counts: Array<[what: INodeParameters, listed: number, requested: number[]]> = [
	[{ returnAll: true }, COUNT, [100, 100, 100]],
	[{ limit: 1 }, 1, [1]],
	[{ limit: 101 }, 101, [100, 100]],
	[{ limit: '7' }, 7, [7]],
	[{}, 50, [50]],
];

describe.each(lists)('the list of $resource records', ({ resource, records }) => {
	test.each(counts)(
		'with %j: %d in the order of the service, pages of %j',
		async (what, listed, requested) => {
			const { items } = await succeeded(getMany({ resource, ...what }));
			expect(simulator.records[records]).toHaveLength(COUNT);
			const expected: object[] = simulator.records[records].slice(0, listed);
			// Orders in a list have neither products nor charges.
			expect(items.map(({ json }) => json)).toEqual(
				expected.map((one) => ({ ...one, products: undefined, charges: undefined })),
			);
			expect(simulator.requests.map(({ query }) => Number(query.per_page))).toEqual(requested);
		},
	);
});

test.each(['charge', 'payout'])(
	'a cursor that comes back ends the list of %ss with an explanation',
	async (resource) => {
		simulator.fault({ repeatCursor: true, times: 1000 });
		const { items, error } = await getMany({ resource, returnAll: true });
		expect(items).toEqual([]);
		expect(error?.message).toBe('The Payments API repeats pages, so the list would never end');
		expect(error?.description).toMatch(
			/^The cursor of page 2 leads back to an earlier page\. Set a limit/,
		);
		expect(simulator.requests.length).toBe(2);
	},
);

test('a page that comes again ends the list of locations with an explanation', async () => {
	const body = { data: [{ id: '1' }], meta: { current_page: 1, last_page: 9 } };
	simulator.fault({ path: '/v1/locations', status: 200, body, times: 1000 });
	const { error } = await getMany({ resource: 'location', returnAll: true });
	expect(error?.message).toBe('The Payments API repeats pages, so the list would never end');
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
			for (const page of [1, 2, 3]) {
				const next = page < 3 ? `/?page=${page + 1}` : end;
				simulator.fault({ path, status: 200, body: uncounted(page, page, next) });
			}
			const { items } = await succeeded(getMany(all));
			expect(ids(items.map(({ json }) => json))).toEqual(['1', '2', '3']);
			expect(simulator.requests.at(-1)?.query.page).toBe('3');
		},
	);

	test('ends with a page that is empty, though a link leads on', async () => {
		const empty = { ...uncounted(2, 2, '/?page=3'), data: [] };
		// A page that is shorter than others may have moved: the list is read twice.
		for (const body of [uncounted(1, 1, '/?page=2'), empty, uncounted(1, 1, '/?page=2'), empty]) {
			simulator.fault({ path, status: 200, body });
		}
		const { items } = await succeeded(getMany(all));
		expect(items).toHaveLength(1);
	});

	test('ends with an explanation when a page comes again', async () => {
		const body = { ...uncounted(1, 1, '/?page=2'), meta: {} };
		simulator.fault({ path, status: 200, body, times: 1000 });
		const { error } = await getMany(all);
		expect(error?.description).toContain('Page 2 begins like an earlier page.');
		expect(simulator.requests.length).toBe(2);
	});
});

test('the number of the last page counts for more than a link', async () => {
	const { meta, ...rest } = uncounted(1, 1, '/?page=2');
	const body = { ...rest, meta: { ...meta, last_page: 1 } };
	simulator.fault({ path: '/v1/static_qr', status: 200, body });
	const { items } = await succeeded(getMany({ resource: 'staticQr', returnAll: true }));
	expect(items).toHaveLength(1);
	expect(simulator.requests.length).toBe(1);
});

test.each<[string, number, object, string, string[]]>([
	['a 422 about something else', 422, { errors: { cursor: ['Bad.'] } }, 'cursor: Bad.', ['100']],
	['a 500 that names it', 500, { errors: { per_page: ['No.'] } }, 'per_page: No.', ['100']],
	['each 422', 422, { errors: { per_page: ['No.'] } }, 'per_page: No.', ['100', '25']],
])('a smaller page is tried once, and only after a 422 about it: %s', async (...row) => {
	const [, status, body, message, sizes] = row;
	simulator.fault({ status, body, times: 1000 });
	const { error } = await getMany({ returnAll: true, options: { maxTries: 1 } });
	expect(error?.message).toBe(message);
	expect(simulator.requests.map(({ query }) => query.per_page)).toEqual(sizes);
});

test.each([
	['a single record', { id: '1' }],
	['several records without more', [{ id: '1' }, { id: '2' }]],
	['a list of another kind', { data: { id: '1' } }],
	['a list of lists', { data: [[]] }],
	['a list whose end cannot be read', { data: [{ id: '1' }], meta: 'none' }],
])('%s in place of a list is explained', async (_, body) => {
	simulator.fault({ status: 200, body });
	const { error } = await getMany({});
	expect(error?.message).toBe('The response contains no list of records');
	expect(error?.description).toContain("'Environment'");
});
