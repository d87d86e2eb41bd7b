import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { memory } from '../../nodes/Payments/handlers/once/memory';
import { Payments } from '../../nodes/Payments/Payments.node';
import { useSimulator } from '../useSimulator';
import { apiKeyOf, operation, runPayments } from './run';

const simulator = useSimulator({ charges: 30, payouts: 30, locations: 3 });
// n8n has been running for long.
beforeEach(() => jest.replaceProperty(memory.ledger, 'startedAt', -1e9));

/** Runs the node as it is when it was just dragged into a workflow, unless `parameters` say otherwise. */
async function run(parameters: INodeParameters, timezone?: string) {
	const { items, error } = await runPayments({
		parameters: { output: undefined, ...parameters },
		credentials: apiKeyOf(simulator),
		timezone,
	});
	if (error) throw error;
	return items.map(({ json }) => json);
}

async function failureOf(parameters: INodeParameters) {
	const { error } = await runPayments({ parameters, credentials: apiKeyOf(simulator) });
	return { message: error?.message, description: error?.description };
}

/** An operation that gives a record, and what it needs; made afresh. */
const operations: Record<string, () => Promise<INodeParameters>> = {
	'Balance: Get Many': () => Promise.resolve({ resource: 'balance', operation: 'getAll' }),
	'Balance: Get Transactions': () =>
		Promise.resolve(operation('balance', 'getTransactions', { provider: 'adyen' })),
	'Charge: Get': async () => operation('charge', 'get', { chargeId: await idOf('charge') }),
	'Charge: Get Many': () => Promise.resolve({ resource: 'charge', operation: 'getAll' }),
	'Customer: Create': () => Promise.resolve(customer()),
	'Customer: Create or Update': () => Promise.resolve(customer('upsert')),
	'Customer: Get': async () => operation('customer', 'get', { customerId: await made(customer()) }),
	'Customer: Get Many': () => Promise.resolve({ resource: 'customer', operation: 'getAll' }),
	'Customer: Update': async () =>
		operation('customer', 'update', {
			customerId: await made(customer()),
			updateFields: { name: 'Ann Lim' },
		}),
	'Info: Get Account Status': () =>
		Promise.resolve({ resource: 'info', operation: 'getAccountStatus' }),
	'Invoice: Create': () => Promise.resolve(invoice),
	'Invoice: Get': async () => operation('invoice', 'get', { invoiceId: await made(invoice) }),
	'Invoice: Get Many': async () => {
		await made(invoice);
		return { resource: 'invoice', operation: 'getAll' };
	},
	'Invoice: Send': async () => operation('invoice', 'send', { invoiceId: await made(invoice) }),
	'Invoice: Update': async () =>
		operation('invoice', 'update', {
			invoiceId: await made(invoice),
			updateFields: { memo: 'Thanks' },
		}),
	'Location: Get Many': () => Promise.resolve({ resource: 'location', operation: 'getAll' }),
	'Order: Get': () => Promise.resolve(orderOf(0)),
	'Order: Get Many': () => Promise.resolve({ resource: 'order', operation: 'getAll' }),
	'Payment Request: Create': () => Promise.resolve(paymentRequest),
	'Payment Request: Get': async () =>
		operation('paymentRequest', 'get', { paymentRequestId: await made(paymentRequest) }),
	'Payment Request: Get Many': async () => {
		await made(paymentRequest);
		return { resource: 'paymentRequest', operation: 'getAll' };
	},
	'Payment Request: Update': async () =>
		operation('paymentRequest', 'update', {
			paymentRequestId: await made(paymentRequest),
			updateFields: { purpose: 'Order 7' },
		}),
	'Payout: Get Many': () => Promise.resolve({ resource: 'payout', operation: 'getAll' }),
	'Plan: Create': () => Promise.resolve(plan),
	'Plan: Get': async () => ({ resource: 'plan', operation: 'get', planId: await made(plan) }),
	'Plan: Get Many': async () => {
		await made(plan);
		return { resource: 'plan', operation: 'getAll' };
	},
	'Plan: Update': async () =>
		operation('plan', 'update', { planId: await made(plan), updateFields: { name: 'Silver' } }),
	'Product: Get': () => Promise.resolve(productOf(2)),
	'Product: Get Many': () => Promise.resolve({ resource: 'product', operation: 'getAll' }),
	'Product Category: Get Many': () =>
		Promise.resolve({ resource: 'productCategory', operation: 'getAll' }),
	'Refund: Create': async () =>
		operation('refund', 'create', {
			paymentId: await idOf('charge', 'succeeded'),
			refundKind: 'part',
			amount: 1,
		}),
	'Refund: Get': async () =>
		operation('refund', 'get', { refundId: await made(await operations['Refund: Create']!()) }),
	'Staff: Get Many': () => Promise.resolve({ resource: 'staff', operation: 'getAll' }),
	'Static QR: Create': () => Promise.resolve(staticQr),
	'Static QR: Get': async () => operation('staticQr', 'get', { staticQrId: await made(staticQr) }),
	'Static QR: Get Many': async () => {
		await made(staticQr);
		return { resource: 'staticQr', operation: 'getAll' };
	},
	'Static QR: Update': async () =>
		operation('staticQr', 'update', {
			staticQrId: await made(staticQr),
			updateFields: { name: 'Counter 2' },
		}),
	'Transfer: Get': async () => operation('transfer', 'get', { transferId: await idOf('transfer') }),
	'Transfer: Get Many': () => Promise.resolve({ resource: 'transfer', operation: 'getAll' }),
	'Subscription: Cancel': () =>
		Promise.resolve(operation('subscription', 'cancel', { subscriptionId: subscribed() })),
	'Subscription: Charge': () =>
		Promise.resolve(
			operation('subscription', 'charge', {
				subscriptionId: subscribed(),
				amount: 5,
				currency: 'SGD',
			}),
		),
	'Subscription: Create': () =>
		Promise.resolve(
			operation('subscription', 'create', {
				kind: 'save',
				name: 'Gold',
				customerEmail: 'ann@example.com',
			}),
		),
	'Subscription: Get': () =>
		Promise.resolve(operation('subscription', 'get', { subscriptionId: subscribed() })),
	'Subscription: Get Many': () => {
		subscribed();
		return Promise.resolve({ resource: 'subscription', operation: 'getAll' });
	},
	'Subscription: Update': () =>
		Promise.resolve(
			operation('subscription', 'update', {
				subscriptionId: subscribed(),
				updateFields: { name: 'Silver' },
			}),
		),
};

