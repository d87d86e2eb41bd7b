import { endpointOf } from '../../contract/contract';
import type { Simulator, SimulatorOptions } from '../../simulator';
import { bodiesOf, named, useExamples } from '../contract/examples';
import { answered, get, kinds, post, recordsOf, start, useSimulator } from './helpers';

/* Every list of the contract: its pages and what surrounds them. */

interface Row {
	id: string;
	created_at?: string;
}
interface List {
	data: Row[];
	links?: Record<'first' | 'last' | 'prev' | 'next', string | null>;
	meta: Record<string, unknown> & { next_cursor?: string | null; prev_cursor?: string | null };
}

const size = (path: string) =>
	path === '/v1/orders' || path === '/v1/product-category' ? 'perPage' : 'per_page';
const pageName = (path: string) => (path === '/v1/payment-requests' ? 'current_page' : 'page');
const byCursor = ['charges', 'customers', 'payouts', 'transfers', 'virtual-accounts'].map(
	(name) => `/v1/${name}`,
);
const paths = Object.keys(kinds);

const COUNT = 31;
const options: SimulatorOptions = {
	...{ charges: COUNT, payouts: COUNT, orders: COUNT, products: COUNT, transfers: COUNT },
	...{ locations: COUNT, virtualAccountMethods: COUNT },
};
const simulator = useSimulator(options);
useExamples(simulator);

/** Returns the record in a response: that of a virtual account is in `data`. */
const recordOf = (body: Row & { data?: Row }) => body.data ?? body;

/** The IDs of the records that a request created, in the order of creation. */
const created: Record<string, string[]> = {};
beforeAll(async () => {
	for (const path of paths) {
		const create = endpointOf('POST', path);
		for (let i = 0; create && i < COUNT; i++) {
			const sent = post<Row>(simulator, path, bodiesOf(create)[0]);
			(created[path] ??= []).push(recordOf((await answered(201, sent)).json).id);
		}
	}
	// The list of subscriptions has the active ones.
	for (const { id } of simulator.records.subscriptions) simulator.attachMethod(id);
});

const list = async (path: string, query: string, one: Simulator = simulator) =>
	(await answered(200, get<List>(one, `${path}?${query}`))).json;
const ids = (rows: Row[]) => rows.map(({ id }) => id);
const all = (path: string) => ids(recordsOf(simulator, path));

/** Reads all pages, by the links if there are any. */
async function pagesOf(path: string, query: string): Promise<string[][]> {
	const pages: string[][] = [];
	for (let next: string | null | undefined = query; next != null;) {
		const { data, links, meta } = await list(path, next);
		pages.push(ids(data));
		const cursor = meta.next_cursor && `${query}&cursor=${meta.next_cursor}`;
		next = links?.next ? new URL(links.next).search.slice(1) : cursor;
	}
	return pages;
}

test('every list of the contract is tested here, or is an array', () => {
	const paged = named.filter(([, { all: parameters, path }]) => {
		return parameters.some(({ name }) => name === size(path));
	});
	// With tests of their own: balances.test.ts, customerPages.test.ts.
	const known = [...paths, '/v1/balances/{provider}/transactions', '/v1/readers'];
	expect(paged.map(([, { path }]) => path).sort()).toEqual(known.sort());
});

describe.each(paths)('GET %s', (path) => {
	test('has each record once, in pages of the size that was requested', async () => {
		const expected = all(path);
		const pages = await pagesOf(path, `${size(path)}=3`);
		expect(pages.flat()).toEqual(expected);
		expect(pages.slice(0, -1).every((page) => page.length === 3)).toBe(true);
		expect(pages).toHaveLength(Math.ceil(expected.length / 3));
	});

	test('has the newest first, and 25 without a page size', async () => {
		const { data } = await list(path, '');
		expect(ids(data)).toEqual(all(path).slice(0, 25));
		const times = data.flatMap(({ created_at }) => created_at ?? []).map((at) => Date.parse(at));
		if (path !== '/v1/locations') expect(times).toEqual(times.toSorted((a, b) => b - a));
		const newest = (created[path] ?? []).toReversed();
		expect(all(path).slice(0, newest.length)).toEqual(newest);
	});

	if (endpointOf('GET', `${path}/x`)) {
		test('has records that are read by their ID, too', async () => {
			const [one] = recordsOf(simulator, path);
			const { json } = await get<Row>(simulator, `${path}/${one!.id}`);
			expect(recordOf(json)).toMatchObject(one!);
		});
	}

	test('reduces a page size to the maximum, or refuses it with rejectLargePages', async () => {
		const capped = await start({ ...options, maxPerPage: 2 });
		expect((await list(path, `${size(path)}=100`, capped)).meta.per_page).toBe(2);
		const strict = await start({ ...options, maxPerPage: 2, rejectLargePages: true });
		await answered(422, get(strict, `${path}?${size(path)}=3`));
		await list(path, `${size(path)}=2`, strict);
	});
});

