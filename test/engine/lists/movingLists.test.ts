import type { INodeParameters } from 'n8n-workflow';

import type { Location, Simulator, SimulatorOptions } from '../../../simulator';
import { mustViolate, startSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { apiKeyOf, runPayments } from '../run';

let simulator: Simulator;
afterEach(() => simulator.close());

async function serve(options: SimulatorOptions = {}) {
	simulator = await startSimulator({ locations: 350, charges: 1, payouts: 1, ...options });
}

function getMany(resource: string, parameters: INodeParameters = {}) {
	return runPayments({
		parameters: { resource, operation: 'getAll', returnAll: true, ...parameters },
		credentials: apiKeyOf(simulator),
	});
}

const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id);

/** Does something to the list of locations before so many of its pages are answered. */
function meanwhile(skip: number, work: (list: Location[]) => void, times = 1) {
	const { locations } = simulator.records;
	simulator.fault({ path: '/v1/locations', skip, times, meanwhile: () => work(locations) });
}

/** All that was there before and is there now comes, once and in order. */
async function everythingComes(parameters: INodeParameters = {}) {
	const before = simulator.records.locations.map(({ id }) => id);
	const { items } = await succeeded(getMany('location', parameters));
	const came = idsOf(items) as string[];
	expect(new Set(came).size).toBe(came.length);
	const stayed = simulator.records.locations
		.map(({ id }) => id)
		.filter((id) => before.includes(id));
	expect(came.filter((id) => stayed.includes(id))).toEqual(stayed);
	return came;
}

// test/fuzz/pages.test.ts creates and deletes records anywhere, before any page.
test('a numbered list with an empty page in the middle is read again', async () => {
	await serve();
	const meta = { current_page: 2, per_page: 100, last_page: 4, total: 350 };
	simulator.fault({ path: '/v1/locations', skip: 1, status: 200, body: { data: [], meta } });
	expect(await everythingComes({ options: { maxRequests: 1 } })).toHaveLength(350);
});

test('a list of which a page stays empty is an error in words, and not read for ever', async () => {
	await serve();
	for (let sent = 0; sent < 100; sent += 1) {
		const current_page = (sent % 4) + 1;
		const data = current_page === 2 ? [] : [{ id: `${current_page}` }];
		const meta = { current_page, last_page: 4, total: 4 };
		simulator.fault({ path: '/v1/locations', status: 200, body: { data, meta } });
	}
	const { error, items } = await getMany('location', { options: { maxRequests: 1 } });
	expect(items).toEqual([]);
	expect(error?.message).toBe('The list kept changing while it was read');
	expect(error?.description).toContain('Run the node again at a quieter time, or set a limit.');
	expect(simulator.requests).toHaveLength(20);
});

test('up to a limit, nothing comes twice and nothing is left out either', async () => {
	await serve();
	meanwhile(1, (list) => list.shift());
	const { locations } = simulator.records;
	const { items } = await getMany('location', { returnAll: false, limit: 250 });
	expect(idsOf(items)).toEqual(locations.slice(0, 250).map(({ id }) => id));
});

test.each([[true], [false]])(
	'records without an ID come all the same, one vanishes: %p',
	async (vanishes) => {
		await serve();
		const { locations } = simulator.records;
		for (const location of locations) delete (location as Partial<Location>).id;
		mustViolate(/GET \/v1\/locations: body\/data\/\d+ must have required property 'id'/);
		if (vanishes) meanwhile(1, (list) => list.shift());
		const { items } = await succeeded(getMany('location'));
		expect(items.map(({ json }) => json)).toEqual(locations);
	},
);

test.each([
	['charge', 'charges'],
	['payout', 'payouts'],
] as const)(
	'a list of %ss by cursors that are numbers comes to its end',
	async (resource, kind) => {
		await serve({ cursors: 'numbers', charges: 350, payouts: 350 });
		for (const parallelDays of [true, false]) {
			const { items } = await succeeded(getMany(resource, { options: { parallelDays } }));
			expect(idsOf(items)).toEqual(simulator.records[kind].map(({ id }) => id));
		}
	},
);

describe('where only links lead on', () => {
	test.each([
		['charge', 'charges'],
		['location', 'locations'],
	] as const)('the list of %ss comes to its end', async (resource, kind) => {
		await serve({ listMeta: 'none', charges: 350 });
		const { items } = await succeeded(getMany(resource));
		expect(idsOf(items)).toEqual(simulator.records[kind].map(({ id }) => id));
	});

	test('and no last page is reported, the list of locations comes to its end', async () => {
		await serve({ listMeta: 'uncounted' });
		const { items } = await getMany('location');
		expect(idsOf(items)).toEqual(simulator.records.locations.map(({ id }) => id));
	});

	test.each([
		['charge', '/v1/charges', 'cursor=two', { cursor: 'two' }],
		['charge', '/v1/charges', 'page=2', { page: '2' }],
		['staticQr', '/v1/static_qr', 'cursor=two', { cursor: 'two' }],
		['staticQr', '/v1/static_qr', 'page=2', { page: '2' }],
		['location', '/v1/locations', 'page=7', { page: '7' }],
	])(
		'of a list of %ss, of a link to another host only %s?%s is taken',
		async (resource, path, query, sent) => {
			await serve();
			const next = `http://elsewhere.example/steal?key=1&${query}#x`;
			// A link leads to a page by a number, though lists of charges have cursors.
			if (resource === 'charge' && 'page' in sent) mustViolate(/charges: query page is not/);
			simulator.fault({ path, status: 200, body: { data: [{ id: '1' }], links: { next } } });
			simulator.fault({ path, status: 200, body: { data: [{ id: '2' }], links: { next: null } } });
			const { items } = await succeeded(getMany(resource, { options: { parallelDays: false } }));
			expect(idsOf(items)).toEqual(['1', '2']);
			expect(simulator.requests).toHaveLength(2);
			expect(simulator.requests[1]).toMatchObject({ path, query: sent });
			expect(simulator.requests[1]!.query).not.toHaveProperty('key');
		},
	);

	test.each(['http://[', '?', '#', '//', 'page=2', '\u0000', '?page=', '?%'])(
		'a link that cannot be read ends the list of charges: %j',
		async (next) => {
			await serve();
			const body = { data: [{ id: '1' }], links: { next } };
			simulator.fault({ path: '/v1/charges', status: 200, body });
			const { items } = await succeeded(getMany('charge', { options: { parallelDays: false } }));
			expect(idsOf(items)).toEqual(['1']);
		},
	);
});

test('pages by cursor that overlap are joined', async () => {
	await serve({ charges: 20 });
	for (const [from, next_cursor] of [
		[0, 'a'],
		[4, 'b'],
		[7, null],
	] as const) {
		const data = simulator.records.charges.slice(from, from + 5);
		simulator.fault({ path: '/v1/charges', status: 200, body: { data, meta: { next_cursor } } });
	}
	const { items } = await getMany('charge');
	expect(idsOf(items)).toEqual(simulator.records.charges.slice(0, 12).map(({ id }) => id));
});

test('cursors that lead through nothing new end the list with an explanation', async () => {
	await serve({ charges: 20 });
	const data = simulator.records.charges.slice(0, 5);
	for (let page = 1; page < 100; page += 1) {
		const body = { data, meta: { next_cursor: page } };
		simulator.fault({ path: '/v1/charges', status: 200, body });
	}
	const { error } = await getMany('charge', { options: { parallelDays: false } });
	expect(error?.message).toBe('The Payments API repeats pages, so the list would never end');
	expect(simulator.requests.length).toBeLessThan(30);
});
