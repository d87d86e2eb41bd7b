import type { Records } from '../../simulator';
import { stockOf } from '../../simulator/records/shop';

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
/** The words of a text in another order and in capitals. */
const turned = (words: string) => text(words.split(' ').reverse().join(' ').toUpperCase());
const has = (given: string, ...words: string[]) =>
	words.every((word) => given.toLowerCase().includes(word.toLowerCase()));

/** Every filter of every list: what it finds, among all records of the list. */
export const lists: List[] = [
	of('/v1/charges', (records) => records.charges, [
		{ query: () => 'status=succeeded', fits: (one) => one.status === 'succeeded' },
		{ query: () => 'status=failed', fits: (one) => one.status === 'failed' },
		{ query: () => 'status=refunded', fits: (one) => one.status === 'refunded' },
		{
			query: () => 'statuses[]=failed&statuses[]=void',
			fits: ({ status }) => status === 'failed' || status === 'void',
		},
		{
			query: () => 'statuses[0]=pending&statuses[1]=cancelled',
			fits: ({ status }) => status === 'pending' || status === 'cancelled',
		},
		{
			query: () => 'statuses=failed&statuses=partially_refunded',
			fits: ({ status }) => status === 'failed' || status === 'partially_refunded',
		},
		// `success` is the filter for the status `succeeded`.
		{ query: () => 'statuses[]=success', fits: ({ status }) => status === 'succeeded' },
		{ query: () => 'statuses[]=succeeded', fits: ({ status }) => status === 'succeeded' },
		{
			query: ({ location }) => `location_ids[]=${location.id.toUpperCase()}`,
			fits: (one, { location }) => one.location.id === location.id,
		},
		{
			query: ({ executor }) => `user_ids[]=${executor!.id}`,
			sample: ({ executor }) => executor !== null,
			fits: (one, { executor }) => one.executor?.id === executor!.id,
		},
		{
			query: (one) => `date_from=${dayOf(one)}&date_to=${dayOf(one)}`,
			fits: (one, sample) => dayOf(one) === dayOf(sample),
		},
		{
			query: (one) => `date_from=${dayOf(one)}`,
			sample: ({ status }) => status === 'void',
			fits: (one, sample) => dayOf(one) >= dayOf(sample),
		},
		{
			query: ({ amount }) => `amount_from=${amount}`,
			fits: (one, { amount }) => one.amount >= amount,
		},
		{
			query: ({ amount }) => `amount_to=${amount}`,
			fits: (one, { amount }) => one.amount <= amount,
		},
		{
			query: (one) => `payment_request_id=${one.payment_request_id}`,
			fits: (one, sample) => one.payment_request_id === sample.payment_request_id,
		},
		{
			query: ({ customer_id }) => `customer_id=${customer_id}`,
			fits: (one, { customer_id }) => one.customer_id === customer_id,
		},
		{ query: ({ id }) => `keywords=${id}`, fits: (one, { id }) => one.id === id },
		{
			query: ({ customer }) => `keywords=${text(customer.email)}`,
			fits: (one, { customer }) => one.customer.email === customer.email,
		},
		{ query: () => 'keywords=table%2012', fits: ({ remark }) => remark === 'Table 12' },
		{
			query: () => 'status=succeeded&amount_from=30&keywords=mail.example',
			fits: ({ status, amount }) => status === 'succeeded' && amount >= 30,
		},
	]),
	of('/v1/payouts', (records) => records.payouts, [
		{ query: () => 'status=paid', fits: ({ status }) => status === 'paid' },
		{ query: () => 'status=scheduled', fits: ({ status }) => status === 'scheduled' },
		{
			query: (one) => `created_at_from=${dayOf(one)}&created_at_to=${dayOf(one)}`,
			fits: (one, sample) => dayOf(one) === dayOf(sample),
		},
		{
			query: (one) => `created_at_to=${dayOf(one)}`,
			sample: ({ status }) => status === 'failed',
			fits: (one, sample) => dayOf(one) <= dayOf(sample),
		},
	]),
	of('/v1/transfers', (records) => records.transfers, [
		{ query: () => 'status=paid', fits: ({ status }) => status === 'paid' },
		{
			query: ({ beneficiary }) => `beneficiary_id=${beneficiary.id}`,
			fits: (one, { beneficiary }) => one.beneficiary.id === beneficiary.id,
		},
		{
			query: ({ beneficiary }) => `keywords=${turned(beneficiary.nickname)}`,
			fits: (one, { beneficiary }) => one.beneficiary.id === beneficiary.id,
		},
		{
			query: ({ reference }) => `keywords=${reference}`,
			sample: ({ reference }) => reference !== null,
			fits: (one, { reference }) => one.reference === reference,
		},
	]),
	of('/v1/payment-requests', (records) => records.paymentRequests, [
		{ query: () => 'search=ord-17', fits: (one) => one.reference_number === 'ORD-17' },
		{ query: () => 'search=TEA', fits: ({ purpose }) => purpose === 'Tea' },
		{
			query: () => 'search=tea+ord-1',
			fits: (one) => one.purpose === 'Tea' && has(one.reference_number!, 'ord-1'),
		},
		{ query: () => 'search=mei', fits: ({ name }) => name === 'Mei Tan' },
		{ query: () => 'search=mail.example', fits: ({ email }) => email !== null },
		{ query: () => 'search=%2B6581', fits: ({ phone }) => phone !== null },
		{ query: ({ id }) => `search=${id}`, fits: (one, { id }) => one.id === id },
	]),
	of('/v1/customers', (records) => records.customers, [
		{
			query: ({ email }) => `keywords=${turned(email)}`,
			fits: (one, { email }) => one.email === email,
		},
		{
			query: ({ name, email }) => `keywords=${turned(`${name} ${email}`)}`,
			fits: (one, { email }) => one.email === email,
		},
		{
			query: ({ phone_number }) => `keywords=${text(phone_number!)}`,
			fits: (one, { phone_number }) => has(one.phone_number!, phone_number!),
		},
	]),
	of('/v1/invoices', (records) => records.invoices, [
		{ query: () => 'status=sent', fits: ({ status }) => status === 'sent' },
		{ query: () => 'reference=A', fits: ({ reference }) => reference === 'A' },
		{
			query: () => 'customer_email=ben@mail.example',
			fits: (one) => one.customer_email === 'ben@mail.example',
		},
	]),
	of('/v1/recurring-billing', (records) => records.subscriptions, [
		{ query: () => '', fits: ({ status }) => status === 'active' },
		{ query: () => 'status=scheduled', fits: ({ status }) => status === 'scheduled' },
		{ query: () => 'reference=A', fits: ({ reference }) => reference === 'A' },
		{
			query: () => 'customer_email=BEN@mail.example',
			fits: (one) => one.customer_email === 'ben@mail.example',
		},
		{
			query: (one) => `business_recurring_plans_id=${one.business_recurring_plans_id}`,
			sample: (one) => one.business_recurring_plans_id !== null,
			fits: (one, sample) => one.business_recurring_plans_id === sample.business_recurring_plans_id,
		},
	]),
	of('/v1/locations', (records) => records.locations, [
		{
			query: ({ name }) => `keywords=${turned(name)}`,
			fits: (one, { name }) => has(one.name, ...name.split(' ')),
		},
		{ query: ({ id }) => `keywords=${id.toUpperCase()}`, fits: (one, { id }) => one.id === id },
	]),
	of('/v1/orders', (records) => records.orders, [
		{
			query: () => 'statuses[]=canceled&statuses[]=sent',
			fits: ({ status }) => status === 'canceled' || status === 'sent',
		},
		{
			query: (one) => `dateFrom=${dayOf(one)}&dateTo=${dayOf(one)}`,
			fits: (one, sample) => dayOf(one) === dayOf(sample),
		},
		{ query: ({ id }) => `keywords=${id.toUpperCase()}`, fits: (one, { id }) => one.id === id },
		{
			query: ({ customer }) => `keywords=${turned(customer!.name)}`,
			sample: ({ customer }) => customer?.name.includes(' ') ?? false,
			fits: (one, { customer }) => has(one.customer?.name ?? '', ...customer!.name.split(' ')),
		},
	]),
	of('/v1/products', (records) => records.products, [
		{ query: () => 'statuses[]=draft', fits: ({ status }) => status === 'draft' },
		{ query: () => 'source[]=shopify', fits: (one) => one.is_shopify },
		{ query: () => 'source[]=wooCommerce', fits: (one) => one.is_woocommerce },
		{ query: () => 'inventory[]=out_of_stock', fits: (one) => stockOf(one) === 0 },
		{ query: () => 'inventory[]=in_stock', fits: (one) => stockOf(one) > 0 },
		{ query: () => 'channels[]=invoice', fits: ({ channels }) => channels.includes('invoice') },
		{ query: () => 'keywords[]=jam', fits: ({ name }) => name.includes('Jam') },
		{
			query: () => 'keywords[]=BATIK&keywords[]=shirt',
			fits: ({ name }) => name.startsWith('Batik Shirt'),
		},
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
		{ query: () => 'active=true', fits: (one) => one.is_active },
		{ query: () => 'active=false', fits: (one) => !one.is_active },
		{
			query: ({ id }) => `parent_id=${id}`,
			sample: ({ children }) => children.length > 0,
			fits: (one, { children }) => children.some(({ id }) => id === one.id),
		},
		{
			query: ({ name }) => `keywords=${turned(name)}`,
			fits: (one, { name }) => has(one.name, ...name.split(' ')),
		},
	]),
];
