import type { Exchange } from './client';
import { recordsOf, type Json } from './json';

/** A record that is created, read, changed and deleted. */
export interface Trial {
	list: string;
	/** Sent one after the other while the API refuses them with a 422. */
	bodies: object[];
	/** Whether the API may refuse the last one, too. */
	mayBeRefused?: boolean;
	/** Sent in the same way. */
	changes?: object[];
	/** The method of a change. By default, PUT. */
	changedBy?: 'POST' | 'PUT';
	one: string;
}

/** Returns the trials of the kinds of records that are created in any case. */
export function trialsOf(mark: string, currency: string): Trial[] {
	const amount = amountIn(currency);
	const plan = { name: mark, cycle: 'monthly', amount, currency };
	const link = { purpose: mark, amount, currency };
	const saved = {
		...{ name: mark, customer_email: 'verify-live@example.com' },
		...{ save_payment_method: 'true', send_email: 'false' },
	};
	const otherCurrency = currency === 'usd' ? 'sgd' : 'usd';
	const endpoint = { name: mark, url: 'https://example.com/verify-live' };
	const row = { price: amount, quantity: 1, quantity_alert_level: 0, variation_value_1: 'One' };
	const methods: Record<string, string> = { inr: 'upi_qr', php: 'qrph_netbank' };
	const method = methods[currency] ?? 'paynow_online';
	return [
		{
			list: '/v1/payment-requests',
			one: '/v1/payment-requests/{payment_request_id}',
			bodies: [link],
			changes: [{ purpose: `${mark} 2` }, { ...link, purpose: `${mark} 2` }],
		},
		{
			list: '/v1/static_qr',
			one: '/v1/static_qr/{static_qr_id}',
			bodies: [{ name: mark, payment_provider_method: method }],
		},
		{
			list: '/v1/subscription-plan',
			one: '/v1/subscription-plan/{plan_id}',
			bodies: [plan],
			changes: [{ name: `${mark} 2` }, { ...plan, name: `${mark} 2` }],
		},
		{
			list: '/v1/recurring-billing',
			one: '/v1/recurring-billing/{recurring_billing_id}',
			bodies: [saved, { ...saved, amount, currency }],
			changes: [{ amount, currency: otherCurrency }, { amount }],
		},
		{
			list: '/v1/webhook-events',
			one: '/v1/webhook-events/{webhook_endpoint_id}',
			bodies: [
				{ ...endpoint, event_types: ['charge.created', 'payment_request.completed'] },
				{ ...endpoint, event_types: ['charge.created'] },
			],
		},
		{
			list: '/v1/products',
			one: '/v1/products/{product_id}',
			bodies: [{ name: mark, price: amount, currency, publish: '0', variations: [row, row] }],
			// Without the flag.
			changes: [{ _method: 'PATCH', name: `${mark} 2`, price: amount }],
			changedBy: 'POST',
		},
	];
}

/** Returns an amount above the minimum of a currency. Nobody pays it. */
function amountIn(currency: string): number {
	return ['idr', 'vnd'].includes(currency) ? 20_000 : 10;
}

/** Returns the trial of a QR code for a method that only some sources name (docs/dialects.md, row 42). */
export function codeTrial(mark: string, currency: string): Trial {
	const code = { generate_qr: true, payment_methods: ['shopee_pay'] };
	return {
		list: '/v1/payment-requests',
		one: '/v1/payment-requests/{payment_request_id}',
		bodies: [{ purpose: mark, amount: amountIn(currency), currency, ...code }],
		mayBeRefused: true,
	};
}

/** The fields of plans that some sources limit, with the maximum (docs/dialects.md, row 43). */
export const PLAN_LIMITS = { amount: 999_999.99, cycle_repeat: 999, times_to_be_charged: 100 };

/** Returns the trial of plans above one limit each, which the contract forbids: until one is accepted. */
export function limitTrial(mark: string, currency: string): Trial {
	const cycle = { cycle: 'custom', cycle_repeat: 1, cycle_frequency: 'month' };
	const plan = { name: mark, ...cycle, amount: amountIn(currency), currency };
	return {
		list: '/v1/subscription-plan',
		one: '/v1/subscription-plan/{plan_id}',
		bodies: Object.entries(PLAN_LIMITS).map(([name, limit]) => ({
			...plan,
			[name]: Math.floor(limit) + 1,
		})),
		mayBeRefused: true,
	};
}

/** A percentage of 0.05 shows in the total of the invoice whether it is a fraction (docs/dialects.md, row 37). */
const PERCENTAGE = 0.05;

/** Returns the trial of an invoice for a product, which no email is sent about; none without a product. */
export function invoiceTrials(mark: string, product?: Json): Trial[] {
	if (!product) return [];
	const body = {
		invoice_date: new Date().toISOString().slice(0, 10),
		currency: product.currency,
		payment_by: 'product',
		products: [{ product_id: product.id, quantity: 1 }],
		customer: { name: mark, email: 'verify-live@example.com' },
		auto_invoice_number: '1',
		send_email: 0,
		reference: mark,
		stackable_discounts: [{ name: mark, discount: 0, percentage_discount: PERCENTAGE, order: 1 }],
	};
	return [{ list: '/v1/invoices', one: '/v1/invoices/{invoice_id}', bodies: [body] }];
}

/** Returns the products of a list that have a price and no variations. */
export function productsOf(exchanges: Exchange[]): Json[] {
	const lists = exchanges.filter(({ request: { path } }) => path === '/v1/products');
	return lists
		.flatMap(({ response }) => recordsOf(response.body))
		.filter(({ price, variations }) => Number(price) >= 1 && recordsOf(variations).length === 0);
}
