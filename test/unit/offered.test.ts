import { all, endpointOf, fieldsOf, mediaTypeOf } from '../../contract/contract';
import { offered } from '../engine/inputs/kinds';
import { places } from '../engine/inputs/places';

const named = places.map((place) => [place.operation, place.label, place] as const);

/** Values that a drop-down has for several requests, and those of the API that it leaves out. */
const differing: Record<string, { more?: string[]; less?: string[] }> = {
	// Another name of one that it has.
	"Charge: Get Many: 'Statuses'": { less: ['success'] },
	"Subscription: Get Charges: 'Statuses'": { less: ['success'] },
	// Both, when both are selected.
	"Order: Get Many: 'Include'": { less: ['products,charges'] },
	"Subscription: Get Many: 'Status'": { more: ['all'] },
};

const dropDowns = named.filter(
	([, , { field, schema }]) => field.options && (schema.enum ?? all(schema.items ?? {}).enum),
);

test.each(dropDowns)('%s: %s offers the values of the contract', (operation, label, place) => {
	const { items, enum: values = all(items!).enum! } = place.schema;
	const options = offered(place.field);
	const { more = [], less = [] } = differing[`${operation}: ${label}`] ?? {};
	expect(options.filter((one) => !values.includes(one))).toEqual(more);
	expect(values.filter((one) => one !== null && !options.includes(one as string))).toEqual(less);
});

/** The handlers of lists set these. */
const paging = ['page', 'per_page', 'perPage', 'limit', 'cursor', 'current_page', 'version'];

/** Fields that the rules of an operation set, or that it has no use for. */
const derived: Record<string, string[]> = {
	'Charge: Get Many': ['status'],
	// 'Account Details' offers them, as HitPay asks for them in the country.
	'Beneficiary: Create': [
		'transfer_type',
		'account_number',
		'bank_id',
		'bank_swift_code',
		'bank_routing_number',
		'district',
		'address',
		'nickname',
		'remark',
		'is_favourite',
		'email',
	],
	'Invoice: Create': ['customer', 'auto_invoice_number', 'allow_partial_payments'],
	'Invoice: Update': ['payment_by', 'customer', 'auto_invoice_number', 'allow_partial_payments'],
	'Payment Request: Create and Wait for Payment': [
		'webhook',
		'allow_repeated_payments',
		'send_email',
		'send_sms',
		'expiry_date',
		'generate_qr',
	],
	'Product: Create': ['quantity_alert_level', 'is_manageable'],
	'Product: Update': ['_method', 'quantity_alert_level', 'is_manageable', 'is_pinned'],
	'Subscription: Create': ['save_payment_method', 'save_card'],
};

// The first sends the record as it is, the other reads all charges.
const others = ['Invoice: Send', 'Subscription: Get Charges'];
const operations = new Map(
	places.filter(({ operation }) => !others.includes(operation)).map((one) => [one.operation, one]),
);

test.each([...operations])('%s has a parameter for all that the API accepts', (name, operation) => {
	const { all: parameters, requestBody } = endpointOf(operation.method, operation.url)!;
	const inUrl = parameters.filter((one) => one.in !== 'header').map((one) => one.name);
	const inBody = fieldsOf(requestBody?.content[mediaTypeOf(requestBody)]?.schema ?? {});
	const accepted = [...inUrl, ...inBody.map(([field]) => field)].map((one) =>
		one.replace('[]', ''),
	);
	const own = places.filter((one) => one.operation === name).map(({ api }) => api);
	expect(accepted.filter((one) => !own.includes(one) && !paging.includes(one))).toEqual(
		derived[name] ?? [],
	);
});
