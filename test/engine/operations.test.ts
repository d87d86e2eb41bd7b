import type { INodeParameters, IPairedItemData } from 'n8n-workflow';

import { memory } from '../../nodes/Payments/handlers/once/memory';
import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runnerOf } from './run';
import { requester } from './service';

const simulator = useSimulator({ charges: 60, payouts: 40, locations: 30 });
const run = runnerOf(simulator);
const post = requester(simulator);
// Long after its start, n8n creates a customer at once (docs/reliability.md).
beforeAll(() => jest.replaceProperty(memory.ledger, 'startedAt', -1e9));

/** So that there is a customer, a plan and a static QR code for each test. */
beforeEach(async () => {
	await post('/v1/customers', { email: 'ben@example.com', name: 'Ben Lim' });
	await post('/v1/subscription-plan', { name: 'Gym', amount: 20, cycle: 'monthly' });
	await post('/v1/static_qr', { name: 'Counter 1', payment_provider_method: 'paynow_online' });
	simulator.addSubscription();
	simulator.reset();
});

const DEVICE_ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** The scopes of an app that may do everything that the node offers. */
const SCOPES = 'business:read business:delete commerce customer payments';

const refundable = () => simulator.records.charges.find(({ status }) => status === 'succeeded')!;
const inactive = () => simulator.records.locations.find(({ active }) => !active)!;
const active = () => simulator.records.locations.find(({ active }) => active)!;
const newestCustomer = () => simulator.records.customers[0]!;
const newestPlan = () => simulator.records.plans[0]!;
const subscribed = () => simulator.records.subscriptions.find(({ status }) => status === 'active')!;
const newestQr = () => simulator.records.staticQrs[0]!;

const anyNumber = expect.any(Number) as unknown;
const anyText = expect.any(String) as unknown;

interface Case {
	name: string;
	/** Called once the simulator is there; what it picks must not change afterwards. */
	given: () => { parameters: INodeParameters; expected: unknown };
	request: string;
	/** The body that is sent, for those with one. */
	body?: () => Record<string, unknown>;
	/** How many requests read what there is; default that of most operations. */
	reads?: number;
}

/** A customer's fields as they are sent, and as they are entered. */
const everyCustomerField = {
	email: 'ann@example.com',
	address: { street: '1 A', city: 'B', state: 'C', postal_code: '1', country: 'SG' },
	birth_date: '1990-05-17',
	gender: 'female',
	name: 'Ann Tan',
	phone_number: '91234567',
	phone_number_country_code: '65',
	remark: 'x'.repeat(255),
};
const customerFields = {
	address: { parts: everyCustomerField.address },
	birthDate: '1990-05-17T00:00:00',
	gender: ' female ',
	name: 'Ann Tan',
	phoneNumber: 91234567,
	phoneCountryCode: 65,
	remark: 'x'.repeat(255),
};

/** The parameters of all kinds of subscriptions: if an expression selects the kind, n8n sends each of them. */
const subscriptionOfAnyKind = () => ({
	...{ planId: newestPlan().id, name: 'Gym', amount: 49, currency: 'SGD', cycle: 'monthly' },
	...{ customerEmail: 'ann@example.com', startDate: '2099-01-01' },
});

const everySubscriptionParameter = {
	customerName: 'Ann Tan',
	description: 'All classes',
	paymentMethods: ['card', 'giro'],
	redirectUrl: 'https://www.example.com/thanks?a=b',
	reference: 2026,
	sendEmail: true,
	timesToBeCharged: 12,
	webhook: 'https://n8n.example.com/webhook/payments',
};

/** These as they are sent. */
const everySubscriptionField = {
	customer_name: 'Ann Tan',
	description: 'All classes',
	payment_methods: ['card', 'giro'],
	redirect_url: 'https://www.example.com/thanks?a=b',
	reference: '2026',
	send_email: 'true',
	times_to_be_charged: 12,
	webhook: 'https://n8n.example.com/webhook/payments',
};

