import type { PaymentRequest, Simulator, SimulatorOptions } from '../../simulator';
import { mustViolate } from '../useSimulator';
import {
	answered,
	call,
	fieldsRefused,
	get,
	post,
	start,
	UUID,
	type Failure,
	useSimulator,
} from './helpers';

const PATH = '/v1/payment-requests';
const basic = { amount: 10, currency: 'SGD' };

interface List {
	data: PaymentRequest[];
	links: Record<string, string>;
	meta: { current_page: number; per_page: number; total: number; last_page: number; path: string };
}

// The response of the simulator without a dialect.

const full = {
	...basic,
	payment_methods: ['card', 'grabpay_direct'],
	name: 'Mei Tan',
	email: 'mei@mail.example',
	phone: '+6581234567',
	purpose: 'Deposit',
	reference_number: 'ORD-7',
	redirect_url: 'https://shop.example/thanks?order=7',
	webhook: 'https://n8n.example/webhook/payments?x=1',
	allow_repeated_payments: 'true',
	send_email: 'true',
	send_sms: 'false',
	add_admin_fee: 'true',
	expiry_date: '2999-12-31 23:59:59',
	staff_id: '11111111-2222-4333-8444-555555555555',
	address: { line1: '1 Orchard Road', line2: '', city: 'Singapore', country: 'sg' },
	metadata: { order: '7' },
};

const create = async (simulator: Simulator, change: object = {}) =>
	(await post<PaymentRequest>(simulator, PATH, { ...basic, ...change })).json;
const put = <T = PaymentRequest>(simulator: Simulator, id: string, body: object) =>
	call<T>(simulator, 'PUT', `${PATH}/${id}`, { body });

async function startAt(moment: string, options: SimulatorOptions = {}) {
	const clock = { at: Date.parse(moment) };
	const simulator = await start({ ...options, now: () => clock.at });
	return { simulator, clock };
}

