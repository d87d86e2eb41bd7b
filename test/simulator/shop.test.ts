import type { Order } from '../../simulator';
import { answered, call, get, useFreshSimulator, type Page } from './helpers';

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

test('a product is deleted for good', async () => {
	const [product] = simulator.records.products;
	const path = `/v1/products/${product!.id.toUpperCase()}`;
	expect((await answered(204, call(simulator, 'DELETE', path))).text).toBe('');
	expect(simulator.records.products).not.toContainEqual(product);
	await answered(404, get(simulator, path));
	await answered(404, call(simulator, 'DELETE', path));
});
