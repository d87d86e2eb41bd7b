import type { ChargeDetail, Simulator, Subscription } from '../../simulator';
import {
	answered,
	call,
	get,
	post,
	start,
	useFreshSimulator,
	useSimulator,
	type Page,
} from './helpers';

const PATH = '/v1/recurring-billing';
const CHARGE = '/v1/charge/recurring-billing';
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

const terms = {
	name: 'Gold',
	amount: 30,
	cycle: 'monthly',
	customer_email: 'ann@example.com',
	start_date: '2099-01-01',
};

async function created(simulator: Simulator, body: object = terms) {
	return (await answered(201, post<Subscription>(simulator, PATH, body))).json;
}

describe('POST /v1/recurring-billing', () => {
	const simulator = useSimulator({ now: () => Date.parse('2026-03-01T20:00:00Z') });
	test('creates a subscription with its own terms', async () => {
		const one = await created(simulator, { ...terms, currency: 'USD', send_email: 'true' });
		expect(one).toMatchObject({
			...{ price: 30, currency: 'usd', send_email: true, save_card: false },
			...{ status: 'scheduled', business_recurring_plans_id: null, payment_method: null },
			...{ times_charged: 0, total_charge: 0 },
			url: `${simulator.url}/recurring-plan/${one.id}`,
		});
	});

	test('creates a subscription from a plan, with the terms of the plan', async () => {
		const cycle = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };
		const plan = { name: 'Gym', amount: 49, ...cycle };
		const path = '/v1/subscription-plan';
		const { id } = (await post<{ id: string }>(simulator, path, { ...plan, currency: 'myr' })).json;
		const { customer_email, start_date } = terms;
		const one = await created(simulator, { plan_id: id, customer_email, start_date });
		expect(one).toMatchObject({ ...plan, currency: 'myr', business_recurring_plans_id: id });
	});

	test('creates a subscription that only saves a payment method', async () => {
		const body = { customer_email: 'ann@example.com', save_payment_method: 'true' };
		expect(await created(simulator, body)).toMatchObject({ cycle: 'save_card', save_card: true });
	});
});

test('a canceled subscription is not changed', async () => {
	const simulator = await start();
	const { id } = await created(simulator);
	const path = `${PATH}/${id}`;
	const canceled = await answered(200, call(simulator, 'DELETE', path));
	expect(canceled.json).toMatchObject({ id, status: 'canceled' });
	await answered(422, call(simulator, 'PUT', path, { body: { amount: 40 } }));
});

describe('POST /v1/charge/recurring-billing/{id}', () => {
	const simulator = useFreshSimulator();
	const charge = async (id: string, body: object = { amount: 12.5, currency: 'SGD' }) =>
		await post<{ payment_id: string; status: string }>(simulator, `${CHARGE}/${id}`, body);

	test('makes a charge, whose detail names the subscription', async () => {
		const { id } = await created(simulator, { ...terms, reference: 'A-1' });
		simulator.attachMethod(id);
		const { json } = await charge(id);
		expect(json).toEqual({
			payment_id: simulator.records.charges[0]!.id,
			recurring_billing_id: id,
			amount: 12.5,
			currency: 'sgd',
			status: 'succeeded',
		});
		const detail = await get<ChargeDetail>(simulator, `/v1/charges/${json.payment_id}`);
		expect(detail.json).toMatchObject({
			...{ amount: 12.5, currency: 'sgd', status: 'succeeded', order_reference_number: 'A-1' },
			...{ target_type: 'business_recurring_plan', target_id: id },
			customer: { email: 'ann@example.com' },
		});
	});

	test('counts successful charges', async () => {
		const { id } = await created(simulator);
		simulator.attachMethod(id);
		await charge(id);
		await charge(id, { amount: 0.1, currency: 'sgd' });
		const { json } = await get(simulator, `${PATH}/${id}`);
		expect(json).toMatchObject({ times_charged: 2, total_charge: 12.6 });
	});

	test.each([
		['giro', 'pending', 'giro', undefined],
		['card 0002', 'failed', 'card', '0002'],
	])('a charge by %s is %s, and is not counted', async (_, status, method, last4) => {
		const { id } = await created(simulator);
		simulator.attachMethod(id, method, last4);
		expect((await charge(id)).json.status).toBe(status);
		const data = last4 === undefined ? {} : { brand: 'visa', last4 };
		expect(simulator.records.charges[0]).toMatchObject({
			status,
			amount: 12.5,
			payment_method: { name: method, data },
		});
		expect(simulator.records.subscriptions[0]).toMatchObject({ times_charged: 0 });
	});

	test('needs a saved method, and a subscription that is not canceled', async () => {
		const { id } = await created(simulator);
		await answered(422, charge(id));
		simulator.attachMethod(id);
		await answered(200, charge(id));
		await call(simulator, 'DELETE', `${PATH}/${id}`);
		await answered(422, charge(id));
		await answered(404, charge(UNKNOWN));
	});

	test('may be missing from reads for readLag', async () => {
		let now = Date.parse('2026-03-01T00:00:00Z');
		const slow = await start({ readLag: 10_000, now: () => now });
		const { id } = await created(slow);
		slow.attachMethod(id);
		await answered(200, post(slow, `${CHARGE}/${id}`, { amount: 5, currency: 'sgd' }));
		const listed = async () =>
			(await get<Page<{ amount: number }>>(slow, '/v1/charges?per_page=1')).json.data[0]!.amount;
		const counted = async () => (await get<Subscription>(slow, `${PATH}/${id}`)).json.times_charged;
		const seen = await Promise.all(Array.from({ length: 20 }, async () => [await counted()]));
		expect(seen.flat()).toContain(0);
		now += 10_000;
		expect([await counted(), await listed()]).toEqual([1, 5]);
	});
});
