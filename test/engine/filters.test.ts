import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Payments } from '../../nodes/Payments/Payments.node';
import type {
	Charge,
	Location,
	Order,
	Payout,
	Product,
	ProductCategory,
	Transfer,
} from '../../simulator';
import { startHttpServer } from '../httpServer';
import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { apiKeyOf, operation, runnerOf } from './run';
import { requester } from './service';

const simulator = useSimulator({ charges: 150, payouts: 60, locations: 30 });
const run = runnerOf(simulator);

interface Case<T> {
	filter: string;
	/** The filter as the user sets it, the query that is sent, and the records that are wanted. */
	given: () => {
		filters: INodeParameters;
		query: Record<string, unknown>;
		keep: (record: T) => boolean;
	};
}

/** All statuses of charges: a list without the filter may lack some. */
const statuses = [
	'success',
	'succeeded_manually',
	'pending',
	'failed',
	'refunded',
	'cancelled',
	'partially_refunded',
	'void',
];

const charge = (index: number) => simulator.records.charges[index]!;
const dayOf = ({ created_at }: { created_at: string }) => created_at.slice(0, 10);
const everyone = () =>
	simulator.records.charges.map(({ executor }) => executor?.id).filter((id) => id !== undefined);

const charges: Array<Case<Charge>> = [
	{
		filter: 'Amount From',
		given: () => ({
			filters: { amountFrom: 100 },
			query: { amount_from: '100' },
			keep: ({ amount }) => amount >= 100,
		}),
	},
	{
		filter: 'Amount To',
		given: () => ({
			filters: { amountTo: '12.50' },
			query: { amount_to: '12.5' },
			keep: ({ amount }) => amount <= 12.5,
		}),
	},
	{
		filter: 'Created From',
		given: () => {
			const day = dayOf(charge(20));
			return {
				filters: { createdFrom: `${day}T18:00:00` },
				query: { date_from: day },
				keep: (one) => dayOf(one) >= day,
			};
		},
	},
	{
		filter: 'Created To',
		given: () => {
			const day = dayOf(charge(20));
			return {
				filters: { createdTo: day },
				query: { date_to: day },
				keep: (one) => dayOf(one) <= day,
			};
		},
	},
	{
		filter: 'Customer',
		given: () => {
			const id = charge(1).customer_id;
			return {
				filters: { customerId: id },
				query: { customer_id: id },
				keep: ({ customer_id }) => customer_id === id,
			};
		},
	},
	{
		filter: 'Location Names or IDs, as text',
		given: () => {
			const wanted = [charge(0).location.id, charge(1).location.id];
			return {
				filters: { locationIds: wanted.join(', ') },
				query: { location_ids: wanted },
				keep: ({ location }) => wanted.includes(location.id),
			};
		},
	},
	{
		filter: 'Location Names or IDs (one)',
		given: () => {
			const { id } = charge(0).location;
			return {
				filters: { locationIds: id },
				query: { location_ids: [id] },
				keep: ({ location }) => location.id === id,
			};
		},
	},
	{
		filter: 'Payment Request ID',
		given: () => {
			const id = charge(2).payment_request_id;
			return {
				filters: { paymentRequestId: id },
				query: { payment_request_id: id },
				keep: (one) => one.payment_request_id === id,
			};
		},
	},
	{
		filter: 'Search',
		given: () => {
			const { email } = charge(3).customer;
			return {
				filters: { search: ` ${email} ` },
				query: { keywords: email },
				keep: ({ customer }) => customer.email.includes(email),
			};
		},
	},
	{
		filter: 'Statuses',
		given: () => ({
			filters: { statuses: ['failed', 'partially_refunded'] },
			query: { statuses: ['failed', 'partially_refunded'] },
			keep: ({ status }) => ['failed', 'partially_refunded'].includes(status),
		}),
	},
	{
		filter: 'Statuses (one)',
		given: () => ({
			filters: { statuses: ['void'] },
			query: { statuses: ['void'] },
			keep: ({ status }) => status === 'void',
		}),
	},
	{
		filter: 'User IDs',
		given: () => {
			const id = everyone()[0]!;
			return {
				filters: { userIds: id },
				query: { user_ids: [id] },
				keep: ({ executor }) => executor?.id === id,
			};
		},
	},
];