const customer = (name = 'create'): INodeParameters =>
	operation('customer', name, {
		email: `${name}@example.com`,
		additionalFields: { name: 'Ann' },
	});
/** The fields that are always returned, where that is not the ID. */
const keys: Record<string, string[]> = {
	'Balance: Get Many': ['currency', 'wallet'],
	'Balance: Get Transactions': [],
	'Info: Get Account Status': ['provider'],
	// A charge has the ID of its payment.
	'Subscription: Charge': ['payment_id'],
};
/** Their records fit into the row of a sheet as they are. */
const flat = ['Balance: Get Transactions', 'Subscription: Charge'];
const keysOf = (name: string) => keys[name] ?? ['id'];

const subscribed = () => simulator.addSubscription().id;

const invoice: INodeParameters = operation('invoice', 'create', {
	customerName: 'Ann Tan',
	customerEmail: 'ann@example.com',
	invoiceDate: '2026-03-01',
	amount: 12.5,
	currency: 'SGD',
});
const paymentRequest: INodeParameters = operation('paymentRequest', 'create', {
	amount: 12.5,
	currency: 'SGD',
	additionalFields: { generateQr: true, paymentMethods: ['paynow_online'] },
});
const plan: INodeParameters = operation('plan', 'create', {
	name: 'Gold',
	amount: 20,
	cycle: 'monthly',
});
const staticQr: INodeParameters = { resource: 'staticQr', operation: 'create', name: 'Counter 1' };

