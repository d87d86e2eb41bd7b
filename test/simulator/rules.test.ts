import { call, fieldsRefused, answered, post, recordsOf, useFreshSimulator } from './helpers';

/* Rules over several fields, or about other records: no schema of one field states them. */

const clock = { at: 0 };
const simulator = useFreshSimulator({ now: () => clock.at });
// In Singapore, it is 2 March already.
beforeEach(() => void (clock.at = Date.parse('2026-03-01T20:00:00Z')));

const UNKNOWN = '20000000-0000-4000-8000-000000000000';
const INACTIVE = '30000000-0000-4000-8000-000000000000';
beforeEach(() => {
	simulator.records.locations.find(({ active }) => !active)!.id = INACTIVE;
});

const paths = {
	request: '/v1/payment-requests',
	invoice: '/v1/invoices',
	plan: '/v1/subscription-plan',
	subscription: '/v1/recurring-billing',
	code: '/v1/static_qr',
};
type Kind = keyof typeof paths;

/** The least that a new record needs. */
const least: Record<Kind, object> = {
	request: { amount: 10, currency: 'SGD' },
	invoice: {
		...{ invoice_date: '2026-03-01', currency: 'SGD', payment_by: 'amount' },
		...{ amount: 100, subtotal: 100, customer: { name: 'Ann Tan', email: 'ann@example.com' } },
	},
	plan: { name: 'Gold', cycle: 'monthly', amount: 30 },
	subscription: {
		...{ name: 'Gold', amount: 30, cycle: 'monthly' },
		...{ customer_email: 'ann@example.com', start_date: '2099-01-01' },
	},
	code: { name: 'Counter', payment_provider_method: 'paynow_online' },
};

const create = (kind: Kind, change: object = {}) =>
	post<{ id: string; url?: string }>(simulator, paths[kind], { ...least[kind], ...change });

test.each<[Kind, object, object]>([
	[
		'request',
		{},
		{
			...{ amount: '10.00', currency: 'sgd', status: 'pending', webhook: null },
			...{ payment_methods: ['card', 'paynow_online'], allow_repeated_payments: false },
		},
	],
	['request', { amount: 1234.5 }, { amount: '1234.50' }],
	['request', { amount: 19.999 }, { amount: '20.00' }],
	[
		'invoice',
		{},
		{
			...{ amount: 100, subtotal: 100, currency: 'sgd', status: 'pending', due_date: null },
			...{ customer_email: 'ann@example.com', customer_name: 'Ann Tan' },
			...{ invoice_number: expect.stringMatching(/^INV-\d{8}$/) as string },
		},
	],
	['invoice', { send_email: 1 }, { status: 'sent' }],
	['invoice', { auto_invoice_number: '0', invoice_number: 'A-1' }, { invoice_number: 'A-1' }],
	[
		'invoice',
		{
			allow_partial_payments: 1,
			partial_payments: [{ amount: 33.34 }, { amount: 66.66, due_date: '2026-04-01' }],
		},
		{ allow_partial_payments: true },
	],
	['plan', {}, { description: '', currency: 'sgd', reference: '', cycle_repeat: null }],
	['subscription', { start_date: '2026-03-02' }, { status: 'scheduled', currency: 'sgd' }],
	['code', {}, { amount: 0, currency: 'sgd', location_id: null }],
	['code', { amount: 12.5, currency: 'SGD' }, { amount: 12.5, currency: 'sgd' }],
])('a new %s with %j has what it says, and defaults', async (kind, change, expected) => {
	const { json } = await answered(201, create(kind, change));
	expect(json).toMatchObject(expected);
	expect(recordsOf(simulator, paths[kind])).toEqual([json]);
});

/** A discount with all fields. */
const discount = (own: object) => ({
	...{ name: 'Early bird', discount: 0, percentage_discount: 0, order: 1 },
	...own,
});
const bothDiscounts = [discount({ percentage_discount: 0.6 }), discount({ discount: 40.01 })];

