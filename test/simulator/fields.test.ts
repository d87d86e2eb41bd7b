import type { Charge, Simulator } from '../../simulator';
import { get, misfits, post, start, type Page, type Table } from './helpers';

// The tables of docs/interface.md, Resources and their fields, written out once more by hand.
const payout: Table = {
	id: 'uuid',
	status: 'string',
	currency: 'currency',
	amount: 'number',
	source_currency: 'currency',
	source_amount: 'number',
	bank_name: 'string|null',
	bank_account: 'string|null',
	remark: 'string|null',
	reference: 'string|null',
	failure_code: 'string|null',
	failure_message: 'string|null',
	arrival_date: 'date|null',
	created_at: 'offset-time',
	updated_at: 'offset-time',
};
const charge: Table = {
	id: 'uuid',
	currency: 'currency',
	home_currency: 'currency',
	exchange_rate: 'decimal',
	amount: 'number',
	fixed_fee: 'number',
	discount_fee: 'number',
	discount_fee_rate: 'number',
	remark: 'string',
	status: 'string',
	payment_method: 'object',
	customer_id: 'uuid',
	customer: 'object',
	payment_request_id: 'uuid',
	webhook_status: 'boolean',
	order_reference_number: 'string',
	executor: 'object|null',
	location: 'object',
	channel: 'string',
	admin_fee: 'boolean',
	closed_at: 'offset-time|null',
	created_at: 'offset-time',
	updated_at: 'offset-time',
};
const logo: Table = {
	sm: 'string',
	md: 'string',
	lg: 'string',
	svg: 'string',
	svg_square: 'string',
	png_square: 'string',
};
const card: Table = { brand: 'string', last4: 'string', country_code: 'string', country: 'string' };
const refund: Table = {
	id: 'string',
	refunded_by: 'string',
	payment_id: 'string',
	amount_refunded: 'number',
	total_amount: 'number',
	currency: 'currency',
	status: 'string',
	payment_method: 'string',
	provider_fee: 'number|null',
	provider_fee_currency: 'string|null',
	refunded_at: 'utc-time',
	created_at: 'local-time',
};
const staticQr: Table = {
	id: 'string',
	name: 'string',
	reference: 'string',
	payment_provider: 'string',
	payment_provider_method: 'string',
	amount: 'number',
	currency: 'currency',
	payment_provider_method_logos: 'array',
	payment_provider_method_main_logo: 'object',
	created_by: 'object',
	location_id: 'string',
	location: 'object',
	device_id: 'string',
	device: 'object',
	qr_value: 'string',
	created_at: 'string',
	updated_at: 'string',
};
const methodLogo: Table = { ...logo, method: 'string', iconName: 'string', displayName: 'string' };
const plan: Table = {
	id: 'uuid',
	name: 'string',
	description: 'string',
	cycle: 'string',
	cycle_repeat: 'number|null',
	cycle_frequency: 'string|null',
	currency: 'currency',
	amount: 'number',
	reference: 'string',
	created_at: 'local-time',
	updated_at: 'local-time',
};
const location: Table = {
	id: 'uuid',
	business_id: 'uuid',
	name: 'string',
	street: 'string',
	city: 'string',
	state: 'string',
	country: 'string',
	postal_code: 'string',
	active: 'boolean',
	pickups: 'array',
	created_at: 'utc-time',
	updated_at: 'utc-time',
};

describe('every record has exactly the fields of its table', () => {
	let simulator: Simulator;
	let charges: Charge[];
	const oneOf = (test: (one: Charge) => boolean) => charges.find(test) as Charge;

	beforeAll(async () => {
		simulator = await start({ charges: 100, payouts: 100 });
		({ data: charges } = (await get<Page<Charge>>(simulator, '/v1/charges?per_page=100')).json);
	});

	test('payouts', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/payouts?per_page=100');
		expect(json.data).toHaveLength(100);
		expect(json.data.flatMap((one) => misfits(one, payout))).toEqual([]);
	});

	test('charges, and what is inside them', () => {
		expect(charges).toHaveLength(100);
		expect(charges.flatMap((one) => misfits(one, charge))).toEqual([]);
		for (const { payment_method, customer, location } of charges) {
			const { name, display_logo, method_logo, data } = payment_method;
			expect(Object.keys(payment_method).sort()).toEqual([
				'data',
				'display_logo',
				'method_logo',
				'name',
			]);
			expect(misfits(display_logo, logo)).toEqual([]);
			expect(misfits(method_logo, logo)).toEqual([]);
			expect(misfits(data, name === 'card' ? card : {})).toEqual([]);
			expect(
				misfits(customer, { name: 'string', email: 'string', phone_number: 'string' }),
			).toEqual([]);
			expect(misfits(location, { id: 'uuid', name: 'string', address: 'string' })).toEqual([]);
		}
	});

	test('a charge got by its id has two fields more', async () => {
		const { json } = await get<object>(simulator, `/v1/charges/${charges[0]?.id}`);
		const more = { amount_without_fees: 'number', refunded_amount: 'number' };
		expect(misfits(json, { ...charge, ...more })).toEqual([]);
	});

	test('only a pending charge is not closed', () => {
		const open = charges.filter(({ closed_at }) => closed_at === null);
		expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['pending']));
	});

	test('refunds', async () => {
		const { id } = oneOf(({ status }) => status === 'succeeded');
		const { json } = await post<{ id: string }>(simulator, '/v1/refund', {
			amount: 1,
			payment_id: id,
		});
		expect(misfits(json, refund)).toEqual([]);
		const got = await get<object>(simulator, `/v1/refund/${json.id}`);
		expect(got.json).toEqual(json);
		expect(simulator.records.refunds.flatMap((one) => misfits(one, refund))).toEqual([]);
	});

	test('static QR codes, and what is inside them', async () => {
		const { json } = await post<{
			payment_provider_method_logos: object[];
			payment_provider_method_main_logo: object;
			created_by: object;
			location: object;
		}>(simulator, '/v1/static_qr', {
			name: 'Counter',
			payment_provider_method: 'paynow_online',
			location_id: simulator.records.locations[0]?.id,
			device_id: '11111111-2222-4333-8444-555555555555',
			amount: 12.5,
			currency: 'SGD',
		});
		expect(misfits(json, staticQr)).toEqual([]);
		expect(json.payment_provider_method_logos.length).toBeGreaterThan(0);
		for (const one of json.payment_provider_method_logos) {
			expect(misfits(one, methodLogo)).toEqual([]);
		}
		expect(misfits(json.payment_provider_method_main_logo, methodLogo)).toEqual([]);
		const person = {
			id: 'string',
			display_name: 'string',
			first_name: 'string',
			last_name: 'string',
		};
		expect(misfits(json.created_by, person)).toEqual([]);
		expect(misfits(json.location, { name: 'string', address: 'string' })).toEqual([]);
	});

	test('subscription plans', async () => {
		const { json } = await post<object>(simulator, '/v1/subscription-plan', {
			name: 'Gold',
			cycle: 'monthly',
			amount: 30,
		});
		expect(misfits(json, plan)).toEqual([]);
	});

	test('locations', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/locations?per_page=100');
		expect(json.data).toHaveLength(30);
		expect(json.data.flatMap((one) => misfits(one, location))).toEqual([]);
	});

	test('business info', async () => {
		const { json } = await get<object>(simulator, '/v1/info');
		const info = {
			id: 'uuid',
			name: 'string',
			country: 'string',
			currency: 'currency',
			payments_enabled: 'boolean',
		};
		expect(misfits(json, info)).toEqual([]);
	});
});
