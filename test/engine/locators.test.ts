import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import { startSimulator, useSimulator } from '../useSimulator';
import { openList } from './openList';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runnerOf } from './run';
import { requester } from './service';
import { startTrigger } from './trigger';

const many = { charges: 90, payouts: 60, locations: 60, orders: 60, products: 60, transfers: 60 };
const simulator = useSimulator(many);
const run = runnerOf(simulator);

beforeAll(async () => {
	const codes = Array.from({ length: 60 }, (_, index) => ({
		name: `Counter ${index + 1}`,
		payment_provider_method: 'paynow_online',
		...(index % 2 && { amount: 5, currency: 'SGD' }),
	}));
	for (const code of codes) await post('/v1/static_qr', code);
	for (let index = 1; index <= 60; index += 1) {
		await post('/v1/customers', { email: `ann${index}@example.com`, name: 'Ann Tan' });
		const cycle = index % 2 ? { cycle: 'monthly' } : biweekly;
		await post('/v1/subscription-plan', { name: `Gym ${index}`, amount: 20, ...cycle });
		simulator.addSubscription({ name: `Gym ${index}`, amount: 20 });
		await post('/v1/payment-requests', {
			amount: 12.5,
			currency: 'SGD',
			purpose: `Order ${1000 + index}`,
			email: 'ann@example.com',
		});
	}
	for (let index = 1; index <= 60; index += 1) {
		await post('/v1/invoices', {
			invoice_date: '2026-03-01',
			currency: 'SGD',
			payment_by: 'amount',
			amount: 12.5,
			subtotal: 12.5,
			customer: { name: 'Ann Tan', email: 'ann@example.com' },
		});
	}
});

const biweekly = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };

const post = requester(simulator);

type Method = keyof Payments['methods']['listSearch'];
type Records = Array<{ id: string }>;

/** Each list, with what the service has of it, in its order. */
const lists: Array<[Method, path: string, () => Records, emptyPages?: number]> = [
	['searchCharges', '/v1/charges', () => simulator.records.charges],
	['searchCustomers', '/v1/customers', () => simulator.records.customers],
	['searchInvoices', '/v1/invoices', () => simulator.records.invoices],
	['searchOrders', '/v1/orders', () => simulator.records.orders],
	['searchPaymentRequests', '/v1/payment-requests', () => simulator.records.paymentRequests],
	['searchPayouts', '/v1/payouts', () => simulator.records.payouts],
	['searchPlans', '/v1/subscription-plan', () => simulator.records.plans],
	['searchProducts', '/v1/products', () => simulator.records.products],
	['searchRefundableCharges', '/v1/charges', refundable],
	['searchStaticQrs', '/v1/static_qr', () => simulator.records.staticQrs],
	['searchTransfers', '/v1/transfers', () => simulator.records.transfers],
	// Of the other statuses there are none.
	['searchSubscriptions', '/v1/recurring-billing', () => simulator.records.subscriptions, 4],
];

function refundable() {
	const statuses = ['succeeded', 'succeeded_manually', 'partially_refunded'];
	return simulator.records.charges.filter(({ status }) => statuses.includes(status));
}

/** All that a list shows, as the editor gets it by scrolling. */
async function all(method: Method, filter?: string, timezone?: string) {
	const found: Array<{ name: string; value: unknown }> = [];
	let token: string | undefined;
	do {
		const page = await openList(method, timezone)(apiKeyOf(simulator), filter, token);
		found.push(...page.results);
		token = page.paginationToken;
	} while (token !== undefined);
	return found;
}

const one = async (method: Method, filter?: string, timezone?: string) =>
	(await all(method, filter, timezone))[0]!.name;

test('the checkout page of a payment request can be opened from the list, and nothing else', async () => {
	const data = [
		{ id: 'rec-1', url: 'https://securecheckout.example/1' },
		{ id: 'rec-2', url: 'javascript:alert(1)' },
		{ id: 'rec-3' },
	];
	simulator.fault({ path: '/v1/payment-requests', status: 200, body: { data } });
	const { results } = await openList('searchPaymentRequests')(apiKeyOf(simulator));
	expect(results.map(({ url }) => url)).toEqual([data[0]!.url, undefined, undefined]);
});

