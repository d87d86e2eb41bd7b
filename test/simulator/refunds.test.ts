import type { Charge, ChargeDetail, Refund } from '../../simulator';
import { answered, fieldsRefused, get, post, start, type Failure, useSimulator } from './helpers';

describe('POST /v1/refund', () => {
	const simulator = useSimulator({
		charges: 300,
		now: () => Date.parse('2026-01-02T03:04:05.678Z'),
	});

	const refund = (body: object) => post<Refund>(simulator, '/v1/refund', body);
	const refuse = (body: object) => post<Failure>(simulator, '/v1/refund', body);
	const paid = (amount: number, given: Partial<Charge> = {}) =>
		simulator.addCharge({ amount, currency: 'sgd', ...given });
	const detail = async (id: string) =>
		(await get<ChargeDetail>(simulator, `/v1/charges/${id}`)).json;

	test('refunds the whole amount', async () => {
		const charge = paid(10.1);
		const { json } = await answered(200, refund({ amount: 10.1, payment_id: charge.id }));
		expect(json).toMatchObject({
			...{ payment_id: charge.id, amount_refunded: 10.1, total_amount: 10.1 },
			...{ currency: 'sgd', status: 'succeeded', payment_method: charge.payment_method.name },
			refunded_at: '2026-01-02T03:04:05.678000Z',
			created_at: '2026-01-02T11:04:05',
		});
		expect(await detail(charge.id)).toMatchObject({ status: 'refunded', refunded_amount: 10.1 });
	});

	test('refunds partial amounts until nothing remains', async () => {
		const charge = paid(0.3);
		await refund({ amount: 0.1, payment_id: charge.id });
		const { json } = await answered(422, refuse({ amount: 0.21, payment_id: charge.id }));
		expect(json.errors.amount?.[0]).toContain('0.20 sgd');
		expect(await detail(charge.id)).toMatchObject({
			...{ status: 'partially_refunded', refunded_amount: 0.1 },
		});
		// In binary floating point 0.3 - 0.1 is less than 0.2; money is counted in hundredths.
		expect((await refund({ amount: 0.2, payment_id: charge.id })).status).toBe(200);
		expect(await detail(charge.id)).toMatchObject({ status: 'refunded', refunded_amount: 0.3 });
		const more = await refuse({ amount: 0.01, payment_id: charge.id });
		expect(fieldsRefused(more)).toEqual(['amount']);
	});

	test.each([
		['sgd', 5.005, 5.01],
		['jpy', 100.5, 101],
		['kwd', 5.1255, 5.126],
		['kwd', 5.125, 5.125],
	])('rounds to the decimals of the currency: %s %d', async (currency, amount, made) => {
		const charge = paid(500, { currency });
		const { json } = await refund({ amount, payment_id: charge.id });
		expect(json.amount_refunded).toBe(made);
		expect((await detail(charge.id)).refunded_amount).toBe(made);
	});

	test('accepts the ID of a payment request with one successful charge', async () => {
		const request = '10000000-0000-4000-8000-000000000001';
		paid(8, { payment_request_id: request, status: 'failed' });
		const charge = paid(8, { payment_request_id: request });
		const { status, json } = await refund({ amount: 3, payment_id: request });
		expect([status, json.payment_id]).toEqual([200, charge.id]);
		// A partly refunded charge still counts as the successful charge.
		expect((await refund({ amount: 5, payment_id: request })).json.payment_id).toBe(charge.id);
	});

	test('refuses a payment request with several successful charges', async () => {
		const request = '10000000-0000-4000-8000-000000000002';
		paid(8, { payment_request_id: request });
		paid(8, { payment_request_id: request });
		const { json } = await answered(422, refuse({ amount: 3, payment_id: request }));
		expect(json.errors.payment_id?.[0]).toMatch(/several/);
	});

	test.each(['failed', 'pending', 'cancelled', 'void'] as const)(
		'refuses a charge that is %s',
		async (state) => {
			const charge = paid(8, { status: state });
			const { json } = await answered(422, refuse({ amount: 3, payment_id: charge.id }));
			expect(json.errors.payment_id?.[0]).toContain(state);
		},
	);

	test('refuses an unknown payment and changes nothing', async () => {
		const refunds = simulator.records.refunds.length;
		const unknown = '20000000-0000-4000-8000-000000000000';
		expect(fieldsRefused(await refuse({ amount: 1, payment_id: unknown }))).toEqual(['payment_id']);
		expect(simulator.records.refunds).toHaveLength(refunds);
	});
});

describe('a single charge', () => {
	test('lists its refunds with the option listRefunds', async () => {
		const simulator = await start({ listRefunds: true });
		const charge = simulator.addCharge({ amount: 10, currency: 'sgd' });
		const made = await post<Refund>(simulator, '/v1/refund', { amount: 4, payment_id: charge.id });
		const { json } = await get<ChargeDetail>(simulator, `/v1/charges/${charge.id}`);
		expect(json.refunds).toEqual([made.json]);
	});

	test('is read from a replica that is up to readLag behind', async () => {
		let now = Date.parse('2026-01-02T03:04:05Z');
		const simulator = await start({ readLag: 10_000, now: () => now });
		const charge = simulator.addCharge({ amount: 10, currency: 'sgd' });
		const seen = async () => {
			const { json } = await get<ChargeDetail>(simulator, `/v1/charges/${charge.id}`);
			return `${json.status} ${json.refunded_amount}`;
		};
		await post<Refund>(simulator, '/v1/refund', { amount: 4, payment_id: charge.id });
		now += 5_000;
		const found = new Set<string>();
		for (let read = 0; read < 20; read += 1) found.add(await seen());
		expect([...found].sort()).toEqual(['partially_refunded 4', 'succeeded 0']);
		now += 5_001;
		expect(await seen()).toBe('partially_refunded 4');
	});
});
