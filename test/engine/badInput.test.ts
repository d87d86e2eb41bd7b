import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { succeeded } from './outcomes';
import { operation, runnerOf } from './run';

const simulator = useSimulator({ charges: 5, payouts: 5, locations: 5 });
const run = runnerOf(simulator);

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';
const NOTHING = '={{ $json.nothing }}';

const charges = (filters: INodeParameters) => operation('charge', 'getAll', { filters });
const orders = (filters: INodeParameters) => operation('order', 'getAll', { filters });
const products = (filters: INodeParameters) => operation('product', 'getAll', { filters });
const categories = (filters: INodeParameters) =>
	operation('productCategory', 'getAll', { filters });
const payouts = (filters: INodeParameters) => operation('payout', 'getAll', { filters });
const transactions = (more: INodeParameters) =>
	operation('balance', 'getTransactions', { provider: 'adyen', ...more });
const transfers = (filters: INodeParameters) => operation('transfer', 'getAll', { filters });
const refund = (more: INodeParameters) =>
	operation('refund', 'create', { paymentId: ID, refundKind: 'part', amount: 5, ...more });
const plan = (more: INodeParameters) =>
	operation('plan', 'create', { name: 'Gym', amount: 20, cycle: 'monthly', ...more });
const staticQr = (more: INodeParameters) =>
	operation('staticQr', 'create', { name: 'Counter 1', paymentMethod: 'paynow_online', ...more });

const customer = (additionalFields: INodeParameters, email: string = 'ann@example.com') =>
	operation('customer', 'upsert', { email, additionalFields });
const paymentRequest = (more: INodeParameters) =>
	operation('paymentRequest', 'create', { amount: 5, currency: 'SGD', ...more });
const planUpdate = (updateFields: INodeParameters, planId = ID) =>
	operation('plan', 'update', { planId, updateFields });
const staticQrUpdate = (updateFields: INodeParameters, staticQrId = ID) =>
	operation('staticQr', 'update', { staticQrId, updateFields });
const customerUpdate = (updateFields: INodeParameters) =>
	operation('customer', 'update', { customerId: ID, updateFields });
const subscription = (more: INodeParameters) =>
	operation('subscription', 'create', {
		...{ kind: 'terms', name: 'Gym', amount: 20, currency: 'SGD', cycle: 'monthly' },
		...{ customerEmail: 'ann@example.com', startDate: '2099-01-01', ...more },
	});
const subscriptionCharge = (more: INodeParameters) =>
	operation('subscription', 'charge', {
		...{ subscriptionId: ID, amount: 5, currency: 'SGD', ...more },
	});
const subscriptions = (filters: INodeParameters) =>
	operation('subscription', 'getAll', { filters });
const requestUpdate = (updateFields: INodeParameters) =>
	operation('paymentRequest', 'update', { paymentRequestId: ID, updateFields });

/** Runs the node, which must stop before anything was sent. */
async function stopped(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const { items: output, error } = await run(parameters, { items });
	expect(output).toEqual([]);
	expect(simulator.requests).toEqual([]);
	return error;
}

/** Every parameter and filter that holds an ID: label, and the parameters with a given value. */
const idFields: Array<[label: string, where: string, (id: string) => INodeParameters]> = [
	['Charge', 'Charge: Get', (id) => ({ resource: 'charge', operation: 'get', chargeId: id })],
	['Customer', 'Charge: Get Many', (id) => charges({ customerId: id })],
	...['get', 'delete'].map((name): (typeof idFields)[number] => [
		'Customer',
		`Customer: ${name}`,
		(customerId) => operation('customer', name, { customerId }),
	]),
	['Location Names or IDs', 'Charge: Get Many', (id) => charges({ locationIds: id })],
	['Payment Request', 'Charge: Get Many', (id) => charges({ paymentRequestId: id })],
	['Payout', 'Charge: Get Many', (id) => charges({ payoutId: id })],
	['Payout', 'Balance: Get Transactions', (id) => transactions({ filters: { payoutId: id } })],
	[
		'Location',
		'Location: Delete',
		(id) => ({ resource: 'location', operation: 'delete', locationId: id }),
	],
	['Order', 'Order: Get', (id) => ({ resource: 'order', operation: 'get', orderId: id })],
	['Product', 'Product: Delete', (id) => operation('product', 'delete', { productId: id })],
	['Product', 'Product: Get', (id) => operation('product', 'get', { productId: id })],
	['Category Names or IDs', 'Product: Get Many', (id) => products({ categories: id })],
	['Location Names or IDs', 'Product: Get Many', (id) => products({ locationIds: id })],
	['Parent Category', 'Product Category: Get Many', (id) => categories({ parentId: id })],
	['Plan', 'Plan: Delete', (id) => ({ resource: 'plan', operation: 'delete', planId: id })],
	['Plan', 'Plan: Get', (id) => ({ resource: 'plan', operation: 'get', planId: id })],
	['Plan', 'Plan: Update', (id) => planUpdate({ amount: 20 }, id)],
	['Charge', 'Refund: Create', (id) => refund({ paymentId: id })],
	['Device ID', 'Static QR: Create', (id) => staticQr({ additionalFields: { deviceId: id } })],
	['Location', 'Static QR: Create', (id) => staticQr({ additionalFields: { locationId: id } })],
	['Location', 'Static QR: Update', (id) => staticQrUpdate({ locationId: id })],
	['Plan', 'Subscription: Create', (id) => subscription({ kind: 'plan', planId: id })],
	['Plan', 'Subscription: Get Many', (id) => subscriptions({ planId: id })],
	['Subscription', 'Subscription: Charge', (id) => subscriptionCharge({ subscriptionId: id })],
	[
		'Subscription',
		'Subscription: Cancel',
		(id) => operation('subscription', 'cancel', { subscriptionId: id }),
	],
];