const orderOf = (index: number) =>
	operation('order', 'get', { orderId: simulator.records.orders[index]!.id });
const productOf = (index: number) =>
	operation('product', 'get', { productId: simulator.records.products[index]!.id });

async function made(parameters: INodeParameters): Promise<string> {
	return (await run(parameters))[0]!.id as string;
}

async function idOf(resource: string, status?: string): Promise<string> {
	const filters = status ? { status } : {};
	return await made({ resource, operation: 'getAll', limit: 1, filters });
}

/** The fields that the editor offers for an operation. */
function offered({ resource, operation }: INodeParameters): string[] {
	const field = new Payments().description.properties.find(
		({ name, displayOptions: { show } = {} }) =>
			name === 'outputFields' &&
			show!.resource!.includes(resource as string) &&
			show!.operation!.includes(operation as string),
	);
	return (field!.options as INodePropertyOptions[]).map(({ value }) => value as string);
}

const each = Object.keys(operations);

test('every operation with Output is tried', () => {
	const { properties } = new Payments().description;
	const [outputs] = [properties.filter(({ name }) => name === 'output')];
	const shown = outputs.flatMap(({ displayOptions }) =>
		displayOptions!.show!.resource!.flatMap((resource) =>
			displayOptions!.show!.operation!.map(
				(operation) => `${resource as string} ${operation as string}`,
			),
		),
	);
	expect(shown).toHaveLength(each.length);
});

test('the fields are called as the parameters of the same thing', () => {
	const { properties } = new Payments().description;
	const fields = properties.filter(({ name }) => name === 'outputFields');
	const names = new Set(fields.flatMap(({ options }) => options!.map(({ name }) => name)));

	expect([...names]).toEqual(
		expect.arrayContaining(['Location ID', 'QR Code', 'Redirect URL', 'Send Email', 'Send SMS']),
	);
	expect([...names].filter((one) => /\b(Id|Qr|Url|Sms)\b/.test(one))).toEqual([]);
});

describe.each(each)('%s', (name) => {
	test('gives at most ten flat fields, the ID or what else identifies it first', async () => {
		const records = await run(await operations[name]!());

		expect(records.length).toBeGreaterThan(0);
		for (const record of records) {
			const fields = Object.entries(record);
			expect(fields.length).toBeLessThanOrEqual(10);
			const names = fields.map(([field]) => field);
			expect(names.slice(0, keysOf(name).length)).toEqual(keysOf(name));
			for (const [, value] of fields) expect(Object(value)).not.toBe(value);
		}
		expect(new Set(records.map((record) => Object.keys(record).join())).size).toBe(1);
	});

	test('offers no field that the service does not have', async () => {
		const parameters = await operations[name]!();
		const [raw] = await run({ ...parameters, output: 'raw' });

		const unknown = offered(parameters).filter((field) => !(field in raw!));
		// These are read out of an object within the record.
		const parts =
			/^(address|beneficiary|customer|fee|location|payment_method|provider|role)_[a-z_]+[4]?$/;
		// Some of them only one of the sources has (docs/dialects.md).
		const notAlways = ['payment_id', 'payments', 'qr_code', 'qr_code_expiry'].concat([
			'charges',
			'products',
			'refunds',
			'target_id',
			'target_type',
			'terminal_id',
			'webhook_logs',
		]);
		// Parts of which several rows are made.
		const ofRows = ['amount', 'setup_status', 'payment_enabled', 'payout_enabled'].concat([
			'business_verification',
			'owner_verification',
			'verification_status',
		]);
		const isSplit = ['Balance: Get Many', 'Info: Get Account Status'].includes(name);
		const derived = ['cycle_in_words', ...(isSplit ? ofRows : [])];
		expect(
			unknown.filter((field) => !parts.test(field) && ![...notAlways, ...derived].includes(field)),
		).toEqual([]);
	});

	test('returns with Raw what does not fit into the row of a sheet', async () => {
		const [raw] = await run({ ...(await operations[name]!()), output: 'raw' });

		const nested = Object.values(raw!).filter((value) => Object(value) === value);
		expect(Object.keys(raw!).length > 10 || nested.length > 0).toBe(!flat.includes(name));
	});

	test('gives the selected fields and the ID, or what else identifies it', async () => {
		const parameters = await operations[name]!();

		const [field] = offered(parameters);
		const records = await run({ ...parameters, output: 'selected', outputFields: [field!] });

		for (const record of records) {
			expect(Object.keys(record)).toEqual([...keysOf(name), field]);
		}
	});
});

