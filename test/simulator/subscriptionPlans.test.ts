import type { SubscriptionPlan } from '../../simulator';
import {
	answered,
	call,
	fieldsRefused,
	post,
	type Failure,
	useFreshSimulator,
	useSimulator,
} from './helpers';

const PATH = '/v1/subscription-plan';

describe('POST /v1/subscription-plan', () => {
	const simulator = useSimulator();
	const basic = { name: 'Gold', cycle: 'monthly', amount: 30 };
	const create = (change: object) =>
		post<SubscriptionPlan>(simulator, PATH, { ...basic, ...change });

	test('creates with the required fields', async () => {
		const { json } = await answered(201, create({}));
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

	test('keeps all fields, the currency in lower case', async () => {
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
		expect(fieldsRefused(await post(simulator, PATH, body))).toEqual(fields);
	});

	test('states a rule once', async () => {
		const body = { ...basic, times_to_be_charged: 100.5 };
		const { json } = await post<Failure>(simulator, PATH, body);
		expect(json.errors.times_to_be_charged).toEqual([
			'The times_to_be_charged field must be an integer from 1 to 100.',
		]);
	});
});

describe('PUT /v1/subscription-plan/{id}', () => {
	const simulator = useFreshSimulator({ now: () => now });
	const now = Date.parse('2026-01-02T03:04:05Z');
	const basic = { name: 'Gold', cycle: 'monthly', amount: 30 };
	const custom = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };
	const create = async (change: object = {}) =>
		(await post<SubscriptionPlan>(simulator, PATH, { ...basic, ...change })).json;
	const change = <T = SubscriptionPlan>(id: string, body: object) =>
		call<T>(simulator, 'PUT', `${PATH}/${id}`, { body });

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
	])('accepts for %j the change %j', async (given, body, expected) => {
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
	])('refuses for %j the change %j', async (given, body, field) => {
		const one = await create(given);
		const { status, json } = await change<Failure>(one.id, body);
		expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
		expect(json.errors[field]).toHaveLength(1);
		expect(simulator.records.plans).toEqual([one]);
	});
});