const payouts: Array<Case<Payout>> = [
	{
		filter: 'Created From',
		given: () => {
			const day = dayOf(simulator.records.payouts[20]!);
			return {
				filters: { createdFrom: day },
				query: { created_at_from: day },
				keep: (one) => dayOf(one) >= day,
			};
		},
	},
	{
		filter: 'Created To',
		given: () => {
			const day = dayOf(simulator.records.payouts[20]!);
			return {
				filters: { createdTo: day },
				query: { created_at_to: day },
				keep: (one) => dayOf(one) <= day,
			};
		},
	},
	{
		filter: 'Status',
		given: () => ({
			filters: { status: 'paid' },
			query: { status: 'paid' },
			keep: ({ status }) => status === 'paid',
		}),
	},
];

const locations: Array<Case<Location>> = [
	{
		filter: 'Name or ID (a word)',
		given: () => {
			const word = simulator.records.locations[0]!.name.split(' ')[0]!;
			return {
				filters: { nameOrId: word },
				query: { keywords: word },
				keep: ({ name }) => name.includes(word),
			};
		},
	},
	{
		filter: 'Name or ID (an ID)',
		given: () => {
			const { id } = simulator.records.locations[5]!;
			return { filters: { nameOrId: id }, query: { keywords: id }, keep: (one) => one.id === id };
		},
	},
];

const orders: Array<Case<Order>> = [
	{
		filter: 'Created From and Created To',
		given: () => {
			const day = dayOf(simulator.records.orders[20]!);
			return {
				filters: { createdFrom: day, createdTo: `${day}T18:00:00` },
				query: { dateFrom: day, dateTo: day },
				keep: (one) => dayOf(one) === day,
			};
		},
	},
	{
		filter: 'Search',
		given: () => {
			const { id } = simulator.records.orders[5]!;
			return { filters: { search: id }, query: { keywords: id }, keep: (one) => one.id === id };
		},
	},
	{
		filter: 'Statuses',
		given: () => ({
			filters: { statuses: ['canceled', 'sent'] },
			query: { statuses: ['canceled', 'sent'] },
			keep: ({ status }) => status === 'canceled' || status === 'sent',
		}),
	},
];

const products: Array<Case<Product>> = [
	{
		filter: 'Category Names or IDs, as text',
		given: () => {
			const [one, other] = simulator.records.products;
			const wanted = [...one!.category_id, ...other!.category_id];
			return {
				filters: { categories: wanted.join(', ') },
				query: { categories: wanted },
				keep: ({ category_id: [id] }) => wanted.includes(id!),
			};
		},
	},
	{
		filter: 'Channels',
		given: () => ({
			filters: { channels: ['invoice'] },
			query: { channels: ['invoice'] },
			keep: ({ channels }) => channels.includes('invoice'),
		}),
	},
	{
		filter: 'Inventory',
		given: () => ({
			filters: { inventory: ['out_of_stock'] },
			query: { inventory: ['out_of_stock'] },
			keep: ({ quantity, variations }) => quantity === 0 && variations.length === 0,
		}),
	},
	{
		filter: 'Location Names or IDs',
		given: () => {
			const { id } = simulator.records.products[0]!.locations[0]!;
			return {
				filters: { locationIds: [id] },
				query: { location_ids: [id] },
				keep: ({ locations }) => locations.some((one) => one.id === id),
			};
		},
	},
	{
		filter: 'Search',
		given: () => ({
			filters: { search: ' kaya ' },
			query: { keywords: ['kaya'] },
			keep: ({ name }) => name.includes('Kaya'),
		}),
	},
	{
		filter: 'Sources',
		given: () => ({
			filters: { sources: ['wooCommerce'] },
			query: { source: ['wooCommerce'] },
			keep: ({ is_woocommerce }) => is_woocommerce,
		}),
	},
	{
		filter: 'Statuses',
		given: () => ({
			filters: { statuses: ['draft'] },
			query: { statuses: ['draft'] },
			keep: ({ status }) => status === 'draft',
		}),
	},
];

const categories: Array<Case<ProductCategory>> = [
	{
		filter: 'Active',
		given: () => ({
			filters: { active: false },
			query: { active: 'false' },
			keep: ({ is_active }) => !is_active,
		}),
	},
	{
		filter: 'Name',
		given: () => ({
			filters: { name: 'snacks' },
			query: { keywords: 'snacks' },
			keep: ({ name }) => name.startsWith('Snacks'),
		}),
	},
	{
		filter: 'Parent Category',
		given: () => {
			const { id, children } = simulator.records.categories[0]!;
			return {
				filters: { parentId: { __rl: true, mode: 'list', value: id } },
				query: { parent_id: id },
				keep: (one) => children.some((child) => child.id === one.id),
			};
		},
	},
];

