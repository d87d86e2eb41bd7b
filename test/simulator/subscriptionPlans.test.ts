import type { SubscriptionPlan } from '../../simulator';
import { answered, call, fieldsRefused, post, useFreshSimulator } from './helpers';

const PATH = '/v1/subscription-plan';
const basic = { name: 'Gold', cycle: 'monthly', amount: 30 };
const custom = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };

const simulator = useFreshSimulator();
const create = (change: object = {}) =>
	post<SubscriptionPlan>(simulator, PATH, { ...basic, ...change });
const change = (id: string, body: object) =>
	call<SubscriptionPlan>(simulator, 'PUT', `${PATH}/${id}`, { body });

test('a plan has the currency of the business, and empty texts, by default', async () => {
	const { json } = await answered(201, create());
	const cycle = { cycle_repeat: null, cycle_frequency: null };
	expect(json).toMatchObject({
		...basic,
		...cycle,
		description: '',
		currency: 'sgd',
		reference: '',
	});
	const shown = { ...custom, description: 'Every other week', reference: 'gold-1' };
	const other = await create({ ...shown, currency: 'MYR' });
	expect(other.json).toMatchObject({ ...shown, currency: 'myr' });
});

test.each([
	[{ amount: 0.29 }, ['amount']],
	[{ amount: 0.99, currency: 'myr' }, ['amount']],
	[{ cycle: 'custom' }, ['cycle_repeat', 'cycle_frequency']],
	[{ cycle: 'custom', cycle_repeat: 2 }, ['cycle_frequency']],
	[{ cycle: 'custom', cycle_frequency: 'day' }, ['cycle_repeat']],
	[{ cycle_repeat: 2 }, ['cycle_repeat']],
	[{ cycle_frequency: 'day' }, ['cycle_frequency']],
	[{ start_date_method: 'fixed_date' }, ['fixed_date']],
])('a new plan is refused with %j', async (fields, names) => {
	expect(fieldsRefused(await create(fields))).toEqual(names);
});

test.each([
	[{}, { amount: 1, currency: 'MYR' }, { amount: 1, currency: 'myr' }],
	[{}, { cycle: 'yearly', cycle_repeat: null }, { cycle: 'yearly', cycle_repeat: null }],
	[{}, custom, custom],
	[custom, { name: 'Silver' }, { ...custom, name: 'Silver' }],
	[custom, { cycle: 'custom', cycle_repeat: 3 }, { ...custom, cycle_repeat: 3 }],
	[custom, { cycle_frequency: 'day' }, { ...custom, cycle_frequency: 'day' }],
	[custom, { cycle: 'weekly' }, { cycle: 'weekly', cycle_repeat: null, cycle_frequency: null }],
	[{}, { start_date_method: 'fixed_date', fixed_date: 28, times_to_be_charged: 100 }, {}],
	[{}, { redirect_url: 'https://shop.example/thanks', reference: 'r' }, { reference: 'r' }],
])('a plan with %j accepts the change %j', async (given, body, expected) => {
	const one = (await create(given)).json;
	const { json } = await answered(200, change(one.id, body));
	expect(json).toEqual({ ...one, ...expected, updated_at: json.updated_at });
	expect(simulator.records.plans).toEqual([json]);
});

test.each([
	[{}, { amount: 0.29 }, 'amount'],
	[{ amount: 0.3 }, { currency: 'usd' }, 'amount'],
	[{}, { cycle: 'custom' }, 'cycle_repeat'],
	[{}, { cycle: 'custom', cycle_repeat: 2 }, 'cycle_frequency'],
	[{}, { cycle_repeat: 2 }, 'cycle_repeat'],
	[{}, { cycle_frequency: 'day' }, 'cycle_frequency'],
	[custom, { cycle: 'weekly', cycle_repeat: 2 }, 'cycle_repeat'],
	[custom, { cycle_repeat: null }, 'cycle_repeat'],
	[{}, { start_date_method: 'fixed_date' }, 'fixed_date'],
])('a plan with %j refuses the change %j', async (given, body, field) => {
	const one = (await create(given)).json;
	expect(fieldsRefused(await change(one.id, body))).toEqual([field]);
	expect(simulator.records.plans).toEqual([one]);
});
