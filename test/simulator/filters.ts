import type { Charge, Product } from '../../simulator';
import { stockOf } from '../../simulator/records/sample/shop';

type One = Record<string, unknown> & { id: string };

/** A query, and the records that it finds. Both may depend on a record: the first one of these with the property. */
export interface Filter {
	query: (sample: One) => string;
	fits: (one: One, sample: One) => boolean;
	sample?: (one: One) => boolean;
}

/** Returns a field of a record. @param path names, with dots between them */
const at = (record: object, path: string) =>
	path
		.split('.')
		.reduce((value: unknown, name) => (value as One | null | undefined)?.[name], record) as
		string | number | boolean | null | undefined;
const textOf = (record: object, path: string) => String(at(record, path) ?? '');

const upper = (id: string) => id.toUpperCase();
const has = (given: string, words: string) =>
	words.split(' ').every((word) => given.toLowerCase().includes(word.toLowerCase()));

/** A query that finds the records with one of these values there. */
const where = (query: string, path: string, ...values: unknown[]): Filter => ({
	query: () => query,
	fits: (one) => values.includes(at(one, path)),
});
/** A query that finds the records that it says. */
const those = <T>(query: string, fits: (one: T) => boolean): Filter => ({
	query: () => query,
	fits: (one) => fits(one as T),
});
/** A filter that finds the records that have the same there as the sample. @param write how the value is sent */
const same = (name: string, path: string, write = (value: string) => value): Filter => ({
	query: (sample) => `${name}=${encodeURIComponent(write(textOf(sample, path)))}`,
	fits: (one, sample) => at(one, path) === at(sample, path),
	sample: (one) => at(one, path) != null,
});
/** A filter that finds the records whose texts have all words of the sample, in any order. */
function words(name: string, ...paths: string[]): Filter {
	const all = (one: One) => paths.map((path) => textOf(one, path)).join(' ');
	const turned = (one: One) => upper(all(one).split(' ').reverse().join(' '));
	return {
		query: (sample) => `${name}=${encodeURIComponent(turned(sample))}`,
		fits: (one, sample) => has(all(one), all(sample)),
		sample: (one) => all(one).trim().includes(' '),
	};
}
/** A filter that finds the records whose list has a value of the sample. */
const listing = (name: string, valuesOf: (one: Product) => string[]): Filter => ({
	query: (sample) => `${name}=${valuesOf(sample as never)[0]}`,
	fits: (one, sample) => valuesOf(one as never).includes(valuesOf(sample as never)[0]!),
	sample: (one) => valuesOf(one as never).length > 0,
});
/** The filters by day: one day, and from or up to the day of a record with a status. */
function days(from: string, to: string, status: string): Filter[] {
	const dayOf = (one: One) => textOf(one, 'created_at').slice(0, 10);
	const sample = (one: One) => one.status === status;
	return [
		{
			query: (one) => `${from}=${dayOf(one)}&${to}=${dayOf(one)}`,
			fits: (one, of) => dayOf(one) === dayOf(of),
		},
		{ query: (one) => `${from}=${dayOf(one)}`, fits: (one, of) => dayOf(one) >= dayOf(of), sample },
		{ query: (one) => `${to}=${dayOf(one)}`, fits: (one, of) => dayOf(one) <= dayOf(of), sample },
	];
}

