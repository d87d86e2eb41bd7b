import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Invoice } from '../../simulator';
import { mustViolate, useFreshSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { oAuth2Of, operation, runnerOf } from './run';
import { invoiceBody, requester } from './service';
import { shortenWaits } from './waits';

shortenWaits();
const simulator = useFreshSimulator({ charges: 5, products: 6 });

const NOTHING = '={{ $json.nothing }}';
const run = async (parameters: INodeParameters) => await runnerOf(simulator)(parameters);
const sent = (method: string) => simulator.requests.filter((one) => one.method === method);

/** An invoice of 100 SGD for Ann, due on 31 March. */
const forAnn = {
	customerName: 'Ann Tan',
	customerEmail: 'ann@example.com',
	invoiceDate: '2026-03-01',
	amount: 100,
	currency: 'SGD',
};
const create = (more: INodeParameters = {}, additionalFields: INodeParameters = {}) =>
	operation('invoice', 'create', { ...forAnn, ...more, additionalFields });
const bodyOfAnn = {
	...invoiceBody,
	send_email: 0,
};
const update = (updateFields: INodeParameters, invoiceId = simulator.records.invoices[0]!.id) =>
	operation('invoice', 'update', { invoiceId, updateFields });

/** An invoice with a value in each field, as the service has it. */
async function complete(change: object = {}): Promise<Invoice> {
	await requester(simulator)('/v1/invoices', {
		...bodyOfAnn,
		auto_invoice_number: '0',
		invoice_number: 'INV-7',
		due_date: '2026-03-31',
		amount: 80,
		stackable_discounts: [{ name: 'Early bird', percentage_discount: 20, order: 1 }],
		allow_partial_payments: 1,
		partial_payments: [{ amount: 30, due_date: '2026-03-15' }, { amount: 50 }],
		payment_methods: ['card'],
		footer: 'Thanks',
		memo: 'By phone',
		reference: 'ORD-7',
		webhook: 'https://n8n.example.com/webhook/paid',
		recipients: [{ email: 'ben@example.com' }],
		...change,
	});
	simulator.reset();
	return { ...simulator.records.invoices[0]! };
}

describe('Create', () => {
	test.each(['contact', 'customer'])(
		'an expression in Bill To selects who is billed: %s',
		async (billTo) => {
			const { id } = await requester(simulator)('/v1/customers', { email: 'ben@example.com' });
			const customerId = { __rl: true, mode: 'id', value: id };
			await succeeded(run(create({ billTo: `={{ '${billTo}' }}`, customerId })));
			const { customer, customer_id } = sent('POST').at(-1)!.body as IDataObject;
			const ofAnn = { customer: { name: 'Ann Tan', email: 'ann@example.com' } };
			expect({ customer, customer_id }).toEqual(billTo === 'contact' ? ofAnn : { customer_id: id });
		},
	);

	test('bills a customer by name and email, and sends no email unless asked', async () => {
		const [item] = (await succeeded(run(create()))).items;
		expect(item!.json).toEqual(simulator.records.invoices[0]);
		expect(sent('POST').map(({ body }) => body)).toEqual([bodyOfAnn]);
		await succeeded(run(create({ sendEmail: true })));
		expect(sent('POST')[1]!.body).toEqual({ ...bodyOfAnn, send_email: 1 });
		expect(simulator.records.invoices.map(({ status }) => status)).toEqual(['sent', 'pending']);
	});

	test('bills a customer of the list', async () => {
		const { id, email } = simulator.records.customers[0]!;
		const customerId = { __rl: true, mode: 'list', value: id };
		const { items } = await succeeded(run(create({ billTo: 'customer', customerId })));
		expect(items[0]!.json).toMatchObject({ customer_email: email });
		const { body } = sent('POST')[0]!;
		expect(body).toEqual({ ...bodyOfAnn, customer: undefined, customer_id: id });
	});

	test('bills for products, which are selected from a list or by ID', async () => {
		const [one, other] = simulator.records.products;
		const products = {
			products: [
				{ product_id: { __rl: true, mode: 'list', value: one!.id }, quantity: 2, discount: 0.5 },
				{ product_id: other!.id, quantity: '={{ "3" }}' },
			],
		};
		const body = [
			{ product_id: one!.id, quantity: 2, discount: 0.5 },
			{ product_id: other!.id, quantity: 3 },
		];
		const byProduct = { paymentBy: 'product', products };
		await succeeded(run(create(byProduct)));
		const others = { ...bodyOfAnn, amount: undefined, subtotal: undefined };
		expect(sent('POST')[0]!.body).toEqual({ ...others, payment_by: 'product', products: body });
	});

	test('sends every optional field by its name', async () => {
		const recipient = simulator.records.customers[0]!.id;
		const fields = {
			subtotal: 120,
			discounts: { discounts: [{ name: 'Early bird', percentage_discount: 10 }, { discount: 8 }] },
			partialPayments: {
				payments: [{ amount: 33.34, due_date: '2026-03-10T00:00:00' }, { amount: '66.66' }],
			},
			dueDate: '2026-03-31T12:00:00',
			footer: 'Thanks',
			invoiceNumber: 7,
			memo: 'By phone',
			paymentMethods: ['card', 'paynow_online'],
			recipients: `ben@example.com, ${recipient}`,
			reference: 'ORD-7',
			webhook: 'https://n8n.example.com/webhook/paid',
		};
		await succeeded(run(create({}, fields)));
		expect(sent('POST')[0]!.body).toEqual({
			...bodyOfAnn,
			subtotal: 120,
			stackable_discounts: [
				{ name: 'Early bird', percentage_discount: 10, order: 1 },
				{ discount: 8, order: 2 },
			],
			allow_partial_payments: 1,
			partial_payments: [{ amount: 33.34, due_date: '2026-03-10' }, { amount: 66.66 }],
			due_date: '2026-03-31',
			footer: 'Thanks',
			auto_invoice_number: '0',
			invoice_number: '7',
			memo: 'By phone',
			payment_methods: ['card', 'paynow_online'],
			recipients: [{ email: 'ben@example.com' }, { customer_id: recipient }],
			reference: 'ORD-7',
			webhook: 'https://n8n.example.com/webhook/paid',
		});
	});

	test.each([
		['for an amount', () => ({})],
		['for a customer of the list', () => customerOfList()],
		['for products', () => forProducts()],
	])('once %s, although the response is lost', async (_, more) => {
		simulator.fault({ method: 'POST', path: '/v1/invoices', cut: 'after' });
		const parameters = create(more(), { reference: 'ORD-7' });
		const { items } = await succeeded(run(parameters));
		expect(items.map(({ json }) => json)).toEqual(simulator.records.invoices);
		expect(sent('POST')).toHaveLength(1);
	});

	const customerOfList = () => ({
		billTo: 'customer',
		customerId: simulator.records.customers[0]!.id,
	});
	const forProducts = () => ({
		paymentBy: 'product',
		products: { products: [{ product_id: simulator.records.products[0]!.id, quantity: 2 }] },
	});
});

describe('Get', () => {
	test('reads an invoice alone, where the API can', async () => {
		const invoice = await complete();
		const { items } = await succeeded(run(operation('invoice', 'get', { invoiceId: invoice.id })));
		expect(items.map(({ json }) => json)).toEqual([invoice]);
		expect(simulator.requests).toHaveLength(1);
	});

	test.each([
		[405, 'The GET method is not supported for this route.'],
		[404, 'The route v1/invoices could not be found.'],
		[404, 'Not Found'],
		[404, ''],
	])('finds it in the list after a %i with %p', async (status, message) => {
		const invoice = await complete();
		for (let index = 0; index < 120; index += 1) await post({ reference: `ORD-${index}` });
		simulator.reset();
		for (const invoiceId of [invoice.id, UNKNOWN]) {
			simulator.fault({ path: `/v1/invoices/${invoiceId}`, status, body: { message } });
			const { items, error } = await run(operation('invoice', 'get', { invoiceId }));
			if (invoiceId === UNKNOWN) {
				expect(error).toMatchObject({
					message: 'The Payments API has no record with this ID [item 0]',
					httpCode: '404',
				});
			} else {
				expect(items.map(({ json }) => json)).toEqual([invoice]);
			}
		}
	});

	test('finds it in a list with cursors, too', async () => {
		const { id } = await complete();
		const page = (ids: string[], next_cursor: string | null) => ({
			path: '/v1/invoices',
			status: 200,
			body: { data: ids.map((one) => ({ id: one })), meta: { next_cursor } },
		});
		simulator.fault({ path: `/v1/invoices/${id}`, status: 405, body: { message: 'No.' } });
		simulator.fault(page(['a', 'b'], 'next'));
		simulator.fault(page(['c', id], 'last'));
		mustViolate(/query cursor is not in the contract/);
		const { items } = await succeeded(run(operation('invoice', 'get', { invoiceId: id })));
		expect(items.map(({ json }) => json)).toEqual([{ id }]);
		expect(simulator.requests).toHaveLength(3);
	});

	test('an unknown invoice is not found, without a look into the list', async () => {
		const { error } = await run(operation('invoice', 'get', { invoiceId: UNKNOWN }));
		expect(error).toMatchObject({ message: 'Invoice not found. [item 0]', httpCode: '404' });
		expect(simulator.requests).toHaveLength(1);
	});

	const UNKNOWN = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
	const post = async (more: object) =>
		await requester(simulator)('/v1/invoices', { ...bodyOfAnn, ...more });
});

test('Get Many filters by customer, reference and status', async () => {
	await complete();
	await complete({ invoice_number: 'INV-8', reference: 'ORD-8', send_email: 1 });
	const list = async (filters: INodeParameters) => {
		const { items } = await succeeded(
			run(operation('invoice', 'getAll', { filters, returnAll: true })),
		);
		return items.map(({ json }) => json.invoice_number);
	};
	expect(await list({})).toEqual(['INV-8', 'INV-7']);
	expect(await list({ customerEmail: 'ben@example.com' })).toEqual([]);
	expect(await list({ customerEmail: 'ann@example.com', reference: 'ORD-7' })).toEqual(['INV-7']);
	expect(await list({ status: 'sent' })).toEqual(['INV-8']);
});

test('Delete deletes an invoice', async () => {
	const { id } = await complete();
	const { items } = await succeeded(run(operation('invoice', 'delete', { invoiceId: id })));
	expect(items.map(({ json }) => json)).toEqual([{ deleted: true, id }]);
	expect(simulator.records.invoices).toEqual([]);
});

describe('Send', () => {
	const send = () => operation('invoice', 'send', { invoiceId: simulator.records.invoices[0]!.id });

	test.each([
		['for an amount', {}],
		['for a customer of the list', 'customer'],
		['for products', 'products'],
	])('emails an invoice %s, and leaves everything else as it is', async (_, kind) => {
		const before = await complete(
			kind === 'customer'
				? { customer: undefined, customer_id: simulator.records.customers[0]!.id }
				: kind === 'products'
					? {
							payment_by: 'product',
							products: [{ product_id: simulator.records.products[0]!.id, quantity: 2 }],
							partial_payments: [],
							allow_partial_payments: 0,
							amount: undefined,
							subtotal: undefined,
						}
					: {},
		);
		const { items } = await succeeded(run(send()));
		expect(items.map(({ json }) => json)).toEqual([
			{ ...before, status: 'sent', updated_at: items[0]!.json.updated_at },
		]);
		expect(sent('PUT')).toMatchObject([{ body: { send_email: 1 } }]);
	});

	test('nothing is sent if the invoice cannot be read, or is unknown', async () => {
		await complete();
		simulator.fault({ method: 'GET', status: 403, body: { message: 'Forbidden' }, times: 9 });
		expect((await run(send())).error?.httpCode).toBe('403');
		simulator.reset();
		simulator.fault({
			method: 'GET',
			times: 9,
			status: 404,
			body: { message: 'Invoice not found.' },
		});
		expect((await run(send())).error?.httpCode).toBe('404');
		expect(sent('PUT')).toEqual([]);
	});

	test('with OAuth2, the scope is named', async () => {
		await complete();
		const credentials = oAuth2Of(simulator);
		const { error } = await runnerOf(simulator)(send(), { credentials });
		expect(error?.description).toContain('commerce or commerce:update');
	});
});

describe('Update', () => {
	test('changes what was added, keeps the rest, and sends no email', async () => {
		const before = await complete();
		const { items } = await succeeded(run(update({ memo: 'Agreed', dueDate: '2026-04-30' })));
		expect(items.map(({ json }) => json)).toEqual([
			{ ...before, memo: 'Agreed', due_date: '2026-04-30', updated_at: items[0]!.json.updated_at },
		]);
		expect(sent('PUT')).toMatchObject([{ body: { send_email: 0, invoice_number: 'INV-7' } }]);
	});

	test('sends an email if asked', async () => {
		await complete();
		await succeeded(run(update({ sendEmail: true })));
		expect(sent('PUT')).toMatchObject([{ body: { send_email: 1 } }]);
	});

	test('changes the customer by name, or to one of the list', async () => {
		await complete();
		await succeeded(run(update({ customerName: 'Anna Tan' })));
		expect(sent('PUT')[0]!.body).toMatchObject({
			customer: { name: 'Anna Tan', email: 'ann@example.com' },
		});
		const { id } = simulator.records.customers[0]!;
		await succeeded(run(update({ customerId: id })));
		expect(sent('PUT')[1]!.body).toMatchObject({ customer_id: id });
		expect(sent('PUT')[1]!.body).not.toHaveProperty('customer');
		await succeeded(run(update({ customerName: 'Ben', customerEmail: 'ben@example.com' })));
		expect(sent('PUT')[2]!.body).toMatchObject({ customer: { name: 'Ben' } });
	});

	test('the subtotal follows the amount where nothing is between them', async () => {
		await complete({ amount: 100, stackable_discounts: [], partial_payments: [] });
		await succeeded(run(update({ amount: 120 })));
		expect(sent('PUT')).toMatchObject([{ body: { amount: 120, subtotal: 120 } }]);
	});

	test('an invoice for an amount becomes one for products, and back', async () => {
		await complete({ amount: 100, stackable_discounts: [], partial_payments: [] });
		const product_id = simulator.records.products[0]!.id;
		await succeeded(run(update({ products: { products: [{ product_id }] } })));
		expect(sent('PUT')[0]!.body).toMatchObject({
			payment_by: 'product',
			products: [{ product_id }],
		});
		expect(sent('PUT')[0]!.body).not.toHaveProperty('amount');
		await succeeded(run(update({ amount: 5 })));
		expect(sent('PUT')[1]!.body).toMatchObject({ payment_by: 'amount', amount: 5, subtotal: 5 });
	});

	test.each<[string, INodeParameters, string]>([
		[
			'an amount that the discounts do not leave',
			{ amount: 90, partialPayments: { payments: [{ amount: 90 }] } },
			"'Amount' is not 'Subtotal'",
		],
		['a due date before the day', { dueDate: '2026-02-28' }, "'Due Date' is before 'Invoice Date'"],
		[
			'an invoice date after a part is due',
			{ invoiceDate: '2026-03-16' },
			"'Due Date' in entry 1 of 'Partial Payments' is before 'Invoice Date'",
		],
		[
			'partial payments',
			{ partialPayments: { payments: [{ amount: 79.99 }] } },
			"'Partial Payments' do not add up to 'Amount'",
		],
		['a currency without cents', { currency: 'JPY', amount: 80.5 }, "'Amount' has more decimals"],
	])('%s is compared with what the invoice has', async (_, fields, message) => {
		await complete();
		const { error } = await run(update(fields));
		expect(error?.message).toContain(message);
		expect(error?.message).toContain('[item 0]');
		expect(sent('PUT')).toEqual([]);
	});

	test('a record with few fields is completed with what the user adds', async () => {
		const { id, amount, currency, status, customer_email, customer_name } = await complete();
		const record = { id, amount, currency, status, customer_email, customer_name };
		simulator.fault({ method: 'GET', status: 200, body: record, times: 3 });
		for (const parameters of [
			operation('invoice', 'send', { invoiceId: id }),
			update({ memo: 'Thanks' }),
		]) {
			const { error } = await run(parameters);
			expect(error).toMatchObject({
				message: "'Invoice' was returned without fields that an update needs [item 0]",
				description: expect.stringContaining("add 'Invoice Date'. To send") as string,
			});
		}
		expect(sent('PUT')).toEqual([]);
		const fields = { invoiceDate: '2026-03-02', subtotal: 80 };
		await succeeded(run(update(fields)));
		expect(sent('PUT')).toMatchObject([
			{
				body: {
					invoice_date: '2026-03-02',
					currency: 'sgd',
					payment_by: 'amount',
					amount: 80,
					subtotal: 80,
					customer: { name: 'Ann Tan', email: 'ann@example.com' },
					send_email: 0,
				},
			},
		]);
	});

	test.each<[string, IDataObject, INodeParameters]>([
		["'Tax Setting ID'", { tax_setting: { id: '7', name: 'GST' } }, { taxSetting: '7' }],
		["'Recipients'", { recipients: ['ben@example.com'] }, { recipients: 'ben@example.com' }],
		["'Payment Methods'", { payment_methods: { card: {} } }, { paymentMethods: ['card'] }],
		["'Subtotal'", { subtotal: undefined }, { subtotal: 100 }],
		["'Subtotal'", { subtotal: 'from 100' }, { subtotal: 100 }],
		[
			"'Subtotal'",
			{ subtotal: undefined, stackable_discounts: [], tax_setting: '7' },
			{ subtotal: 73.39 },
		],
	])('what cannot be read is not reset: %s has to be added', async (label, value, fields) => {
		const record = await complete();
		const body = { ...record, ...value };
		simulator.fault({ method: 'GET', status: 200, body, times: 3 });
		for (const parameters of [
			operation('invoice', 'send', { invoiceId: record.id }),
			update({ memo: 'Thanks' }),
		]) {
			const { error } = await run(parameters);
			expect(error?.description).toContain(`With Invoice: Update, add ${label}. To send`);
		}
		expect(sent('PUT')).toEqual([]);
		await succeeded(run(update({ memo: 'Thanks', ...fields })));
		expect(sent('PUT')).toHaveLength(1);
	});
});

test('without discounts and tax, the subtotal that a record lacks is its amount', async () => {
	const { id, ...record } = await complete({ amount: 80, stackable_discounts: [] });
	const body = { ...record, id, subtotal: undefined };
	simulator.fault({ method: 'GET', status: 200, body, times: 2 });
	await succeeded(run(operation('invoice', 'send', { invoiceId: id })));
	await succeeded(run(update({ memo: 'Thanks' })));
	expect(sent('PUT')).toMatchObject([
		{ body: { amount: 80, subtotal: 80 } },
		{ body: { amount: 80, subtotal: 80 } },
	]);
});

describe('what does not add up is refused before anything is sent', () => {
	const parts = (...payments: INodeParameters[]) => ({ partialPayments: { payments } });
	const discounts = (...list: INodeParameters[]) => ({ discounts: { discounts: list } });
	const products = (...list: INodeParameters[]) =>
		create({ paymentBy: 'product', products: { products: list } });
	const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

	test.each<[string, INodeParameters, string, string]>([
		[
			'partial payments that come to less',
			create({}, parts({ amount: 33.33 }, { amount: 33.33 }, { amount: 33.33 })),
			"'Partial Payments' do not add up to 'Amount'",
			"They add up to 99.99 SGD, and 'Amount' is 100.00 SGD.",
		],
		[
			'a partial payment of zero',
			create({}, parts({ amount: 100 }, { amount: 0 })),
			"'Amount' in entry 2 of 'Partial Payments' is zero",
			'Enter an amount above 0.',
		],
		[
			'a partial payment without an amount',
			create({}, parts({ due_date: '2026-03-02' })),
			"'Amount' in entry 1 of 'Partial Payments' is empty",
			'Enter the amount in major units',
		],
		[
			'a partial payment with too many decimals',
			create({}, parts({ amount: 50.005 }, { amount: 49.995 })),
			"'Amount' in entry 1 of 'Partial Payments' has more decimals than the currency",
			'an amount of SGD has a maximum of 2 decimals',
		],
		[
			'a part that is due before the invoice',
			create({}, parts({ amount: 100, due_date: '2026-02-28' })),
			"'Due Date' in entry 1 of 'Partial Payments' is before 'Invoice Date'",
			'Swap the two values',
		],
		[
			'a due date before the invoice date',
			create({}, { dueDate: '2026-02-28' }),
			"'Due Date' is before 'Invoice Date'",
			'Swap the two values',
		],
		[
			'a percentage above 100',
			create({}, { subtotal: 100, ...discounts({ percentage_discount: 100.5 }) }),
			"'Percentage' in entry 1 of 'Discounts' is not a percentage above 0, up to 100",
			'Enter a percentage such as 10 or 7.5.',
		],
		[
			'percentages above 100 in all',
			create({}, { subtotal: 200, ...discounts(...[60, 41].map((one) => percent(one))) }),
			"'Discounts' are more than 100 percent in all",
			'Lower the percentages',
		],
		[
			'percentages above 100 in all, for products',
			create(
				{ paymentBy: 'product', products: { products: [{ product_id: ID }] } },
				discounts(...[60, 41].map((one) => percent(one))),
			),
			"'Discounts' are more than 100 percent in all",
			'Lower the percentages',
		],
		[
			'discounts above the subtotal',
			create({}, { subtotal: 100, ...discounts({ discount: 60 }, percent(40.01)) }),
			"'Discounts' are above 'Subtotal'",
			"correct 'Subtotal', which is 100.00 SGD now.",
		],
		[
			'a discount with neither amount nor percentage',
			create({}, { subtotal: 100, ...discounts({ discount: 10 }, { name: 'Early bird' }) }),
			"Entry 2 of 'Discounts' needs either 'Amount' or 'Percentage'",
			'Enter one of the two',
		],
		[
			'a discount with both',
			create({}, { subtotal: 100, ...discounts({ discount: 10, percentage_discount: 10 }) }),
			"Entry 1 of 'Discounts' needs either 'Amount' or 'Percentage'",
			'Enter one of the two',
		],
		[
			'a discount without a subtotal',
			create({}, discounts({ discount: 10 })),
			"'Subtotal' is required when 'Discounts' or 'Tax Setting ID' is set",
			"Add the field 'Subtotal'",
		],
		[
			'another subtotal without a discount',
			create({}, { subtotal: 100.01 }),
			"'Amount' is not 'Subtotal' minus 'Discounts'",
			'It has to be 100.01 SGD.',
		],
		[
			'an amount that the discounts do not leave',
			create({ amount: 90.01 }, { subtotal: 100, ...discounts(percent(10)) }),
			"'Amount' is not 'Subtotal' minus 'Discounts'",
			'It has to be 90.00 SGD.',
		],
		[
			'an amount outside of what two percentages can leave',
			create({ amount: 81.01 }, { subtotal: 100, ...discounts(percent(10), percent(10)) }),
			"'Amount' is not 'Subtotal' minus 'Discounts'",
			'It has to be from 80.00 SGD to 81.00 SGD.',
		],
		[
			'an amount below what the discounts leave, before tax',
			create({ amount: 89.99 }, { subtotal: 100, taxSetting: '7', ...discounts(percent(10)) }),
			"'Amount' is not 'Subtotal' minus 'Discounts'",
			'It has to be 90.00 SGD or more.',
		],
		[
			'half a product',
			products({ product_id: ID, quantity: 0.5 }),
			"'Quantity' in entry 1 of 'Products' is not a whole number of 1 or more",
			'Enter a whole number of 1 or more.',
		],
		[
			'a product without an ID',
			products({ product_id: ID }, { quantity: 1 }),
			"'Product' in entry 2 of 'Products' is empty",
			'It looks like',
		],
		['no product', products(), "'Products' is empty", 'Add at least one product.'],
		[
			'an expression in Bill For that selects nothing',
			create({ paymentBy: '={{ "hours" }}' }),
			"'Bill For' is not a known value",
			'Use one of: amount, product.',
		],
		[
			'an expression in Bill To that selects nobody',
			create({ billTo: '={{ "ann" }}', customerId: ID }),
			"'Bill To' is not a known value",
			'Use one of: customer, contact.',
		],
		[
			'no amount',
			create({ amount: NOTHING }),
			"'Amount' is empty",
			'Enter the amount in major units',
		],
		['an amount of zero', create({ amount: 0 }), "'Amount' is zero", 'Enter an amount above 0.'],
		['no name', create({ customerName: NOTHING }), "'Customer Name' is empty", 'Enter text'],
		[
			'no email',
			create({ customerEmail: NOTHING }),
			"'Customer Email' is empty",
			'Enter an address such as ann@example.com.',
		],
		[
			'no customer',
			create({ billTo: 'customer', customerId: NOTHING }),
			"'Customer' is empty",
			'Choose one from the list',
		],
		['no day', create({ invoiceDate: NOTHING }), "'Invoice Date' is empty", 'Pick a day'],
		[
			'a recipient who is nobody',
			create({}, { recipients: 'ben@example.com, Ben' }),
			"'Recipients' is neither an email address nor a customer ID",
			'separated by commas',
		],
		[
			'products and an amount in an update',
			update({ amount: 5, products: { products: [{ product_id: ID }] } }, ID),
			"'Amount' cannot be set together with 'Products'",
			'Remove one of the two.',
		],
		[
			'a customer of the list and an email in an update',
			update({ customerId: ID, customerEmail: 'ann@example.com' }, ID),
			"'Customer Email' cannot be set together with 'Customer'",
			'Remove one of the two.',
		],
		[
			'an update without a change',
			update({}, ID),
			"'Update Fields' is empty",
			'Add at least one field',
		],
	])('%s', async (_, parameters, message, remedy) => {
		const { items, error } = await run(parameters);
		expect([items, simulator.requests]).toEqual([[], []]);
		expect(error?.message).toBe(`${message} [item 0]`);
		expect(error?.description).toContain(remedy);
	});

	test.each<[string, INodeParameters]>([
		['10 % of 100', create({ amount: 90 }, { subtotal: 100, ...discounts(percent(10)) })],
		[
			'0.1 and 0.2 of 0.6',
			create({ amount: 0.3 }, { subtotal: 0.6, ...discounts(off(0.1), off(0.2)) }),
		],
		[
			'15 % of 9.99, rounded',
			create({ amount: 8.49 }, { subtotal: 9.99, ...discounts(percent(15)) }),
		],
		[
			'15 % of 9.99, rounded up',
			create({ amount: 8.5 }, { subtotal: 9.99, ...discounts(percent(15)) }),
		],
		[
			'each 10 % of 100',
			create({ amount: 80 }, { subtotal: 100, ...discounts(percent(10), percent(10)) }),
		],
		[
			'10 % of the rest',
			create({ amount: 81 }, { subtotal: 100, ...discounts(percent(10), percent(10)) }),
		],
		['a tax', create({ amount: 109 }, { subtotal: 100, taxSetting: '7' })],
		[
			'yen',
			create({ amount: 900, currency: 'JPY' }, { subtotal: 999, ...discounts(percent(9.9)) }),
		],
		[
			'three parts of 0.3',
			create({ amount: 0.3 }, parts(...[0.1, 0.1, 0.1].map((amount) => ({ amount })))),
		],
	])('but not %s', async (_, parameters) => {
		await succeeded(run(parameters));
		expect(simulator.records.invoices).toHaveLength(1);
	});

	function percent(percentage_discount: number) {
		return { percentage_discount };
	}
	function off(discount: number) {
		return { discount };
	}
});
