import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { Payments } from '../../../nodes/Payments/Payments.node';
import { mustViolate, startSimulator, useSimulator } from '../../useSimulator';
import { ID } from '../inputs/places';
import { contextOf, openList } from '../openList';
import { apiKeyOf, oAuth2Of } from '../run';
import { invoiceBody, requester } from '../service';
import { startTrigger } from '../trigger/trigger';

const many = { charges: 90, payouts: 60, locations: 60, orders: 60, products: 60, transfers: 60 };
const simulator = useSimulator({ ...many, virtualAccountMethods: 60 });

beforeAll(async () => {
	const codes = Array.from({ length: 60 }, (_, index) => ({
		name: `Counter ${index + 1}`,
		payment_provider_method: 'paynow_online',
		...(index % 2 && { amount: 5, currency: 'SGD' }),
	}));
	for (const code of codes) await post('/v1/static_qr', code);
	for (let index = 1; index <= 60; index += 1) {
		await post('/v1/customers', { email: `ann${index}@example.com`, name: 'Ann Tan' });
		const cycle = index % 2 ? { cycle: 'monthly' } : { cycle: 'yearly' };
		await post('/v1/subscription-plan', { name: `Gym ${index}`, amount: 20, ...cycle });
		simulator.addSubscription({ name: `Gym ${index}`, amount: 20 });
		await post('/v1/payment-requests', {
			amount: 12.5,
			currency: 'SGD',
			purpose: `Order ${1000 + index}`,
			email: 'ann@example.com',
		});
		await post('/v1/virtual-accounts', {});
		await post('/v1/invoices', { ...invoiceBody, amount: 12.5, subtotal: 12.5 });
		const { beneficiaries } = simulator.records;
		beneficiaries.push({ ...beneficiaries[0]!, id: crypto.randomUUID() });
	}
});

const post = requester(simulator);

type Method = keyof Payments['methods']['listSearch'];
type Records = Array<{ id: string }>;