describe.each(idFields)("'%s' of %s", (label, _, parametersWith) => {
	test.each(['x', '123', `${ID}1`, ID.slice(1), `${ID}/../..`, 'null', '[object Object]'])(
		'does not take %p',
		async (id) => {
			const error = await stopped(parametersWith(id));
			expect(error?.message).toBe(`'${label}' is not a valid ID [item 0]`);
			expect(error?.description).toContain(`It looks like ${ID}.`);
		},
	);
});

test.each([
	['one bad among good ones', `${ID}, x`],
	['an array with a bad one', `={{ ["${ID}", "x"] }}`],
])("'Location Names or IDs' with %s is not sent", async (_, locationIds) => {
	const error = await stopped(charges({ locationIds }));
	expect(error?.message).toBe("'Location Names or IDs' is not a valid ID [item 0]");
});

interface Bad {
	what: string;
	parameters: INodeParameters;
	message: string;
	remedy: string;
}

const notAnAmount = (
	label: string,
	parametersWith: (amount: string | number) => INodeParameters,
	enough = 'Enter an amount of 0 or more.',
): Bad[] => {
	const remedy = 'Enter the amount in major units, with a decimal point, e.g. 12.50.';
	return [
		['abc', `'${label}' is not a number`, remedy],
		['12,50', `'${label}' is not a number`, remedy],
		['$5', `'${label}' is not a number`, remedy],
		['0x10', `'${label}' is not a number`, remedy],
		['={{ NaN }}', `'${label}' is not a number`, remedy],
		['={{ Infinity }}', `'${label}' is not a number`, remedy],
		['={{ true }}', `'${label}' is not a number`, remedy],
		['={{ [5] }}', `'${label}' is not a number`, remedy],
		[-0.01, `'${label}' is below zero`, enough],
		['-1', `'${label}' is below zero`, enough],
	].map(([value, message, remedy]) => ({
		what: `'${label}' of ${parametersWith(0).resource as string} holding ${value}`,
		parameters: parametersWith(value as string),
		message: message as string,
		remedy: remedy as string,
	}));
};

const notWhole = (
	label: string,
	range: string,
	values: Array<string | number>,
	parametersWith: (value: string | number) => INodeParameters,
): Bad[] =>
	values.map((value) => ({
		what: `'${label}' holding ${value}`,
		parameters: parametersWith(value),
		message: `'${label}' is not a whole number ${range}`,
		remedy: `Enter a whole number ${range}.`,
	}));

const notADate = (label: string, parametersWith: (value: string) => INodeParameters): Bad[] =>
	[
		'tomorrow',
		'2026-02-30',
		'2026-13-01',
		'2026-3-1',
		'01/03/2026',
		'2026-03-01T25:00:00',
		'2026-03-01Tnoon',
		'20260301',
		'={{ 20260301 }}',
		'={{ DateTime.fromISO("2026-02-30") }}',
		'={{ new Date("soon") }}',
		'={{ [] }}',
	].map((value) => ({
		what: `'${label}' of ${parametersWith('').resource as string} holding ${value}`,
		parameters: parametersWith(value),
		message: `'${label}' is not a date`,
		remedy:
			'Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00.',
	}));

const unknownValue = (
	label: string,
	known: string,
	parametersWith: (value: string) => INodeParameters,
): Bad[] =>
	['={{ "nonsense" }}', '={{ 7 }}', '={{ ["paid"] }}'].map((value) => ({
		what: `'${label}' of ${parametersWith('').resource as string} holding ${value}`,
		parameters: parametersWith(value),
		message: `'${label}' is not a known value`,
		remedy: `Use one of: ${known}.`,
	}));

const extra =
	(make: (more: INodeParameters) => INodeParameters, name: string) => (value: string | number) =>
		make({ additionalFields: { [name]: value } });

