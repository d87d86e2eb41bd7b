import type { Invoice } from '../../simulator';
import { answered, call, fieldsRefused, post, useFreshSimulator } from './helpers';

const PATH = '/v1/invoices';
const simulator = useFreshSimulator();

const basic = {
	invoice_date: '2026-03-01',
	currency: 'SGD',
	payment_by: 'amount',
	amount: 100,
	subtotal: 100,
	customer: { name: 'Ann Tan', email: 'ann@example.com' },
};
/** A discount with all fields. */
const discount = (own: object) => ({
	...{ name: 'Early bird', discount: 0, percentage_discount: 0, order: 1 },
	...own,
});
/** Three pieces of a product for 10.00, less 5.00 in all. */
function byProduct() {
	const product = Object.assign(simulator.records.products[0]!, { price: 10 });
	const products = [{ product_id: product.id, quantity: 3, discount: 5 }];
	return { payment_by: 'product', amount: undefined, subtotal: undefined, products };
}
const create = (change: object = {}) => post<Invoice>(simulator, PATH, { ...basic, ...change });
const update = (id: string, body: object) =>
	call<Invoice>(simulator, 'PUT', `${PATH}/${id}`, { body });

describe('POST /v1/invoices', () => {
	test('creates for products, with the discounts of each and of all', async () => {
		const stackable_discounts = [
			discount({ percentage_discount: 0.1 }),
			discount({ discount: 1.5 }),
		];
		const change = byProduct();
		const { json } = await answered(201, create({ ...change, stackable_discounts }));
		expect(json).toMatchObject({ amount: 21, subtotal: 25, products: change.products });
		for (const wrong of [{ product_id: '1' }, { ...change.products[0], variation_id: '1' }]) {
			expect(fieldsRefused(await create({ ...change, products: [wrong] }))).toEqual(['products']);
		}
	});

	test('creates for a customer of the business', async () => {
		const { id, name, email } = simulator.records.customers[0]!;
		const body = { customer: undefined, customer_id: id };
		const { json } = await answered(201, create(body));
		expect(json).toMatchObject({ customer_id: id, customer_name: name, customer_email: email });
	});

	test('refuses a number that another invoice has', async () => {
		const number = { auto_invoice_number: '0', invoice_number: 'A-1' };
		await create(number);
		expect(fieldsRefused(await create(number))).toEqual(['invoice_number']);
	});
});

describe('one invoice', () => {
	test('is sent by an update, which needs everything again and resets what it does not have', async () => {
		const { json } = await create({ memo: 'Thanks', due_date: '2026-03-31' });
		expect(fieldsRefused(await update(json.id, { send_email: 1 }))).toEqual(
			expect.arrayContaining(['invoice_date', 'currency', 'payment_by']),
		);
		const sent = await update(json.id, { ...basic, send_email: 1 });
		const { updated_at } = sent.json;
		const reset = { memo: null, due_date: null };
		expect(sent.json).toEqual({ ...json, status: 'sent', ...reset, updated_at });
	});
});