const transfers: Array<Case<Transfer>> = [
	{
		filter: 'Beneficiary ID',
		given: () => {
			const { id } = simulator.records.transfers[0]!.beneficiary;
			return {
				filters: { beneficiaryId: id },
				query: { beneficiary_id: id },
				keep: ({ beneficiary }) => beneficiary.id === id,
			};
		},
	},
	{
		filter: 'Search',
		given: () => {
			const { nickname } = simulator.records.transfers[0]!.beneficiary;
			return {
				filters: { search: nickname },
				query: { keywords: nickname },
				keep: ({ beneficiary }) => beneficiary.nickname === nickname,
			};
		},
	},
	{
		filter: 'Status',
		given: () => ({
			filters: { status: 'paid' },
			query: { status: 'paid' },
			keep: ({ status }) => status === 'paid',
		}),
	},
];

describe.each([
	{ resource: 'order', records: 'orders' as const, cases: orders },
	{ resource: 'product', records: 'products' as const, cases: products },
	{ resource: 'productCategory', records: 'categories' as const, cases: categories },
	{ resource: 'charge', records: 'charges' as const, cases: charges },
	{ resource: 'payout', records: 'payouts' as const, cases: payouts },
	{ resource: 'location', records: 'locations' as const, cases: locations },
	{ resource: 'transfer', records: 'transfers' as const, cases: transfers },
])('the list of $resource records', ({ resource, records, cases }) => {
	test.each<Case<never>>(cases)("is narrowed down by '$filter'", async ({ given }) => {
		const { filters, query, keep } = given();
		const { items, error } = await run({ resource, operation: 'getAll', returnAll: true, filters });
		const all = simulator.records[records] as never[];
		const wanted = all.filter(keep);
		// A filter that finds all or nothing would prove nothing.
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(all.length);
		expect(error).toBeUndefined();
		// Orders in a list have neither products nor charges.
		expect(items.map(({ json }) => json)).toEqual(
			wanted.map((one) => ({ ...(one as object), products: undefined, charges: undefined })),
		);
		expect(simulator.requests[0]?.query).toEqual({
			...(resource === 'charge' && !('status' in query) && { statuses }),
			...(['charge', 'order', 'productCategory'].includes(resource) && { perPage: '100' }),
			...query,
			per_page: '100',
			...(!['charge', 'payout', 'transfer'].includes(resource) && { page: '1' }),
		});
	});
});

test("charges are narrowed down by 'Payout ID', and by all filters at once", async () => {
	const { id } = simulator.records.payouts.find(({ status }) => status === 'paid')!;
	const filters = {
		payoutId: id,
		amountFrom: 0,
		amountTo: 100000,
		statuses: ['success'],
	};
	const { items } = await succeeded(
		run({ resource: 'charge', operation: 'getAll', returnAll: true, filters }),
	);
	expect(simulator.requests[0]?.query).toEqual({
		payout_id: id,
		amount_from: '0',
		amount_to: '100000',
		statuses: ['success'],
		per_page: '100',
		perPage: '100',
	});
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThan(150);
});

test('the transactions of a payout add up to it, whatever page they are on', async () => {
	const all = { resource: 'balance', operation: 'getTransactions', provider: 'adyen' };
	const listed = await succeeded(run({ ...all, returnAll: true }));
	const transactions = listed.items.map(({ json }) => json);
	const payout = simulator.records.payouts.findLast(({ id }) =>
		transactions.some(({ payout_id }) => payout_id === id),
	)!;
	const wanted = transactions.filter(({ payout_id }) => payout_id === payout.id);
	simulator.reset();
	const filters = { payoutId: payout.id.toUpperCase(), createdTo: '2030-01-01' };
	const found = await succeeded(run({ ...all, returnAll: true, filters }));
	expect(found.items.map(({ json }) => json)).toEqual(wanted);
	const sum = wanted.reduce(
		(total, { credit, debit }) => total + Number(credit) - Number(debit),
		0,
	);
	expect(wanted.length).toBeGreaterThan(1);
	expect(sum).toBeCloseTo(0, 2);
	// The API cannot filter by a payout.
	expect(simulator.requests.map(({ query }) => Object.keys(query))).toEqual([
		['created_at_to', 'per_page'],
		['created_at_to', 'per_page', 'cursor'],
	]);
	const first = await succeeded(run({ ...all, limit: 1, filters }));
	expect(first.items.map(({ json }) => json)).toEqual([wanted[0]]);
});

test('transactions are filtered by day', async () => {
	const filters = { createdFrom: '2025-06-01', createdTo: '2025-06-10' };
	const { items } = await succeeded(
		run(operation('balance', 'getTransactions', { provider: 'adyen', filters })),
	);
	expect(simulator.requests[0]!.query).toMatchObject({
		created_at_from: '2025-06-01',
		created_at_to: '2025-06-10',
	});
	expect(items.length).toBeGreaterThan(0);
	for (const { json } of items) expect(json.datetime).toMatch(/^2025-06-(0[1-9]|10)T/);
});