const bad: Bad[] = [
	...notAnAmount('Amount', (amount) => refund({ amount }), 'Enter an amount above 0.'),
	...notAnAmount('Amount', (amount) => plan({ amount })),
	...notAnAmount('Amount', (amount) => subscriptionCharge({ amount }), 'Enter an amount above 0.'),
	...notAnAmount('Amount', (amount) => staticQr({ additionalFields: { amount, currency: 'SGD' } })),
	...notAnAmount('Amount From', (amountFrom) => charges({ amountFrom })),
	...notAnAmount('Amount To', (amountTo) => charges({ amountTo })),
	{
		what: 'a refund of zero',
		parameters: refund({ amount: 0 }),
		message: "'Amount' is zero",
		remedy: 'Enter an amount above 0.',
	},
	...[undefined, '', null].map((amount) => ({
		what: `a refund of part of a charge, with ${String(amount) || 'an empty text'} as the amount`,
		parameters: refund({ amount }),
		message: "'Amount' is empty",
		remedy: "To refund everything that remains, set 'Refund' to Remaining Amount.",
	})),
	...[plan({ amount: '' }), paymentRequest({ amount: '' })].map((parameters) => ({
		what: `no amount: ${JSON.stringify(parameters)}`,
		parameters,
		message: "'Amount' is empty",
		remedy: 'Enter the amount in major units, with a decimal point, e.g. 12.50.',
	})),
	{
		what: 'a payment request of 1.234 SGD, which would be rounded',
		parameters: paymentRequest({ amount: 1.234 }),
		message: "'Amount' has more decimals than the currency",
		remedy: 'Round it: an amount of SGD has a maximum of 2 decimals.',
	},
	{
		what: 'a plan of 10.005 SGD, which would be rounded',
		parameters: plan({ amount: 10.005 }),
		message: "'Amount' has more decimals than the currency",
		remedy: 'Round it',
	},
	{
		what: 'a static QR code of 10.5 JPY, which would be rounded',
		parameters: operation('staticQr', 'create', {
			name: 'Counter',
			paymentMethod: 'paynow_online',
			additionalFields: { amount: 10.5, currency: 'JPY' },
		}),
		message: "'Amount' has more decimals than the currency",
		remedy: 'Round it: an amount of JPY has a maximum of 0 decimals.',
	},
	...[1000000, '999999.991'].map((amount) => ({
		what: `a plan for ${amount}`,
		parameters: plan({ amount }),
		message: "'Amount' is above 999999.99",
		remedy: 'Enter an amount of 999999.99 or less.',
	})),
	...[1e21, '1e21', Number.MAX_SAFE_INTEGER + 2].map((amount) => ({
		what: `a payment request of ${amount}, which cannot be sent exactly`,
		parameters: paymentRequest({ amount }),
		message: "'Amount' is above 900000000000",
		remedy: 'Enter an amount of 900000000000 or less.',
	})),
	{
		what: 'a static QR code with an amount and no currency',
		parameters: staticQr({ additionalFields: { amount: 0 } }),
		message: "'Currency' is required when 'Amount' is set",
		remedy: "Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
	},
	{
		what: 'a static QR code with an amount and an empty currency',
		parameters: staticQr({ additionalFields: { amount: 5, currency: NOTHING } }),
		message: "'Currency' is required when 'Amount' is set",
		remedy: "Add the field 'Currency', e.g. SGD, or remove 'Amount'.",
	},
	{
		what: 'a static QR code whose name has 256 characters',
		parameters: staticQr({ name: 'x'.repeat(256) }),
		message: "'Name' is longer than 255 characters",
		remedy: 'Shorten it.',
	},
	{
		what: 'a plan whose reference has 256 characters',
		parameters: extra(plan, 'reference')('x'.repeat(256)),
		message: "'Reference' is longer than 255 characters",
		remedy: 'Shorten it.',
	},
	...['S', 'SGDX', 'S$1', '={{ 702 }}'].flatMap((currency) =>
		[plan, staticQr].map((make) => ({
			what: `a ${make({}).resource} in the currency ${currency}`,
			parameters: extra(make, 'currency')(currency),
			message: "'Currency' is not a currency",
			remedy: 'Enter the three letters of the currency, e.g. SGD.',
		})),
	),
	{
		what: 'a custom cycle without its repeat',
		parameters: plan({ cycle: 'custom', cycleRepeat: NOTHING, cycleFrequency: 'week' }),
		message: "'Repeat Every' is required when 'Cycle' is Custom",
		remedy: 'Enter how many units one cycle has, e.g. 2 for every 2 weeks.',
	},
	{
		what: 'a custom cycle without its frequency',
		parameters: plan({ cycle: 'custom', cycleRepeat: 2, cycleFrequency: NOTHING }),
		message: "'Repeat Unit' is required when 'Cycle' is Custom",
		remedy: 'Choose days, weeks, months or years.',
	},
	{
		what: 'a custom cycle by expression, without either field',
		parameters: plan({
			cycle: '={{ "custom" }}',
			cycleRepeat: '={{ "" }}',
			cycleFrequency: '={{ "" }}',
		}),
		message: "'Repeat Every' is required when 'Cycle' is Custom",
		remedy:
			"'Repeat Unit' is required when 'Cycle' is Custom. Choose days, weeks, months or years.",
	},
	...notWhole('Repeat Every', 'of 1 or more', [0, -1, 1.5, '1.5'], (cycleRepeat) =>
		plan({ cycle: 'custom', cycleRepeat }),
	),
	{
		what: 'a fixed start without its date',
		parameters: plan({ additionalFields: { startDate: 'fixed_date' } }),
		message: "'Day of Month' is required when 'Start Date' is Fixed Date",
		remedy: "Add the field 'Day of Month', from 1 to 28.",
	},
	{
		what: 'a fixed start whose date is empty',
		parameters: plan({ additionalFields: { startDate: 'fixed_date', fixedDate: NOTHING } }),
		message: "'Day of Month' is required when 'Start Date' is Fixed Date",
		remedy: "Add the field 'Day of Month', from 1 to 28.",
	},
	...notWhole('Day of Month', 'from 1 to 28', [0, 29, 1.5, '29'], extra(plan, 'fixedDate')),
	...notWhole(
		'Times to Be Charged',
		'from 1 to 100',
		[0, 101, 2.5, '101'],
		extra(plan, 'timesToBeCharged'),
	),
	...notWhole('Limit', 'from 1 to 100000', [0, -5, 1.5, '={{ 0 }}', 100_001], (limit) =>
		operation('location', 'getAll', { limit }),
	),
	...unknownValue('Cycle', 'custom, monthly, weekly, yearly', (cycle) => plan({ cycle })),
	...unknownValue('Subscription', 'plan, terms, save', (kind) =>
		subscription({ kind, planId: ID }),
	),
	...unknownValue('Status', 'active, all, canceled, inactive, retrying, scheduled', (status) =>
		subscriptions({ status }),
	),
	...unknownValue('Repeat Unit', 'day, month, week, year', (cycleFrequency) =>
		plan({ cycle: 'custom', cycleFrequency }),
	),
	...unknownValue(
		'Start Date',
		'customer_select_date, fixed_date, sign_up_date',
		extra(plan, 'startDate'),
	),
	...unknownValue('Payment Method', 'paynow_online, qrph_netbank, upi_qr', (paymentMethod) =>
		staticQr({ paymentMethod }),
	),
	...unknownValue('Statuses', 'canceled, completed, draft, expired, sent', (statuses) =>
		orders({ statuses }),
	).slice(0, 2),
	...unknownValue('Include', 'charges, products', (include) =>
		operation('order', 'getAll', { include }),
	).slice(0, 2),
	...unknownValue('Channels', 'invoice, online_store, pos', (channels) =>
		products({ channels }),
	).slice(0, 2),
	...unknownValue('Inventory', 'in_stock, out_of_stock', (inventory) =>
		products({ inventory }),
	).slice(0, 2),
	...unknownValue('Sources', 'shopify, wooCommerce', (sources) => products({ sources })).slice(
		0,
		2,
	),
	...unknownValue('Statuses', 'draft, published', (statuses) => products({ statuses })).slice(0, 2),
	{
		what: "'Active' that is no switch",
		parameters: categories({ active: '={{ "perhaps" }}' }),
		message: "'Active' is neither true nor false",
		remedy: 'Use true or false.',
	},
	{
		what: 'a range of days of orders that ends before it begins',
		parameters: orders({ createdFrom: '2026-03-02', createdTo: '2026-03-01' }),
		message: "'Created To' is before 'Created From'",
		remedy: 'Swap the two values, or correct one of them.',
	},
	...unknownValue('Status', 'canceled, failed, paid, pending, processing, scheduled', (status) =>
		payouts({ status }),
	),
	...unknownValue('Status', 'canceled, failed, paid, processing, scheduled', (status) =>
		transfers({ status }),
	),
	...['..', '.'].map((provider) => ({
		what: `the provider ${provider}`,
		parameters: transactions({ provider }),
		message: "'Provider' is not a valid ID",
		remedy: 'Choose one from the list, or enter its name, e.g. adyen.',
	})),
	{
		what: 'transactions until before they begin',
		parameters: transactions({
			filters: { createdFrom: '2026-03-02', createdTo: '2026-03-01' },
		}),
		message: "'Created To' is before 'Created From'",
		remedy: 'Swap the two values, or correct one of them.',
	},
	{
		what: 'a list of statuses with an unknown one',
		parameters: charges({ statuses: '={{ ["void", "paid"] }}' }),
		message: "'Statuses' is not a known value",
		remedy:
			'cancelled, failed, partially_refunded, pending, refunded, succeeded, succeeded_manually, void',
	},
	{
		what: 'an object in place of a list of statuses',
		parameters: charges({ statuses: '={{ ({ status: "void" }) }}' }),
		message: "'Statuses' is not a list",
		remedy: 'Choose at least one',
	},
	{
		what: 'Created To before Created From',
		parameters: charges({ createdFrom: '2026-03-02', createdTo: '2026-03-01' }),
		message: "'Created To' is before 'Created From'",
		remedy: 'Swap the two values, or correct one of them.',
	},
	{
		what: 'Amount To below Amount From',
		parameters: charges({ amountFrom: 10, amountTo: 9.99 }),
		message: "'Amount To' is before 'Amount From'",
		remedy: 'Swap the two values, or correct one of them.',
	},
	{
		what: 'Return All that is empty',
		parameters: { ...charges({}), returnAll: '={{ $json.nothing }}' },
		message: "'Return All' is neither true nor false",
		remedy: 'Use true or false.',
	},
	...['ann', '10 42', '1.5', '-1'].map((userIds) => ({
		what: `the user ID ${userIds}`,
		parameters: charges({ userIds }),
		message: "'User IDs' is not a valid user ID",
		remedy: 'Enter user IDs separated by commas. Each is a UUID or a whole number.',
	})),
	...['={{ {} }}', '={{ true }}'].map((locationIds) => ({
		what: `location IDs that are ${locationIds}`,
		parameters: charges({ locationIds }),
		message: "'Location Names or IDs' is not a list",
		remedy: "Choose them from the list, or use the 'id' that Location: Get Many returns.",
	})),
	...notADate('Created From', (createdFrom) => charges({ createdFrom })),
	...notADate('Created To', (createdTo) => charges({ createdTo })),
	...notADate('Created From', (createdFrom) => orders({ createdFrom })),
	...notADate('Created To', (createdTo) => orders({ createdTo })),
	...notADate('Created From', (createdFrom) => payouts({ createdFrom })),
	...notADate('Created To', (createdTo) => payouts({ createdTo })),
	...['ann', 'ann@', '={{ 5 }}'].flatMap((email) =>
		[customer({}, email), customerUpdate({ email })].map((parameters) => ({
			what: `a customer with the email address ${email}: ${parameters.operation}`,
			parameters,
			message: "'Email' is not an email address",
			remedy: 'Enter an address such as ann@example.com.',
		})),
	),
	{
		what: 'a customer whose remark has 256 characters',
		parameters: customer({ remark: 'x'.repeat(256) }),
		message: "'Remark' is longer than 255 characters",
		remedy: 'Shorten it.',
	},
	{
		what: 'a customer with an address of a city alone',
		parameters: customer({ address: { parts: { city: 'Singapore' } } }),
		message: "'Address' is not complete",
		remedy: "Add 'Street', 'State', 'Postal Code', or remove the address.",
	},
	...notADate('Birth Date', (birthDate) => customer({ birthDate })),
	...['ann', 'ann@', '={{ 5 }}'].map((email) => ({
		what: `the email address ${email}`,
		parameters: extra(refund, 'email')(email),
		message: "'Email' is not an email address",
		remedy: 'Enter an address such as ann@example.com.',
	})),
	...[
		'example.com',
		'ftp://example.com',
		'https://',
		'https:///x',
		'javascript:alert(1)',
		'={{ 5 }}',
	].flatMap((address) => [
		{
			what: `the URL ${address}`,
			parameters: refund({ notify: 'url', notifyUrl: address }),
			message: "'URL' is not a web address",
			remedy: 'Enter a complete address that begins with https://.',
		},
		{
			what: `the redirect URL ${address}`,
			parameters: extra(plan, 'redirectUrl')(address),
			message: "'Redirect URL' is not a web address",
			remedy: 'Enter a complete address that begins with https://.',
		},
	]),
	{
		what: "a 'Send Email' that is neither true nor false",
		parameters: extra(refund, 'sendEmail')('={{ "maybe" }}'),
		message: "'Send Email' is neither true nor false",
		remedy: 'Use true or false.',
	},
	{
		what: "a 'Return All' that is neither true nor false",
		parameters: { resource: 'charge', operation: 'getAll', returnAll: '={{ "maybe" }}' },
		message: "'Return All' is neither true nor false",
		remedy: 'Use true or false.',
	},
	...['={{ ({ a: 1 }) }}', '={{ [{ a: 1 }] }}'].map((name) => ({
		what: `the name ${name}`,
		parameters: plan({ name }),
		message: "'Name' is not text",
		remedy: 'Choose one field of the object in the expression.',
	})),
];

