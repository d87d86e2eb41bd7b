import type {
	Beneficiary,
	Charge,
	Customer,
	Invoice,
	Location,
	Order,
	PaymentRequest,
	Payout,
	Product,
	ProductCategory,
	Records,
	Subscription,
	Transfer,
} from '../../simulator';
import { stockOf } from '../../simulator/records/sample/shop';

/** A query, and the records that it finds. Both may depend on a record: the first one of these with the property. */
export interface Filter<T> {
	query: (sample: T) => string;
	fits: (one: T, sample: T) => boolean;
	sample?: (one: T) => boolean;
}
/** The filters of one list. */
export interface List {
	path: string;
	all: (records: Records) => unknown[];
	filters: Array<Filter<unknown>>;
}

function of<T>(path: string, all: (records: Records) => T[], filters: Array<Filter<T>>): List {
	return { path, all, filters: filters as Array<Filter<unknown>> };
}
const dayOf = (one: { created_at: string }) => one.created_at.slice(0, 10);
const text = encodeURIComponent;
const upper = (id: string) => id.toUpperCase();
/** The words of a text in another order and in capitals. */
const turned = (words: string) => text(words.split(' ').reverse().join(' ').toUpperCase());
const has = (given: string, ...words: string[]) =>
	words.every((word) => given.toLowerCase().includes(word.toLowerCase()));

/** A filter that finds the records that have the same there as the sample. @param write how the value is sent */
const same = <T>(
	name: string,
	fieldOf: (one: T) => string | number | null | undefined,
	write: (value: string) => string = text,
): Filter<T> => ({
	query: (sample) => `${name}=${write(String(fieldOf(sample)))}`,
	fits: (one, sample) => fieldOf(one) === fieldOf(sample),
	sample: (one) => fieldOf(one) != null,
});
/** A query whose records have this property. */
const those = <T>(query: string, fits: (one: T) => boolean): Filter<T> => ({
	query: () => query,
	fits,
});
/** A filter that finds the records whose text has all words of the sample, in any order. */
const words = <T>(name: string, textOf: (one: T) => string): Filter<T> => ({
	query: (sample) => `${name}=${turned(textOf(sample))}`,
	fits: (one, sample) => has(textOf(one), ...textOf(sample).split(' ')),
	sample: (one) => textOf(one).includes(' '),
});
/** A query whose records have one of these statuses. */
const ofStatus = (query: string, ...statuses: string[]) =>
	those<{ status: string }>(query, ({ status }) => statuses.includes(status));