test('every list that a parameter names is there', () => {
	const { description, methods } = new Payments();
	const named = JSON.stringify(description.properties).matchAll(/"searchListMethod":"(\w+)"/g);
	const used = new Set([...named].map(([, name]) => name));
	expect([...used].sort()).toEqual(Object.keys(methods.listSearch).sort());
});

describe.each(lists)('%s', (method, path, records, emptyPages = 0) => {
	test('has all of them, page by page, in the order of the service', async () => {
		const found = await all(method);
		expect(found.map(({ value }) => value)).toEqual(records().map(({ id }) => id));
		expect(found.length).toBeGreaterThan(50);
		const pages = simulator.requests.filter((one) => one.path === path);
		// The links of triggers are requested first.
		const links = pages.filter(({ query }) => query.search === 'n8n:');
		expect(links).toHaveLength(method === 'searchPaymentRequests' ? 1 : 0);
		expect(pages.length - links.length).toBe(Math.ceil(found.length / 25) + emptyPages);
	});

	test('is there with OAuth2, too', async () => {
		const credentials = oAuth2Of(simulator, 'business:read commerce customer payments');
		const { results } = await openList(method)(credentials);
		expect(results).toHaveLength(25);
	});

	test('is searched by ID', async () => {
		const { id } = records().at(-1)!;
		expect((await all(method, ` ${id} `)).map(({ value }) => value)).toEqual([id]);
	});

	test('says so when nothing is found', async () => {
		const { results, paginationToken } = await openList(method)(apiKeyOf(simulator), 'zzzz');
		expect({ results, paginationToken }).toEqual({ results: [], paginationToken: undefined });
	});

	test('shows a record of which little is known by its ID', async () => {
		const data = [{ id: 'rec-1', customer: null, payment_method: null, amount: null }];
		simulator.fault({ path, status: 200, body: { data } });
		const { results } = await openList(method)(apiKeyOf(simulator));
		expect(results).toEqual([{ name: 'rec-1', value: 'rec-1' }]);
	});

	test('explains an answer that is no list', async () => {
		simulator.fault({ path, status: 200, body: { data: 'none' } });
		await expect(openList(method)(apiKeyOf(simulator))).rejects.toMatchObject({
			message: 'The response contains no list of records',
		});
	});

	test.each(['paymentsApi', 'paymentsOAuth2Api'])(
		"reports an 'API URL' of %s that is not a web address",
		async (type) => {
			const typed = { environment: 'custom', apiUrl: 'payments.example.com' };
			await expect(openList(method)({ [type]: typed })).rejects.toMatchObject({
				message: "'API URL' in the credential is not a web address",
				description:
					'Enter the complete address in front of /v1. It begins with https:// and has no user, query or blanks.',
			});
		},
	);

	test.each(['/', ' '])("opens with an 'API URL' that ends with %p", async (end) => {
		const credentials = apiKeyOf(simulator, { apiUrl: simulator.url + end });
		expect((await openList(method)(credentials)).results).not.toEqual([]);
	});

	test('says which scope is missing', async () => {
		simulator.fault({ path, status: 403, body: { message: 'Forbidden.' } });
		await expect(openList(method)(oAuth2Of(simulator))).rejects.toMatchObject({
			message: 'Forbidden.',
			description: expect.stringContaining("add the missing scope to 'Scope'") as string,
		});
	});
});

test('a transfer is shown by beneficiary, amount, status and day', async () => {
	const transfer = {
		id: 'tr-1',
		beneficiary: { nickname: 'Flour supplier', holder_name: 'Golden Mill', account_number: '0721' },
		payment_amount: '840.50',
		payment_currency: 'sgd',
		status: 'paid',
		created_at: '2026-03-02T10:00:00+08:00',
	};
	const show = async (fields: object) => {
		const data = [{ ...transfer, ...fields }];
		simulator.fault({ path: '/v1/transfers', status: 200, body: { data } });
		return await one('searchTransfers');
	};
	expect(await show({})).toBe('Flour supplier · 840.50 SGD · Paid · 2 Mar 2026');
	expect(await show({ beneficiary: { nickname: '', holder_name: 'Golden Mill' } })).toBe(
		'Golden Mill · 840.50 SGD · Paid · 2 Mar 2026',
	);
});