const changed =
	(make: (fields: INodeParameters) => INodeParameters, name: string) => (value: string | number) =>
		make({ [name]: value });

const toStay = 'Enter a value, or remove the field to keep the current value.';

/** The rules for a record to create apply to its changes. */
const badUpdates: Bad[] = [
	...[planUpdate, staticQrUpdate, requestUpdate].flatMap((make) => [
		{
			what: `an update of a ${make({}).resource} without a field`,
			parameters: make({}),
			message: "'Update Fields' is empty",
			remedy: 'Add at least one field, with its new value.',
		},
		...[NOTHING, '={{ null }}', '={{ undefined }}', '={{ "" }}', '', '  '].flatMap((value) =>
			[{}, { name: 'B' }].map((others) => ({
				what: `an update of a ${make({}).resource} with ${JSON.stringify(others)} and the currency ${value}`,
				parameters: make({ ...others, currency: value }),
				message: "'Currency' is empty",
				remedy: toStay,
			})),
		),
	]),
	{
		what: 'an update of a static QR code to an amount that is empty',
		parameters: staticQrUpdate({ name: 'B', amount: NOTHING }),
		message: "'Amount' is empty",
		remedy: toStay,
	},
	...[
		{ __rl: true, mode: 'list', value: '' },
		{ __rl: true, mode: 'id', value: NOTHING },
	].map((locationId) => ({
		what: `an update of a static QR code to the location ${JSON.stringify(locationId)}`,
		parameters: staticQrUpdate({ name: 'B', locationId }),
		message: "'Location' is empty",
		remedy: toStay,
	})),
	{
		what: 'an update of a customer without a field',
		parameters: customerUpdate({}),
		message: "'Update Fields' is empty",
		remedy: 'Add at least one field, with its new value.',
	},
	...[
		['name', 'Name'] as const,
		['phoneNumber', 'Phone Number'] as const,
		['birthDate', 'Birth Date'] as const,
		['address', 'Address'] as const,
	].map(([name, label]) => ({
		what: `an update of a customer whose ${name} is empty`,
		parameters: customerUpdate({ email: 'ann@example.com', [name]: NOTHING }),
		message: `'${label}' is empty`,
		remedy: toStay,
	})),
	...[
		['Metadata', { metadata: {} }] as const,
		['Metadata', { metadata: { pairs: [] } }] as const,
		['Metadata', { metadata: NOTHING }] as const,
		['Address', { address: {} }] as const,
		['Address', { address: { parts: { city: '', line1: NOTHING } } }] as const,
		['Webhook URL', { webhook: '' }] as const,
	].flatMap(([label, field]) =>
		[{}, { name: 'B' }].map((others) => ({
			what: `an update of a payment request with ${JSON.stringify({ ...others, ...field })}`,
			parameters: requestUpdate({ ...others, ...field } as INodeParameters),
			message: `'${label}' is empty`,
			remedy: toStay,
		})),
	),
	{
		what: 'an update with several fields that is empty',
		parameters: planUpdate({ amount: NOTHING, cycle: '={{ null }}' }),
		message: "'Amount' is empty",
		remedy: `'Cycle' is empty. ${toStay}`,
	},
	...notAnAmount('Amount', changed(planUpdate, 'amount')),
	...notAnAmount('Amount', (amount) => staticQrUpdate({ amount, currency: 'SGD' })),
	{
		what: 'an update of a plan to more than the largest amount',
		parameters: planUpdate({ amount: '999999.991' }),
		message: "'Amount' is above 999999.99",
		remedy: 'Enter an amount of 999999.99 or less.',
	},
	...(
		[
			[planUpdate, 'name', 'Name', 128],
			[planUpdate, 'reference', 'Reference', 255],
			[staticQrUpdate, 'name', 'Name', 255],
		] as const
	).map(([make, name, label, longest]) => ({
		what: `an update of a ${make({}).resource} whose ${name} has ${longest + 1} characters`,
		parameters: changed(make, name)('x'.repeat(longest + 1)),
		message: `'${label}' is longer than ${longest} characters`,
		remedy: 'Shorten it.',
	})),
	...[planUpdate, staticQrUpdate].map((make) => ({
		what: `an update of a ${make({}).resource} to the currency SGDX`,
		parameters: changed(make, 'currency')('SGDX'),
		message: "'Currency' is not a currency",
		remedy: 'Enter the three letters of the currency, e.g. SGD.',
	})),
	{
		what: 'an update of a static QR code to an amount with more decimals than usual',
		parameters: staticQrUpdate({ amount: 5.125 }),
		message: "'Amount' has more decimals than the currency",
		remedy: "Round it to 2 decimals. For a currency with more decimals, set 'Currency' too.",
	},
	{
		what: 'an update to a custom cycle alone',
		parameters: planUpdate({ cycle: 'custom' }),
		message: "'Repeat Every' is required when 'Cycle' is Custom",
		remedy:
			"Enter how many units one cycle has, e.g. 2 for every 2 weeks. 'Repeat Unit' is required when 'Cycle' is Custom. Choose days, weeks, months or years.",
	},
	{
		what: 'an update to a custom cycle without its frequency',
		parameters: planUpdate({ cycle: 'custom', cycleRepeat: 2 }),
		message: "'Repeat Unit' is required when 'Cycle' is Custom",
		remedy: 'Choose days, weeks, months or years.',
	},
	...[
		['Repeat Every', { cycleRepeat: 2 }] as const,
		['Repeat Unit', { cycleFrequency: 'week' }] as const,
	].map(([label, fields]) => ({
		what: `an update to a monthly cycle with '${label}'`,
		parameters: planUpdate({ cycle: 'monthly', ...fields }),
		message: `'${label}' applies only when 'Cycle' is Custom`,
		remedy: `Remove '${label}', or choose Custom as 'Cycle'.`,
	})),
	...notWhole('Repeat Every', 'of 1 or more', [0, '1.5'], changed(planUpdate, 'cycleRepeat')),
	{
		what: 'an update to a fixed start without its date',
		parameters: planUpdate({ startDate: 'fixed_date' }),
		message: "'Day of Month' is required when 'Start Date' is Fixed Date",
		remedy: "Add the field 'Day of Month', from 1 to 28.",
	},
	...notWhole('Day of Month', 'from 1 to 28', [0, 29], changed(planUpdate, 'fixedDate')),
	...notWhole(
		'Times to Be Charged',
		'from 1 to 100',
		[0, 101],
		changed(planUpdate, 'timesToBeCharged'),
	),
	...unknownValue('Cycle', 'custom, monthly, weekly, yearly', changed(planUpdate, 'cycle')),
	...unknownValue(
		'Start Date',
		'customer_select_date, fixed_date, sign_up_date',
		changed(planUpdate, 'startDate'),
	),
	{
		what: 'an update to a redirect URL that is none',
		parameters: planUpdate({ redirectUrl: 'example.com' }),
		message: "'Redirect URL' is not a web address",
		remedy: 'Enter a complete address that begins with https://.',
	},
];

