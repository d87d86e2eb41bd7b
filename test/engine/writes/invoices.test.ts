import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Invoice } from '../../../simulator';
import { useFreshSimulator } from '../../useSimulator';
import { ID } from '../inputs/places';
import { succeeded, withoutValue } from '../outcomes';
import { operation, runnerOf } from '../run';
import { invoiceBody, requester } from '../service';
import { shortenWaits } from '../waits';

shortenWaits();
const simulator = useFreshSimulator({ charges: 5, products: 6 });

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
const bodyOfAnn = { ...invoiceBody, send_email: 0 };
const update = (updateFields: INodeParameters, invoiceId = simulator.records.invoices[0]!.id) =>
	operation('invoice', 'update', { invoiceId, updateFields });

/** An invoice with a value in each field, as the service has it. */
async function complete(change: object = {}): Promise<Invoice> {
	await requester(simulator)('/v1/invoices', {
		...bodyOfAnn,
		...{ auto_invoice_number: '0', invoice_number: 'INV-7', due_date: '2026-03-31', amount: 80 },
		stackable_discounts: [{ name: 'Early bird', discount: 0, percentage_discount: 0.2, order: 1 }],
		allow_partial_payments: 1,
		partial_payments: [{ amount: 30, due_date: '2026-03-15' }, { amount: 50 }],
		...{ payment_methods: ['card'], footer: 'Thanks', memo: 'By phone', reference: 'ORD-7' },
		webhook: 'https://n8n.example.com/webhook/paid',
		recipients: [{ email: 'ben@example.com' }],
		...change,
	});
	simulator.reset();
	return { ...simulator.records.invoices[0]! };
}

describe('Create', () => {
	const customerId = () => ({
		customerId: { __rl: true, mode: 'id', value: simulator.records.customers[0]!.id },
	});

	test.each<[string, INodeParameters]>([
		['email', { billTo: "={{ 'customer' }}", customerEmail: 'n/a' }],
		['customer', { billTo: "={{ 'contact' }}", customerId: '?' }],
		['amount', { paymentBy: "={{ 'product' }}", amount: "={{ 'see list' }}" }],
	])(
		'an expression makes a choice, and a wrong %s of another choice is not read',
		async (of, given) => {
			const { id } = simulator.records.products[0]!;
			const products = { products: [{ product_id: id, quantity: 1 }] };
			await succeeded(run(create({ ...customerId(), products, ...given })));
			const { customer } = sent('POST')[0]!.body as IDataObject;
			const ofAnn = { name: 'Ann Tan', email: 'ann@example.com' };
			expect(customer).toEqual(of === 'email' ? undefined : ofAnn);
		},
	);

	test('bills a customer by name and email, and sends no email unless asked', async () => {
		const { items } = await succeeded(run(create()));
		expect(items.map(({ json }) => json)).toEqual(simulator.records.invoices);
		expect(sent('POST').map(({ body }) => body)).toEqual([bodyOfAnn]);
		await succeeded(run(create({ sendEmail: true })));
		expect(sent('POST')[1]!.body).toEqual({ ...bodyOfAnn, send_email: 1 });
		expect(simulator.records.invoices.map(({ status }) => status)).toEqual(['sent', 'pending']);
	});

	test('bills for products, which are selected from a list or by ID', async () => {
		const [one, other] = simulator.records.products.map(({ id }) => id);
		const ofList = { __rl: true, mode: 'list', value: one };
		const products = [
			{ product_id: ofList, quantity: 2, discount: 0.5 },
			{ product_id: other, quantity: '={{ "3" }}' },
		];
		await succeeded(run(create({ paymentBy: 'product', products: { products } })));
		expect(sent('POST')[0]!.body).toEqual({
			...{ ...bodyOfAnn, payment_by: 'product', amount: undefined, subtotal: undefined },
			products: [
				{ product_id: one, quantity: 2, discount: 0.5 },
				{ product_id: other, quantity: 3 },
			],
		});
	});

	test('sends discounts in their order, partial payments, and a number of its own', async () => {
		const discounts = [{ name: 'Early bird', percentage_discount: 10 }, { discount: 8 }];
		const payments = [{ amount: 33.34, due_date: '2026-03-10T00:00:00' }, { amount: '66.66' }];
		const lists = { discounts: { discounts }, partialPayments: { payments } };
		await succeeded(run(create({}, { subtotal: 120, invoiceNumber: 7, ...lists })));
		expect(sent('POST')[0]!.body).toEqual({
			...{ ...bodyOfAnn, subtotal: 120, auto_invoice_number: '0', invoice_number: '7' },
			stackable_discounts: [
				{ name: 'Early bird', discount: 0, percentage_discount: 0.1, order: 1 },
				{ name: 'Discount', discount: 8, percentage_discount: 0, order: 2 },
			],
			allow_partial_payments: 1,
			partial_payments: [{ amount: 33.34, due_date: '2026-03-10' }, { amount: 66.66 }],
		});
	});

	test.each([
		['for an amount', () => ({})],
		['for a customer of the list', () => ({ billTo: 'customer', ...customerId() })],
		['for products', () => ({ paymentBy: 'product', products: oneProduct() })],
	])('once %s, although the response is lost', async (_, more) => {
		simulator.fault({ method: 'POST', path: '/v1/invoices', cut: 'after' });
		const { items } = await succeeded(run(create(more(), { reference: 'ORD-7' })));
		expect(items.map(({ json }) => json)).toEqual(simulator.records.invoices);
		expect(sent('POST')).toHaveLength(1);
	});

	const oneProduct = () => ({
		products: [{ product_id: simulator.records.products[0]!.id, quantity: 2 }],
	});
});