/** Each list, with what the service has of it, in its order. */
const lists: Array<[Method, path: string, () => Records, emptyPages?: number]> = [
	['searchBeneficiaries', '/v1/beneficiaries', () => simulator.records.beneficiaries],
	['searchCharges', '/v1/charges', () => simulator.records.charges],
	['searchCustomers', '/v1/customers', () => simulator.records.customers],
	['searchInvoices', '/v1/invoices', () => simulator.records.invoices],
	['searchLocations', '/v1/locations', () => simulator.records.locations],
	['searchOrders', '/v1/orders', () => simulator.records.orders],
	['searchPaymentRequests', '/v1/payment-requests', () => simulator.records.paymentRequests],
	['searchPayouts', '/v1/payouts', () => simulator.records.payouts],
	['searchPlans', '/v1/subscription-plan', () => simulator.records.plans],
	['searchProducts', '/v1/products', () => simulator.records.products],
	['searchRefundableCharges', '/v1/charges', refundable],
	['searchStaticQrs', '/v1/static_qr', () => simulator.records.staticQrs],
	['searchTransfers', '/v1/transfers', () => simulator.records.transfers],
	['searchVirtualAccounts', '/v1/virtual-accounts', () => simulator.records.virtualAccounts],
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

	test('says which scope is missing', async () => {
		simulator.fault({ path, status: 403, body: { message: 'Forbidden.' } });
		await expect(openList(method)(oAuth2Of(simulator))).rejects.toMatchObject({
			message: 'Forbidden.',
			description: expect.stringContaining("add the missing scope to 'Scope'") as string,
		});
	});
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
		const { charges } = simulator.records;
		const { name } = charges[60]!.customer;
		const own = charges.filter(({ customer }) => customer.name === name);
		expect(await found(name)).toEqual(own.map(({ id }) => id));
	});

	test('once, if both the service and the label have the words', async () => {
		const result = await found(simulator.records.charges[60]!.customer.email);
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
		simulator.fault({ path: '/v1/charges', status: 200, body: { data: [] } });
		for (const page of [1, 2, 3, 4, 5]) {
			const meta = { next_cursor: `after ${page}` };
			const body = { data: [{ id: '1', order_reference_number: 'A' }], meta };
			simulator.fault({ path: '/v1/charges', status: 200, body });
		}
		const { results, paginationToken } = await openList('searchCharges')(
			apiKeyOf(simulator),
			'ORD-1042',
		);
		expect({ results, paginationToken }).toEqual({
			results: [],
			paginationToken: 'here cursor=after+5',
		});
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

test('records are shown by what tells them apart', async () => {
	expect(await one('searchCustomers', 'ann60@example.com')).toBe('Ann Tan · ann60@example.com');
	expect(await one('searchStaticQrs', 'counter 59')).toBe('Counter 59 · PayNow');
	expect(await one('searchStaticQrs', 'counter 60')).toBe('Counter 60 · PayNow · 5.00 SGD');
	expect(await one('searchPayouts')).toMatch(
		/^\d+\.\d\d [A-Z]{3} · \d+ [A-Z][a-z]{2} \d{4} · [A-Z][a-z]+ · .+$/,
	);

	const today = DateTime.now().setZone('Asia/Singapore').setLocale('en').toFormat('d LLL yyyy');
	// The time tells apart what one customer is asked for on one day.
	const [request, at] = (await one('searchPaymentRequests', 'Order 1042')).split(`${today}, `);
	expect(request).toBe('Order 1042 · 12.50 SGD · Pending · ann@example.com · ');
	expect(at).toMatch(/^\d\d:\d\d UTC\+8$/);
	const { invoice_number } = simulator.records.invoices.at(-1)!;
	expect(await one('searchInvoices', `tan ${invoice_number}`)).toBe(
		`${invoice_number} · Ann Tan · 12.50 SGD · Pending · ${today}`,
	);
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
		const ofMember = ({ id, name, role }: (typeof members)[0]) => ({
			name: `${name} · ${role.title}`,
			value: id,
		});
		expect(await staff()).toEqual(members.map(ofMember));
		expect(await staff('owner')).toHaveLength(1);
		expect(await staff(` ${members[2]!.id} `)).toEqual([ofMember(members[2]!)]);
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

describe('variations', () => {
	const chosen = (value: string) => ({ __rl: true as const, mode: 'list', value });
	const list = async (product_id: INodeParameters[string], filter?: string) =>
		(await openList('searchVariations', undefined, { product_id })(apiKeyOf(simulator), filter))
			.results;

	test('are those of the product in the same entry or of an update, and are searched', async () => {
		const { id, variations } = simulator.records.products[2]!;
		const shown = variations.map((one) => ({
			name: `${one.description} · ${one.stock_keeping_unit} · ${one.price.toFixed(2)} SGD · ${one.quantity} in stock`,
			value: one.id,
		}));
		expect(await list(chosen(id))).toEqual(shown);
		expect(await list(` ${id} `, shown[1]!.name)).toEqual([shown[1]]);
		expect(await list(simulator.records.products[0]!.id)).toEqual([]);
		const given = { productId: chosen(id) };
		const context = contextOf(apiKeyOf(simulator), undefined, { id: '' }, given);
		const { searchVariations } = new Payments().methods.listSearch;
		expect((await searchVariations.call(context)).results).toEqual(shown);
	});

	test('cannot be listed before a product is chosen, or if the response is another record', async () => {
		for (const empty of [chosen(''), null, '.']) {
			await expect(list(empty)).rejects.toMatchObject({
				message: "'Product' has no value, so its variations cannot be listed",
			});
		}
		expect(simulator.requests).toEqual([]);
		const body = { id: '1', variations: [{ id: '2' }] };
		simulator.fault({ path: /products/, status: 200, body });
		const message = 'The response contains no record';
		await expect(list(chosen(ID))).rejects.toMatchObject({ message });
	});
});

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
});

describe.each([
	['its last page', () => ({ meta: { last_page: 3 } })],
	['a link with a number', (page: number) => ({ links: { next: `/?page=${page + 1}` } })],
])('a list that states only %s', (_, rest) => {
	test.each([
		['searchPayouts', '/v1/payouts'],
		['searchCharges', '/v1/charges'],
		['searchTransfers', '/v1/transfers'],
		['searchVirtualAccounts', '/v1/virtual-accounts'],
	] as const)('goes on by number: %s', async (method, path) => {
		for (const page of [1, 2]) {
			const body = { data: [{ id: `r-${page}` }], ...rest(page) };
			simulator.fault({ path, status: 200, body });
		}
		mustViolate(/query page is not in the contract/);
		const open = openList(method);
		const { paginationToken } = await open(apiKeyOf(simulator));
		const { results } = await open(apiKeyOf(simulator), '', paginationToken);
		expect(results.map(({ value }) => value)).toEqual(['r-2']);
		expect(simulator.requests.at(-1)?.query.page).toBe('2');
	});
});

test('a page that is empty though there are more is passed over', async () => {
	const first = await openList('searchCharges')(apiKeyOf(simulator));
	const cursor = new URLSearchParams(first.paginationToken).get('cursor');
	const meta = { next_cursor: cursor };
	simulator.fault({ path: '/v1/charges', status: 200, body: { data: [], meta } });
	const { results } = await openList('searchCharges')(apiKeyOf(simulator), 'example');
	expect(results).not.toEqual([]);
	expect(simulator.requests.at(-1)?.query.cursor).toBe(cursor);
});