describe('a charge', () => {
	const get = (parameters: INodeParameters, timezone?: string) =>
		run({ resource: 'charge', operation: 'getAll', limit: 60, ...parameters }, timezone);

	test('has the names of its payment method and its customer', async () => {
		const charges = simulator.records.charges;

		expect(await get({})).toEqual(
			charges.map(({ id, amount, currency, status, payment_method, customer, ...charge }) => ({
				id,
				amount,
				currency,
				status,
				payment_method: payment_method.name,
				customer_name: customer.name,
				customer_email: customer.email,
				order_reference_number: charge.order_reference_number,
				created_at: charge.created_at,
			})),
		);
	});

	test('gives the fields that were chosen, in the order in which they were', async () => {
		const outputFields = ['location_name', 'customer_phone_number', 'amount'];

		const charges = await get({ output: 'selected', outputFields });

		expect(charges).toEqual(
			simulator.records.charges.map(({ id, location, customer, amount }) => ({
				id,
				location_name: location.name,
				customer_phone_number: customer.phone_number,
				amount,
			})),
		);
		expect(Object.keys(charges[0]!)).toEqual(['id', ...outputFields]);
	});

	test('has the ID once when an expression names it among the fields', async () => {
		const [charge] = await get({ output: 'selected', outputFields: '={{ ["amount", "id"] }}' });

		expect(Object.keys(charge!)).toEqual(['id', 'amount']);
	});

	test.each([
		['Asia/Singapore', 8],
		['America/Los_Angeles', -8],
		['Pacific/Kiritimati', 14],
	])('with the calendar day has the day in %s', async (zone, offset) => {
		const charges = await get({ options: { calendarDay: true } }, zone);

		const days = charges.map(({ created_at }) => {
			const time = created_at as string;
			const isSummer = zone.startsWith('America') && isDaylightSaving(time);
			const local = Date.parse(time) + (offset + (isSummer ? 1 : 0)) * 3_600_000;
			return new Date(local).toISOString().slice(0, 10);
		});
		expect(charges.map(({ created_day }) => created_day)).toEqual(days);
		expect(Object.keys(charges[0]!)).toHaveLength(10);
	});

	test('has the calendar day beside all fields of the service, too', async () => {
		const [charge] = await get({ output: 'raw', options: { calendarDay: true }, limit: 1 });

		expect(charge).toEqual({
			...simulator.records.charges[0],
			created_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
		});
	});

	test('tells what was refunded of it in Get', async () => {
		const paymentId = await idOf('charge', 'succeeded');
		await run(operation('refund', 'create', { paymentId, refundKind: 'part', amount: 1 }));

		const [charge] = await run({ resource: 'charge', operation: 'get', chargeId: paymentId });

		expect(charge).toMatchObject({ status: 'partially_refunded', refunded_amount: 1 });
	});
});

/** In California, from the second Sunday of March to the first one of November; days are enough here. */
function isDaylightSaving(time: string): boolean {
	const name = new Intl.DateTimeFormat('en', {
		timeZone: 'America/Los_Angeles',
		timeZoneName: 'short',
	})
		.formatToParts(new Date(time))
		.find(({ type }) => type === 'timeZoneName')!.value;
	return name === 'PDT';
}

