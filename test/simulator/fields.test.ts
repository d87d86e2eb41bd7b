import { contract, fieldsOf } from '../../contract/contract';
import type { Charge, Simulator } from '../../simulator';
import { get, misfits, type Page, post, start, type Table, tableOf } from './helpers';

// What the simulator returns without a dialect: of each field one type, of those that the contract has.
const payout = tableOf({
	uuid: 'id',
	string: 'status',
	currency: 'currency source_currency',
	number: 'amount source_amount',
	'string|null': 'bank_name bank_account remark reference failure_code failure_message',
	'date|null': 'arrival_date',
	'offset-time': 'created_at updated_at',
});
const charge = tableOf({
	uuid: 'id customer_id payment_request_id',
	currency: 'currency home_currency',
	decimal: 'exchange_rate',
	number: 'amount fixed_fee discount_fee discount_fee_rate',
	string: 'remark status order_reference_number channel',
	object: 'payment_method customer location',
	boolean: 'webhook_status admin_fee',
	'object|null': 'executor',
	'offset-time|null': 'closed_at',
	'offset-time': 'created_at updated_at',
});
const logo = tableOf({
	string: 'sm md lg svg svg_square png_square',
});
const card: Table = { brand: 'string', last4: 'string', country_code: 'string', country: 'string' };
const refund = tableOf({
	string: 'id refunded_by payment_id status payment_method',
	number: 'amount_refunded total_amount',
	currency: 'currency',
	'number|null': 'provider_fee',
	'string|null': 'provider_fee_currency',
	'utc-time': 'refunded_at',
	'local-time': 'created_at',
});
const staticQr = tableOf({
	string:
		'id name reference payment_provider payment_provider_method location_id device_id qr_value created_at updated_at',
	number: 'amount',
	currency: 'currency',
	array: 'payment_provider_method_logos',
	object: 'payment_provider_method_main_logo created_by location device',
});
const methodLogo: Table = { ...logo, method: 'string', iconName: 'string', displayName: 'string' };
const plan = tableOf({
	uuid: 'id',
	string: 'name description cycle reference',
	'number|null': 'cycle_repeat',
	'string|null': 'cycle_frequency',
	currency: 'currency',
	number: 'amount',
	'local-time': 'created_at updated_at',
});
const customer = tableOf({
	uuid: 'id',
	string: 'email',
	'string|null': 'name phone_number phone_number_country_code remark birth_date gender',
	'object|null': 'address',
	'offset-time': 'created_at updated_at',
});
const invoice = tableOf({
	uuid: 'id',
	string: 'invoice_number status url payment_by',
	'string|null':
		'customer_email customer_name customer_id reference footer memo webhook tax_setting',
	'date|null': 'due_date',
	date: 'invoice_date',
	currency: 'currency',
	number: 'amount subtotal',
	boolean: 'allow_partial_payments',
	array: 'payment_methods partial_payments stackable_discounts products recipients',
	'local-time': 'created_at updated_at',
});
const subscription = tableOf({
	uuid: 'id',
	'string|null':
		'business_recurring_plans_id customer_name name reference cycle_frequency redirect_url payment_provider_charge_method pause_from pause_until expires_at',
	string: 'customer_email description cycle status url',
	'number|null': 'cycle_repeat times_to_be_charged',
	number: 'price amount times_charged total_charge',
	currency: 'currency',
	boolean: 'send_email save_card',
	array: 'payment_methods',
	'object|null': 'payment_method',
	'local-time': 'created_at updated_at',
});
const subscriptionCharge = tableOf({
	uuid: 'payment_id recurring_billing_id',
	number: 'amount',
	currency: 'currency',
	string: 'status',
});
const location = tableOf({
	uuid: 'id business_id',
	string: 'name street city state country postal_code',
	boolean: 'active',
	array: 'pickups',
	'utc-time': 'created_at updated_at',
});
const order = tableOf({
	uuid: 'id',
	number:
		'order_display_number subtotal amount total_discount_amount shipping_amount line_item_tax_amount',
	string: 'channel status fulfilment_status',
	currency: 'currency',
	'object|null': 'customer location',
	'string|null': 'remark payment_status',
	array: 'line_items products charges',
	'offset-time|null': 'closed_at',
	'offset-time': 'created_at updated_at',
});
const product = tableOf({
	uuid: 'id',
	string: 'name description currency status product_url',
	'string|null': 'headline',
	number: 'price price_stored',
	'number|null': 'quantity',
	array: 'category_id variations channels locations images',
	boolean: 'is_shopify is_woocommerce is_published',
	'offset-time': 'created_at updated_at',
});
const productCategory = tableOf({
	uuid: 'id',
	string: 'name',
	'string|null': 'description',
	boolean: 'is_active is_parent',
	number: 'order',
	array: 'children',
	null: 'image',
});

