import type { Simulator, SubscriptionPlan } from '../../simulator';
import { post, start, type Failure } from './helpers';

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