test('an order is one row, also without a customer', async () => {
	const { orders } = simulator.records;
	const index = orders.findIndex(({ customer }) => customer === null);
	const { id, order_display_number, amount, currency, status, created_at } = orders[index]!;
	expect(await run(orderOf(index))).toEqual([
		{
			id,
			order_display_number,
			customer_name: null,
			customer_email: null,
			amount,
			currency,
			status,
			payment_status: null,
			fulfilment_status: '',
			created_at,
		},
	]);
});

describe('a product is one row', () => {
	const show = async (product: object) => {
		const body = { ...simulator.records.products[0], ...product };
		simulator.fault({ path: `/v1/products/${body.id}`, status: 200, body });
		return (await run(productOf(0)))[0]!;
	};

	test.each([
		['of all variations', { quantity: null, variations: [{ quantity: 12 }, { quantity: 3 }] }, 15],
		['of those that are counted', { variations: [{ quantity: 4 }, { quantity: null }] }, 4],
		['of its own without variations', { quantity: 7, variations: [] }, 7],
		['nobody counts', { quantity: null, variations: [] }, null],
	])('with the quantity %s', async (_, product, quantity) => {
		expect(await show(product)).toMatchObject({ quantity });
	});

	test('with its categories in one text, and its price as a number', async () => {
		expect(await show({ category_id: ['a', 'b'], price: '1,250.50' })).toMatchObject({
			category_id: 'a, b',
			price: 1250.5,
		});
	});
});

describe('balances', () => {
	const get = (parameters: INodeParameters = {}) =>
		run({ resource: 'balance', operation: 'getAll', ...parameters });

	test('have a row for each currency and wallet, and none for a wallet that is missing', async () => {
		const [sgd, myr, usd] = simulator.records.balances.map(({ wallets }) => wallets);

		expect(await get()).toEqual([
			{ currency: 'sgd', wallet: 'available', amount: sgd!.available },
			{ currency: 'sgd', wallet: 'pending', amount: sgd!.pending },
			{ currency: 'sgd', wallet: 'deposit', amount: sgd!.deposit },
			{ currency: 'sgd', wallet: 'reserve', amount: 0 },
			{ currency: 'myr', wallet: 'available', amount: myr!.available },
			{ currency: 'myr', wallet: 'pending', amount: myr!.pending },
			{ currency: 'usd', wallet: 'available', amount: usd!.available },
		]);
		expect(await get({ limit: 5 })).toHaveLength(5);
		expect(await get({ output: 'raw' })).toEqual(simulator.records.balances);
	});

	test('are read as numbers and as text, with wallets that are not known yet', async () => {
		const wallets = { available: '1,250.40', pending: null, rolling: 5 };
		const body = [
			{ currency: 'SGD', wallets },
			{ currency: 'USD', wallets: [] },
		];
		simulator.fault({ path: '/v1/balances', status: 200, body });

		expect(await get()).toEqual([
			{ currency: 'SGD', wallet: 'available', amount: 1250.4 },
			{ currency: 'SGD', wallet: 'rolling', amount: 5 },
		]);
	});

	test.each([
		['without wallets', [{ currency: 'sgd' }]],
		['without a currency', [{ wallets: { available: 1 } }]],
		['that is a message', { message: 'OK' }],
	])('%s are no empty list', async (_, body) => {
		simulator.fault({ path: '/v1/balances', status: 200, body });

		const failure = await failureOf({ resource: 'balance', operation: 'getAll' });

		expect(failure.message).toBe('The response contains no record [item 0]');
	});
});