/** A plan's optional fields as they are sent. */
const everyPlanField = {
	cycle: 'custom',
	cycle_repeat: 2,
	cycle_frequency: 'week',
	currency: 'SGD',
	description: 'All classes',
	fixed_date: 28,
	redirect_url: 'https://www.example.com/thanks?a=b',
	reference: '2026',
	start_date_method: 'fixed_date',
	times_to_be_charged: 100,
};

type Records = typeof simulator.records;
type Found = { id: string };

/** The first records of a list. */
const getMany = (
	name: string,
	resource: string,
	path: string,
	recordsOf: (records: Records) => object[],
	limit = 2,
): Case => ({
	name: `${name}: Get Many`,
	given: () => ({
		parameters: { resource, operation: 'getAll', limit },
		expected: recordsOf(simulator.records).slice(0, limit),
	}),
	request: `GET ${path}`,
});

/** One record by its ID. */
const get = (name: string, resource: string, path: string, record: () => Found): Case => ({
	name: `${name}: Get`,
	given: () => ({
		parameters: { resource, operation: 'get', [`${resource}Id`]: record().id },
		expected: [record()],
	}),
	request: `GET ${path}/{id}`,
});

const remove = (name: string, resource: string, path: string, record: () => Found): Case => ({
	name: `${name}: Delete`,
	given: () => {
		const { id } = record();
		return {
			parameters: { resource, operation: 'delete', [`${resource}Id`]: id },
			expected: [{ deleted: true, id }],
		};
	},
	request: `DELETE ${path}/{id}`,
});