test.each(byCursor)('GET %s has cursors to both sides', async (path) => {
	const first = await list(path, 'per_page=10');
	const second = await list(path, `per_page=10&cursor=${first.meta.next_cursor}`);
	const back = await list(path, `per_page=10&cursor=${second.meta.prev_cursor}`);
	expect(back).toEqual({ ...first, links: back.links });
	expect(first.meta.prev_cursor).toBeNull();
	if (path !== '/v1/charges') return;
	const url = `${simulator.url}${path}`;
	expect(first.meta.path).toBe(url);
	expect(first.links).toEqual({
		...{ first: `${url}?per_page=10`, last: null, prev: null },
		next: `${url}?per_page=10&cursor=${first.meta.next_cursor}`,
	});
});

const byNumber = paths.filter((path) => !byCursor.includes(path));
test.each(byNumber)('GET %s has numbered pages with links and totals', async (path) => {
	const total = all(path).length;
	const { data, links, meta } = await list(path, `${size(path)}=3&${pageName(path)}=2`);
	expect(ids(data)).toEqual(all(path).slice(3, 6));
	const last = Math.ceil(total / 3);
	const url = `${simulator.url}${path}?${size(path)}=3&${pageName(path)}=`;
	expect(links).toEqual({
		...{ first: `${url}1`, last: `${url}${last}`, prev: `${url}1`, next: `${url}3` },
	});
	const { links: numbers, ...counts } = meta as { links: object[] };
	expect(counts).toEqual({
		...{ current_page: 2, per_page: 3, from: 4, to: 6, total, last_page: last },
		path: simulator.url + path,
	});
	expect(numbers).toHaveLength(last + 2);
	expect(numbers[2]).toEqual({ url: `${url}2`, label: '2', active: true });
	const after = await list(path, `${pageName(path)}=99`);
	expect([after.data, after.links!.next, after.meta.from, after.meta.to]).toEqual([[], '', 0, 0]);
});

test('staff members, balances and webhook endpoints are plain arrays, the oldest first', async () => {
	const { staff, balances } = simulator.records;
	expect((await get(simulator, '/v1/staffs')).json).toEqual(staff);
	expect(staff).toHaveLength(4);
	expect((await get(simulator, '/v1/balances')).json).toEqual(balances);
	const [body] = bodiesOf(endpointOf('POST', '/v1/webhook-events')!);
	const first = await post(simulator, '/v1/webhook-events', body);
	const second = await post(simulator, '/v1/webhook-events', body);
	const { json } = await get(simulator, '/v1/webhook-events');
	expect(json).toEqual([first.json, second.json]);
});

test('lists without records are empty pages', async () => {
	const empty = await start({ charges: 0, payouts: 0, orders: 0, transfers: 0 });
	const never = ['/v1/beneficiaries', '/v1/locations', '/v1/products', '/v1/product-category'];
	for (const path of paths.filter((one) => !never.includes(one))) {
		const { data, meta } = await list(path, '', empty);
		expect([path, data]).toEqual([path, []]);
		if (byCursor.includes(path)) expect(meta).toMatchObject({ next_cursor: null });
		else expect(meta).toMatchObject({ total: 0, last_page: 1, from: 0, to: 0 });
	}
});

describe('options of lists', () => {
	test('listMeta uncounted: no numbers of records and pages', async () => {
		const one = await start({ listMeta: 'uncounted' });
		const { meta, links } = await list('/v1/locations', 'per_page=2', one);
		expect(Object.keys(meta)).toEqual(['current_page', 'per_page', 'from', 'to', 'path']);
		expect(links!.next).toContain('page=2');
	});

	test('listMeta none: links only', async () => {
		const one = await start({ listMeta: 'none' });
		const { meta, links } = await list('/v1/charges', 'per_page=2', one);
		expect(meta).toBeUndefined();
		expect(links!.next).toContain('cursor=');
	});

	test('cursors numbers: they count records, so a new record repeats another', async () => {
		const one = await start({ charges: 5, cursors: 'numbers' });
		const { data, meta } = await list('/v1/charges', 'per_page=2', one);
		expect(meta).toMatchObject({ next_cursor: 2, prev_cursor: null });
		one.addCharge();
		const second = await list('/v1/charges', 'per_page=2&cursor=2', one);
		expect(second.data[0]).toEqual(data[1]);
		const last = await list('/v1/charges', 'per_page=2&cursor=4', one);
		expect(last.meta).toMatchObject({ next_cursor: null, prev_cursor: 2 });
	});
});
