import type { Order } from '../../simulator';
import { bearer, fieldsRefused, get, useSimulator, type Page } from './helpers';

const simulator = useSimulator({ orders: 60 });
const list = async (query = '') =>
	(await get<Page<Order>>(simulator, `/v1/orders?perPage=100${query}`)).json.data;
const ids = (orders: Order[]) => orders.map(({ id }) => id);

describe('GET /v1/orders', () => {
	test('has numbered pages, newest first, of the size perPage', async () => {
		const { json } = await get<Page<Order>>(simulator, '/v1/orders?perPage=20&page=2&per_page=7');
		expect(ids(json.data)).toEqual(ids(simulator.records.orders.slice(20, 40)));
		expect(json.meta).toMatchObject({ current_page: 2, per_page: 20, total: 60, last_page: 3 });
		const times = simulator.records.orders.map(({ created_at }) => Date.parse(created_at));
		expect(times).toEqual(times.toSorted((a, b) => b - a));
	});

	test.each([
		['', [false, false]],
		['&with=products', [true, false]],
		['&with=products,charges', [true, true]],
	])('with "%s" contains products and charges: %j', async (query, expected) => {
		const [order] = await list(query);
		expect([order && 'products' in order, order && 'charges' in order]).toEqual(expected);
	});

	test('is filtered by status, by days and by words', async () => {
		const { orders } = simulator.records;
		const canceled = orders.filter(({ status }) => status === 'canceled' || status === 'sent');
		expect(canceled.length).toBeGreaterThan(1);
		expect(ids(await list('&statuses[]=canceled&statuses[]=sent'))).toEqual(ids(canceled));
		const day = orders[20]!.created_at.slice(0, 10);
		const ofDay = orders.filter(({ created_at }) => created_at.startsWith(day));
		expect(ids(await list(`&dateFrom=${day}&dateTo=${day}`))).toEqual(ids(ofDay));
		const { id, customer } = orders.find((one) => one.customer?.name.includes(' '))!;
		expect(ids(await list(`&keywords=${id.toUpperCase()}`))).toEqual([id]);
		const words = encodeURIComponent(customer!.name.split(' ').reverse().join(' '));
		expect(ids(await list(`&keywords=${words}`))).toContain(id);
		expect(await list('&keywords=zzzz')).toEqual([]);
	});

	test.each([
		['perPage=101', 'perPage'],
		['statuses[]=done', 'statuses'],
		['dateFrom=1.3.2026', 'dateFrom'],
		['with=customers', 'with'],
	])('refuses %s', async (query, field) => {
		expect(fieldsRefused(await get(simulator, `/v1/orders?${query}`))).toEqual([field]);
	});
});

describe('GET /v1/orders/{order_id}', () => {
	test('returns an order with its products and charges', async () => {
		const order = simulator.records.orders.find(({ charges }) => charges.length > 0)!;
		const { status, json } = await get(simulator, `/v1/orders/${order.id.toUpperCase()}`);
		expect([status, json]).toEqual([200, order]);
		const [charge] = order.charges;
		expect(simulator.records.charges).toContainEqual(charge);
		expect([order.amount, order.currency]).toEqual([charge!.amount, charge!.currency]);
	});

	test('returns 404 for an unknown order', async () => {
		const { status, json } = await get(simulator, '/v1/orders/nope');
		expect([status, json]).toEqual([404, { message: 'Order not found.' }]);
	});
});

test.each(['/v1/orders', '/v1/orders/x'])('%s needs a key, or a scope', async (path) => {
	expect((await get(simulator, path, { key: false })).status).toBe(401);
	const { access_token } = simulator.issueTokens({ scope: 'business:read payments' });
	const { status, text } = await get(simulator, path, bearer(access_token));
	expect([status, text]).toEqual([403, expect.stringContaining('commerce:read')]);
});