/** The filters by day: one day, and from or up to the day of a record with a status. */
const days = (
	from: string,
	to: string,
	status: string,
): Array<Filter<{ created_at: string; status: string }>> => [
	{
		query: (one) => `${from}=${dayOf(one)}&${to}=${dayOf(one)}`,
		fits: (one, sample) => dayOf(one) === dayOf(sample),
	},
	{
		query: (one) => `${from}=${dayOf(one)}`,
		sample: (one) => one.status === status,
		fits: (one, sample) => dayOf(one) >= dayOf(sample),
	},
	{
		query: (one) => `${to}=${dayOf(one)}`,
		sample: (one) => one.status === status,
		fits: (one, sample) => dayOf(one) <= dayOf(sample),
	},
];
/** Every filter of every list: what it finds, among all records of the list. */
export const lists: List[] = [
	of('/v1/charges', (records) => records.charges, [
		...['succeeded', 'failed', 'refunded'].map((one) => ofStatus(`status=${one}`, one)),
		ofStatus('statuses[]=failed&statuses[]=void', 'failed', 'void'),
		ofStatus('statuses[0]=pending&statuses[1]=cancelled', 'pending', 'cancelled'),
		ofStatus('statuses=failed&statuses=partially_refunded', 'failed', 'partially_refunded'),
		// `success` is the filter for the status `succeeded`.
		ofStatus('statuses[]=success', 'succeeded'),
		ofStatus('statuses[]=succeeded', 'succeeded'),
		same<Charge>('location_ids[]', ({ location }) => location.id, upper),
		same<Charge>('user_ids[]', ({ executor }) => executor?.id),
		...days('date_from', 'date_to', 'void'),
		{
			query: ({ amount }) => `amount_from=${amount}`,
			fits: (one, { amount }) => one.amount >= amount,
		},
		{
			query: ({ amount }) => `amount_to=${amount}`,
			fits: (one, { amount }) => one.amount <= amount,
		},
		same<Charge>('payment_request_id', (one) => one.payment_request_id),
		same<Charge>('customer_id', (one) => one.customer_id),
		same<Charge>('keywords', ({ id }) => id),
		same<Charge>('keywords', ({ customer }) => customer.email),
		those<Charge>('keywords=table%2012', ({ remark }) => remark === 'Table 12'),
		those<Charge>(
			'status=succeeded&amount_from=30&keywords=mail.example',
			({ status, amount }) => status === 'succeeded' && amount >= 30,
		),
	]),
	of<Payout>('/v1/payouts', (records) => records.payouts, [
		ofStatus('status=paid', 'paid'),
		ofStatus('status=scheduled', 'scheduled'),
		...days('created_at_from', 'created_at_to', 'failed'),
	]),
	of('/v1/transfers', (records) => records.transfers, [
		ofStatus('status=paid', 'paid'),
		same<Transfer>('beneficiary_id', ({ beneficiary }) => beneficiary.id),
		words<Transfer>('keywords', ({ beneficiary }) => beneficiary.nickname ?? ''),
		same<Transfer>('keywords', ({ reference }) => reference),
	]),
	of('/v1/beneficiaries', (records) => records.beneficiaries, [
		words<Beneficiary>('query', ({ holder_name }) => holder_name),
		same<Beneficiary>('query', ({ nickname }) => nickname),
	]),
	of('/v1/payment-requests', (records) => records.paymentRequests, [
		those<PaymentRequest>('search=ord-17', (one) => one.reference_number === 'ORD-17'),
		those<PaymentRequest>('search=TEA', ({ purpose }) => purpose === 'Tea'),
		those<PaymentRequest>(
			'search=tea+ord-1',
			(one) => one.purpose === 'Tea' && has(one.reference_number!, 'ord-1'),
		),
		those<PaymentRequest>('search=mei', ({ name }) => name === 'Mei Tan'),
		those<PaymentRequest>('search=mail.example', ({ email }) => email !== null),
		those<PaymentRequest>('search=%2B6581', ({ phone }) => phone !== null),
		same<PaymentRequest>('search', ({ id }) => id),
	]),
	of('/v1/customers', (records) => records.customers, [
		same<Customer>('keywords', ({ email }) => email, turned),
		{
			query: ({ name, email }) => `keywords=${turned(`${name} ${email}`)}`,
			fits: (one, { email }) => one.email === email,
		},
		same<Customer>('keywords', (one) => one.phone_number),
	]),
	of('/v1/invoices', (records) => records.invoices, [
		ofStatus('status=sent', 'sent'),
		those<Invoice>('reference=A', ({ reference }) => reference === 'A'),
		same<Invoice>('customer_email', (one) => one.customer_email),
	]),
	of('/v1/recurring-billing', (records) => records.subscriptions, [
		ofStatus('', 'active'),
		ofStatus('status=scheduled', 'scheduled'),
		those<Subscription>('reference=A', ({ reference }) => reference === 'A'),
		those<Subscription>(
			'customer_email=BEN@mail.example',
			(one) => one.customer_email === 'ben@mail.example',
		),
		same<Subscription>('business_recurring_plans_id', (one) => one.business_recurring_plans_id),
	]),
	of('/v1/locations', (records) => records.locations, [
		words<Location>('keywords', ({ name }) => name),
		same<Location>('keywords', ({ id }) => id, upper),
	]),
	of('/v1/orders', (records) => records.orders, [
		ofStatus('statuses[]=canceled&statuses[]=sent', 'canceled', 'sent'),
		...days('dateFrom', 'dateTo', 'canceled'),
		same<Order>('keywords', ({ id }) => id, upper),
		words<Order>('keywords', ({ customer }) => customer?.name ?? ''),
	]),
	of('/v1/products', (records) => records.products, [
		ofStatus('statuses[]=draft', 'draft'),
		those<Product>('source[]=shopify', (one) => one.is_shopify),
		those<Product>('source[]=wooCommerce', (one) => one.is_woocommerce),
		those<Product>('inventory[]=out_of_stock', (one) => stockOf(one) === 0),
		those<Product>('inventory[]=in_stock', (one) => stockOf(one) > 0),
		those<Product>('channels[]=invoice', ({ channels }) => channels.includes('invoice')),
		those<Product>('keywords[]=jam', ({ name }) => name.includes('Jam')),
		those<Product>('keywords[]=BATIK&keywords[]=shirt', ({ name }) =>
			name.startsWith('Batik Shirt'),
		),
		{
			query: ({ category_id: [category] }) => `categories[]=${category}`,
			fits: (one, { category_id: [category] }) => one.category_id.includes(category!),
		},
		{
			query: ({ locations: [place] }) => `location_ids[]=${place!.id}`,
			fits: (one, { locations: [place] }) => one.locations.some(({ id }) => id === place!.id),
		},
	]),
	of('/v1/product-category', (records) => records.categories, [
		those<ProductCategory>('active=true', (one) => one.is_active),
		those<ProductCategory>('active=false', (one) => !one.is_active),
		{
			query: ({ id }) => `parent_id=${id}`,
			sample: ({ children }) => children.length > 0,
			fits: (one, { children }) => children.some(({ id }) => id === one.id),
		},
		words<ProductCategory>('keywords', ({ name }) => name),
	]),
];