describe('Get', () => {
	test.each([
		[405, 'The GET method is not supported for this route.'],
		[404, 'The route v1/invoices could not be found.'],
		[404, 'Not Found'],
		[404, ''],
	])('finds it in the list after a %i with %p', async (status, message) => {
		const invoice = await complete();
		for (let index = 0; index < 120; index += 1) simulator.addInvoice();
		const get = async (invoiceId: string) => {
			simulator.fault({ path: `/v1/invoices/${invoiceId}`, status, body: { message } });
			return await run(operation('invoice', 'get', { invoiceId }));
		};
		expect((await get(invoice.id)).items.map(({ json }) => json)).toEqual([invoice]);
		expect((await get(ID)).error).toMatchObject({
			message: 'The Payments API has no record with this ID',
			httpCode: '404',
		});
	});

	test('an unknown invoice is not found, without a look into the list', async () => {
		const { error } = await run(operation('invoice', 'get', { invoiceId: ID }));
		expect(error).toMatchObject({ message: 'Invoice not found.', httpCode: '404' });
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('Send', () => {
	const send = () => operation('invoice', 'send', { invoiceId: simulator.records.invoices[0]!.id });

	test.each(['an amount', 'a customer of the list'])(
		'emails an invoice for %s, and leaves everything else as it is',
		async (kind) => {
			const { id: customer_id } = simulator.records.customers[0]!;
			const ofList = { customer: undefined, customer_id };
			const before = await complete(kind === 'an amount' ? {} : ofList);
			const { items } = await succeeded(run(send()));
			expect(items.map(({ json }) => json)).toEqual([
				{ ...before, status: 'sent', updated_at: items[0]!.json.updated_at },
			]);
			expect(sent('PUT')).toMatchObject([{ body: { send_email: 1 } }]);
		},
	);

	test.each([
		['403', 'Forbidden'],
		['404', 'Invoice not found.'],
	])('nothing is sent if the invoice cannot be read: %s', async (httpCode, message) => {
		await complete();
		simulator.fault({ method: 'GET', status: Number(httpCode), body: { message }, times: 9 });
		expect((await run(send())).error?.httpCode).toBe(httpCode);
		expect(sent('PUT')).toEqual([]);
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

	test('the subtotal follows the amount where nothing is between them; an email is sent if asked', async () => {
		await complete({ amount: 100, stackable_discounts: [], partial_payments: [] });
		await succeeded(run(update({ amount: 120, sendEmail: true })));
		expect(sent('PUT')).toMatchObject([{ body: { amount: 120, subtotal: 120, send_email: 1 } }]);
	});

	test('changes the customer by name, or to one of the list', async () => {
		await complete();
		const { id: customerId } = simulator.records.customers[0]!;
		const named = { customerName: 'Ben', customerEmail: 'ben@example.com' };
		for (const fields of [{ customerName: 'Anna Tan' }, { customerId }, named])
			await succeeded(run(update(fields)));
		const customers = sent('PUT').map(({ body }) => {
			const { customer, customer_id } = body as IDataObject;
			return { customer, customer_id };
		});
		expect(customers).toEqual([
			{ customer: { name: 'Anna Tan', email: 'ann@example.com' } },
			{ customer_id: customerId },
			{ customer: { name: 'Ben', email: 'ben@example.com' } },
		]);
	});

	test('an invoice for an amount becomes one for products, and back', async () => {
		await complete({ amount: 100, stackable_discounts: [], partial_payments: [] });
		const products = [{ product_id: simulator.records.products[0]!.id }];
		await succeeded(run(update({ products: { products } })));
		await succeeded(run(update({ amount: 5 })));
		const [first, second] = sent('PUT').map(({ body }) => body);
		expect(first).toMatchObject({ payment_by: 'product', products });
		expect(first).not.toHaveProperty('amount');
		expect(second).toMatchObject({ payment_by: 'amount', amount: 5, subtotal: 5 });
	});

	const payments = (amount: number) => ({ partialPayments: { payments: [{ amount }] } });
	test.each<[INodeParameters, string]>([
		[{ amount: 90, ...payments(90) }, "'Amount' is not 'Subtotal'"],
		[{ dueDate: '2026-02-28' }, "'Due Date' is before 'Invoice Date'"],
		[payments(79.99), "'Partial Payments' do not add up to 'Amount'"],
		[{ currency: 'JPY', amount: 80.5 }, "'Amount' has more decimals"],
	])('%j is compared with what the invoice has', async (fields, message) => {
		await complete();
		const { error } = await run(update(fields));
		expect(error?.message).toContain(message);
		expect(sent('PUT')).toEqual([]);
	});

	test('a record with few fields is completed with what the user adds', async () => {
		const { id, amount, currency, status, customer_email, customer_name } = await complete();
		const record = { id, amount, currency, status, customer_email, customer_name };
		await needs(record, "'Invoice Date'");
		await succeeded(run(update({ invoiceDate: '2026-03-02', subtotal: 80 })));
		expect(sent('PUT').map(({ body }) => body)).toEqual([
			{
				invoice_date: '2026-03-02',
				currency: 'sgd',
				payment_by: 'amount',
				amount: 80,
				subtotal: 80,
				customer: { name: 'Ann Tan', email: 'ann@example.com' },
				send_email: 0,
			},
		]);
	});

	const untaxed = { subtotal: undefined, stackable_discounts: [], tax_setting: '7' };
	test.each<[string, IDataObject, INodeParameters]>([
		["'Tax Setting ID'", { tax_setting: { id: '7', name: 'GST' } }, { taxSetting: '7' }],
		["'Recipients'", { recipients: ['ben@example.com'] }, { recipients: 'ben@example.com' }],
		["'Payment Methods'", { payment_methods: { card: {} } }, { paymentMethods: ['card'] }],
		["'Subtotal'", { subtotal: 'from 100' }, { subtotal: 100 }],
		["'Subtotal'", untaxed, { subtotal: 73.39 }],
	])('what cannot be read is not reset: %s has to be added', async (label, value, fields) => {
		await needs({ ...(await complete()), ...value }, label);
		await succeeded(run(update({ memo: 'Thanks', ...fields })));
		expect(sent('PUT')).toHaveLength(1);
	});

	/** Returns such a record three times: it is neither sent nor changed without a field that it lacks. */
	async function needs(record: IDataObject, label: string) {
		simulator.fault({ method: 'GET', status: 200, body: record, times: 3 });
		const send = operation('invoice', 'send', { invoiceId: record.id as string });
		for (const parameters of [send, update({ memo: 'Thanks' })]) {
			const { error } = await run(parameters);
			expect(error?.message).toBe(
				`'Invoice' was returned without ${label}, which HitPay needs to change or send it`,
			);
		}
		expect(sent('PUT')).toEqual([]);
	}
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

describe('sums', () => {
	const percent = (percentage_discount: number) => ({ percentage_discount });
	const off = (discount: number) => ({ discount });
	const less = (...list: INodeParameters[]) => ({ discounts: { discounts: list } });
	const parts = (...amounts: number[]) => ({
		partialPayments: { payments: amounts.map((amount) => ({ amount })) },
	});
	const partDue = (due_date: string) => ({
		partialPayments: { payments: [{ amount: 100, due_date }] },
	});
	const product = { paymentBy: 'product', products: { products: [{ product_id: ID }] } };

	type Row = [create: INodeParameters, additionalFields: INodeParameters, advice: string];

	/** By the message. */
	const refused: Record<string, Row[]> = {
		"'Partial Payments' do not add up to 'Amount'": [
			[{}, parts(33.33, 33.33, 33.33), "up to 99.99 SGD, and 'Amount' is 100.00 SGD."],
		],
		"'Amount' in entry 1 of 'Partial Payments' has more decimals than the currency": [
			[{}, parts(50.005, 49.995), 'an amount of SGD has a maximum of 2 decimals'],
		],
		"'Discounts' are more than 100 percent in all": [
			[{}, { subtotal: 200, ...less(percent(60), percent(41)) }, 'Lower the percentages'],
			[product, less(percent(60), percent(41)), 'Lower the percentages'],
		],
		"'Discounts' are above 'Subtotal'": [
			[{}, { subtotal: 100, ...less(off(60), percent(40.01)) }, 'which is 100.00 SGD now.'],
		],
		"Entry 2 of 'Discounts' needs either 'Amount' or 'Percentage'": [
			[{}, { subtotal: 100, ...less(off(10), { name: 'Early bird' }) }, 'one of the two'],
			[{}, { subtotal: 100, ...less(off(10), { ...off(5), ...percent(5) }) }, 'one of the two'],
		],
		"'Subtotal' is required when 'Discounts' or 'Tax Setting ID' is set": [
			[{}, less(off(10)), "Add the field 'Subtotal'"],
			[{}, { taxSetting: '7' }, "Add the field 'Subtotal'"],
		],
		"'Amount' is not 'Subtotal' minus 'Discounts'": [
			[{}, { subtotal: 100.01 }, 'It has to be 100.01 SGD.'],
			[{ amount: 90.01 }, { subtotal: 100, ...less(percent(10)) }, 'It has to be 90.00 SGD.'],
			[
				{ amount: 81.01 },
				{ subtotal: 100, ...less(percent(10), percent(10)) },
				'It has to be from 80.00 SGD to 81.00 SGD.',
			],
			[
				{ amount: 89.99 },
				{ subtotal: 100, taxSetting: '7', ...less(percent(10)) },
				'It has to be 90.00 SGD or more.',
			],
		],
		"'Due Date' is before 'Invoice Date'": [[{}, { dueDate: '2026-02-28' }, 'Swap the two values']],
		"'Due Date' in entry 1 of 'Partial Payments' is before 'Invoice Date'": [
			[{}, partDue('2026-02-28'), 'Swap the two values'],
		],
		"'Products' is empty": [
			[{ paymentBy: 'product', products: { products: [] } }, {}, 'Add at least one product.'],
		],
	};

	const rows = Object.entries(refused).flatMap(([message, list]) =>
		list.map((row) => [message, ...row] as const),
	);

	test.each(rows)('%s: %j with %j', async (message, more, additionalFields, advice) => {
		await stops(create(more, additionalFields), message, advice);
	});

	test.each<[string, INodeParameters, string]>([
		['products and an amount', { amount: 5, products: product.products }, 'Amount'],
		['products and a subtotal', { subtotal: 5, products: product.products }, 'Subtotal'],
		[
			'a customer of the list and an email',
			{ customerId: ID, customerEmail: 'ann@example.com' },
			'Customer Email',
		],
		['a customer of the list and a name', { customerId: ID, customerName: 'Ann' }, 'Customer Name'],
	])('an update with %s is refused', async (_, fields, label) => {
		const other = 'customerId' in fields ? 'Customer' : 'Products';
		const message = `'${label}' cannot be set together with '${other}'`;
		await stops(update(fields, ID), message, 'Remove one of the two.');
	});

	async function stops(parameters: INodeParameters, message: string, advice: string) {
		const { items, error } = await run(parameters);
		expect([items, simulator.requests]).toEqual([[], []]);
		expect(withoutValue(error?.message)).toBe(message);
		expect(error?.description).toContain(advice);
	}

	test.each<[string, INodeParameters, INodeParameters]>([
		['10 % of 100', { amount: 90 }, { subtotal: 100, ...less(percent(10)) }],
		['0.1 and 0.2 of 0.6', { amount: 0.3 }, { subtotal: 0.6, ...less(off(0.1), off(0.2)) }],
		['15 % of 9.99, rounded', { amount: 8.49 }, { subtotal: 9.99, ...less(percent(15)) }],
		['15 % of 9.99, rounded up', { amount: 8.5 }, { subtotal: 9.99, ...less(percent(15)) }],
		['each 10 % of 100', { amount: 80 }, { subtotal: 100, ...less(percent(10), percent(10)) }],
		['10 % of the rest', { amount: 81 }, { subtotal: 100, ...less(percent(10), percent(10)) }],
		['a tax', { amount: 109 }, { subtotal: 100, taxSetting: '7' }],
		['yen', { amount: 900, currency: 'JPY' }, { subtotal: 999, ...less(percent(9.9)) }],
		['three parts of 0.3', { amount: 0.3 }, parts(0.1, 0.1, 0.1)],
	])('%s add up', async (_, more, additionalFields) => {
		await succeeded(run(create(more, additionalFields)));
		expect(simulator.records.invoices).toHaveLength(1);
	});
});