const cases: Case[] = [
	getMany('Balance', 'balance', '/v1/balances', ({ balances }) => balances),
	{
		name: 'Balance: Get Transactions',
		given: () => ({
			parameters: {
				resource: 'balance',
				operation: 'getTransactions',
				provider: 'adyen',
				limit: 1,
			},
			expected: [
				expect.objectContaining({ datetime: anyText, payout_id: anyText, currency: 'sgd' }),
			],
		}),
		request: 'GET /v1/balances/adyen/transactions',
	},
	{
		name: 'Charge: Get',
		given: () => {
			const charge = simulator.records.charges[3]!;
			return {
				parameters: { resource: 'charge', operation: 'get', chargeId: charge.id },
				expected: [
					{
						...charge,
						amount_without_fees: anyNumber,
						refunded_amount: anyNumber,
					},
				],
			};
		},
		request: 'GET /v1/charges/{id}',
	},
	getMany('Charge', 'charge', '/v1/charges', ({ charges }) => charges),
	{
		name: 'Customer: Create',
		given: () => ({
			parameters: operation('customer', 'create', { email: ' ann@example.com ' }),
			expected: [expect.objectContaining({ email: 'ann@example.com', phone_number: null })],
		}),
		request: 'POST /v1/customers',
		body: () => ({ email: 'ann@example.com' }),
	},
	...['create', 'upsert'].map((name): Case => ({
		name: `Customer: ${name} with every field`,
		given: () => {
			const email = `ann${simulator.records.customers.length}@example.com`;
			return {
				parameters: operation('customer', name, { email, additionalFields: customerFields }),
				expected: [expect.objectContaining({ ...everyCustomerField, email })],
			};
		},
		request: 'POST /v1/customers',
		body: () => ({ ...everyCustomerField, email: anyText }),
	})),
	remove('Customer', 'customer', '/v1/customers', newestCustomer),
	get('Customer', 'customer', '/v1/customers', newestCustomer),
	getMany('Customer', 'customer', '/v1/customers', ({ customers }) => customers),
	{
		name: 'Customer: Update of one field',
		given: () => ({
			parameters: operation('customer', 'update', {
				customerId: newestCustomer().id,
				updateFields: { name: 'Ben Tan' },
			}),
			expected: [{ ...newestCustomer(), name: 'Ben Tan', updated_at: anyText }],
		}),
		request: 'PATCH /v1/customers/{id}',
		body: () => ({ name: 'Ben Tan' }),
	},
	{
		name: 'Customer: Update of every field',
		given: () => ({
			parameters: operation('customer', 'update', {
				customerId: newestCustomer().id,
				updateFields: { email: 'ann@example.com', ...customerFields },
			}),
			expected: [{ ...newestCustomer(), ...everyCustomerField, updated_at: anyText }],
		}),
		request: 'PATCH /v1/customers/{id}',
		body: () => everyCustomerField,
	},
	{
		name: 'Info: Get',
		given: () => ({
			parameters: { resource: 'info', operation: 'get' },
			expected: [
				{
					id: anyText,
					name: anyText,
					country: 'sg',
					currency: 'sgd',
					payments_enabled: true,
				},
			],
		}),
		request: 'GET /v1/info',
	},
	get('Order', 'order', '/v1/orders', () => simulator.records.orders[3]!),
	getMany('Order', 'order', '/v1/orders', ({ orders }) =>
		orders.map((order) => ({ ...order, products: undefined, charges: undefined })),
	),
	remove('Product', 'product', '/v1/products', () => simulator.records.products[3]!),
	get('Product', 'product', '/v1/products', () => simulator.records.products[2]!),
	getMany('Product', 'product', '/v1/products', ({ products }) => products),
	getMany(
		'Product Category',
		'productCategory',
		'/v1/product-category',
		({ categories }) => categories,
	),
	{
		name: 'Info: Get Account Status',
		given: () => ({
			parameters: { resource: 'info', operation: 'getAccountStatus' },
			expected: [
				{
					bank_account_status: 'verified',
					verification: expect.objectContaining({ overall_status: 'verified' }) as unknown,
					payment_providers: expect.objectContaining({
						adyen: expect.any(Object) as unknown,
					}) as unknown,
				},
			],
		}),
		request: 'GET /v1/account-status',
	},
	remove('Location', 'location', '/v1/locations', inactive),
	getMany('Location', 'location', '/v1/locations', ({ locations }) => locations),
	getMany('Payout', 'payout', '/v1/payouts', ({ payouts }) => payouts),
	{
		name: 'Plan: Create',
		given: () => ({
			parameters: operation('plan', 'create', { name: 'Gym', amount: 20, cycle: 'monthly' }),
			expected: [
				expect.objectContaining({
					name: 'Gym',
					amount: 20,
					cycle: 'monthly',
					cycle_repeat: null,
					cycle_frequency: null,
				}),
			],
		}),
		request: 'POST /v1/subscription-plan',
		body: () => ({ name: 'Gym', amount: 20, cycle: 'monthly' }),
	},
	{
		name: 'Plan: Create with every field',
		given: () => ({
			parameters: operation('plan', 'create', {
				name: ' Gym ',
				amount: '12.50',
				cycle: 'custom',
				cycleRepeat: 2,
				cycleFrequency: 'week',
				additionalFields: {
					currency: 'SGD',
					description: 'All classes',
					fixedDate: 28,
					redirectUrl: 'https://www.example.com/thanks?a=b',
					reference: 2026,
					startDate: 'fixed_date',
					timesToBeCharged: 100,
				},
			}),
			expected: [
				expect.objectContaining({
					amount: 12.5,
					cycle: 'custom',
					cycle_repeat: 2,
					cycle_frequency: 'week',
				}),
			],
		}),
		request: 'POST /v1/subscription-plan',
		body: () => ({
			name: 'Gym',
			amount: 12.5,
			...everyPlanField,
		}),
	},
	remove('Plan', 'plan', '/v1/subscription-plan', newestPlan),
	get('Plan', 'plan', '/v1/subscription-plan', newestPlan),
	getMany('Plan', 'plan', '/v1/subscription-plan', ({ plans }) => plans, 1),
	{
		name: 'Plan: Update of one field',
		given: () => ({
			parameters: operation('plan', 'update', {
				planId: newestPlan().id,
				updateFields: { amount: '25.50' },
			}),
			expected: [{ ...newestPlan(), amount: 25.5, updated_at: anyText }],
		}),
		request: 'PUT /v1/subscription-plan/{id}',
		body: () => ({ amount: 25.5, name: newestPlan().name, cycle: newestPlan().cycle }),
	},
	{
		name: 'Plan: Update of every field',
		given: () => {
			const change = {
				name: 'x'.repeat(128),
				amount: 999999.99,
				cycle: 'custom',
				currency: 'usd',
				description: 'All classes',
				reference: '2026',
			};
			return {
				parameters: operation('plan', 'update', {
					planId: newestPlan().id,
					updateFields: {
						...change,
						currency: 'USD',
						cycleRepeat: 2,
						cycleFrequency: 'week',
						fixedDate: 28,
						redirectUrl: 'https://www.example.com/thanks?a=b',
						startDate: 'fixed_date',
						timesToBeCharged: 100,
					},
				}),
				expected: [
					{
						...newestPlan(),
						...change,
						cycle_repeat: 2,
						cycle_frequency: 'week',
						updated_at: anyText,
					},
				],
			};
		},
		request: 'PUT /v1/subscription-plan/{id}',
		body: () => ({
			name: 'x'.repeat(128),
			amount: 999999.99,
			...everyPlanField,
			currency: 'USD',
		}),
	},
	{
		name: 'Refund: Create with every field',
		given: () => {
			const { id } = refundable();
			return {
				parameters: operation('refund', 'create', {
					paymentId: id,
					refundKind: 'part',
					amount: 0.5,
					notify: 'url',
					notifyUrl: 'https://n8n.example.com/webhook/refunds',
					additionalFields: {
						email: 'ann@example.com',
						sendEmail: false,
					},
				}),
				expected: [
					expect.objectContaining({ payment_id: id, amount_refunded: 0.5, status: 'succeeded' }),
				],
			};
		},
		request: 'POST /v1/refund',
		body: () => ({
			payment_id: anyText,
			amount: 0.5,
			email: 'ann@example.com',
			send_email: 'false',
			webhook: 'https://n8n.example.com/webhook/refunds',
		}),
	},
	get('Refund', 'refund', '/v1/refund', () => simulator.records.refunds[0]!),
	getMany('Staff', 'staff', '/v1/staffs', ({ staff }) => staff),
	{
		name: 'Static QR: Create',
		given: () => ({
			parameters: operation('staticQr', 'create', { name: 'Counter 1', paymentMethod: 'upi_qr' }),
			expected: [expect.objectContaining({ name: 'Counter 1', payment_provider_method: 'upi_qr' })],
		}),
		request: 'POST /v1/static_qr',
		body: () => ({ name: 'Counter 1', payment_provider_method: 'upi_qr' }),
	},
	{
		name: 'Static QR: Create with every field',
		given: () => ({
			parameters: operation('staticQr', 'create', {
				name: 'x'.repeat(255),
				paymentMethod: 'qrph_netbank',
				additionalFields: {
					amount: 0,
					currency: 'php',
					deviceId: DEVICE_ID,
					locationId: active().id,
				},
			}),
			expected: [
				expect.objectContaining({
					amount: 0,
					currency: 'php',
					location_id: active().id,
					device_id: DEVICE_ID,
				}),
			],
		}),
		request: 'POST /v1/static_qr',
		body: () => ({
			name: 'x'.repeat(255),
			payment_provider_method: 'qrph_netbank',
			amount: 0,
			currency: 'php',
			device_id: DEVICE_ID,
			location_id: active().id,
		}),
	},
	remove('Static QR', 'staticQr', '/v1/static_qr', newestQr),
	get('Static QR', 'staticQr', '/v1/static_qr', newestQr),
	getMany('Static QR', 'staticQr', '/v1/static_qr', ({ staticQrs }) => staticQrs, 1),
	{
		name: 'Static QR: Update of one field',
		given: () => ({
			parameters: operation('staticQr', 'update', {
				staticQrId: newestQr().id,
				updateFields: { name: ' Counter 2 ' },
			}),
			expected: [{ ...newestQr(), name: 'Counter 2', updated_at: anyText }],
		}),
		request: 'PUT /v1/static_qr/{id}',
		body: () => ({ name: 'Counter 2' }),
	},
	{
		name: 'Static QR: Update of every field',
		given: () => {
			const change = { name: 'x'.repeat(255), amount: 0, currency: 'sgd' };
			const { id } = active();
			return {
				parameters: operation('staticQr', 'update', {
					staticQrId: newestQr().id,
					updateFields: { ...change, locationId: { __rl: true, mode: 'list', value: id } },
				}),
				expected: [
					{
						...newestQr(),
						...change,
						location_id: id,
						location: expect.objectContaining({ name: active().name }) as unknown,
						updated_at: anyText,
					},
				],
			};
		},
		request: 'PUT /v1/static_qr/{id}',
		body: () => ({
			name: 'x'.repeat(255),
			amount: 0,
			currency: 'sgd',
			location_id: active().id,
		}),
	},
	get('Transfer', 'transfer', '/v1/transfers', () => simulator.records.transfers[3]!),
	getMany('Transfer', 'transfer', '/v1/transfers', ({ transfers }) => transfers),
	{
		name: 'Subscription: Cancel',
		given: () => ({
			parameters: operation('subscription', 'cancel', { subscriptionId: subscribed().id }),
			expected: [{ ...subscribed(), status: 'canceled', updated_at: anyText }],
		}),
		request: 'DELETE /v1/recurring-billing/{id}',
	},
	{
		name: 'Subscription: Charge',
		given: () => ({
			parameters: operation('subscription', 'charge', {
				subscriptionId: subscribed().id,
				amount: '12.50',
				currency: 'SGD',
			}),
			expected: [
				{
					payment_id: anyText,
					recurring_billing_id: subscribed().id,
					amount: 12.5,
					currency: 'sgd',
					status: 'succeeded',
				},
			],
		}),
		request: 'POST /v1/charge/recurring-billing/{id}',
		body: () => ({ amount: 12.5, currency: 'SGD' }),
		// The newest charges, and the subscription.
		reads: 2,
	},
	{
		name: 'Subscription: Create from a plan, with every field',
		given: () => ({
			parameters: operation('subscription', 'create', {
				...{ kind: 'plan', planId: newestPlan().id, customerEmail: 'ann@example.com' },
				startDate: '2099-01-01T00:00:00',
				additionalFields: everySubscriptionParameter,
			}),
			expected: [expect.objectContaining({ business_recurring_plans_id: newestPlan().id })],
		}),
		request: 'POST /v1/recurring-billing',
		body: () => ({
			plan_id: newestPlan().id,
			customer_email: 'ann@example.com',
			start_date: '2099-01-01',
			...everySubscriptionField,
		}),
		reads: 2,
	},
	{
		name: 'Subscription: Create with terms of its own',
		given: () => ({
			parameters: operation('subscription', 'create', {
				...{ kind: 'terms', name: 'Gym', amount: 49, currency: 'SGD' },
				...{ cycle: 'custom', cycleRepeat: 2, cycleFrequency: 'week' },
				...{ customerEmail: 'ann@example.com', startDate: '2099-01-01' },
			}),
			expected: [expect.objectContaining({ name: 'Gym', amount: 49, cycle: 'custom' })],
		}),
		request: 'POST /v1/recurring-billing',
		body: () => ({
			...{ name: 'Gym', amount: 49, currency: 'SGD' },
			...{ cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' },
			...{ customer_email: 'ann@example.com', start_date: '2099-01-01' },
		}),
		reads: 2,
	},
	{
		name: 'Subscription: Create to save a payment method only',
		given: () => ({
			parameters: operation('subscription', 'create', {
				...{ kind: 'save', name: 'Gym', customerEmail: 'ann@example.com' },
				additionalFields: { amount: 5, currency: 'SGD', startDateMethod: 'no_initial_charge' },
			}),
			expected: [expect.objectContaining({ name: 'Gym', cycle: 'save_card' })],
		}),
		request: 'POST /v1/recurring-billing',
		body: () => ({
			...{ name: 'Gym', customer_email: 'ann@example.com', amount: 5, currency: 'SGD' },
			...{ start_date_method: 'no_initial_charge', save_payment_method: 'true', save_card: 'true' },
		}),
		reads: 2,
	},
	{
		name: 'Subscription: Create of own terms, by an expression that selects the kind',
		given: () => ({
			parameters: operation('subscription', 'create', {
				...subscriptionOfAnyKind(),
				kind: "={{ 'terms' }}",
				additionalFields: { amount: 5, currency: 'USD' },
			}),
			expected: [expect.objectContaining({ name: 'Gym', amount: 49 })],
		}),
		request: 'POST /v1/recurring-billing',
		body: () => ({
			...{ name: 'Gym', amount: 49, currency: 'SGD', cycle: 'monthly' },
			...{ customer_email: 'ann@example.com', start_date: '2099-01-01' },
		}),
		reads: 2,
	},
	{
		name: 'Subscription: Create to save a payment method, by an expression that selects the kind',
		given: () => ({
			parameters: operation('subscription', 'create', {
				...subscriptionOfAnyKind(),
				kind: "={{ 'save' }}",
				additionalFields: {},
			}),
			expected: [expect.objectContaining({ name: 'Gym', cycle: 'save_card' })],
		}),
		request: 'POST /v1/recurring-billing',
		body: () => ({
			...{ name: 'Gym', customer_email: 'ann@example.com' },
			...{ save_payment_method: 'true', save_card: 'true' },
		}),
		reads: 2,
	},
	get('Subscription', 'subscription', '/v1/recurring-billing', () => subscribed()),
	getMany(
		'Subscription',
		'subscription',
		'/v1/recurring-billing',
		({ subscriptions }) => subscriptions.filter(({ status }) => status === 'active'),
		1,
	),
	{
		name: 'Subscription: Update of every field',
		given: () => ({
			parameters: operation('subscription', 'update', {
				subscriptionId: subscribed().id,
				updateFields: {
					...everySubscriptionParameter,
					...{ name: 'Silver', amount: '59', currency: 'USD', planId: newestPlan().id },
					...{ cycle: 'custom', cycleRepeat: 2, cycleFrequency: 'week' },
					...{ customerEmail: 'ben@example.com', startDate: '2099-01-01T00:00:00' },
				},
			}),
			expected: [expect.objectContaining({ id: subscribed().id, name: 'Silver', amount: 59 })],
		}),
		request: 'PUT /v1/recurring-billing/{id}',
		body: () => ({
			...everySubscriptionField,
			...{ name: 'Silver', amount: 59, currency: 'USD', plan_id: newestPlan().id },
			...{ cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' },
			...{ customer_email: 'ben@example.com', start_date: '2099-01-01' },
		}),
		reads: 0,
	},
];

describe.each([
	{
		credential: 'an API key',
		credentials: () => apiKeyOf(simulator),
		header: () => ({ 'x-business-api-key': simulator.apiKey }),
		others: ['authorization', 'x-platform-key'],
	},
	{
		credential: 'OAuth2',
		credentials: () => oAuth2Of(simulator, SCOPES),
		header: () => ({ authorization: expect.stringMatching(/^Bearer \S+$/) as string }),
		others: ['x-business-api-key', 'x-platform-key'],
	},
])('with $credential', ({ credentials, header, others: absent }) => {
	test.each(cases)('$name works', async ({ given, request, body, reads }) => {
		const { parameters, expected } = given();
		const { items } = await succeeded(run(parameters, { credentials: credentials() }));
		expect(items.map(({ json }) => json)).toEqual(expected);
		expect(items.every(({ pairedItem }) => (pairedItem as IPairedItemData).item === 0)).toBe(true);
		const [sent, ...before] = simulator.requests.toReversed();
		// A refund's charge is read first, the list of what is created, what is deleted (docs/reliability.md), and a plan of which a
		// required field is not changed.
		const isPartOfPlan = body && 'cycle' in body() && !('description' in body());
		const isLookedUp = /^(POST|DELETE)/.test(request) || isPartOfPlan;
		const lookedUp = isLookedUp ? ['GET'] : [];
		const read = reads === undefined ? lookedUp : Array.from({ length: reads }, () => 'GET');
		// The business is read once a key or token.
		const others = before.filter(({ path }) => path !== '/v1/info');
		expect(others.map(({ method }) => method)).toEqual(read);
		expect(`${sent!.method} ${sent!.path.replace(/\/[\da-f-]{36}$/, '/{id}')}`).toBe(request);
		expect(sent!.headers).toMatchObject(header());
		for (const name of absent) expect(sent!.headers[name]).toBeUndefined();
		if (body) expect(sent!.body).toEqual(body());
		else expect(sent!.rawBody).toBe('');
	});
});

test('a refund takes the ID of a payment request as well', async () => {
	const charge = simulator.records.charges.find(
		(one) =>
			one.status === 'succeeded' &&
			simulator.records.charges.filter(
				(other) => other.payment_request_id === one.payment_request_id,
			).length === 1,
	)!;
	const { items } = await run(
		operation('refund', 'create', {
			paymentId: charge.payment_request_id,
			refundKind: 'part',
			amount: charge.amount,
		}),
	);
	expect(items[0]?.json).toMatchObject({ payment_id: charge.id, amount_refunded: charge.amount });
});

test('additional fields that are empty are left out', async () => {
	await succeeded(
		run(
			operation('plan', 'create', {
				name: 'Gym',
				amount: 20,
				cycle: 'weekly',
				additionalFields: {
					currency: '',
					description: '  ',
					fixedDate: '={{ $json.nothing }}',
					redirectUrl: '={{ null }}',
					reference: '={{ "" }}',
					startDate: '={{ $json.nothing }}',
					timesToBeCharged: '={{ undefined }}',
				},
			}),
		),
	);
	expect(simulator.requests.at(-1)?.body).toEqual({ name: 'Gym', amount: 20, cycle: 'weekly' });
});

test('one part of a custom cycle can be changed alone: the service has the other one', async () => {
	const cycle = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };
	await post('/v1/subscription-plan', { name: 'Gym', amount: 20, ...cycle });
	await succeeded(
		run(operation('plan', 'update', { planId: newestPlan().id, updateFields: { cycleRepeat: 3 } })),
	);
	expect(newestPlan()).toMatchObject({ ...cycle, cycle_repeat: 3 });
});

test('the cycle fields of a plan are left out unless the cycle is Custom', async () => {
	await run(
		operation('plan', 'create', {
			name: 'Gym',
			amount: 20,
			cycle: '={{ "yearly" }}',
			cycleRepeat: 3,
			cycleFrequency: 'day',
		}),
	);
	expect(simulator.requests.at(-1)?.body).toEqual({ name: 'Gym', amount: 20, cycle: 'yearly' });
});

test.each([
	['true', true],
	['true', '={{ "true" }}'],
	['false', '={{ "false" }}'],
])("'Send Email' goes out as the text %s when it is %p", async (sent, sendEmail) => {
	await run(
		operation('refund', 'create', {
			paymentId: refundable().id,
			refundKind: 'part',
			amount: 0.01,
			additionalFields: { sendEmail },
		}),
	);
	expect(simulator.requests.at(-1)?.body).toMatchObject({ send_email: sent });
});

test.each([
	['upper case', (id: string) => id.toUpperCase()],
	['blanks around it', (id: string) => `  ${id}\n`],
])('an ID with %s is taken', async (_, change) => {
	const { id } = simulator.records.charges[0]!;
	await succeeded(run({ resource: 'charge', operation: 'get', chargeId: change(id) }));
	expect(simulator.requests[0]?.path.toLowerCase()).toBe(`/v1/charges/${id}`);
});

describe('orders of a list', () => {
	const getOrders = async (include?: unknown, more: INodeParameters = {}) => {
		const parameters = operation('order', 'getAll', { limit: 1, include, ...more } as never);
		const { items } = await succeeded(run(parameters));
		return { order: items[0]!.json, sent: simulator.requests[0]!.query.with };
	};

	test.each([
		[['charges'], 'charges'],
		[['charges', 'products'], 'products,charges'],
		['={{ "products" }}', 'products'],
	])('contain what %j names', async (include, sent) => {
		const { order, sent: wanted } = await getOrders(include);
		expect(wanted).toBe(sent);
		for (const name of sent.split(',')) expect(order[name]).toBeInstanceOf(Array);
	});

	test('contain nothing else without it, and in Simplified', async () => {
		expect((await getOrders([])).sent).toBeUndefined();
		simulator.reset();
		expect((await getOrders(['charges'], { output: 'simplified' })).sent).toBeUndefined();
	});

	test('can have it as a selected field', async () => {
		const selected = { output: 'selected', outputFields: ['amount', 'charges'] };
		const { order } = await getOrders(['charges'], selected);
		expect(order).toEqual({
			id: anyText,
			amount: anyNumber,
			charges: expect.any(Array) as unknown,
		});
	});
});

test('a deleted location is returned with the ID as the service has it', async () => {
	const { id } = inactive();
	const { items } = await run({ resource: 'location', operation: 'delete', locationId: ` ${id} ` });
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id }]);
	expect(simulator.records.locations.some((location) => location.id === id)).toBe(false);
});