test.each([...bad, ...badUpdates])('$what is stopped', async ({ parameters, message, remedy }) => {
	const error = await stopped(parameters);
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(error?.description).toContain(remedy);
});

/** Everything that has to be there: required parameters, and filters once they were added. */
const needed: Array<[label: string, where: string, (value: string) => INodeParameters]> = [
	['Charge', 'Charge: Get', (chargeId) => ({ resource: 'charge', operation: 'get', chargeId })],
	[
		'Location',
		'Location: Delete',
		(locationId) => ({ resource: 'location', operation: 'delete', locationId }),
	],
	['Plan', 'Plan: Delete', (planId) => ({ resource: 'plan', operation: 'delete', planId })],
	['Plan', 'Plan: Get', (planId) => ({ resource: 'plan', operation: 'get', planId })],
	['Plan', 'Plan: Update', (planId) => planUpdate({ amount: 20 }, planId)],
	[
		'Static QR',
		'Static QR: Delete',
		(staticQrId) => ({ resource: 'staticQr', operation: 'delete', staticQrId }),
	],
	[
		'Static QR',
		'Static QR: Get',
		(staticQrId) => ({ resource: 'staticQr', operation: 'get', staticQrId }),
	],
	['Static QR', 'Static QR: Update', (staticQrId) => staticQrUpdate({ name: 'A' }, staticQrId)],
	['Refund ID', 'Refund: Get', (refundId) => ({ resource: 'refund', operation: 'get', refundId })],
	['Charge', 'Refund: Create', (paymentId) => refund({ paymentId })],
	['Amount', 'Refund: Create', (amount) => refund({ amount })],
	['Name', 'Plan: Create', (name) => plan({ name })],
	['Email', 'Customer: Create or Update', (email) => customer({}, email)],
	[
		'Search',
		'Customer: Get Many',
		(search) => operation('customer', 'getAll', { filters: { search } }),
	],
	['Amount', 'Plan: Create', (amount) => plan({ amount })],
	['Cycle', 'Plan: Create', (cycle) => plan({ cycle })],
	['Name', 'Static QR: Create', (name) => staticQr({ name })],
	['Payment Method', 'Static QR: Create', (paymentMethod) => staticQr({ paymentMethod })],
	['Subscription', 'Subscription: Charge', (id) => subscriptionCharge({ subscriptionId: id })],
	['Amount', 'Subscription: Charge', (amount) => subscriptionCharge({ amount })],
	['Currency', 'Subscription: Charge', (currency) => subscriptionCharge({ currency })],
	['Plan', 'Subscription: Create', (planId) => subscription({ kind: 'plan', planId })],
	['Name', 'Subscription: Create', (name) => subscription({ name })],
	['Amount', 'Subscription: Create', (amount) => subscription({ amount })],
	['Currency', 'Subscription: Create', (currency) => subscription({ currency })],
	['Start Date', 'Subscription: Create', (startDate) => subscription({ startDate })],
	['Customer Email', 'Subscription: Create', (customerEmail) => subscription({ customerEmail })],
	['Customer Email', 'Subscription: Get Many', (one) => subscriptions({ customerEmail: one })],
	['Reference', 'Subscription: Get Many', (reference) => subscriptions({ reference })],
	['Status', 'Subscription: Get Many', (status) => subscriptions({ status })],
	['Limit', 'Charge: Get Many', (limit) => ({ resource: 'charge', operation: 'getAll', limit })],
	['Amount From', 'Charge: Get Many', (amountFrom) => charges({ amountFrom })],
	['Amount To', 'Charge: Get Many', (amountTo) => charges({ amountTo })],
	['Created From', 'Charge: Get Many', (createdFrom) => charges({ createdFrom })],
	['Created To', 'Charge: Get Many', (createdTo) => charges({ createdTo })],
	['Customer', 'Charge: Get Many', (customerId) => charges({ customerId })],
	['Location Names or IDs', 'Charge: Get Many', (locationIds) => charges({ locationIds })],
	['Payment Request', 'Charge: Get Many', (paymentRequestId) => charges({ paymentRequestId })],
	['Payout', 'Charge: Get Many', (payoutId) => charges({ payoutId })],
	['Search', 'Charge: Get Many', (search) => charges({ search })],
	['Statuses', 'Charge: Get Many', (statuses) => charges({ statuses })],
	['User IDs', 'Charge: Get Many', (userIds) => charges({ userIds })],
	['Order', 'Order: Get', (orderId) => operation('order', 'get', { orderId })],
	['Created From', 'Order: Get Many', (createdFrom) => orders({ createdFrom })],
	['Created To', 'Order: Get Many', (createdTo) => orders({ createdTo })],
	['Search', 'Order: Get Many', (search) => orders({ search })],
	['Statuses', 'Order: Get Many', (statuses) => orders({ statuses })],
	['Product', 'Product: Delete', (productId) => operation('product', 'delete', { productId })],
	['Product', 'Product: Get', (productId) => operation('product', 'get', { productId })],
	['Category Names or IDs', 'Product: Get Many', (ids) => products({ categories: ids })],
	['Channels', 'Product: Get Many', (channels) => products({ channels })],
	['Inventory', 'Product: Get Many', (inventory) => products({ inventory })],
	['Location Names or IDs', 'Product: Get Many', (locationIds) => products({ locationIds })],
	['Search', 'Product: Get Many', (search) => products({ search })],
	['Sources', 'Product: Get Many', (sources) => products({ sources })],
	['Statuses', 'Product: Get Many', (statuses) => products({ statuses })],
	['Name', 'Product Category: Get Many', (name) => categories({ name })],
	['Parent Category', 'Product Category: Get Many', (parentId) => categories({ parentId })],
	['Created From', 'Payout: Get Many', (createdFrom) => payouts({ createdFrom })],
	['Created To', 'Payout: Get Many', (createdTo) => payouts({ createdTo })],
	['Status', 'Payout: Get Many', (status) => payouts({ status })],
	['Provider', 'Balance: Get Transactions', (provider) => transactions({ provider })],
	['Payout', 'Balance: Get Transactions', (payoutId) => transactions({ filters: { payoutId } })],
	['Transfer', 'Transfer: Get', (transferId) => operation('transfer', 'get', { transferId })],
	['Beneficiary ID', 'Transfer: Get Many', (beneficiaryId) => transfers({ beneficiaryId })],
	['Search', 'Transfer: Get Many', (search) => transfers({ search })],
	['Status', 'Transfer: Get Many', (status) => transfers({ status })],
	[
		'Name or ID',
		'Location: Get Many',
		(nameOrId) => ({ resource: 'location', operation: 'getAll', filters: { nameOrId } }),
	],
];