describe('the list of providers', () => {
	const list = async (filter?: string) =>
		(await openList('searchProviders')(apiKeyOf(simulator), filter)).results;
	const answer = (status: number, body: object) =>
		simulator.fault({ path: '/v1/account-status', status, body });

	test('has those of the account, and how far each is set up', async () => {
		const stripe = { name: 'Stripe · Pending', value: 'stripe' };
		expect(await list()).toEqual([{ name: 'Adyen · Completed', value: 'adyen' }, stripe]);
		expect(await list('PEND')).toEqual([stripe]);
	});

	test('has the known one if the account has none, or its status cannot be read', async () => {
		const known = [{ name: 'Adyen', value: 'adyen' }];
		answer(200, { payment_providers: [] });
		expect(await list()).toEqual(known);
		answer(404, {});
		expect(await list()).toEqual(known);
		simulator.fault({ path: '/v1/account-status', status: 401, times: 2 });
		await expect(list()).rejects.toMatchObject({
			description: expect.stringContaining('Check the key in the credential') as string,
		});
	});
});

describe('a charge is shown', () => {
	const show = async (charge: object, timezone?: string) => {
		const data = [{ id: 'ch-1', ...charge }];
		simulator.fault({ path: '/v1/charges', status: 200, body: { data } });
		return await one('searchCharges', undefined, timezone);
	};
	const paid = {
		payment_method: { name: 'paynow_online' },
		amount: 12.5,
		currency: 'sgd',
		customer: { name: 'Ann Tan', email: 'ann@example.com' },
		status: 'succeeded',
		created_at: '2026-03-01T14:05:00+08:00',
	};

	test('by amount, customer, time and payment method: the editor cuts off the end of a row', async () => {
		expect(await show(paid)).toBe('12.50 SGD · Ann Tan · 1 Mar 2026, 14:05 UTC+8 · PayNow');
		expect(await show({ ...paid, status: 'success' })).toMatch(/^12\.50 SGD · Ann Tan · /);
	});

	test('by its order number first', async () => {
		const order = { ...paid, order_reference_number: 'ORD-1042' };
		expect(await show(order)).toMatch(/^ORD-1042 · 12\.50 SGD · Ann Tan · /);
	});

	test('with the time that its output has, wherever n8n is', async () => {
		expect(await show(paid, 'Europe/Berlin')).toContain('1 Mar 2026, 14:05 UTC+8');
		const utc = { ...paid, created_at: '2026-03-01T06:05:00Z' };
		expect(await show(utc, 'Europe/Berlin')).toContain('1 Mar 2026, 14:05 UTC+8');
	});

	test("by the customer's email where there is no name", async () => {
		const customer = { name: '', email: 'ann@example.com' };
		expect(await show({ ...paid, customer })).toContain(' · ann@example.com · ');
	});

	test('with its status unless it has succeeded', async () => {
		expect(await show({ ...paid, status: 'failed' })).toMatch(/^12\.50 SGD · Failed · Ann Tan · /);
		expect(await show({ status: 'failed', amount: 1, currency: 'jpy' })).toBe('1 JPY · Failed');
	});
});

test('of what can be refunded, the list says how much is left', async () => {
	const shown = await all('searchRefundableCharges');
	let partial = 0;
	for (const { name, value } of shown) {
		const { status, amount, currency } = refundable().find(({ id }) => id === value)!;
		const total = `${amount.toFixed(2)} ${currency.toUpperCase()}`;
		if (status !== 'partially_refunded') {
			expect(name).toContain(` · ${total} · `);
			continue;
		}
		partial += 1;
		const [, left] = / · ([\d.]+) of ([\d.]+ [A-Z]{3}) left · /.exec(name) ?? [];
		expect(name).toContain(` of ${total} left · `);
		expect(Number(left)).toBeGreaterThan(0);
		expect(Number(left)).toBeLessThan(amount);
		expect(name).not.toContain('Partially Refunded');
	}
	expect(partial).toBeGreaterThan(0);
});

