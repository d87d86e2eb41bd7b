import type { Customer, Order } from '../../simulator';
import { answered, call, get, post, useFreshSimulator, type Page } from './helpers';

const simulator = useFreshSimulator();

test.each([
	['', [false, false]],
	['?with=products', [true, false]],
	['?with=products,charges', [true, true]],
])('GET /v1/orders%s contains products and charges: %j', async (query, expected) => {
	const { data } = (await get<Page<Order>>(simulator, `/v1/orders${query}`)).json;
	expect(['products' in data[0]!, 'charges' in data[0]!]).toEqual(expected);
});

test('an order was paid by the charge that it contains', () => {
	const order = simulator.records.orders.find(({ charges }) => charges.length > 0)!;
	const [charge] = order.charges;
	expect(simulator.records.charges).toContainEqual(charge);
	expect([order.amount, order.currency]).toEqual([charge!.amount, charge!.currency]);
});

test('the subtotal of an order is its total and its discount, also after a change', async () => {
	const created = { amount: 10, currency: 'sgd', discount_amount: 2, channel: 'point_of_sale' };
	const { id } = (await post<Order>(simulator, '/v1/orders', { ...created, version: '1.0' })).json;
	const [order] = simulator.records.orders;
	expect(order).toMatchObject({ id, subtotal: 12, total_discount_amount: 2, amount: 10 });
	await call(simulator, 'PATCH', `/v1/orders/${id}`, { body: { amount: 12 } });
	expect(order).toMatchObject({ subtotal: 14, total_discount_amount: 2, amount: 12 });
	await call(simulator, 'PATCH', `/v1/orders/${id}`, {
		body: { discount_amount: 1, remark: 'Table 7' },
	});
	expect(order).toMatchObject({ subtotal: 13, total_discount_amount: 1, amount: 12 });
});

test('an order has the customer and the location that it was created with, or changed to', async () => {
	const { customers, locations } = simulator.records;
	const [{ id: customer_id, name, email, phone_number }] = customers as [Customer];
	const place = { channel: 'point_of_sale', location_id: locations[0]!.id };
	const created = { amount: 10, currency: 'sgd', customer_id, ...place };
	const { id } = (await post<Order>(simulator, '/v1/orders', { ...created, version: '1.0' })).json;
	const order = () => simulator.records.orders[0];
	expect(order()).toMatchObject({ id, customer: { name, email, phone_number } });
	expect(order()!.location).toMatchObject({ name: locations[0]!.name });
	await call(simulator, 'PATCH', `/v1/orders/${id}`, { body: { location_id: locations[1]!.id } });
	expect(order()!.location).toMatchObject({ name: locations[1]!.name });
});

test('a business has one virtual account for each payment method', async () => {
	const { json } = await answered(201, call(simulator, 'POST', '/v1/virtual-accounts'));
	expect(json).toEqual({ data: simulator.records.virtualAccounts[0] });
	await answered(409, call(simulator, 'POST', '/v1/virtual-accounts'));
	expect(simulator.records.virtualAccounts).toHaveLength(1);
});