describe.each(needed)(
	"'%s' of %s that is empty is not taken for anything else",
	(label, _, parametersWith) => {
		test.each([NOTHING, '={{ null }}', '={{ "" }}', '={{ "  " }}'])('with %p', async (value) => {
			const error = await stopped(parametersWith(value));
			expect(error?.message).toBe(`'${label}' is empty [item 0]`);
			expect(error?.description).toBeTruthy();
		});
	},
);

test.each(needed.filter(([, , parametersWith]) => 'filters' in parametersWith('')))(
	"'%s' of %s that was added and left empty in the editor is not taken for all",
	async (label, _, parametersWith) => {
		const error = await stopped(parametersWith(''));
		expect(error?.message).toBe(`'${label}' is empty [item 0]`);
	},
);

test.each([
	['an empty list', []],
	['an empty list by expression', '={{ [] }}'],
])("'Statuses' with %s is not taken for all", async (_, statuses) => {
	const error = await stopped(charges({ statuses }));
	expect(error?.message).toBe("'Statuses' is empty [item 0]");
	expect(error?.description).toBe('Choose at least one, or remove the filter to return all.');
});

test.each([
	['Created From', charges({ createdFrom: '1 March', createdTo: '2026-03-01' })],
	['Created To', charges({ createdFrom: '2026-03-01', createdTo: '1 March' })],
	['Created To', payouts({ createdFrom: '2026-03-01', createdTo: '2026-02-30' })],
])(
	"'%s' that is not a date is reported once, without what follows from it",
	async (label, parameters) => {
		const error = await stopped(parameters);
		expect(error?.message).toBe(`'${label}' is not a date [item 0]`);
		expect(error?.description).toBe(
			'Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00.',
		);
	},
);