test('charges are filtered by one parameter for statuses, with one option for each', () => {
	const { properties } = new Payments().description;
	const filters = properties.find(
		({ name, displayOptions }) =>
			name === 'filters' && displayOptions?.show?.resource?.includes('charge'),
	);
	const shown = (filters!.options as INodeProperties[]).filter(({ name }) => /status/i.test(name));
	expect(shown.map(({ displayName }) => displayName)).toEqual(['Statuses']);
	const options = shown[0]!.options as INodePropertyOptions[];
	const ofRecords = new Set(simulator.records.charges.map(({ status }) => status));
	expect(options.map(({ value }) => value)).toEqual(expect.arrayContaining([...ofRecords]));
	// `success` is the same as `succeeded`.
	expect(options.map(({ value }) => value)).not.toContain('success');
	expect(options.filter(({ description }) => description)).toEqual([]);
});

test('lists are written with brackets, and their values are escaped', async () => {
	const urls: string[] = [];
	const { url, close } = await startHttpServer((request, response) => {
		urls.push(request.url!);
		response.setHeader('content-type', 'application/json').end('{"data":[],"meta":{}}');
	});
	const filters = { statuses: ['failed', 'void'], userIds: '7', search: 'a&b=c d' };
	await run(
		{ resource: 'charge', operation: 'getAll', filters },
		{ credentials: apiKeyOf(simulator, { apiUrl: url }) },
	);
	await close();
	const [path, query] = urls[0]!.split('?');
	expect(path).toBe('/v1/charges');
	expect(decodeURIComponent(query!).split('&')).toEqual(
		expect.arrayContaining(['statuses[]=failed', 'statuses[]=void', 'user_ids[]=7', 'per_page=50']),
	);
	expect(new URLSearchParams(query).get('keywords')).toBe('a&b=c d');
});

describe('subscriptions, of which a list has those of one status', () => {
	const statuses = ['scheduled', 'active', 'retrying', 'inactive', 'canceled'] as const;
	let planId: string;
	beforeAll(async () => {
		const plan = { name: 'Gym', cycle: 'weekly', amount: 5 };
		({ id: planId } = await requester(simulator)('/v1/subscription-plan', plan));
		for (let index = 0; index < 60; index += 1) {
			const status = statuses[index % 5]!;
			const reference = `MEMBER-${index % 4}`;
			const customer_email = `${index % 3 ? 'ann' : 'ben'}@example.com`;
			const more = index % 2 ? { plan_id: planId } : {};
			const one = simulator.addSubscription({ reference, customer_email, ...more });
			one.status = status;
		}
	});
	const list = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) => {
		const { items } = await succeeded(
			run({ resource: 'subscription', operation: 'getAll', filters, ...more }),
		);
		return items.map(({ json }) => json);
	};
	const kept = (status: string) =>
		simulator.records.subscriptions.filter((one) => one.status === status);

	test('without a status are the active ones', async () => {
		expect(await list({})).toEqual(kept('active'));
		expect(simulator.requests[0]!.query).toEqual({ per_page: '100', page: '1' });
	});

	test.each(statuses)('that are %s', async (status) => {
		expect(await list({ status })).toEqual(kept(status));
	});

	test('of all statuses are read status by status, each once', async () => {
		expect(await list({ status: 'all' })).toEqual(statuses.flatMap(kept));
	});

	test('of all statuses, up to a limit', async () => {
		const found = await list({ status: 'all' }, { limit: 15 });
		expect(found).toEqual([...kept('scheduled'), ...kept('active')].slice(0, 15));
		expect(simulator.requests).toHaveLength(2);
	});

	test('one that changes its status while all are read is there once', async () => {
		const [one] = kept('scheduled');
		const running = list({ status: 'all' });
		while (simulator.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
		one!.status = 'canceled';
		const ids = (await running).map(({ id }) => id);
		one!.status = 'scheduled';
		expect(ids).toHaveLength(60);
		expect(new Set(ids).size).toBe(60);
	});

	test('are narrowed down by customer, reference and plan', async () => {
		const filters = { customerEmail: 'ann@example.com', reference: 'MEMBER-1', planId };
		const wanted = kept('active').filter(
			(one) =>
				one.customer_email === 'ann@example.com' &&
				one.reference === 'MEMBER-1' &&
				one.business_recurring_plans_id === planId,
		);
		expect(wanted.length).toBeGreaterThan(0);
		expect(await list(filters)).toEqual(wanted);
	});
});