const balance: Table = { currency: 'currency', wallets: 'object' };
const balanceTransaction = tableOf({
	'offset-time': 'datetime',
	string: 'description',
	'string|null': 'charge_id order_id payout_id transfer_id',
	'number|null': 'debit credit',
	currency: 'currency',
});
const transfer = tableOf({
	uuid: 'id',
	object: 'beneficiary fee',
	currency: 'payment_currency source_currency',
	number: 'payment_amount source_amount',
	decimal: 'exchange_rate',
	'string|null': 'remark reference',
	string: 'status',
	'offset-time': 'created_at updated_at',
});
const staffMember: Table = { id: 'uuid', name: 'string', role: 'object' };

/** Fields that no source but some records have (rows 14 and 15). */
const ofSome = 'refunds target_id target_type terminal_id webhook_logs'.split(' ');

test.each([
	['Payout', payout],
	['Charge', charge],
	['Logo', logo],
	['Refund', refund],
	['StaticQr', staticQr],
	['MethodLogo', methodLogo],
	['Plan', plan],
	['Customer', customer],
	['Invoice', invoice],
	['Subscription', subscription],
	['SubscriptionCharge', subscriptionCharge],
	['Location', location],
	['Order', order],
	['Product', product],
	['ProductCategory', productCategory],
	['StaffMember', staffMember],
	['Balance', balance],
	['BalanceTransaction', balanceTransaction],
	['Transfer', transfer],
	['ChargeDetail', { ...charge, amount_without_fees: 'number', refunded_amount: 'number' }],
])('the table of a %s has the fields of the contract', (name, table) => {
	const fields = fieldsOf(contract.components.schemas[name]!).map(([field]) => field);
	expect(Object.keys(table).sort()).toEqual(
		fields.filter((field) => !ofSome.includes(field)).sort(),
	);
});