test.each<[Kind, object, string[]]>([
	['request', { expiry_date: '2999-02-30 10:00:00' }, ['expiry_date']],
	['request', { expiry_date: '2020-01-01 00:00:00' }, ['expiry_date']],
	['request', { expires_after: '5 days', expiry_date: '2999-12-31 00:00:00' }, ['expires_after']],
	['request', { generate_qr: true }, ['generate_qr']],
	['request', { generate_qr: true, payment_methods: ['upi_qr', 'card'] }, ['generate_qr']],
	['request', { location_id: UNKNOWN }, ['location_id']],
	['invoice', { amount: undefined }, ['amount']],
	['invoice', { payment_by: 'product' }, ['products']],
	['invoice', { customer: undefined }, ['customer']],
	['invoice', { customer: undefined, customer_id: UNKNOWN }, ['customer_id']],
	['invoice', { auto_invoice_number: '0' }, ['invoice_number']],
	['invoice', { due_date: '2026-02-28' }, ['due_date']],
	['invoice', { partial_payments: [{ amount: 99.99 }] }, ['partial_payments']],
	['invoice', { stackable_discounts: bothDiscounts }, ['stackable_discounts']],
	// A percentage is a fraction.
	[
		'invoice',
		{ stackable_discounts: [discount({ percentage_discount: 5 })] },
		['stackable_discounts'],
	],
	['plan', { amount: 0.29 }, ['amount']],
	['plan', { amount: 0.99, currency: 'myr' }, ['amount']],
	['plan', { cycle: 'custom' }, ['cycle_repeat', 'cycle_frequency']],
	['plan', { cycle_repeat: 2 }, ['cycle_repeat']],
	['plan', { start_date_method: 'fixed_date' }, ['fixed_date']],
	['subscription', { start_date: undefined }, ['start_date']],
	['subscription', { start_date: '2026-03-01' }, ['start_date']],
	['subscription', { name: undefined, cycle: undefined }, ['name', 'cycle']],
	['subscription', { cycle: 'custom' }, ['cycle_repeat', 'cycle_frequency']],
	['subscription', { plan_id: UNKNOWN }, ['plan_id']],
	['subscription', { start_date_method: 'sign_up_date' }, ['start_date_method']],
	['code', { amount: 5 }, ['currency']],
	['code', { location_id: UNKNOWN }, ['location_id']],
	['code', { location_id: INACTIVE }, ['location_id']],
])('a new %s is refused with %j', async (kind, change, fields) => {
	expect(fieldsRefused(await create(kind, change))).toEqual(fields);
	expect(recordsOf(simulator, paths[kind])).toEqual([]);
});

const change = async (kind: Kind, given: object, body: object) => {
	const one = (await create(kind, given)).json;
	clock.at += 60_000;
	const sent = await call<object>(simulator, 'PUT', `${paths[kind]}/${one.id}`, { body });
	return { one, sent };
};

const custom = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };
const codeOnly = { generate_qr: true, payment_methods: ['upi_qr'] };

test.each<[Kind, object, object, string]>([
	['request', codeOnly, { amount: 5, payment_methods: ['card'] }, 'generate_qr'],
	['request', {}, { amount: 5, location_id: UNKNOWN }, 'location_id'],
	['request', {}, { amount: 5, location_id: INACTIVE }, 'location_id'],
	['plan', {}, { amount: 0.29 }, 'amount'],
	['plan', { amount: 0.3 }, { currency: 'usd' }, 'amount'],
	['plan', {}, { cycle: 'custom' }, 'cycle_repeat'],
	['plan', {}, { cycle: 'custom', cycle_repeat: 2 }, 'cycle_frequency'],
	['plan', {}, { cycle_frequency: 'day' }, 'cycle_frequency'],
	['plan', custom, { cycle: 'weekly', cycle_repeat: 2 }, 'cycle_repeat'],
	['plan', custom, { cycle_repeat: null }, 'cycle_repeat'],
	['code', {}, { amount: 5 }, 'currency'],
	['code', {}, { location_id: INACTIVE }, 'location_id'],
])('a %s with %j refuses the change %j', async (kind, given, body, field) => {
	const { one, sent } = await change(kind, given, body);
	expect(fieldsRefused(sent)).toEqual([field]);
	expect(recordsOf(simulator, paths[kind])).toEqual([one]);
});

test.each<[Kind, object, object, object]>([
	['plan', {}, custom, custom],
	['plan', custom, { name: 'Silver' }, { name: 'Silver' }],
	['plan', custom, { cycle_repeat: 3 }, { cycle_repeat: 3 }],
	[
		'plan',
		custom,
		{ cycle: 'weekly' },
		{ cycle: 'weekly', cycle_repeat: null, cycle_frequency: null },
	],
	['plan', {}, { start_date_method: 'fixed_date', fixed_date: 28 }, {}],
	['code', {}, { amount: 1, currency: 'MYR' }, { amount: 1, currency: 'myr' }],
	['code', {}, { payment_provider_method: 'upi_qr', device_id: 'till' }, {}],
])('a %s with %j accepts the change %j', async (kind, given, body, expected) => {
	const { one, sent } = await change(kind, given, body);
	const { updated_at } = sent.json as { updated_at: string };
	expect([sent.status, sent.json]).toEqual([200, { ...one, ...expected, updated_at }]);
	expect(recordsOf(simulator, paths[kind])).toEqual([sent.json]);
});
