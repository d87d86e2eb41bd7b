import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Product } from '../../../simulator';
import { mustViolate, useFreshSimulator } from '../../useSimulator';
import { operation, runnerOf } from '../run';

const simulator = useFreshSimulator({ products: 3 });
const run = runnerOf(simulator);

const bodies = () =>
	simulator.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
const create = async (fields: INodeParameters, additionalFields: INodeParameters = {}) =>
	await run(operation('product', 'create', { ...fields, additionalFields }));
const update = async ({ id }: Product, updateFields: INodeParameters) =>
	await run(operation('product', 'update', { productId: id, updateFields }));
const change = (...variations: INodeParameters[]) => ({ existingVariation: { variations } });

/** A product without variations, and one that has some. */
const products = () => [simulator.records.products[0]!, simulator.records.products[2]!] as const;

/** Changes the product that has variations, and the first of them. */
function varied(shown: object = {}, ofFirst: object = {}) {
	const [, product] = products();
	Object.assign(product, shown);
	const [first] = product.variations;
	return { product, ...Object.assign(first!, ofFirst) };
}

describe('a new product', () => {
	test('is a form', async () => {
		await create(
			{ name: ' Linen "shirt" ', price: 45 },
			{ description: 'a\r\n--b', publish: false },
		);
		const { headers } = simulator.requests.at(-1)!;
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=[0-9a-f-]{36}$/);
		const sent = { name: 'Linen "shirt"', price: '45', description: 'a\r\n--b', publish: '0' };
		expect(bodies()).toEqual([{ ...sent, is_manageable: '0' }]);
		expect(simulator.records.products[0]).toMatchObject({ status: 'draft', is_manageable: 0 });
	});

	test('whose quantity is entered has a stock that is counted', async () => {
		await create({ name: 'Shirt', price: 0 }, { quantity: 0 });
		expect(bodies()).toEqual([
			{ name: 'Shirt', price: '0', quantity: '0', quantity_alert_level: '0' },
		]);
	});

	test('has variations with a price and a quantity each', async () => {
		const rows = [
			{ variation_value_1: 'Medium', price: 45, quantity: 12 },
			{ variation_value_1: 'Large', variation_value_2: 'Blue', price: '47.5', quantity: 3 },
		];
		await create({ name: 'Shirt', price: 45 }, { variations: { variations: rows } });
		expect(bodies()).toEqual([
			{
				name: 'Shirt',
				price: '45',
				variations: [
					{
						...{ variation_value_1: 'Medium', price: '45', quantity: '12' },
						quantity_alert_level: '0',
					},
					{
						...{ variation_value_1: 'Large', variation_value_2: 'Blue', price: '47.5' },
						...{ quantity: '3', quantity_alert_level: '0' },
					},
				],
			},
		]);
	});

	test('has no variations of entries that are blank, as products of a sheet have some or none', async () => {
		const sizes = (...names: Array<string | undefined>) =>
			names.map((name, index) => ({
				variation_value_1: name ?? ' ',
				price: name ? `=${30 + index}` : '={{ $json.price }}',
				quantity: name ? 1 : '',
			}));
		for (const names of [
			['S', undefined, 'L'],
			[undefined, undefined, undefined],
		]) {
			await create({ name: 'Shirt', price: 30 }, { variations: { variations: sizes(...names) } });
		}
		const [some, none] = bodies() as Array<{ variations?: IDataObject[] }>;
		expect(some!.variations!.map((one) => [one.variation_value_1, one.price])).toEqual([
			['S', '30'],
			['L', '32'],
		]);
		expect(none).toEqual({ name: 'Shirt', price: '30', is_manageable: '0' });
	});

	test.each<[INodeParameters, string]>([
		[{ currency: 'JPY' }, "'Price' has more decimals than the currency: 10.5"],
		[
			{
				variations: {
					variations: [{}, { variation_value_1: 'M', price: 1.005, quantity: 1 }],
				},
			},
			"'Price' in entry 2 of 'Variations' has more decimals than any usual currency: 1.005",
		],
	])('has prices in its currency: %j', async (more, message) => {
		const { error } = await create({ name: 'Shirt', price: 10.5 }, more);
		expect([error?.message.startsWith(message.split(' than')[0]!), bodies()]).toEqual([true, []]);
	});
});