describe('every record has exactly the fields of its table', () => {
	let simulator: Simulator;
	let charges: Charge[];
	const oneOf = (test: (one: Charge) => boolean) => charges.find(test) as Charge;

	beforeAll(async () => {
		simulator = await start({ charges: 100, payouts: 100 });
		({ data: charges } = (await get<Page<Charge>>(simulator, '/v1/charges?per_page=100')).json);
	});

	test('payouts', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/payouts?per_page=100');
		expect(json.data).toHaveLength(100);
		expect(json.data.flatMap((one) => misfits(one, payout))).toEqual([]);
	});

	test('charges, and their parts', () => {
		expect(charges).toHaveLength(100);
		expect(charges.flatMap((one) => misfits(one, charge))).toEqual([]);
		for (const { payment_method, customer, location } of charges) {
			const { name, display_logo, method_logo, data } = payment_method;
			expect(Object.keys(payment_method).sort()).toEqual([
				'data',
				'display_logo',
				'method_logo',
				'name',
			]);
			expect(misfits(display_logo, logo)).toEqual([]);
			expect(misfits(method_logo, logo)).toEqual([]);
			expect(misfits(data, name === 'card' ? card : {})).toEqual([]);
			expect(
				misfits(customer, { name: 'string', email: 'string', phone_number: 'string' }),
			).toEqual([]);
			expect(misfits(location, { id: 'uuid', name: 'string', address: 'string' })).toEqual([]);
		}
	});

	test('a single charge, which has two more fields', async () => {
		const { json } = await get<object>(simulator, `/v1/charges/${charges[0]?.id}`);
		const more = { amount_without_fees: 'number', refunded_amount: 'number' };
		expect(misfits(json, { ...charge, ...more })).toEqual([]);
	});

	test('only a pending charge is not closed', () => {
		const open = charges.filter(({ closed_at }) => closed_at === null);
		expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['pending']));
	});

	test('refunds', async () => {
		const { id } = oneOf(({ status }) => status === 'succeeded');
		const { json } = await post<{ id: string }>(simulator, '/v1/refund', {
			amount: 1,
			payment_id: id,
		});
		expect(misfits(json, refund)).toEqual([]);
		const got = await get<object>(simulator, `/v1/refund/${json.id}`);
		expect(got.json).toEqual(json);
		expect(simulator.records.refunds.flatMap((one) => misfits(one, refund))).toEqual([]);
	});

	test('static QR codes, and their parts', async () => {
		const { json } = await post<{
			payment_provider_method_logos: object[];
			payment_provider_method_main_logo: object;
			created_by: object;
			location: object;
		}>(simulator, '/v1/static_qr', {
			name: 'Counter',
			payment_provider_method: 'paynow_online',
			location_id: simulator.records.locations[0]?.id,
			device_id: '11111111-2222-4333-8444-555555555555',
			amount: 12.5,
			currency: 'SGD',
		});
		expect(misfits(json, staticQr)).toEqual([]);
		expect(json.payment_provider_method_logos.length).toBeGreaterThan(0);
		for (const one of json.payment_provider_method_logos) {
			expect(misfits(one, methodLogo)).toEqual([]);
		}
		expect(misfits(json.payment_provider_method_main_logo, methodLogo)).toEqual([]);
		const person = tableOf({ string: 'id display_name first_name last_name' });
		expect(misfits(json.created_by, person)).toEqual([]);
		expect(misfits(json.location, { name: 'string', address: 'string' })).toEqual([]);
	});

	test('subscription plans', async () => {
		const { json } = await post<object>(simulator, '/v1/subscription-plan', {
			name: 'Gold',
			cycle: 'monthly',
			amount: 30,
		});
		expect(misfits(json, plan)).toEqual([]);
	});

	test('customers', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/customers?per_page=100');
		expect(json.data).not.toEqual([]);
		expect(json.data.flatMap((one) => misfits(one, customer))).toEqual([]);
	});

	test('invoices', async () => {
		const { json } = await post<object>(simulator, '/v1/invoices', {
			invoice_date: '2026-03-01',
			currency: 'SGD',
			payment_by: 'amount',
			amount: 30,
			subtotal: 30,
			customer: { name: 'Ann Tan', email: 'ann@example.com' },
		});
		expect(misfits(json, invoice)).toEqual([]);
	});

	test('subscriptions, and their charges', async () => {
		const { json } = await post<{ id: string }>(simulator, '/v1/recurring-billing', {
			name: 'Gold',
			customer_email: 'ann@example.com',
			save_payment_method: 'true',
		});
		expect(misfits(json, subscription)).toEqual([]);
		expect(misfits(simulator.attachMethod(json.id), subscription)).toEqual([]);
		const path = `/v1/charge/recurring-billing/${json.id}`;
		const charged = await post<object>(simulator, path, { amount: 5, currency: 'SGD' });
		expect(misfits(charged.json, subscriptionCharge)).toEqual([]);
	});

	test('locations', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/locations?per_page=100');
		expect(json.data).toHaveLength(30);
		expect(json.data.flatMap((one) => misfits(one, location))).toEqual([]);
	});

	test('orders, products and product categories', async () => {
		const query = 'perPage=100&per_page=100&with=products,charges';
		const read = async (path: string) =>
			(await get<Page<object>>(simulator, `${path}?${query}`)).json.data;
		const orders = await read('/v1/orders');
		expect(orders).toHaveLength(40);
		expect(orders.flatMap((one) => misfits(one, order))).toEqual([]);
		const products = await read('/v1/products');
		expect(products).toHaveLength(30);
		expect(products.flatMap((one) => misfits(one, product))).toEqual([]);
		const categories = await read('/v1/product-category');
		expect(categories).toHaveLength(6);
		expect(categories.flatMap((one) => misfits(one, productCategory))).toEqual([]);
	});

	test('staff members', async () => {
		const { json } = await get<Array<{ role: object }>>(simulator, '/v1/staffs');
		expect(json.flatMap((one) => misfits(one, staffMember))).toEqual([]);
		const role: Table = { id: 'string', title: 'string' };
		expect(json.flatMap((one) => misfits(one.role, role))).toEqual([]);
	});

	test('balances, and their transactions', async () => {
		const { json } = await get<object[]>(simulator, '/v1/balances');
		expect(json.flatMap((one) => misfits(one, balance))).toEqual([]);
		const path = '/v1/balances/adyen/transactions?per_page=100';
		const { data } = (await get<Page<object>>(simulator, path)).json;
		expect(data.length).toBeGreaterThan(50);
		expect(data.flatMap((one) => misfits(one, balanceTransaction))).toEqual([]);
	});

	test('transfers, and their parts', async () => {
		const { data } = (
			await get<Page<{ beneficiary: object; fee: object }>>(simulator, '/v1/transfers')
		).json;
		const beneficiary = tableOf({
			uuid: 'id',
			string: 'nickname holder_name bank_name account_number',
		});
		const fee = tableOf({ number: 'amount', currency: 'currency', string: 'paid_by' });
		expect(data).toHaveLength(12);
		expect(data.flatMap((one) => misfits(one, transfer))).toEqual([]);
		expect(data.flatMap((one) => misfits(one.beneficiary, beneficiary))).toEqual([]);
		expect(data.flatMap((one) => misfits(one.fee, fee))).toEqual([]);
	});

	test('business info', async () => {
		const { json } = await get<object>(simulator, '/v1/info');
		const info = tableOf({
			uuid: 'id',
			string: 'name country',
			currency: 'currency',
			boolean: 'payments_enabled',
		});
		expect(misfits(json, info)).toEqual([]);
	});
});