describe('a charge that was refunded in part', () => {
	const charge = { id: 'ch-1', amount: 25, currency: 'sgd', status: 'partially_refunded' };
	const show = async (record: object, single?: object) => {
		const data = [{ ...charge, ...record }];
		simulator.fault({ path: '/v1/charges', status: 200, body: { data } });
		if (single) simulator.fault({ path: '/v1/charges/ch-1', ...single });
		return await one('searchRefundableCharges');
	};

	test('is shown with what is left of it', async () => {
		const body = { ...charge, refunded_amount: 1.5 };
		expect(await show({}, { status: 200, body })).toBe('23.50 of 25.00 SGD left');
	});

	test('is not requested if the list has its refunded amount', async () => {
		expect(await show({ refunded_amount: '1.50' })).toBe('23.50 of 25.00 SGD left');
		expect(simulator.requests).toHaveLength(1);
	});

	test('is shown with amounts that are texts with grouped thousands', async () => {
		const amounts = { amount: '1,250.00', refunded_amount: '1.00' };
		expect(await show(amounts)).toBe('1249.00 of 1250.00 SGD left');
	});

	test.each([
		['cannot be read', { status: 403, body: { message: 'Forbidden.' } }],
		['is not there', { status: 404, body: { message: 'Not found.' } }],
		['has no refunded amount', { status: 200, body: charge }],
		['is another one', { status: 200, body: { ...charge, id: 'ch-2', refunded_amount: 5 } }],
	])('is shown with its status if it %s', async (_, single) => {
		expect(await show({}, single)).toBe('25.00 SGD · Partially Refunded');
	});
});

describe('a charge is found', () => {
	const found = async (words: string, method: Method = 'searchCharges') =>
		(await all(method, words)).map(({ value }) => value);

	test.each(['searchCharges', 'searchRefundableCharges'] as const)(
		'in %s by its order number, which the service does not search',
		async (method) => {
			const { id, order_reference_number: order } = refundable().at(-1)!;
			expect(await found(order, method)).toEqual([id]);
			expect(await found(order.slice(-6).toLowerCase(), method)).toContain(id);
		},
	);

	test('by the name of the customer', async () => {
		const { customer } = simulator.records.charges[60]!;
		const names = simulator.records.charges.filter(
			({ customer: { name } }) => name === customer.name,
		);
		expect(await found(customer.name)).toEqual(names.map(({ id }) => id));
	});

	test('once, if both the service and the label have the words', async () => {
		const { customer } = simulator.records.charges[60]!;
		const result = await found(customer.email);
		expect(result.length).toBeGreaterThan(0);
		expect(new Set(result).size).toBe(result.length);
	});

	test('by the service first; the labels are searched when its results end', async () => {
		const first = await openList('searchCharges')(apiKeyOf(simulator), 'example');
		expect(first.results).toHaveLength(25);
		expect(simulator.requests).toHaveLength(1);
		expect(simulator.requests[0]?.query.keywords).toBe('example');
		await openList('searchCharges')(apiKeyOf(simulator), 'example', 'here ');
		expect(simulator.requests[1]?.query).toMatchObject({ per_page: '100' });
		expect(simulator.requests[1]?.query).not.toHaveProperty('keywords');
	});

	test('among the newest ones only: a search does not read a whole long list', async () => {
		const body = { data: [{ id: '1', order_reference_number: 'A' }], meta: { next_cursor: 'x' } };
		simulator.fault({ path: '/v1/charges', status: 200, body: { data: [] } });
		simulator.fault({ path: '/v1/charges', status: 200, body, times: 100 });
		const { results, paginationToken } = await openList('searchCharges')(
			apiKeyOf(simulator),
			'ORD-1042',
		);
		expect({ results, paginationToken }).toEqual({ results: [], paginationToken: 'here x' });
		expect(simulator.requests).toHaveLength(6);
	});
});

test('the service is asked for all statuses of which something can be left', async () => {
	await openList('searchRefundableCharges')(apiKeyOf(simulator), 'ann');
	expect(simulator.requests[0]?.query).toMatchObject({
		statuses: ['success', 'succeeded_manually', 'partially_refunded'],
		keywords: 'ann',
	});
});

