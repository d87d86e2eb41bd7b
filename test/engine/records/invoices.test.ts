import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { invoiceBody } from '../service';
import { shortenWaits } from '../waits';
import { useDialects, type Speaker } from './harness';

const speak = useDialects();
shortenWaits();

const ofAnn = {
	customerName: 'Ann Tan',
	customerEmail: 'ann@example.com',
	invoiceDate: '2026-03-01',
	currency: 'SGD',
};
const less = (...discounts: INodeParameters[]) => ({ discounts: { discounts } });

/** An invoice for two pieces of a product for 100.00, less 5 %. */
async function byProduct({ run, simulator }: Speaker, more: INodeParameters = {}) {
	const product = Object.assign(simulator.records.products[0]!, { price: 100 });
	return await run('invoice', 'create', {
		...ofAnn,
		paymentBy: 'product',
		products: { products: [{ product_id: product.id, quantity: 2 }] },
		additionalFields: less({ percentage_discount: 5 }),
		...more,
	});
}

describe.each([[[]], [['full-discounts']], [['text-invoice-values']]] as const)(
	'in the dialects %j',
	(dialects) => {
		test('Row 37: a percentage is sent as a fraction, with all fields, and emailed after its total was compared', async () => {
			const speaker = await speak(dialects);
			const { items } = await byProduct(speaker);
			const { id } = items[0]!.json as { id: string };
			expect(items[0]?.json).toMatchObject({ amount: 190 });
			const { error } = await speaker.run('invoice', 'send', { invoiceId: id });
			expect(error).toBeUndefined();
			const sent = { name: 'Discount', discount: 0, percentage_discount: 0.05, order: 1 };
			const bodies = [...speaker.sent('POST'), ...speaker.sent('PUT')].map(({ body }) => body);
			expect(bodies).toMatchObject([
				{ send_email: 0, stackable_discounts: [sent] },
				{ send_email: 1, stackable_discounts: [sent] },
			]);
		});

		test('Row 38: values of a record that are text are sent again as numbers', async () => {
			const { call, run, sent, simulator } = await speak(dialects);
			const products = [
				{ product_id: simulator.records.products[0]!.id, quantity: 3, discount: 1 },
			];
			const body = { ...invoiceBody, payment_by: 'product', products, allow_partial_payments: 1 };
			const discount = { name: 'Early bird', discount: 0.5, percentage_discount: 0, order: 1 };
			const { id } = await call('/v1/invoices', { ...body, stackable_discounts: [discount] });
			const updateFields = { memo: 'Agreed' };
			const { error } = await run('invoice', 'update', { invoiceId: id, updateFields });
			expect(error).toBeUndefined();
			expect(sent('PUT')).toMatchObject([
				{ body: { products, allow_partial_payments: 1, stackable_discounts: [discount] } },
			]);
		});
	},
);

describe('Row 37: where percentages are in percent', () => {
	test('Row 37: an invoice for products with another total is not emailed', async () => {
		const speaker = await speak(['percent-discounts']);
		const { items } = await byProduct(speaker);
		// 0.05 % of 200.
		expect(items[0]?.json).toMatchObject({ amount: 199.9 });
		const invoiceId = (items[0]!.json as { id: string }).id;
		const { error } = await speaker.run('invoice', 'send', { invoiceId });
		expect(error?.message).toBe("'Invoice' has another total than its percentages leave");
		expect(error?.description).toContain('is 199.90 SGD, and it should be 190.00 SGD');
		expect(speaker.sent('PUT')).toEqual([]);
	});

	test('Row 37: a new invoice for an amount that gets another one is not confirmed', async () => {
		const { run, simulator } = await speak(['percent-discounts']);
		const { items, error } = await run('invoice', 'create', {
			...ofAnn,
			amount: 95,
			additionalFields: { subtotal: 100, ...less({ percentage_discount: 5 }) },
		});
		expect(items).toEqual([]);
		expect(error?.message).toBe('Could not confirm whether it was created');
		expect(error?.description).toContain(simulator.records.invoices[0]!.id);
	});

	test('Row 37: a record in percent is compared and sent as it is; so is a discount by amount', async () => {
		for (const [discount, amount] of [
			[{ name: 'A', discount: 0, percentage_discount: 5, order: 1 }, 95],
			[{ name: 'B', discount: 5, percentage_discount: 0, order: 1 }, 95],
		] as const) {
			const { call, run, sent } = await speak(['percent-discounts']);
			const body: IDataObject = { ...invoiceBody, amount, subtotal: 100 };
			const { id } = await call('/v1/invoices', { ...body, stackable_discounts: [discount] });
			const { error } = await run('invoice', 'send', { invoiceId: id });
			expect(error).toBeUndefined();
			expect(sent('PUT')).toMatchObject([{ body: { stackable_discounts: [discount] } }]);
		}
	});
});

test('Row 37: no email goes along with a percentage, nor where a total is not returned', async () => {
	const speaker = await speak();
	const { error } = await byProduct(speaker, { sendEmail: true });
	expect(error?.message).toBe("'Send Email' cannot be used with a percentage: true");
	expect(speaker.simulator.requests).toEqual([]);
	const { items } = await byProduct(speaker);
	const record = items[0]!.json as { id: string };
	const invoiceId = record.id;
	const updateFields = { sendEmail: true };
	const updated = await speaker.run('invoice', 'update', { invoiceId, updateFields });
	expect(updated.error?.message).toBe(error?.message);
	for (const change of [{ subtotal: undefined }, { tax_setting: '7' }]) {
		const body = { ...record, ...change };
		speaker.simulator.clearFaults();
		speaker.simulator.fault({ method: 'GET', status: 200, body, times: 3 });
		const sent = await speaker.run('invoice', 'send', { invoiceId });
		expect(sent.error?.message).toBe("'Invoice' has a total that cannot be compared");
	}
	expect(speaker.sent('PUT')).toEqual([]);
});