describe('POST /v1/payment-requests', () => {
	const simulator = useSimulator();

	test('creates with the required fields', async () => {
		const { json } = await answered(201, post<PaymentRequest>(simulator, PATH, basic));
		expect(json).toMatchObject({
			amount: '10.00',
			currency: 'sgd',
			status: 'pending',
			payment_methods: ['card', 'paynow_online'],
			url: `${simulator.url}/checkout/${json.id}`,
			allow_repeated_payments: false,
			webhook: null,
		});
		expect(simulator.records.paymentRequests[0]).toEqual(json);
	});

	test('keeps all fields', async () => {
		const location = simulator.records.locations.find(({ active }) => active);
		const body = { ...full, location_id: location?.id };
		const { json } = await answered(201, post<PaymentRequest>(simulator, PATH, body));
		const { add_admin_fee, staff_id, address, ...shown } = full;
		expect([add_admin_fee, staff_id, address]).not.toContain(undefined);
		expect(json).toMatchObject({
			...shown,
			amount: '10.00',
			currency: 'sgd',
			allow_repeated_payments: true,
			send_email: true,
			send_sms: false,
		});
	});

	test.each([
		[0.3, '0.30'],
		[1234.5, '1234.50'],
		[19.999, '20.00'],
	])('formats the amount %d as %s', async (amount, text) => {
		expect((await create(simulator, { amount })).amount).toBe(text);
	});

	const methods =
		'card paynow_online qrph_netbank upi_qr grabpay_direct grabpay_paylater shopee_pay wechat alipay ' +
		'doku_qris';
	test.each([
		[{ payment_methods: methods.split(' ') }],
		[{ purpose: 'x'.repeat(255) }],
		[{ reference_number: 'x'.repeat(255) }],
		[{ redirect_url: `https://shop.example/${'x'.repeat(1028 - 21)}` }],
		[{ expires_after: '5 minutes' }],
		[{ expires_after: '1 hour' }],
		[{ metadata: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v'])) }],
		[{ metadata: { note: 'x'.repeat(500) } }],
		[{ generate_qr: false, payment_methods: ['card'] }],
		[{ webhook: 'http://127.0.0.1:5678/webhook/a' }],
	])('accepts %j', async (change) => {
		expect((await post(simulator, PATH, { ...basic, ...change })).status).toBe(201);
	});

	test.each([
		[{ amount: undefined }, 'amount'],
		[{ amount: 0.29 }, 'amount'],
		[{ amount: '10' }, 'amount'],
		[{ currency: undefined }, 'currency'],
		[{ currency: 'SGDX' }, 'currency'],
		[{ currency: 'S1D' }, 'currency'],
		[{ payment_methods: 'card' }, 'payment_methods'],
		[{ payment_methods: ['cash'] }, 'payment_methods'],
		[{ payment_methods: [] }, 'payment_methods'],
		[{ name: 5 }, 'name'],
		[{ email: 'mei' }, 'email'],
		[{ phone: 81234567 }, 'phone'],
		[{ purpose: 'x'.repeat(256) }, 'purpose'],
		[{ reference_number: 'x'.repeat(256) }, 'reference_number'],
		[{ redirect_url: `https://shop.example/${'x'.repeat(1029 - 21)}` }, 'redirect_url'],
		[{ redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
		[{ webhook: 'n8n' }, 'webhook'],
		[{ webhook: 'ftp://n8n.example/a' }, 'webhook'],
		[{ webhook: 'https://' }, 'webhook'],
		[{ allow_repeated_payments: true }, 'allow_repeated_payments'],
		[{ send_email: 'yes' }, 'send_email'],
		[{ send_sms: 1 }, 'send_sms'],
		[{ add_admin_fee: false }, 'add_admin_fee'],
		[{ expiry_date: '2999-12-31' }, 'expiry_date'],
		[{ expiry_date: '2999-12-31T23:59:59Z' }, 'expiry_date'],
		[{ expiry_date: '2999-02-30 10:00:00' }, 'expiry_date'],
		[{ expiry_date: '2020-01-01 00:00:00' }, 'expiry_date'],
		[{ expires_after: 'soon' }, 'expires_after'],
		[{ expires_after: '0 minutes' }, 'expires_after'],
		[{ expires_after: '5 years' }, 'expires_after'],
		[{ expires_after: '5 days', expiry_date: '2999-12-31 00:00:00' }, 'expires_after'],
		[{ generate_qr: 'true' }, 'generate_qr'],
		[{ generate_qr: true }, 'generate_qr'],
		[{ generate_qr: true, payment_methods: ['paynow_online', 'card'] }, 'generate_qr'],
		[{ location_id: 'here' }, 'location_id'],
		[{ location_id: '20000000-0000-4000-8000-000000000000' }, 'location_id'],
		[{ staff_id: 'me' }, 'staff_id'],
		[{ address: 'Orchard Road' }, 'address'],
		[{ address: { city: 5 } }, 'address'],
		[{ metadata: { order: 7 } }, 'metadata'],
		[{ metadata: { note: 'x'.repeat(501) } }, 'metadata'],
		[
			{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
			'metadata',
		],
	])('refuses %j', async (change, field) => {
		const before = simulator.records.paymentRequests.length;
		expect(fieldsRefused(await post(simulator, PATH, { ...basic, ...change }))).toEqual([field]);
		expect(simulator.records.paymentRequests).toHaveLength(before);
	});

	test('adds a QR code if every method has one', async () => {
		const json = await create(simulator, { generate_qr: true, payment_methods: ['doku_qris'] });
		expect(json).toHaveProperty('qr_code_data.qr_code');
		expect(json.qr_code_data?.qr_code).toContain(json.id.replace(/-/g, ''));
	});

	test('accepts the platform key beside a Bearer token, and records it', async () => {
		const { access_token } = simulator.issueTokens();
		const headers = { authorization: `Bearer ${access_token}`, 'X-PLATFORM-KEY': 'platform' };
		const response = await call(simulator, 'POST', PATH, { key: false, headers, body: basic });
		expect(response.status).toBe(201);
		expect(simulator.requests[simulator.requests.length - 1]?.headers['x-platform-key']).toBe(
			'platform',
		);
		mustViolate(/answer 400 to GET /);
		for (const [method, path] of [
			['GET', PATH],
			['GET', '/v1/charges'],
			['POST', '/v1/refund'],
		] as const) {
			const refused = await call<Failure>(simulator, method, path, { key: false, headers });
			expect([refused.status, refused.json.message]).toEqual([
				400,
				expect.stringContaining('X-PLATFORM-KEY'),
			]);
		}
		const withKey = { headers: { 'X-PLATFORM-KEY': 'platform' }, body: basic };
		expect((await call(simulator, 'POST', PATH, withKey)).status).toBe(400);
	});
});

describe('GET /v1/payment-requests', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await start();
		for (let i = 1; i <= 30; i++) {
			await create(simulator, { reference_number: `ORD-${i}`, purpose: i % 2 ? 'Tea' : 'Kopi' });
		}
		await create(simulator, { name: 'Mei Tan', email: 'mei@mail.example', phone: '+6581' });
	});

	const list = async (query = '') => (await get<List>(simulator, PATH + query)).json;

	test('lists the newest first, in numbered pages', async () => {
		const { data, meta, links } = await list();
		expect(data).toEqual(simulator.records.paymentRequests.slice(0, 25));
		expect(meta).toMatchObject({ current_page: 1, per_page: 25, total: 31, last_page: 2 });
		expect(links.next).toBe(`${simulator.url}${PATH}?current_page=2`);
		const next = await list(`?${new URL(links.next ?? '').searchParams.toString()}`);
		expect([next.meta.current_page, next.data.length, next.links.next]).toEqual([2, 6, '']);
		expect((await list('?per_page=2&current_page=3')).data.map((one) => one.purpose)).toEqual([
			'Tea',
			'Kopi',
		]);
	});

	test.each([
		['ord-17', 1],
		['TEA', 15],
		['tea ord-1', 6],
		['mei', 1],
		['mail.example', 1],
		['+6581', 1],
		['nothing', 0],
		['', 31],
	])('searches for %j', async (search, count) => {
		const query = new URLSearchParams({ search, per_page: '100' });
		expect((await list(`?${query.toString()}`)).data).toHaveLength(count);
	});
});

describe('one payment request', () => {
	test('is updated in the fields of the body', async () => {
		const { simulator, clock } = await startAt('2026-01-02T03:04:05Z');
		const one = await create(simulator, { purpose: 'Tea', metadata: { a: '1' } });
		clock.at += 60_000;
		const { json } = await answered(
			200,
			put(simulator, one.id, { amount: 12.5, send_sms: 'true' }),
		);
		expect(json).toEqual({
			...one,
			amount: '12.50',
			send_sms: true,
			updated_at: '2026-01-02T11:05:05',
		});
		expect((await get(simulator, `${PATH}/${one.id}`)).json).toEqual(json);
	});

	test('is not changed by a refused update', async () => {
		const simulator = await start();
		const qr = { generate_qr: true, payment_methods: ['upi_qr'] };
		const one = await create(simulator, qr);
		for (const [body, field] of [
			[{ amount: 0.1 }, 'amount'],
			[{ amount: 5, payment_methods: ['card'] }, 'generate_qr'],
			[{ amount: 5, location_id: '20000000-0000-4000-8000-000000000000' }, 'location_id'],
		] as const) {
			const { status, json } = await put<Failure>(simulator, one.id, body);
			expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
			expect((await get(simulator, `${PATH}/${one.id}`)).json).toEqual(one);
		}
		const without = { payment_methods: ['card'], generate_qr: false };
		expect((await put(simulator, one.id, without)).json).not.toHaveProperty('qr_code_data');
		expect((await get(simulator, `${PATH}/${one.id}`)).json).not.toHaveProperty('qr_code_data');
	});

	test('is deleted, unless completed', async () => {
		const simulator = await start();
		const one = await create(simulator);
		const gone = await call(simulator, 'DELETE', `${PATH}/${one.id}`);
		expect([gone.status, gone.json]).toEqual([200, { success: true }]);
		expect((await get(simulator, `${PATH}/${one.id}`)).status).toBe(404);
		const paid = await create(simulator);
		simulator.pay(paid.id);
		for (const response of [
			await call<Failure>(simulator, 'DELETE', `${PATH}/${paid.id}`),
			await put<Failure>(simulator, paid.id, { amount: 5 }),
		]) {
			expect([response.status, response.json.message]).toEqual([
				422,
				expect.stringContaining('completed'),
			]);
		}
		const link = await create(simulator, { allow_repeated_payments: 'true' });
		simulator.pay(link.id);
		expect((await call(simulator, 'DELETE', `${PATH}/${link.id}`)).status).toBe(200);
	});

	test.each([
		['America/New_York', { expiry_date: '2026-01-02 12:00:00' }],
		['Asia/Singapore', { expiry_date: '2026-01-02 12:00:00' }],
		['America/New_York', { expires_after: '1 hour' }],
		['Asia/Singapore', { expires_after: '60 minutes' }],
	])('expires in Singapore time, for a business in %s, with %j', async (timeZone, change) => {
		const { simulator, clock } = await startAt('2026-01-02T03:00:00Z', { timeZone });
		const one = await create(simulator, change);
		expect(one.expiry_date).toBe('2026-01-02 12:00:00');
		clock.at += 3_599_000;
		expect(simulator.records.paymentRequests[0]?.status).toBe('pending');
		clock.at += 1000;
		expect((await get<PaymentRequest>(simulator, `${PATH}/${one.id}`)).json.status).toBe('expired');
		expect(() => simulator.pay(one.id)).toThrow(/expired/);
		const again = await put(simulator, one.id, { expires_after: '2 days' });
		expect(again.json).toMatchObject({ status: 'pending', expiry_date: '2026-01-04 12:00:00' });
		expect(simulator.pay(one.id).status).toBe('succeeded');
	});

	test('has the same ID in every run', async () => {
		const ids = await Promise.all(
			[1, 2].map(async () => (await create(await start({ seed: 7 }))).id),
		);
		expect(ids[0]).toMatch(UUID);
		expect(ids[0]).toBe(ids[1]);
	});
});