test('a static QR code is deleted by a number', async () => {
	simulator.fault({ method: 'GET', path: '/v1/static_qr/1042', status: 200, body: { id: 1042 } });
	simulator.fault({ method: 'DELETE', path: '/v1/static_qr/1042', status: 204 });
	const { items } = await succeeded(
		run({ resource: 'staticQr', operation: 'delete', staticQrId: '={{ 1042 }}' }),
	);
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id: '1042' }]);
});

test.each([
	['a refund', { resource: 'refund', refundId: '../charges?x=1' }, 'Refund ID'],
	['a static QR code', { resource: 'staticQr', staticQrId: '1%2F2' }, 'Static QR'],
	['a transfer', { resource: 'transfer', transferId: 'a\\b' }, 'Transfer'],
])('the ID of %s cannot lead to another path', async (_, parameters, label) => {
	const { error } = await run({ ...(parameters as INodeParameters), operation: 'get' });
	expect(error?.message).toContain(`'${label}' is not a valid ID`);
	expect(simulator.requests).toEqual([]);
});

test.each([
	['a plan', { resource: 'plan' }, 'planId', () => simulator.records.plans],
	['a static QR code', { resource: 'staticQr' }, 'staticQrId', () => simulator.records.staticQrs],
])('%s that was deleted is gone, and no other', async (_, resource, parameter, kept) => {
	const [newest, ...others] = kept();
	await run({ ...resource, operation: 'delete', [parameter]: newest!.id });
	expect(kept()).toEqual(others);
});