/** Every filter of every list: what it finds, among all records of the list. */
export const filters: Record<string, Filter[]> = {
	'/v1/charges': [
		where('status=refunded', 'status', 'refunded'),
		where('statuses[]=failed&statuses[]=void', 'status', 'failed', 'void'),
		where('statuses[0]=pending&statuses[1]=cancelled', 'status', 'pending', 'cancelled'),
		where('statuses=failed&statuses=void', 'status', 'failed', 'void'),
		// `success` is the filter for the status `succeeded`.
		where('statuses[]=success', 'status', 'succeeded'),
		where('statuses[]=succeeded', 'status', 'succeeded'),
		same('location_ids[]', 'location.id', upper),
		same('user_ids[]', 'executor.id'),
		...days('date_from', 'date_to', 'void'),
		those<Charge>('amount_from=30', ({ amount }) => amount >= 30),
		those<Charge>('amount_to=30', ({ amount }) => amount <= 30),
		same('payment_request_id', 'payment_request_id'),
		same('customer_id', 'customer_id'),
		same('keywords', 'id'),
		same('keywords', 'customer.email'),
		where('keywords=table%2012', 'remark', 'Table 12'),
		those<Charge>(
			'status=succeeded&amount_from=30&keywords=mail.example',
			({ status, amount }) => status === 'succeeded' && amount >= 30,
		),
	],
	'/v1/payouts': [
		where('status=paid', 'status', 'paid'),
		...days('created_at_from', 'created_at_to', 'failed'),
	],
	'/v1/transfers': [
		where('status=paid', 'status', 'paid'),
		same('beneficiary_id', 'beneficiary.id'),
		words('keywords', 'beneficiary.nickname'),
		same('keywords', 'reference'),
	],
	'/v1/beneficiaries': [words('query', 'holder_name'), same('query', 'nickname')],
	'/v1/payment-requests': [
		where('search=ord-17', 'reference_number', 'ORD-17'),
		where('search=TEA', 'purpose', 'Tea'),
		where('search=tea+ord-3', 'reference_number', 'ORD-3'),
		where('search=mei', 'name', 'Mei Tan'),
		where('search=mail.example', 'email', 'mei@mail.example'),
		where('search=%2B6581', 'phone', '+6581'),
		same('search', 'id'),
	],
	'/v1/customers': [
		same('keywords', 'email', upper),
		words('keywords', 'name', 'email'),
		same('keywords', 'phone_number'),
	],
	'/v1/invoices': [
		where('status=sent', 'status', 'sent'),
		where('reference=A', 'reference', 'A'),
		same('customer_email', 'customer_email'),
	],
	'/v1/recurring-billing': [
		where('', 'status', 'active'),
		where('status=scheduled', 'status', 'scheduled'),
		where('reference=A', 'reference', 'A'),
		where('customer_email=BEN@mail.example', 'customer_email', 'ben@mail.example'),
		same('business_recurring_plans_id', 'business_recurring_plans_id'),
	],
	'/v1/locations': [words('keywords', 'name'), same('keywords', 'id', upper)],
	'/v1/orders': [
		where('statuses[]=canceled&statuses[]=sent', 'status', 'canceled', 'sent'),
		...days('dateFrom', 'dateTo', 'canceled'),
		same('keywords', 'id', upper),
		words('keywords', 'customer.name'),
	],
	'/v1/products': [
		where('statuses[]=draft', 'status', 'draft'),
		where('source[]=shopify', 'is_shopify', true),
		where('source[]=wooCommerce', 'is_woocommerce', true),
		those<Product>('inventory[]=out_of_stock', (one) => stockOf(one) === 0),
		those<Product>('inventory[]=in_stock', (one) => stockOf(one) > 0),
		those<Product>('channels[]=invoice', ({ channels }) => channels.includes('invoice')),
		those<Product>('keywords[]=jam', ({ name }) => has(name, 'jam')),
		those<Product>('keywords[]=BATIK&keywords[]=shirt', ({ name }) => has(name, 'batik shirt')),
		listing('categories[]', (one) => one.category_id),
		listing('location_ids[]', (one) => one.locations.map(({ id }) => id)),
	],
	'/v1/product-category': [
		where('active=true', 'is_active', true),
		where('active=false', 'is_active', false),
		{
			query: ({ id }) => `parent_id=${id}`,
			sample: ({ children }) => (children as One[]).length > 0,
			fits: (one, { children }) => (children as One[]).some(({ id }) => id === one.id),
		},
		words('keywords', 'name'),
	],
};