test('the other records are shown by what tells them apart', async () => {
	const today = DateTime.now().setZone('Asia/Singapore').setLocale('en').toFormat('d LLL yyyy');
	// The time tells apart what one customer is asked for on one day.
	const [request, at] = (await one('searchPaymentRequests', 'Order 1042')).split(`${today}, `);
	expect(request).toBe('Order 1042 · 12.50 SGD · Pending · ann@example.com · ');
	expect(at).toMatch(/^\d\d:\d\d UTC\+8$/);
	expect(await one('searchCustomers', 'ann60@example.com')).toBe('Ann Tan · ann60@example.com');
	expect(await one('searchPlans', 'gym 1')).toMatch(
		/^Gym \d+ · 20\.00 SGD · (Monthly|Every 2 weeks)$/,
	);
	expect(await one('searchPlans', 'gym 59 monthly')).toBe('Gym 59 · 20.00 SGD · Monthly');
	expect(await one('searchPlans', 'gym 58 weeks')).toBe('Gym 58 · 20.00 SGD · Every 2 weeks');
	expect(await one('searchStaticQrs', 'counter 59')).toBe('Counter 59 · PayNow');
	expect(await one('searchStaticQrs', 'counter 60')).toBe('Counter 60 · PayNow · 5.00 SGD');
	expect(await one('searchPayouts')).toMatch(
		/^\d+\.\d\d [A-Z]{3} · \d+ [A-Z][a-z]{2} \d{4} · [A-Z][a-z]+ · .+$/,
	);
});

describe('an order is shown', () => {
	const show = async (order: object) => {
		const data = [{ id: 'or-1', ...order }];
		simulator.fault({ path: '/v1/orders', status: 200, body: { data } });
		return await one('searchOrders');
	};
	const paid = {
		order_display_number: 1042,
		customer: { name: 'Ann Tan', email: 'ann@example.com' },
		currency: 'sgd',
		amount: '1,250.00',
		status: 'completed',
		created_at: '2026-03-01T14:05:00+08:00',
	};

	test('by its number first, which the service does not search', async () => {
		expect(await show(paid)).toBe('1042 · 1250.00 SGD · Completed · 1 Mar 2026 · Ann Tan');
		const { order_display_number: number, id } = simulator.records.orders.at(-1)!;
		const found = await all('searchOrders', String(number));
		expect(found.map(({ value }) => value)).toContain(id);
	});

	test("by the customer's email where there is no name", async () => {
		const customer = { name: null, email: 'ann@example.com' };
		expect(await show({ ...paid, customer })).toMatch(/ · ann@example\.com$/);
	});
});

describe('a product is shown', () => {
	const show = async (product: object) => {
		const data = [{ id: 'pr-1', name: 'T-shirt', currency: 'SGD', price: 18, ...product }];
		simulator.fault({ path: '/v1/products', status: 200, body: { data } });
		const { results } = await openList('searchProducts')(apiKeyOf(simulator));
		return results[0]!;
	};

	test('by its price, its stock, and its status unless it is published', async () => {
		const variations = [{ quantity: 12 }, { quantity: 3 }];
		const sold = { status: 'published', quantity: null, variations };
		expect((await show(sold)).name).toBe('T-shirt · 18.00 SGD · 15 in stock');
		const draft = { status: 'draft', quantity: 0, variations: [] };
		expect((await show(draft)).name).toBe('T-shirt · 18.00 SGD · Draft · 0 in stock');
		expect((await show({})).name).toBe('T-shirt · 18.00 SGD');
	});

	test('with its page in the online store, which can be opened', async () => {
		expect(await show({ product_url: 'https://shop.example/1' })).toMatchObject({
			url: 'https://shop.example/1',
		});
	});
});

test('product categories are searched by their name, which shows the inactive ones', async () => {
	const { categories } = simulator.records;
	const shown = await all('searchProductCategories');
	expect(shown).toEqual(
		categories.map(({ id, name, is_active }) => ({
			value: id,
			name: is_active ? name : `${name} (inactive)`,
		})),
	);
	expect(shown.some(({ name }) => name.endsWith(' (inactive)'))).toBe(true);
	const [{ id, name }] = categories as [(typeof categories)[0]];
	expect((await all('searchProductCategories', name)).map(({ value }) => value)).toContain(id);
	expect(simulator.requests.at(-1)?.query.keywords).toBe(name);
});

