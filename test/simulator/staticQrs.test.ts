import type { StaticQr } from '../../simulator';
import {
	answered,
	call,
	fieldsRefused,
	post,
	type Failure,
	useFreshSimulator,
	useSimulator,
} from './helpers';

const PATH = '/v1/static_qr';

describe('POST /v1/static_qr', () => {
	const simulator = useSimulator();
	const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };

	test('creates with the required fields', async () => {
		const { json } = await answered(201, post<StaticQr>(simulator, PATH, basic));
		expect(json).toMatchObject({ ...basic, amount: 0, currency: 'sgd', location_id: null });
		expect(simulator.records.staticQrs[0]).toEqual(json);
	});

	test.each(['paynow_online', 'upi_qr', 'qrph_netbank'])('creates for %s', async (method) => {
		const body = { name: 'Counter', payment_provider_method: method };
		const { status, json } = await post<StaticQr>(simulator, PATH, body);
		expect([status, json.payment_provider_method_main_logo.method]).toEqual([201, method]);
	});

	test('creates codes with different contents', async () => {
		const one = await post<StaticQr>(simulator, PATH, basic);
		const two = await post<StaticQr>(simulator, PATH, basic);
		expect(one.json.qr_value).not.toBe(two.json.qr_value);
		expect(one.json.id).not.toBe(two.json.id);
	});

	test('keeps all fields, the currency in lower case', async () => {
		const location = simulator.records.locations.find(({ active }) => active);
		const { json } = await post<StaticQr>(simulator, PATH, {
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
			expect((await post(simulator, PATH, body)).status).toBe(201);
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
		expect(fieldsRefused(await post(simulator, PATH, body))).toEqual([field]);
	});

	test('refuses an inactive location', async () => {
		const location = simulator.records.locations.find(({ active }) => !active);
		const body = { ...basic, location_id: location?.id };
		const { json } = await answered(422, post<Failure>(simulator, PATH, body));
		expect(json.errors.location_id?.[0]).toMatch(/active/);
	});
});

describe('PUT /v1/static_qr/{id}', () => {
	const simulator = useFreshSimulator({ now: () => now });
	const now = Date.parse('2026-01-02T03:04:05Z');
	const basic = { name: 'Counter', payment_provider_method: 'paynow_online' };
	const create = async (change: object = {}) =>
		(await post<StaticQr>(simulator, PATH, { ...basic, ...change })).json;
	const change = <T = StaticQr>(id: string, body: object) =>
		call<T>(simulator, 'PUT', `${PATH}/${id}`, { body });

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
	])('accepts the change %j', async (body, expected) => {
		const one = await create({ amount: 12.5, currency: 'sgd' });
		const { status, json } = await change(one.id, body);
		expect([status, json]).toEqual([200, { ...one, ...expected }]);
		expect(simulator.records.staticQrs).toEqual([json]);
	});

	test('changes the location only if it is named', async () => {
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
	])('refuses the change %j', async (body, field) => {
		const one = await create();
		expect(fieldsRefused(await change(one.id, body))).toEqual([field]);
		expect(simulator.records.staticQrs).toEqual([one]);
	});

	test('refuses an inactive location', async () => {
		const location = simulator.records.locations.find(({ active }) => !active);
		const one = await create();
		const { status, json } = await change<Failure>(one.id, { location_id: location?.id });
		expect([status, json.errors.location_id?.[0]]).toEqual([422, expect.stringMatching(/active/)]);
		expect(simulator.records.staticQrs).toEqual([one]);
	});
});