describe('the account status', () => {
	const get = { resource: 'info', operation: 'getAccountStatus' };
	const account = { bank_account_status: 'pending', verification: { overall_status: 'verified' } };
	const ofAccount = { bank_account_status: 'pending', verification_status: 'verified' };

	test('has a row for each provider, with the status of the account', async () => {
		const account = { bank_account_status: 'verified', verification_status: 'verified' };

		expect(await run(get)).toEqual([
			{
				provider: 'adyen',
				setup_status: 'completed',
				payment_enabled: true,
				payout_enabled: true,
				...account,
			},
			{
				provider: 'stripe',
				setup_status: 'pending',
				payment_enabled: false,
				payout_enabled: false,
				...account,
			},
		]);
	});

	test.each([
		['none', {}],
		['none, as PHP writes it', []],
		['null', null],
		['no field for them', undefined],
	])('has one row if the providers are %s', async (_, payment_providers) => {
		const body = { ...account, payment_providers };
		simulator.fault({ path: '/v1/account-status', status: 200, body });

		expect(await run(get)).toEqual([
			{
				provider: null,
				setup_status: null,
				payment_enabled: null,
				payout_enabled: null,
				...ofAccount,
			},
		]);
	});

	test('links each row to its input item', async () => {
		const { items } = await runPayments({
			parameters: { ...get, output: undefined },
			credentials: apiKeyOf(simulator),
			items: [{}, {}],
		});

		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1].map((item) => ({ item })),
		);
	});
});

test.each([
	['072-1234567', '4567'],
	['******8901', '8901'],
	['DE89 3704 0044 0532 0130 00', '3000'],
	[721234567, '4567'],
	[null, null],
	[undefined, null],
])('of the account number %p of a transfer, the output has %p', async (account_number, last4) => {
	const body = { ...simulator.records.transfers[0], beneficiary: { account_number } };
	const transferId = simulator.records.transfers[0]!.id;
	simulator.fault({ path: `/v1/transfers/${transferId}`, times: 2, status: 200, body });

	const [transfer] = await run({ resource: 'transfer', operation: 'get', transferId });
	const [raw] = await run({ resource: 'transfer', operation: 'get', transferId, output: 'raw' });

	expect(transfer!.beneficiary_account_last4).toBe(last4);
	if (account_number) expect(JSON.stringify(transfer)).not.toContain(String(account_number));
	expect((raw!.beneficiary as IDataObject).account_number).toBe(account_number);
});

test('a payment request has its amount as a number, and its times with an offset', async () => {
	const [raw] = await run({ ...paymentRequest, output: 'raw' });
	const paymentRequestId = raw!.id as string;

	const [simplified] = await run(operation('paymentRequest', 'get', { paymentRequestId }));

	expect(raw).toMatchObject({
		amount: '12.50',
		created_at: expect.not.stringContaining('+') as string,
	});
	expect(simplified).toEqual({
		id: raw!.id,
		url: raw!.url,
		amount: 12.5,
		currency: 'sgd',
		status: 'pending',
		reference_number: null,
		email: null,
		payment_id: null,
		created_at: `${(raw!.created_at as string).replace(' ', 'T')}+08:00`,
		qr_code: (raw!.qr_code_data as IDataObject).qr_code,
	});
});

test('a paid payment request has the ID of its payment, for a refund', async () => {
	const [request] = await run(paymentRequest);
	const paid = simulator.pay(request!.id as string, 'paynow_online');

	const paymentRequestId = request!.id as string;
	const [found] = await run({ resource: 'paymentRequest', operation: 'get', paymentRequestId });

	expect(found).toMatchObject({ status: 'completed', payment_id: paid.id });
});

test.each([
	['created last', ['2026-03-01 10:00:00', '2026-03-01 09:00:00'], 0],
	['created last, at the end', ['2026-03-01 09:00:00', '2026-03-01 10:00:00'], 1],
	['at the end, if both have the same time', ['2026-03-01 09:00:00', '2026-03-01 09:00:00'], 1],
	['at the end, if none has a time', [undefined, undefined], 1],
])(
	'of two payments of a payment request, the ID is that of the one %s',
	async (_, times, which) => {
		const [request] = await run({ ...paymentRequest, output: 'raw' });
		const payments = times.map((created_at) => ({
			id: randomUUID(),
			status: 'succeeded',
			created_at,
		}));
		const failed = { id: randomUUID(), status: 'failed', created_at: '2026-03-02 09:00:00' };
		const body = { ...request, payments: [...payments, failed] };
		simulator.fault({ path: `/v1/payment-requests/${request!.id as string}`, status: 200, body });

		const paymentRequestId = request!.id as string;
		const [found] = await run({ resource: 'paymentRequest', operation: 'get', paymentRequestId });

		expect(found!.payment_id).toBe(payments[which]!.id);
	},
);