test('an infinite amount is reported once, and not as too large, too', async () => {
	const error = await stopped(plan({ amount: '={{ Infinity }}' }));
	expect(error?.message).toBe("'Amount' is not a number [item 0]");
	expect(error?.description).toBe(
		'Enter the amount in major units, with a decimal point, e.g. 12.50.',
	);
});

test('each filter whose expression returned nothing is named once, and what to do about all of them', async () => {
	const remedy = 'Its expression returned nothing. Check the expression, or remove the filter.';
	const error = await stopped(
		charges({
			amountFrom: NOTHING,
			amountTo: '={{ null }}',
			createdFrom: NOTHING,
			createdTo: '2026-03-01',
			payoutId: { __rl: true, mode: 'id', value: NOTHING },
			search: NOTHING,
			statuses: NOTHING,
		}),
	);
	expect(error?.message).toBe("'Amount From' is empty [item 0]");
	const others = ['Amount To', 'Created From', 'Search', 'Payout', 'Statuses'];
	const described = others.map((label) => `'${label}' is empty.`);
	expect(error!.description).toMatch(new RegExp(` ${remedy}$`));
	const sentences = error!.description!.slice(0, -remedy.length - 1).split(/(?<=[.]) (?=')/);
	expect(sentences.sort()).toEqual(described.sort());
});

test('filters that were left empty in the editor are named, with the same advice once at the end', async () => {
	const error = await stopped(charges({ createdFrom: '', createdTo: '', search: '' }));
	expect(error?.message).toBe("'Created From' is empty [item 0]");
	expect(error?.description).toBe(
		"'Created To' is empty. 'Search' is empty. Enter a value, or remove the filter.",
	);
});

test('a filter that was left empty in the editor has no expression to check', async () => {
	const error = await stopped(charges({ search: '' }));
	expect(error?.message).toBe("'Search' is empty [item 0]");
	expect(error?.description).not.toContain('returned nothing');
});

test('an error names everything that is wrong with the item', async () => {
	const error = await stopped(
		refund({ paymentId: 'x', amount: -1, additionalFields: { email: 'ann' } }),
	);
	expect(error?.message).toBe("'Charge' is not a valid ID [item 0]");
	expect(error?.description).toContain("'Amount' is below zero. Enter an amount above 0.");
	expect(error?.description).toContain(
		"'Email' is not an email address. Enter an address such as ann@example.com.",
	);
});

const taken: Array<[what: string, parameters: INodeParameters, sent: IDataObject]> = [
	['"12.50" as the amount of a plan', plan({ amount: '={{ "12.50" }}' }), { amount: 12.5 }],
	['" 7 " as the amount of a plan', plan({ amount: '={{ " 7 " }}' }), { amount: 7 }],
	['"1e3" as the amount of a plan', plan({ amount: '1e3' }), { amount: 1000 }],
	['".5" as the amount of a plan', plan({ amount: '.5' }), { amount: 0.5 }],
	['the largest amount of a plan', plan({ amount: 999999.99 }), { amount: 999999.99 }],
	['"28" as the fixed date', extra(plan, 'fixedDate')('28'), { fixed_date: 28 }],
	['a number as a reference', extra(plan, 'reference')('={{ 42 }}'), { reference: '42' }],
	['a currency in lower case', extra(plan, 'currency')('sgd'), { currency: 'sgd' }],
];
test.each(taken)('%s is taken', async (_, parameters, sent) => {
	await succeeded(run(parameters));
	expect(simulator.requests.at(-1)?.body).toMatchObject(sent);
});
