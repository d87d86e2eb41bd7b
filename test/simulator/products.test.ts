import type { Product, ProductCategory } from '../../simulator';
import { stockOf } from '../../simulator/records/shop';
import { bearer, call, fieldsRefused, get, useFreshSimulator, type Page } from './helpers';

const simulator = useFreshSimulator({ products: 40 });
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => id);

async function list<T = Product>(path: string): Promise<T[]> {
	return (await get<Page<T>>(simulator, path)).json.data;
}

describe('GET /v1/products', () => {
	const products = (query: string) => list(`/v1/products?per_page=100&${query}`);

	test('has numbered pages, newest first', async () => {
		const { json } = await get<Page<Product>>(simulator, '/v1/products?per_page=15&page=3');
		expect(json.data).toEqual(simulator.records.products.slice(30));
		expect(json.meta).toMatchObject({ current_page: 3, per_page: 15, total: 40, last_page: 3 });
	});

	const filters: Array<[string, (one: Product) => boolean]> = [
		['statuses[]=draft', ({ status }) => status === 'draft'],
		['source[]=shopify', ({ is_shopify }) => is_shopify],
		['source[]=wooCommerce', ({ is_woocommerce }) => is_woocommerce],
		['inventory[]=out_of_stock', (one) => stockOf(one) === 0],
		['inventory[]=in_stock', (one) => stockOf(one) > 0],
		['channels[]=invoice', ({ channels }) => channels.includes('invoice')],
		['keywords[]=jam', ({ name }) => name.includes('Jam')],
		['keywords[]=BATIK&keywords[]=shirt', ({ name }) => name.startsWith('Batik Shirt')],
		['statuses[]=draft&statuses[]=published', () => true],
	];
	test.each(filters)('is filtered by %s', async (query, fits) => {
		const expected = simulator.records.products.filter(fits);
		expect(expected.length).toBeGreaterThan(0);
		expect(ids(await products(query))).toEqual(ids(expected));
	});

	test('is filtered by category and by location', async () => {
		const [{ category_id: categories, locations }] = simulator.records.products as [Product];
		const [category] = categories;
		const [place] = locations;
		const ofCategory = await products(`categories[]=${category}`);
		expect(ofCategory.length).toBeGreaterThan(0);
		for (const one of ofCategory) expect(one.category_id).toContain(category);
		const here = await products(`location_ids[]=${place!.id}`);
		expect(here.length).toBeGreaterThan(0);
		for (const one of here) expect(one.locations).toContainEqual(place);
	});

	test.each([
		['statuses[]=sold', 'statuses'],
		['categories[]=clothes', 'categories'],
		['inventory[]=some', 'inventory'],
	])('refuses %s', async (query, field) => {
		expect(fieldsRefused(await get(simulator, `/v1/products?${query}`))).toEqual([field]);
	});
});

describe('/v1/products/{product_id}', () => {
	test('is read, and deleted for good', async () => {
		const [product] = simulator.records.products;
		const path = `/v1/products/${product!.id}`;
		expect((await get(simulator, path)).json).toEqual(product);
		const { status, text } = await call(simulator, 'DELETE', path);
		expect([status, text]).toEqual([204, '']);
		expect(simulator.records.products).not.toContainEqual(product);
		for (const method of ['GET', 'DELETE'] as const) {
			const gone = await call(simulator, method, path);
			expect([gone.status, gone.json]).toEqual([404, { message: 'Product not found.' }]);
		}
	});

	test.each([
		['GET', 'commerce:read'],
		['DELETE', 'commerce:delete'],
	] as const)('needs a key or a scope for %s', async (method, scope) => {
		const path = `/v1/products/${simulator.records.products[0]!.id}`;
		expect((await call(simulator, method, path, { key: false })).status).toBe(401);
		const { access_token } = simulator.issueTokens({ scope: 'payments' });
		const { status, text } = await call(simulator, method, path, bearer(access_token));
		expect([status, text]).toEqual([403, expect.stringContaining(scope)]);
		const allowed = simulator.issueTokens({ scope: 'commerce' });
		const sent = await call(simulator, method, path, bearer(allowed.access_token));
		expect(sent.status).toBeLessThan(300);
	});
});

describe('GET /v1/product-category', () => {
	const categories = (query = '') =>
		list<ProductCategory>(`/v1/product-category?perPage=100${query}`);

	test('has numbered pages', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/product-category?perPage=3&page=2');
		expect(json.data).toEqual(simulator.records.categories.slice(3, 6));
		expect(json.meta).toMatchObject({ per_page: 3, total: 8, last_page: 3 });
	});

	test('is filtered by state, by parent and by words of the name', async () => {
		const all = simulator.records.categories;
		const active = all.filter(({ is_active }) => is_active);
		expect(await categories('&active=true')).toEqual(active);
		expect(await categories('&active=false')).toHaveLength(all.length - active.length);
		const parent = all.find(({ children }) => children.length > 0)!;
		expect(ids(await categories(`&parent_id=${parent.id}`))).toEqual(ids(parent.children));
		expect(ids(await categories(`&keywords=${parent.name.toLowerCase().split(' ')[0]}`))).toContain(
			parent.id,
		);
		expect(await categories('&keywords=zzzz')).toEqual([]);
	});
});