describe('staff members', () => {
	const staff = async (filter?: string) => await all('searchStaff', filter);

	test('are listed with their roles, and searched by both and by ID', async () => {
		const { staff: members } = simulator.records;
		expect(await staff()).toEqual(
			members.map(({ id, name, role }) => ({ name: `${name} · ${role.title}`, value: id })),
		);
		expect(await staff('owner')).toHaveLength(1);
		expect((await staff(` ${members[2]!.id} `)).map(({ value }) => value)).toEqual([
			members[2]!.id,
		]);
		expect(await staff('zzzz')).toEqual([]);
	});

	test('without a name are shown by their ID, and those without an ID not at all', async () => {
		simulator.fault({ path: '/v1/staffs', status: 200, body: [{ id: 7, role: null }, {}, null] });
		expect(await staff()).toEqual([{ name: '7', value: '7' }]);
	});

	test('cannot be listed if the response is no list, or the scope is missing', async () => {
		simulator.fault({ path: '/v1/staffs', status: 200, body: { data: [] } });
		await expect(staff()).rejects.toMatchObject({
			message: 'The response contains no list of records',
		});
		simulator.fault({ path: '/v1/staffs', status: 403, body: { message: 'Forbidden.' } });
		await expect(openList('searchStaff')(oAuth2Of(simulator))).rejects.toMatchObject({
			description: expect.stringContaining("add the missing scope to 'Scope'") as string,
		});
	});
});

test('a payment request is shown by its reference number, then by its purpose', async () => {
	const data = [{ id: '1', reference_number: 'ORD-1042', purpose: 'Two tickets' }];
	simulator.fault({ path: '/v1/payment-requests', status: 200, body: { data } });
	expect(await one('searchPaymentRequests')).toBe('ORD-1042 · Two tickets');
});

test.each([
	['Workshop (n8n:Vk8p:4f2a:0c1d)', 'Link of Workshop'],
	['Workshop (n8n:Vk8p:4f2a:0c1d:test)', 'Test link of Workshop'],
	['Workshop (n8n is great)', 'Workshop (n8n is great) · 25.00 SGD · Workshop'],
])(
	'of the reference number %p of a payment link, only the text for people is shown',
	async (reference_number, shown) => {
		const data = [
			{ id: '1', reference_number, purpose: 'Workshop', amount: '25.00', currency: 'sgd' },
		];
		simulator.fault({ path: '/v1/payment-requests', status: 200, body: { data } });
		const name = await one('searchPaymentRequests');
		expect(name).toBe(shown.includes('·') ? shown : `${shown} · 25.00 SGD`);
	},
);

test('the link of a trigger comes first, by the name of its workflow, and is found without a search', async () => {
	const own = await startSimulator({ charges: 1 });
	const trigger = await startTrigger({
		credentials: apiKeyOf(own),
		parameters: { mode: 'link', amount: 9, currency: 'SGD', purpose: 'Workshop' },
	});
	const { id } = await trigger.publish();
	const call = requester(own);
	for (let i = 0; i < 30; i += 1)
		await call('/v1/payment-requests', { amount: 1, currency: 'SGD' });
	const list = openList('searchPaymentRequests');
	const { results } = await list(apiKeyOf(own));
	expect(results[0]).toMatchObject({
		value: id,
		name: expect.stringMatching(/^Link of Orders · 9\.00 SGD · .* · Workshop$/) as string,
	});
	expect(results.filter(({ value }) => value === id)).toHaveLength(1);
	// If the API refuses the search, the others are there.
	own.fault({ path: '/v1/payment-requests', status: 422, skip: 1 });
	expect((await list(apiKeyOf(own))).results.length).toBeGreaterThan(5);
	await trigger.close();
	await own.close();
});

test('a plan with a cycle of one unit says so', async () => {
	const cycle = { cycle: 'custom', cycle_repeat: 1, cycle_frequency: 'day' };
	const data = [{ id: '1', name: 'Gym', ...cycle }];
	simulator.fault({ path: '/v1/subscription-plan', status: 200, body: { data } });
	expect(await one('searchPlans')).toBe('Gym · Every day');
});

test('an invoice says its number, its customer, its amount, whether it is paid, and when it was made', async () => {
	const [{ name } = { name: '' }] = await all('searchInvoices');
	expect(name).toMatch(/^INV-\d{8} · Ann Tan · 12\.50 SGD · Pending · \d+ [A-Z][a-z]{2} \d{4}$/);
	const { invoice_number } = simulator.records.invoices.at(-1)!;
	expect(await all('searchInvoices', `tan ${invoice_number}`)).toHaveLength(1);
});

