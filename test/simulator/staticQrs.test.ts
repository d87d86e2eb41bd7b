import type { Simulator, StaticQr } from '../../simulator';
import { bearer, call, get, post, start, type Failure } from './helpers';

const PATH = '/v1/static_qr';

interface QrPage {
	data: StaticQr[];
	links: Record<string, string>;
	meta: Record<string, unknown>;
}

describe('POST /v1/static_qr', () => {
	let simulator: Simulator;
	const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };

	beforeAll(async () => {
		simulator = await start();
	});

	test('creates with the least there may be', async () => {
		const { status, json } = await post<StaticQr>(simulator, '/v1/static_qr', basic);
		expect(status).toBe(201);
		expect(json).toMatchObject({ ...basic, amount: 0, currency: 'sgd', location_id: null });
		expect(simulator.records.staticQrs[0]).toEqual(json);
	});

	test.each(['paynow_online', 'upi_qr', 'qrph_netbank'])('creates for %s', async (method) => {
		const body = { name: 'Counter', payment_provider_method: method };
		const { status, json } = await post<StaticQr>(simulator, '/v1/static_qr', body);
		expect(status).toBe(201);
		expect(json.payment_provider_method_main_logo.method).toBe(method);
	});

	test('gives every code its own content', async () => {
		const one = await post<StaticQr>(simulator, '/v1/static_qr', basic);
		const two = await post<StaticQr>(simulator, '/v1/static_qr', basic);
		expect(one.json.qr_value).not.toBe(two.json.qr_value);
		expect(one.json.id).not.toBe(two.json.id);
	});

	test('keeps all that was sent, the currency in lower case', async () => {
		const location = simulator.records.locations.find(({ active }) => active);
		const { json } = await post<StaticQr>(simulator, '/v1/static_qr', {
			...basic,
			amount: 12.5,
			currency: 'SGD',
			location_id: location?.id,
			device_id: '11111111-2222-4333-8444-555555555555',
		});
		expect(json).toMatchObject({
			amount: 12.5,
			currency: 'sgd',
			location_id: location?.id,
			location: { name: location?.name },
			device_id: '11111111-2222-4333-8444-555555555555',
		});
	});

	test.each([[{ name: 'x'.repeat(255) }], [{ amount: 0, currency: 'sgd' }], [{ currency: 'usd' }]])(
		'accepts %j',
		async (change) => {
			const body = { ...basic, ...change };
			expect((await post(simulator, '/v1/static_qr', body)).status).toBe(201);
		},
	);

	test.each([
		[{ name: undefined }, 'name'],
		[{ name: '' }, 'name'],
		[{ name: 'x'.repeat(256) }, 'name'],
		[{ name: 5 }, 'name'],
		[{ payment_provider_method: undefined }, 'payment_provider_method'],
		[{ payment_provider_method: 'card' }, 'payment_provider_method'],
		[{ device_id: 'till' }, 'device_id'],
		[{ location_id: 'here' }, 'location_id'],
		[{ location_id: '20000000-0000-4000-8000-000000000000' }, 'location_id'],
		[{ amount: -0.01, currency: 'sgd' }, 'amount'],
		[{ amount: '5', currency: 'sgd' }, 'amount'],
		[{ amount: 5 }, 'currency'],
		[{ amount: 0 }, 'currency'],
		[{ amount: 5, currency: 'sgdx' }, 'currency'],
	])('refuses %j', async (change, field) => {
		const body = { ...basic, ...change };
		const { status, json } = await post<Failure>(simulator, '/v1/static_qr', body);
		expect(status).toBe(422);
		expect(Object.keys(json.errors)).toEqual([field]);
	});

	test('refuses an inactive location', async () => {
		const location = simulator.records.locations.find(({ active }) => !active);
		const body = { ...basic, location_id: location?.id };
		const { status, json } = await post<Failure>(simulator, '/v1/static_qr', body);
		expect(status).toBe(422);
		expect(json.errors.location_id?.[0]).toMatch(/active/);
	});
});

