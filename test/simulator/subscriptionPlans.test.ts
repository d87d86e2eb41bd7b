import type { Simulator, SubscriptionPlan } from '../../simulator';
import { bearer, call, get, post, start, type Failure } from './helpers';

const PATH = '/v1/subscription-plan';

interface PlanPage {
	data: SubscriptionPlan[];
	links: Record<string, string>;
	meta: Record<string, unknown>;
}

describe('POST /v1/subscription-plan', () => {
	let simulator: Simulator;
	const basic = { name: 'Gold', cycle: 'monthly', amount: 30 };
	const create = (change: object) =>
		post<SubscriptionPlan>(simulator, '/v1/subscription-plan', { ...basic, ...change });

	beforeAll(async () => {
		simulator = await start();
	});

	test('creates with the least there may be', async () => {
		const { status, json } = await create({});
		expect(status).toBe(201);
		expect(json).toMatchObject({
			...basic,
			description: '',
			cycle_repeat: null,
			cycle_frequency: null,
			currency: 'sgd',
			reference: '',
		});
		expect(simulator.records.plans[0]).toEqual(json);
	});

	test('keeps all that was sent, the currency in lower case', async () => {
		const { json } = await create({
			cycle: 'custom',
			cycle_repeat: 2,
			cycle_frequency: 'week',
			description: 'Every other week',
			currency: 'MYR',
			reference: 'gold-1',
			redirect_url: 'https://shop.example/thanks',
			start_date_method: 'fixed_date',
			fixed_date: 28,
			times_to_be_charged: 100,
		});
		expect(json).toMatchObject({
			cycle: 'custom',
			cycle_repeat: 2,
			cycle_frequency: 'week',
			description: 'Every other week',
			currency: 'myr',
			reference: 'gold-1',
		});
	});

	test.each([
		[{ cycle: 'weekly' }],
		[{ cycle: 'yearly' }],
		[{ cycle: 'weekly', cycle_repeat: null, cycle_frequency: null }],
		[{ cycle: 'custom', cycle_repeat: 1, cycle_frequency: 'day' }],
		[{ amount: 999999.99 }],
		[{ amount: 0.3 }],
		[{ amount: 0.5, currency: 'usd' }],
		[{ reference: 'x'.repeat(255) }],
		[{ start_date_method: 'sign_up_date' }],
		[{ start_date_method: 'customer_select_date' }],
		[{ start_date_method: 'fixed_date', fixed_date: 1 }],
		[{ times_to_be_charged: 1 }],
	])('accepts %j', async (change) => {
		expect((await create(change)).status).toBe(201);
	});

	test.each([
		[{ name: undefined }, ['name']],
		[{ name: '' }, ['name']],
		[{ cycle: undefined }, ['cycle']],
		[{ cycle: 'daily' }, ['cycle']],
		[{ amount: undefined }, ['amount']],
		[{ amount: '30' }, ['amount']],
		[{ amount: 1000000 }, ['amount']],
		[{ amount: 0.29 }, ['amount']],
		[{ amount: 0.99, currency: 'myr' }, ['amount']],
		[{ cycle: 'custom' }, ['cycle_repeat', 'cycle_frequency']],
		[{ cycle: 'custom', cycle_repeat: 2 }, ['cycle_frequency']],
		[{ cycle: 'custom', cycle_frequency: 'day' }, ['cycle_repeat']],
		[{ cycle: 'custom', cycle_repeat: 1.5, cycle_frequency: 'day' }, ['cycle_repeat']],
		[{ cycle: 'custom', cycle_repeat: 0, cycle_frequency: 'day' }, ['cycle_repeat']],
		[{ cycle: 'custom', cycle_repeat: 1, cycle_frequency: 'hour' }, ['cycle_frequency']],
		[{ cycle_repeat: 2 }, ['cycle_repeat']],
		[{ cycle_frequency: 'day' }, ['cycle_frequency']],
		[{ currency: 'sg' }, ['currency']],
		[{ currency: 'dollars' }, ['currency']],
		[{ reference: 'x'.repeat(256) }, ['reference']],
		[{ start_date_method: 'soon' }, ['start_date_method']],
		[{ start_date_method: 'fixed_date' }, ['fixed_date']],
		[{ start_date_method: 'fixed_date', fixed_date: 0 }, ['fixed_date']],
		[{ start_date_method: 'fixed_date', fixed_date: 29 }, ['fixed_date']],
		[{ times_to_be_charged: 0 }, ['times_to_be_charged']],
		[{ times_to_be_charged: 101 }, ['times_to_be_charged']],
	])('refuses %j', async (change, fields) => {
		const body = { ...basic, ...change };
		const { status, json } = await post<Failure>(simulator, '/v1/subscription-plan', body);
		expect(status).toBe(422);
		expect(Object.keys(json.errors)).toEqual(fields);
	});

	test('says one rule once', async () => {
		const body = { ...basic, times_to_be_charged: 100.5 };
		const { json } = await post<Failure>(simulator, '/v1/subscription-plan', body);
		expect(json.errors.times_to_be_charged).toEqual([
			'The times_to_be_charged field must be an integer from 1 to 100.',
		]);
	});
});