describe('an update', () => {
	test('sends the flags along, which would have their defaults without them', async () => {
		const [product] = products();
		Object.assign(product, {
			status: 'draft',
			is_published: false,
			is_manageable: 0,
			is_pinned: true,
		});
		const { items } = await update(product, { description: 'Cool' });
		expect(bodies()).toEqual([
			{
				...{ _method: 'PATCH', name: product.name, price: String(product.price) },
				...{ description: 'Cool', publish: '0', is_manageable: '0', is_pinned: '1' },
			},
		]);
		expect(items[0]!.json).toMatchObject({ id: product.id, status: 'draft' });
	});

	test.each([
		['DRAFT', '0'],
		['Published', '1'],
	])('of a record with only the status %s leaves it as it is', async (status, publish) => {
		const [product] = products();
		Object.assign(product, { status, is_published: undefined });
		await update(product, { description: 'Cool' });
		expect(bodies()).toMatchObject([{ publish }]);
	});

	test('of the quantity counts the stock', async () => {
		const [product] = products();
		Object.assign(product, { is_manageable: 0, quantity: null, quantity_alert_level: null });
		await update(product, { quantity: 8 });
		expect(product).toMatchObject({ is_manageable: 1, quantity: 8, quantity_alert_level: 0 });
	});

	test('changes the variations that it names, and their fields that are entered', async () => {
		const [, product] = products();
		const [first, second, ...others] = structuredClone(product.variations);
		await update(
			product,
			change({ id: second!.id.toUpperCase(), quantity: 0 }, { id: first!.id, price: 99.5 }),
		);
		expect(product.variations).toEqual([
			{ ...first, price: 99.5 },
			{ ...second, quantity: 0 },
			...others,
		]);
		expect(bodies()).toMatchObject([
			{ existing_variation: [{ id: second!.id }, { id: first!.id }] },
		]);
	});

	test('of a variation whose stock is not known has to state it, if stocks are counted', async () => {
		const { product, id } = varied({ is_manageable: 1 }, { quantity: null });
		const { error } = await update(product, change({ id, price: 12 }));
		const message = "'Quantity' in entry 1 of 'Variations' is empty";
		expect([error?.message, bodies()]).toEqual([message, []]);
		await update(product, change({ id, price: 12, quantity: 4 }));
		expect(product.variations[0]).toMatchObject({ price: 12, quantity: 4 });
	});

	test.each([
		['needs no quantity if stocks are not counted', 0, 12],
		['is not sent where nothing shows whether they are counted', undefined, 99],
	])('of a variation whose stock is not known %s', async (_, is_manageable, price) => {
		const { product, id } = varied({ is_manageable }, { quantity: null, price: 99 });
		await update(product, change({ id, price: 12 }));
		expect(product.variations[0]).toMatchObject({ price });
	});

	test('has all that several entries say about a variation, once for each field', async () => {
		const { product, id } = varied();
		const other = id.toUpperCase();
		await update(product, change({ id, price: 12 }, { id: other, quantity: 4 }));
		expect(product.variations[0]).toMatchObject({ price: 12, quantity: 4 });
		const { error } = await update(product, change({ id, price: 13 }, { id: other, price: 14 }));
		expect(error?.message).toBe("'Price' in entry 2 of 'Variations' is changed twice: 14");
		expect(bodies()).toHaveLength(1);
	});

	test.each<[unknown, string]>([
		['1', '1'],
		['0', '0'],
		['false', '0'],
		['true', '1'],
	])('reads a flag of any form: %j', async (shown, sent) => {
		const [product] = products();
		const flags = ['is_published', 'is_manageable', 'is_pinned'];
		Object.assign(product, Object.fromEntries(flags.map((name) => [name, shown])));
		mustViolate(...flags.map((name) => new RegExp(`${name} must be`)));
		await update(product, { description: 'Cool' });
		expect(bodies()).toMatchObject([{ publish: sent, is_manageable: sent, is_pinned: sent }]);
	});

	test.each<[string, 0 | 1, Partial<Product>, string]>([
		[
			'is of no known status',
			0,
			{ is_published: undefined, status: 'archived' as never },
			'Published',
		],
		['does not show whether its stock is counted', 0, { is_manageable: undefined }, 'Quantity'],
		[
			'does not show whether stocks of variations are counted',
			1,
			{ is_manageable: undefined },
			'Variations',
		],
	])('of a record that %s has to state it', async (_, index, shown, label) => {
		const product = products()[index];
		Object.assign(product, shown);
		const { error } = await update(product, { description: 'Cool' });
		expect([error?.message, bodies()]).toEqual([`'${label}' is empty`, []]);
	});

	test.each([undefined, 0] as const)(
		'of a quantity counts the stock, if that is not known: %j',
		async (is_manageable) => {
			const { product, id } = varied({ is_manageable });
			await update(product, change({ id, quantity: 4 }));
			expect(bodies()).toMatchObject([{ is_manageable: is_manageable === undefined ? '1' : '0' }]);
		},
	);

	const ofEntry = "in entry 1 of 'Variations'";
	test.each<[string, INodeParameters, string]>([
		[
			'a variation of another product',
			change({ id: 'x\ny', price: 1 }),
			`'Variation' ${ofEntry} is not a variation of the product: "x y"`,
		],
		['a variation without a change', change({ id: 'x' }), `'Price' ${ofEntry} is empty`],
		[
			'the quantity of a product with variations, of which each has its own',
			{ quantity: 4 },
			"'Quantity' is not that of a product with variations: 4",
		],
	])('of %s is not sent', async (_, fields, message) => {
		const { error } = await update(varied().product, fields);
		expect([error?.message, bodies()]).toEqual([message, []]);
	});

	test('has prices in the currency of the product', async () => {
		const { product, id } = varied({ currency: 'JPY' });
		const row = { id, price: 10.5 };
		const errors = [await update(product, change(row)), await update(product, { price: 10.5 })];
		expect(errors.map(({ error }) => error?.message)).toEqual([
			"'Price' in entry 1 of 'Variations' has more decimals than the currency: 10.5",
			"'Price' has more decimals than the currency: 10.5",
		]);
		expect(bodies()).toEqual([]);
	});
});