describe('where the service has no search', () => {
	test('what is far behind is found, and the editor is not left with a few hits', async () => {
		const { results } = await openList('searchPlans')(apiKeyOf(simulator), 'monthly');
		expect(results.length).toBeGreaterThanOrEqual(25);
		expect(results.every(({ name }) => name.endsWith('Monthly'))).toBe(true);
		expect(await all('searchPlans', 'monthly')).toHaveLength(30);
	});

	test('a search through very many goes on where it stopped', async () => {
		const body = { data: [{ id: '1', name: 'Gym' }], links: { next: '/?page=2' } };
		simulator.fault({ path: '/v1/subscription-plan', status: 200, body, times: 100 });
		const { results, paginationToken } = await openList('searchPlans')(apiKeyOf(simulator), 'x');
		expect({ results, paginationToken }).toEqual({ results: [], paginationToken: '21' });
		expect(simulator.requests).toHaveLength(20);
	});

	test('static QR codes are also listed where they come by cursor', async () => {
		const page = (id: string, next_cursor: string | null) => ({
			path: '/v1/static_qr',
			status: 200,
			body: { data: [{ id, name: id }], meta: { next_cursor } },
		});
		simulator.fault(page('a', 'eyJ'));
		simulator.fault(page('b', null));
		expect((await all('searchStaticQrs')).map(({ name }) => name)).toEqual(['a', 'b']);
		expect(simulator.requests.map(({ query }) => query)).toEqual([
			{ page: '1' },
			{ page: '2', cursor: 'eyJ' },
		]);
	});
});

test('a page that is empty though there are more is passed over', async () => {
	const first = await openList('searchCharges')(apiKeyOf(simulator));
	const meta = { next_cursor: first.paginationToken };
	simulator.fault({ path: '/v1/charges', status: 200, body: { data: [], meta } });
	const { results } = await openList('searchCharges')(apiKeyOf(simulator), 'example');
	expect(results).not.toEqual([]);
	expect(simulator.requests.at(-1)?.query.cursor).toBe(first.paginationToken);
});

/** How a record is given: chosen, typed in, by expression, and as a text in an older workflow. */
const ways: Array<[way: string, (id: string) => INodeParameters | string]> = [
	['chosen from the list', (value) => ({ __rl: true, mode: 'list', value, cachedResultName: 'A' })],
	['given by its ID', (value) => ({ __rl: true, mode: 'id', value: ` ${value}\n` })],
	['given by an expression', () => ({ __rl: true, mode: 'id', value: '={{ $json.id }}' })],
	['a plain text', (value) => value],
	['a plain expression', () => '={{ $json.id }}'],
];

/** Where a record is picked: its label, and the parameters with a locator in them. */
const places: Array<
	[where: string, label: string, (value: never) => INodeParameters, () => Records]
> = [
	['Charge: Get', 'Charge', at('charge', 'get', 'chargeId'), () => simulator.records.charges],
	...['get', 'update', 'delete'].flatMap((operation): typeof places => [
		[
			`Customer: ${operation}`,
			'Customer',
			at('customer', operation, 'customerId', { name: 'A' }),
			() => simulator.records.customers,
		],
		[
			`Payment Request: ${operation}`,
			'Payment Request',
			at('paymentRequest', operation, 'paymentRequestId', { purpose: 'A' }),
			() => simulator.records.paymentRequests,
		],
		[
			`Plan: ${operation}`,
			'Plan',
			at('plan', operation, 'planId', { name: 'A' }),
			() => simulator.records.plans,
		],
		[
			`Static QR: ${operation}`,
			'Static QR',
			at('staticQr', operation, 'staticQrId', { name: 'A' }),
			() => simulator.records.staticQrs,
		],
	]),
	...['get', 'update', 'charge', 'cancel'].map((operation): (typeof places)[number] => [
		`Subscription: ${operation}`,
		'Subscription',
		(value) => ({
			...at('subscription', operation, 'subscriptionId', { name: 'A' })(value),
			...{ amount: 5, currency: 'SGD' },
		}),
		() => simulator.records.subscriptions,
	]),
	[
		'Refund: Create',
		'Charge',
		(paymentId) => operation('refund', 'create', { refundKind: 'everything', paymentId }),
		refundable,
	],
	[
		'Charge: Get Many',
		'Payment Request',
		filter('paymentRequestId'),
		() => simulator.records.charges,
	],
	['Charge: Get Many', 'Customer', filter('customerId'), () => simulator.records.customers],
	['Charge: Get Many', 'Payout', filter('payoutId'), () => simulator.records.payouts],
	['Order: Get', 'Order', at('order', 'get', 'orderId'), () => simulator.records.orders],
	...['get', 'delete'].map((operation): (typeof places)[0] => [
		`Product: ${operation}`,
		'Product',
		at('product', operation, 'productId'),
		() => simulator.records.products,
	]),
	[
		'Location: delete',
		'Location',
		at('location', 'delete', 'locationId'),
		() => simulator.records.locations.filter(({ active }) => !active),
	],
];