describe('made subscription plans', () => {
	let simulator: Simulator;
	const clock = { at: Date.parse('2026-01-02T03:04:05Z') };
	const basic = { name: 'Gold', cycle: 'monthly', amount: 30 };
	const custom = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };
	const create = async (change: object = {}) =>
		(await post<SubscriptionPlan>(simulator, PATH, { ...basic, ...change })).json;
	const change = <T = SubscriptionPlan>(id: string, body: object) =>
		call<T>(simulator, 'PUT', `${PATH}/${id}`, { body });

	beforeEach(async () => {
		simulator = await start({ now: () => clock.at });
	});

	test('are listed newest first in numbered pages', async () => {
		const empty = await get<PlanPage>(simulator, PATH);
		expect([empty.status, empty.json.data]).toEqual([200, []]);
		expect(empty.json.meta).toMatchObject({ total: 0, last_page: 1, per_page: 25 });
		const made: SubscriptionPlan[] = [];
		for (let i = 0; i < 5; i++) made.unshift(await create({ name: `Plan ${i}` }));
		const seen: SubscriptionPlan[][] = [];
		let next = `${simulator.url}${PATH}?per_page=2`;
		while (next) {
			const { json } = await get<PlanPage>(simulator, next);
			seen.push(json.data);
			next = json.links.next as string;
		}
		expect(seen).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
		const { json } = await get<PlanPage>(simulator, `${PATH}?per_page=2&page=2`);
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
		const one = await create({ description: 'All of it', reference: 'gold-1' });
		const other = await create();
		const path = `${PATH}/${one.id}`;
		expect(await get(simulator, path)).toMatchObject({ status: 200, json: one });
		clock.at += 1000;
		const put = await change(one.id, { amount: 45, description: '' });
		expect(put.status).toBe(200);
		const { updated_at } = put.json;
		expect(put.json).toEqual({ ...one, amount: 45, description: '', updated_at });
		expect(updated_at > one.updated_at).toBe(true);
		expect((await get(simulator, path)).json).toEqual(put.json);
		const gone = await call(simulator, 'DELETE', path);
		expect([gone.status, gone.text]).toEqual([204, '']);
		expect(simulator.records.plans).toEqual([other]);
		expect((await get(simulator, path)).status).toBe(422);
	});

	test.each(['GET', 'PUT', 'DELETE'] as const)(
		'answer 422 and not 404 to %s of an unknown id',
		async (verb) => {
			for (const id of ['nope', '20000000-0000-4000-8000-000000000000']) {
				const { status, json } = await call(simulator, verb, `${PATH}/${id}`, {
					body: verb === 'PUT' ? { name: 'x' } : undefined,
				});
				expect([status, json]).toEqual([422, { message: 'Subscription plan not found.' }]);
			}
		},
	);

	test.each([
		[{}, {}, {}],
		[{}, { name: 'x'.repeat(128) }, { name: 'x'.repeat(128) }],
		[{ name: 'x'.repeat(200) }, { amount: 5 }, { name: 'x'.repeat(200), amount: 5 }],
		[{}, { amount: 1, currency: 'MYR' }, { amount: 1, currency: 'myr' }],
		[{}, { cycle: 'yearly', cycle_repeat: null }, { cycle: 'yearly', cycle_repeat: null }],
		[{}, custom, custom],
		[custom, { name: 'Silver' }, { ...custom, name: 'Silver' }],
		[custom, { cycle: 'custom', cycle_repeat: 3 }, { ...custom, cycle_repeat: 3 }],
		[custom, { cycle_frequency: 'day' }, { ...custom, cycle_frequency: 'day' }],
		[custom, { cycle: 'weekly' }, { cycle: 'weekly', cycle_repeat: null, cycle_frequency: null }],
		[{}, { start_date_method: 'fixed_date', fixed_date: 28, times_to_be_charged: 100 }, {}],
		[{}, { redirect_url: 'https://shop.example/thanks', reference: 'r' }, { reference: 'r' }],
	])('of %j take the change %j', async (given, body, expected) => {
		const one = await create(given);
		const { status, json } = await change(one.id, body);
		expect([status, json]).toEqual([200, { ...one, ...expected }]);
		expect(simulator.records.plans).toEqual([json]);
	});

	test.each([
		[{}, { name: '' }, 'name'],
		[{}, { name: 'x'.repeat(129) }, 'name'],
		[{}, { cycle: 'daily' }, 'cycle'],
		[{}, { amount: '30' }, 'amount'],
		[{}, { amount: 1000000 }, 'amount'],
		[{}, { amount: 0.29 }, 'amount'],
		[{ amount: 0.3 }, { currency: 'usd' }, 'amount'],
		[{}, { currency: 'sg' }, 'currency'],
		[{}, { reference: 'x'.repeat(256) }, 'reference'],
		[{}, { cycle: 'custom' }, 'cycle_repeat'],
		[{}, { cycle: 'custom', cycle_repeat: 2 }, 'cycle_frequency'],
		[{}, { cycle_repeat: 2 }, 'cycle_repeat'],
		[{}, { cycle_frequency: 'day' }, 'cycle_frequency'],
		[custom, { cycle: 'weekly', cycle_repeat: 2 }, 'cycle_repeat'],
		[custom, { cycle_repeat: null }, 'cycle_repeat'],
		[custom, { cycle_repeat: 1.5 }, 'cycle_repeat'],
		[custom, { cycle_frequency: 'hour' }, 'cycle_frequency'],
		[{}, { start_date_method: 'fixed_date' }, 'fixed_date'],
		[{}, { fixed_date: 29 }, 'fixed_date'],
		[{}, { times_to_be_charged: 101 }, 'times_to_be_charged'],
	])('of %j refuse the change %j', async (given, body, field) => {
		const one = await create(given);
		const { status, json } = await change<Failure>(one.id, body);
		expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
		expect(json.errors[field]).toHaveLength(1);
		expect(simulator.records.plans).toEqual([one]);
	});

	test('belong to one business', async () => {
		const one = await create();
		const { access_token } = simulator.issueTokens({ business: simulator.businesses[1]?.id });
		const theirs = bearer(access_token);
		expect((await get<PlanPage>(simulator, PATH, theirs)).json.data).toEqual([]);
		expect((await call(simulator, 'DELETE', `${PATH}/${one.id}`, theirs)).status).toBe(422);
		expect(simulator.records.plans).toEqual([one]);
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
