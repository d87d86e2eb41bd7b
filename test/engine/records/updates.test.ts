import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { useDialects } from './harness';

const speak = useDialects();

const QR = { name: 'Counter 1', payment_provider_method: 'paynow_online' };
const PLAN = { name: 'Gym', cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week', amount: 20 };

describe.each([[[]], [['full-updates']]] as const)('in the dialects %j', (dialects) => {
	test("Row 1: an update of a plan sends its name, cycle and amount along, and a custom cycle's parts", async () => {
		const { call, run, sent } = await speak(dialects);
		const { id } = await call('/v1/subscription-plan', PLAN);
		const fields = { planId: id, updateFields: { reference: 'GYM-1' } };
		const { items } = await run('plan', 'update', fields);
		const body = { ...PLAN, reference: 'GYM-1' };
		expect(items[0]?.json).toMatchObject(body);
		expect(sent('PUT')).toEqual([{ path: `/v1/subscription-plan/${id}`, body }]);
	});

	test('Row 1: what the user changes is sent as entered; with a currency, a complete update reads nothing first', async () => {
		const { call, run, simulator, sent } = await speak(dialects);
		const { id } = await call('/v1/subscription-plan', PLAN);
		const updateFields = { name: 'Pool', cycle: 'monthly', amount: 25 };
		for (const more of [{}, { currency: 'SGD' }]) {
			simulator.reset();
			const { items } = await run('plan', 'update', {
				planId: id,
				updateFields: { ...updateFields, ...more },
			});
			expect(items[0]?.json).toMatchObject({ ...updateFields, cycle_repeat: null });
			expect(sent('PUT').map(({ body }) => body)).toEqual([{ ...updateFields, ...more }]);
		}
		expect(simulator.requests.filter(({ method }) => method === 'GET')).toEqual([]);
	});

	test('Row 2: an update of a payment request sends its amount and currency along', async () => {
		const { call, run, sent } = await speak(dialects);
		const { id } = await call('/v1/payment-requests', { amount: 1234.5, currency: 'usd' });
		const fields = { paymentRequestId: id, updateFields: { purpose: 'Two books' } };
		const { items } = await run('paymentRequest', 'update', fields);
		const kept = { currency: 'usd', purpose: 'Two books' };
		expect(items[0]?.json).toMatchObject({ ...kept, amount: '1234.50' });
		expect(sent('PUT')).toMatchObject([{ body: { ...kept, amount: 1234.5 } }]);
	});
});

describe.each([[[]], [['put-customers']]] as const)('in the dialects %j', (dialects) => {
	const customer = { email: 'ann@example.com', name: 'Ann', remark: 'Wholesale' };

	test('Row 34: an update of a customer keeps the fields that are not sent', async () => {
		const { call, run, sent } = await speak(dialects);
		const { id } = await call('/v1/customers', customer);
		const address = { street: '1 A', city: 'B', state: 'C', postal_code: '1' };
		for (const updateFields of [{ address: { parts: address } }, { name: 'Ann Lim' }]) {
			const { error } = await run('customer', 'update', { customerId: id, updateFields });
			expect(error).toBeUndefined();
		}
		const { items } = await run('customer', 'get', { customerId: id });
		expect(items[0]?.json).toMatchObject({ ...customer, address, name: 'Ann Lim' });
		expect(sent('PUT')).toHaveLength(dialects.length * 2);
	});

	test('Row 34: so does an upsert', async () => {
		const { call, run, simulator } = await speak(dialects);
		const { id } = await call('/v1/customers', customer);
		const { items, error } = await run('customer', 'upsert', {
			email: customer.email,
			additionalFields: { name: 'Ann Lim' },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ ...customer, id, name: 'Ann Lim' });
		expect(
			simulator.records.customers.filter(({ email }) => email === customer.email),
		).toHaveLength(1);
	});
});

test('Row 34: what cannot be read is not replaced', async () => {
	const { call, run, simulator, sent } = await speak(['put-customers']);
	const { id } = await call('/v1/customers', { email: 'ann@example.com' });
	simulator.fault({ method: 'GET', times: 9, status: 403, body: { message: 'Forbidden.' } });
	const updateFields = { name: 'Ann' };
	const { error } = await run('customer', 'update', { customerId: id, updateFields });
	expect(error?.message).toBe('Forbidden.');
	expect(sent('PUT')).toEqual([]);
});

test('Row 2: the amount is read of text with grouping, too', async () => {
	const { call, run, sent } = await speak(['full-updates', 'text-amounts']);
	const { id } = await call('/v1/payment-requests', { amount: 1234.5, currency: 'usd' });
	await run('paymentRequest', 'update', { paymentRequestId: id, updateFields: { name: 'Ann' } });
	expect(sent('PUT')).toMatchObject([{ body: { amount: 1234.5, currency: 'usd', name: 'Ann' } }]);
});

test('Row 2: an amount that is sent along has to fit the currency that is entered', async () => {
	const { call, run, sent } = await speak(['full-updates']);
	const { id } = await call('/v1/payment-requests', { amount: 10.5, currency: 'sgd' });
	const update = async (currency: string) =>
		await run('paymentRequest', 'update', { paymentRequestId: id, updateFields: { currency } });
	const { error } = await update('JPY');
	expect(error?.message).toBe("'Amount' has more decimals than the currency: 10.5");
	expect(sent('PUT')).toEqual([]);
	await update('USD');
	expect(sent('PUT')).toMatchObject([{ body: { amount: 10.5, currency: 'USD' } }]);
});

test.each<[INodeParameters, string]>([
	[{ currency: 'JPY' }, "'Amount' has more decimals than the currency: 10.5"],
	[{ discountAmount: 1.005 }, "'Discount Amount' has more decimals than the currency: 1.005"],
])(
	'Row 47: an order whose amounts do not fit its currency is not changed: %j',
	async (updateFields, message) => {
		const { call, run, sent } = await speak([]);
		const created = { amount: 10.5, currency: 'sgd', channel: 'point_of_sale', version: '1.0' };
		const { id } = await call('/v1/orders', created);
		const { error } = await run('order', 'update', { orderId: id, updateFields });
		expect(error?.message).toBe(message);
		expect(sent('PATCH')).toEqual([]);
	},
);

test('Row 2: an update of what does not exist is not found, and sends no change', async () => {
	const { run, sent } = await speak(['full-updates']);
	const id = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
	for (const [resource, key] of [
		['plan', 'planId'],
		['paymentRequest', 'paymentRequestId'],
		['customer', 'customerId'],
	] as const) {
		const { error } = await run(resource, 'update', { [key]: id, updateFields: { name: 'Ann' } });
		expect(error?.httpCode).toBe('404');
	}
	expect(sent('PUT')).toEqual([]);
});

describe('A static QR code whose amount changes', () => {
	test('keeps its currency, which the Payments API requires with an amount', async () => {
		const { call, run, sent } = await speak();
		const { id } = await call('/v1/static_qr', { ...QR, amount: 5, currency: 'usd' });
		const fields = { staticQrId: id, updateFields: { amount: 7.5 } };
		const { items, error } = await run('staticQr', 'update', fields);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'Counter 1', amount: 7.5, currency: 'usd' });
		expect(sent('PUT')).toMatchObject([{ body: { amount: 7.5, currency: 'usd' } }]);
	});

	test('is read for that only: not for another field, and not if a currency is entered', async () => {
		const { call, run, simulator, sent } = await speak();
		const { id } = await call('/v1/static_qr', { ...QR, amount: 5, currency: 'usd' });
		for (const updateFields of [{ name: 'Counter 2' }, { amount: 6, currency: 'SGD' }]) {
			await run('staticQr', 'update', { staticQrId: id, updateFields });
		}
		expect(sent('PUT').map(({ body }) => body)).toEqual([
			{ name: 'Counter 2' },
			{ amount: 6, currency: 'SGD' },
		]);
		expect(simulator.requests.filter(({ method }) => method === 'GET')).toEqual([]);
	});

	const isOpen = { status: 200, body: { id: 'x', ...QR, amount: 0, currency: null } };
	test.each<[string, Fault, string]>([
		['no currency', isOpen, "'Currency' is required when 'Amount' is set"],
		['no right to read it', { status: 403, body: { message: 'Forbidden' } }, 'Forbidden'],
	])('needs one from the user with %s: no change is sent', async (_, fault, message) => {
		const { run, simulator, sent } = await speak();
		simulator.fault({ path: /static_qr/, method: 'GET', times: 9, ...fault });
		const fields = { staticQrId: 'x', updateFields: { amount: 7.5 } };
		expect((await run('staticQr', 'update', fields)).error?.message).toBe(message);
		expect(sent('PUT')).toEqual([]);
	});
});

const saved = { name: 'A', customer_email: 'ann@example.com', save_payment_method: 'true' };
test.each<[string, string, IDataObject, IDataObject]>([
	['staticQr', '/v1/static_qr', QR, {}],
	['paymentRequest', '/v1/payment-requests', {}, {}],
	['subscription', '/v1/recurring-billing', saved, {}],
	['plan', '/v1/subscription-plan', PLAN, {}],
	['plan', '/v1/subscription-plan', PLAN, { name: 'Pool', cycle: 'monthly' }],
])(
	'An amount with more decimals than the current currency is not sent: %s',
	async (resource, path, fields, others) => {
		const { call, run, sent } = await speak();
		const { id } = await call(path, { ...fields, amount: 1200, currency: 'jpy' });
		const updateFields = { ...others, amount: 12.5 };
		const { error } = await run(resource, 'update', { [`${resource}Id`]: id, updateFields });
		expect(error?.message).toBe("'Amount' has more decimals than the currency: 12.5");
		expect(error?.description).toBe(
			'Round it: an amount of JPY has a maximum of 0 decimals. In an expression: {{ Number($json.amount).round(0) }}.',
		);
		expect(sent('PUT')).toEqual([]);
	},
);