/** Where a record may be picked: empty, it is left out. */
const optionalPlaces: typeof places = [
	[
		'Payment Request: Create',
		'Location',
		(locationId) =>
			operation('paymentRequest', 'create', {
				...{ amount: 5, currency: 'SGD' },
				additionalFields: { locationId },
			}),
		() => simulator.records.locations,
	],
	[
		'Payment Request: Create',
		'Staff Member',
		(staffId) =>
			operation('paymentRequest', 'create', {
				...{ amount: 5, currency: 'SGD' },
				additionalFields: { staffId },
			}),
		() => simulator.records.staff,
	],
	[
		'Static QR: Create',
		'Location',
		(locationId) =>
			operation('staticQr', 'create', { name: 'Counter', additionalFields: { locationId } }),
		() => simulator.records.locations,
	],
];

function at(resource: string, operation: string, parameter: string, updateFields = {}) {
	return (value: never) => ({ resource, operation, [parameter]: value, updateFields });
}

function filter(parameter: string) {
	return (value: never) => operation('charge', 'getAll', { filters: { [parameter]: value } });
}

describe.each([...places, ...optionalPlaces])(
	'%s with its %s',
	(_, __, parametersWith, records) => {
		test.each(ways)('%s', async (_, locator) => {
			const { id } = records()[0]!;
			await succeeded(run(parametersWith(locator(id) as never), { items: [{ id }] }));
			const { path, query, body } = simulator.requests.at(-1)!;
			expect([
				path.split('/').at(-1),
				...Object.values({ ...query, ...(body as object) }),
			]).toContain(id);
		});
	},
);

describe.each(places)('%s with its %s', (where, label, parametersWith) => {
	test.each([
		['an expression that gives nothing', { __rl: true, mode: 'id', value: '={{ $json.no }}' }],
		['a plain expression that gives nothing', '={{ $json.no }}'],
	])('%s is not sent', async (_, value) => {
		const { error } = await run(parametersWith(value as never));
		expect(error?.message).toBe(`'${label}' is empty [item 0]`);
		expect(error?.description).toContain(
			where === 'Charge: Get Many'
				? 'Check the expression, or remove the filter.'
				: 'Choose one from the list, or use ',
		);
		expect(simulator.requests).toEqual([]);
	});
});

test.each(ways)('a location that is %s is not sent when it is no ID', async (_, locator) => {
	const parameters = operation('location', 'delete', { locationId: locator('x') });
	const { error } = await run(parameters, { items: [{ id: 'x' }] });
	expect(error?.message).toBe("'Location' is not a valid ID [item 0]");
	expect(error?.description).toContain('Choose one from the list');
	expect(simulator.requests).toEqual([]);
});

test('a filter that was added and not chosen is not taken for all', async () => {
	const { error } = await run(filter('payoutId')({ mode: 'list', value: '' } as never));
	expect(error?.message).toBe("'Payout' is empty [item 0]");
	expect(simulator.requests).toEqual([]);
});

test('a static QR code whose ID is a number is found', async () => {
	const { error } = await run(
		operation('staticQr', 'get', { staticQrId: { __rl: true, mode: 'id', value: '={{ 1042 }}' } }),
	);
	expect(error?.message).toContain('[item 0]');
	expect(simulator.requests[0]?.path).toBe('/v1/static_qr/1042');
});
