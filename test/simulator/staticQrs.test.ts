import type { Simulator, StaticQr } from '../../simulator';
import { post, start, type Failure } from './helpers';

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
