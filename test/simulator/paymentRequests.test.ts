import type { PaymentRequest, Simulator, SimulatorOptions } from '../../simulator';
import { answered, call, get, post, start, useFreshSimulator, UUID } from './helpers';

const PATH = '/v1/payment-requests';
const basic = { amount: 10, currency: 'SGD' };
const UNKNOWN = '20000000-0000-4000-8000-000000000000';

const sent = (simulator: Simulator, change: object = {}) =>
	post<PaymentRequest>(simulator, PATH, { ...basic, ...change });
const create = async (simulator: Simulator, change: object = {}) =>
	(await answered(201, sent(simulator, change))).json;
const put = (simulator: Simulator, id: string, body: object) =>
	call<PaymentRequest>(simulator, 'PUT', `${PATH}/${id}`, { body });
const read = async (simulator: Simulator, id: string) =>
	(await get<PaymentRequest>(simulator, `${PATH}/${id}`)).json;

async function startAt(moment: string, options: SimulatorOptions = {}) {
	const clock = { at: Date.parse(moment) };
	const simulator = await start({ ...options, now: () => clock.at });
	return { simulator, clock };
}

describe('a new payment request', () => {
	const simulator = useFreshSimulator();

	test('keeps all fields: flags are sent as text, and shown as booleans', async () => {
		const shown = {
			payment_methods: ['card', 'grabpay_direct'],
			...{ name: 'Mei Tan', email: 'mei@mail.example', phone: '+6581234567' },
			...{ purpose: 'Deposit', reference_number: 'ORD-7', metadata: { order: '7' } },
			redirect_url: 'https://shop.example/thanks?order=7',
			webhook: 'https://n8n.example/webhook/payments?x=1',
			expiry_date: '2999-12-31 23:59:59',
		};
		const flags = { allow_repeated_payments: 'true', send_email: 'true', send_sms: 'false' };
		const json = await create(simulator, {
			...{ ...shown, ...flags, add_admin_fee: 'true', staff_id: UNKNOWN },
			location_id: simulator.records.locations.find(({ active }) => active)!.id,
			address: { line1: '1 Orchard Road', line2: '', city: 'Singapore', country: 'sg' },
		});
		const asBooleans = { allow_repeated_payments: true, send_email: true, send_sms: false };
		expect(json).toMatchObject({ ...shown, ...asBooleans });
	});

	test('has a QR code if every method has one', async () => {
		const json = await create(simulator, { generate_qr: true, payment_methods: ['doku_qris'] });
		expect(json.qr_code_data!.qr_code).toContain(json.id.replace(/-/g, ''));
	});
});

describe('one payment request', () => {
	test('loses its QR code with its last method that has one', async () => {
		const simulator = await start();
		const one = await create(simulator, { generate_qr: true, payment_methods: ['upi_qr'] });
		const without = { payment_methods: ['card'], generate_qr: false };
		expect((await put(simulator, one.id, without)).json).not.toHaveProperty('qr_code_data');
		expect(await read(simulator, one.id)).not.toHaveProperty('qr_code_data');
	});

	test('is neither changed nor deleted when it is completed; a link that was paid is deleted', async () => {
		const simulator = await start();
		const paid = await create(simulator);
		simulator.pay(paid.id);
		const refused = [
			await call(simulator, 'DELETE', `${PATH}/${paid.id}`),
			await put(simulator, paid.id, { amount: 5 }),
		];
		for (const { status, text } of refused) {
			expect([status, text]).toEqual([422, expect.stringContaining('completed')]);
		}
		const link = await create(simulator, { allow_repeated_payments: 'true' });
		simulator.pay(link.id);
		const deleted = await answered(200, call(simulator, 'DELETE', `${PATH}/${link.id}`));
		expect(deleted.json).toEqual({ success: true });
	});

	test.each([
		['America/New_York', { expiry_date: '2026-01-02 12:00:00' }],
		['Asia/Singapore', { expires_after: '60 minutes' }],
	])('expires in Singapore time, for a business in %s, with %j', async (timeZone, change) => {
		const { simulator, clock } = await startAt('2026-01-02T03:00:00Z', { timeZone });
		const one = await create(simulator, change);
		expect(one.expiry_date).toBe('2026-01-02 12:00:00');
		clock.at += 3_599_000;
		expect(simulator.records.paymentRequests[0]!.status).toBe('pending');
		clock.at += 1000;
		expect((await read(simulator, one.id)).status).toBe('expired');
		expect(() => simulator.pay(one.id)).toThrow(/expired/);
		const again = await put(simulator, one.id, { expires_after: '2 days' });
		expect(again.json).toMatchObject({ status: 'pending', expiry_date: '2026-01-04 12:00:00' });
		expect(simulator.pay(one.id).status).toBe('succeeded');
	});

	test('has the same ID in every run', async () => {
		const [first, second] = [await start({ seed: 7 }), await start({ seed: 7 })];
		const { id } = await create(first);
		expect(id).toMatch(UUID);
		expect(id).toBe((await create(second)).id);
	});
});