describe('made static QR codes', () => {
	let simulator: Simulator;
	const clock = { at: Date.parse('2026-01-02T03:04:05Z') };
	const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };
	const create = async (change: object = {}) =>
		(await post<StaticQr>(simulator, PATH, { ...basic, ...change })).json;
	const change = <T = StaticQr>(id: string, body: object) =>
		call<T>(simulator, 'PUT', `${PATH}/${id}`, { body });

	beforeEach(async () => {
		simulator = await start({ now: () => clock.at });
	});

	test('are listed newest first in numbered pages', async () => {
		const empty = await get<QrPage>(simulator, PATH);
		expect([empty.status, empty.json.data]).toEqual([200, []]);
		expect(empty.json.meta).toMatchObject({ total: 0, last_page: 1, per_page: 25 });
		const made: StaticQr[] = [];
		for (let i = 0; i < 5; i++) made.unshift(await create({ name: `Counter ${i}` }));
		const seen: StaticQr[][] = [];
		let next = `${simulator.url}${PATH}?per_page=2`;
		while (next) {
			const { json } = await get<QrPage>(simulator, next);
			seen.push(json.data);
			next = json.links.next as string;
		}
		expect(seen).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
		const { json } = await get<QrPage>(simulator, `${PATH}?per_page=2&page=2`);
		expect(json.links).toEqual({
			first: `${simulator.url}${PATH}?per_page=2&page=1`,
			last: `${simulator.url}${PATH}?per_page=2&page=3`,
			prev: `${simulator.url}${PATH}?per_page=2&page=1`,
			next: `${simulator.url}${PATH}?per_page=2&page=3`,
		});
		expect(json.meta).toMatchObject({
			current_page: 2,
			per_page: 2,
			from: 3,
			to: 4,
			total: 5,
			last_page: 3,
			path: simulator.url + PATH,
		});
	});

	test.each([
		['per_page=0', 'per_page'],
		['page=x', 'page'],
	])('are not listed with %s', async (query, field) => {
		const { status, json } = await get<Failure>(simulator, `${PATH}?${query}`);
		expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
	});

	test('are got, changed and deleted', async () => {
		const one = await create({ amount: 12.5, currency: 'sgd' });
		const other = await create();
		const path = `${PATH}/${one.id}`;
		expect(await get(simulator, path)).toMatchObject({ status: 200, json: one });
		clock.at += 1000;
		const put = await change(one.id, { name: 'Till' });
		expect(put.status).toBe(200);
		const { updated_at } = put.json;
		expect(put.json).toEqual({ ...one, name: 'Till', updated_at });
		expect(updated_at > one.updated_at).toBe(true);
		expect((await get(simulator, path)).json).toEqual(put.json);
		const gone = await call(simulator, 'DELETE', path);
		expect([gone.status, gone.json]).toEqual([200, { message: 'Static QR code deleted.' }]);
		expect(simulator.records.staticQrs).toEqual([other]);
		expect((await get(simulator, path)).status).toBe(404);
	});

	test.each(['GET', 'PUT', 'DELETE'] as const)(
		'answer 404 to %s of an unknown id',
		async (verb) => {
			for (const id of ['nope', '20000000-0000-4000-8000-000000000000']) {
				const { status, json } = await call(simulator, verb, `${PATH}/${id}`, {
					body: verb === 'PUT' ? { name: 'x' } : undefined,
				});
				expect([status, json]).toEqual([404, { message: 'Static QR code not found.' }]);
			}
		},
	);

	test.each([
		[{}, {}],
		[{ name: 'x'.repeat(255) }, { name: 'x'.repeat(255) }],
		[
			{ amount: 5, currency: 'USD' },
			{ amount: 5, currency: 'usd' },
		],
		[
			{ amount: 0, currency: 'sgd' },
			{ amount: 0, currency: 'sgd' },
		],
		[{ currency: 'myr' }, { currency: 'myr' }],
		[{ payment_provider_method: 'upi_qr', device_id: 'till' }, {}],
	])('take the change %j', async (body, expected) => {
		const one = await create({ amount: 12.5, currency: 'sgd' });
		const { status, json } = await change(one.id, body);
		expect([status, json]).toEqual([200, { ...one, ...expected }]);
		expect(simulator.records.staticQrs).toEqual([json]);
	});

	test('move to another location, and stay where they are when none is named', async () => {
		const [first, second] = simulator.records.locations.filter(({ active }) => active);
		const one = await create({ location_id: first?.id });
		const moved = await change(one.id, { location_id: second?.id.toUpperCase() });
		expect(moved.json).toMatchObject({
			location_id: second?.id,
			location: { name: second?.name },
		});
		const { json } = await change(one.id, { name: 'Till' });
		expect(json).toEqual({ ...moved.json, name: 'Till' });
	});

	test.each([
		[{ name: '' }, 'name'],
		[{ name: 'x'.repeat(256) }, 'name'],
		[{ name: 'Till', location_id: 'here' }, 'location_id'],
		[{ name: 'Till', location_id: '20000000-0000-4000-8000-000000000000' }, 'location_id'],
		[{ amount: -0.01, currency: 'sgd' }, 'amount'],
		[{ amount: '5', currency: 'sgd' }, 'amount'],
		[{ amount: 5 }, 'currency'],
		[{ currency: 'sgdx' }, 'currency'],
	])('refuse the change %j', async (body, field) => {
		const one = await create();
		const { status, json } = await change<Failure>(one.id, body);
		expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
		expect(simulator.records.staticQrs).toEqual([one]);
	});

	test('refuse to move to an inactive location', async () => {
		const location = simulator.records.locations.find(({ active }) => !active);
		const one = await create();
		const { status, json } = await change<Failure>(one.id, { location_id: location?.id });
		expect([status, json.errors.location_id?.[0]]).toEqual([422, expect.stringMatching(/active/)]);
		expect(simulator.records.staticQrs).toEqual([one]);
	});

	test('belong to one business', async () => {
		const one = await create();
		const { access_token } = simulator.issueTokens({ business: simulator.businesses[1]?.id });
		const theirs = bearer(access_token);
		expect((await get<QrPage>(simulator, PATH, theirs)).json.data).toEqual([]);
		expect((await call(simulator, 'DELETE', `${PATH}/${one.id}`, theirs)).status).toBe(404);
		expect(simulator.records.staticQrs).toEqual([one]);
	});

	test.each([
		['GET', '', 'payments:read'],
		['GET', '/x', 'payments:read'],
		['PUT', '/x', 'payments:update'],
		['DELETE', '/x', 'payments:delete'],
	] as const)('need a scope for %s %s', async (method, path, scope) => {
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		const answer = await call(simulator, method, PATH + path, bearer(access_token));
		expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(scope)]);
		expect((await call(simulator, method, PATH + path, { key: false })).status).toBe(401);
	});
});