test('a paid payment request with a code and the calendar day has at most ten fields in a list, too', async () => {
	const [request] = await run(paymentRequest);
	const paid = simulator.pay(request!.id as string, 'paynow_online');

	const options = { calendarDay: true };
	const [listed] = await run({ resource: 'paymentRequest', operation: 'getAll', options });

	expect(listed).toMatchObject({ id: request!.id, payment_id: paid.id });
	expect(Object.keys(listed!).length).toBeLessThanOrEqual(10);
});

test('the expiry of a code has its offset, as that of its payment request', async () => {
	const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
	const additionalFields = { ...(paymentRequest.additionalFields as object), expiryDate: tomorrow };
	const outputFields = ['qr_code_expiry', 'expiry_date'];

	const [request] = await run({
		...paymentRequest,
		additionalFields,
		output: 'selected',
		outputFields,
	});

	expect(request!.qr_code_expiry).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+]08:00$/);
	expect(request!.qr_code_expiry).toBe(request!.expiry_date);
});

test.each([
	[{ cycle: 'custom', cycleRepeat: 2, cycleFrequency: 'week' }, 'Every 2 weeks'],
	[{ cycle: 'custom', cycleRepeat: 1, cycleFrequency: 'month' }, 'Every month'],
	[{ cycle: 'yearly' }, 'Yearly'],
])('the cycle of a plan with %j is in words, too', async (cycle, words) => {
	const parameters = { resource: 'plan', operation: 'create', name: 'Gym', amount: 20, ...cycle };
	expect((await run(parameters))[0]).toMatchObject({ cycle: cycle.cycle, cycle_in_words: words });
});

test('the time of a refund, which the service has in UTC, is in the zone of all others', async () => {
	const parameters = await operations['Refund: Create']!();
	const [raw] = await run({ ...parameters, output: 'raw' });

	const [refund] = await run({ resource: 'refund', operation: 'get', refundId: raw!.id as string });

	const { refunded_at } = refund as { refunded_at: string };
	expect(refunded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+]08:00$/);
	expect(Math.abs(Date.parse(refunded_at) - Date.now())).toBeLessThan(60_000);
});

describe('before anything is sent', () => {
	const many = { resource: 'charge', operation: 'getAll' };

	test.each([
		[
			'an unknown field',
			{ output: 'selected', outputFields: ['amuont'] },
			"'Fields' is not a known value [item 0]",
			/^Use one of: .*amount/,
		],
		[
			'no field',
			{ output: 'selected', outputFields: [] },
			"'Fields' is empty [item 0]",
			/^Choose at least one, or set 'Output' to Simplified\.$/,
		],
		[
			'an expression that returns nothing',
			{ output: 'selected', outputFields: '={{ $json.fields }}' },
			"'Fields' is empty [item 0]",
			/^Choose at least one, or set 'Output' to Simplified\.$/,
		],
		[
			'an unknown output',
			{ output: 'Raw' },
			"'Output' is not a known value [item 0]",
			/^Use one of: raw, selected, simplified\.$/,
		],
		[
			'a switch that is neither true nor false',
			{ options: { calendarDay: 'perhaps' } },
			"'Add Calendar Day' is neither true nor false [item 0]",
			/^Use true or false\.$/,
		],
	])('%s is reported', async (_, parameters, message, description) => {
		const failure = await failureOf({ ...many, ...parameters });

		expect(failure).toEqual({ message, description: expect.stringMatching(description) as string });
		expect(simulator.requests).toEqual([]);
	});
});
