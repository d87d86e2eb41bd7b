import type { InvoiceFields } from '../../contract/types';
import { invalid, invalidFields } from '../errors';
import type { Settings } from '../options';
import type { Calendar } from '../records/calendar';
import type { But, Charge, Customer, Invoice, Product } from '../records/types';
import { methodOf } from './paymentRequests';

/** Body of create and update (docs/interface.md, Invoices). */
export type InvoiceBody = But<
	Partial<InvoiceFields>,
	{
		invoice_date: string;
		currency: string;
		payment_by: 'amount' | 'product';
		customer?: { name: string; email: string };
	} & Partial<Pick<Invoice, Lists>>
>;
type Lists = 'products' | 'partial_payments' | 'stackable_discounts' | 'recipients';

/** The part of their business that invoices need. */
export interface Merchant {
	readonly calendar: Calendar;
	readonly customers: readonly Customer[];
	readonly products: readonly Product[];
	newId(): string;
	newReference(prefix: string): string;
}

/** The invoices of one business (docs/interface.md, Invoices). */
export class Invoices {
	/** Newest first. */
	readonly items: Invoice[] = [];

	constructor(
		private readonly merchant: Merchant,
		private readonly settings: Settings,
	) {}

	get(id: string): Invoice | undefined {
		return this.items.find((one) => one.id === id.toLowerCase());
	}

	/** @param urlOf returns the page of an ID where the customer pays */
	create(body: InvoiceBody, urlOf: (id: string) => string): Invoice {
		const id = this.merchant.newId();
		const number = this.numberOf(body) ?? this.merchant.newReference('INV');
		const created: Invoice = {
			id,
			...this.fieldsOf(body, number),
			status: body.send_email === 1 ? 'sent' : 'pending',
			url: urlOf(id),
			created_at: this.now(),
			updated_at: this.now(),
		};
		this.items.unshift(created);
		return created;
	}

	/** Changes all fields: those that the body does not have are reset, but not the number. */
	update(one: Invoice, body: InvoiceBody) {
		const number = this.numberOf(body, one) ?? one.invoice_number;
		Object.assign(one, this.fieldsOf(body, number), { updated_at: this.now() });
		const isUnsent = one.status === 'draft' || one.status === 'pending';
		if (body.send_email === 1 && isUnsent) one.status = 'sent';
	}

	delete(one: Invoice) {
		this.items.splice(this.items.indexOf(one), 1);
	}

	/** Returns the number in a body. @param own the invoice that may have it */
	private numberOf(body: InvoiceBody, own?: Invoice): string | undefined {
		if (body.auto_invoice_number === '1') return undefined;
		const { invoice_number: number } = body;
		if (this.items.some((one) => one !== own && one.invoice_number === number)) {
			throw invalid('invoice_number', 'The invoice_number field has already been taken.');
		}
		return number;
	}

	private fieldsOf(body: InvoiceBody, invoice_number: string) {
		const { amount, subtotal } = this.amountsOf(body);
		check(body, amount, subtotal, this.isInPercent);
		const customer = this.customerOf(body);
		return {
			invoice_number,
			amount: amount / 1000,
			currency: body.currency.toLowerCase(),
			customer_email: customer.email,
			customer_name: customer.name,
			due_date: body.due_date ?? null,
			invoice_date: body.invoice_date,
			payment_by: body.payment_by,
			subtotal: subtotal / 1000,
			customer_id: body.customer_id ?? null,
			reference: body.reference ?? null,
			footer: body.footer ?? null,
			memo: body.memo ?? null,
			webhook: body.webhook ?? null,
			tax_setting: body.tax_setting ?? null,
			payment_methods: body.payment_methods ?? ['card', 'paynow_online'],
			allow_partial_payments: body.allow_partial_payments === 1,
			partial_payments: body.partial_payments ?? [],
			stackable_discounts: body.stackable_discounts ?? [],
			products: body.products ?? [],
			recipients: body.recipients ?? [],
		};
	}

	/** Returns the customer of a body. @throws a 422 about an unknown one */
	private customerOf({ customer, customer_id: id }: InvoiceBody) {
		if (id === undefined) return customer!;
		const found = this.merchant.customers.find((one) => one.id === id.toLowerCase());
		if (!found) throw invalid('customer_id', 'The selected customer_id is invalid.');
		return found;
	}

	/** Returns the amount and the subtotal, in thousandths. */
	private amountsOf(body: InvoiceBody) {
		if (body.payment_by === 'amount') {
			const subtotal = thousandths(body.subtotal);
			const discounts = discountsOf(body, subtotal, this.isInPercent);
			// Where percentages are in percent, the amount follows from the discounts, whatever was sent.
			const follows = this.isInPercent && discounts > 0;
			return { amount: follows ? subtotal - discounts : thousandths(body.amount), subtotal };
		}
		const lines = (body.products ?? []).map((one) => {
			const { quantity = 1, discount } = one;
			return this.priceOf(one) * quantity - thousandths(discount);
		});
		const subtotal = lines.reduce((sum, one) => sum + one, 0);
		return { amount: subtotal - discountsOf(body, subtotal, this.isInPercent), subtotal };
	}

	/** Returns the price of a product or of its variation, in thousandths. @throws a 422 about an unknown one */
	private priceOf({ product_id, variation_id }: Invoice['products'][number]): number {
		const product = this.merchant.products.find(({ id }) => id === product_id.toLowerCase());
		const variation = product?.variations.find(({ id }) => id === variation_id);
		if (!product || (variation_id !== undefined && !variation)) {
			throw invalid('products', 'The selected products is invalid.');
		}
		return thousandths((variation ?? product).price);
	}

	/** Whether the percentage of a discount is 5 for 5 %, and not 0.05. */
	private get isInPercent(): boolean {
		return this.settings.dialects.includes('percent-discounts');
	}

	private now(): string {
		return this.merchant.calendar.withoutOffset(this.settings.now());
	}
}

/** Returns the fields of the charge for a payment of an invoice. */
export function chargeOfInvoice(
	one: Invoice,
	status: 'succeeded' | 'failed',
	method: string,
): Partial<Charge> {
	return {
		amount: one.amount,
		currency: one.currency,
		status,
		payment_method: methodOf(method),
		customer: { name: one.customer_name ?? '', email: one.customer_email ?? '', phone_number: '' },
		order_reference_number: one.invoice_number ?? '',
		remark: one.memo ?? '',
		channel: 'invoice',
	};
}

/** Converts major units to thousandths. */
const thousandths = (amount = 0) => Math.round(amount * 1000);

/** Returns the sum of the discounts, in thousandths. Each percentage is of the subtotal. */
function discountsOf(
	{ stackable_discounts: all = [] }: InvoiceBody,
	subtotal: number,
	isInPercent: boolean,
): number {
	const divisor = isInPercent ? 1000 : 10;
	return all.reduce((sum, { discount, percentage_discount: percentage = 0 }) => {
		return sum + thousandths(discount) + Math.round((subtotal * percentage) / divisor) * 10;
	}, 0);
}

/** @throws a 422 about sums and days that do not fit */
function check(body: InvoiceBody, amount: number, subtotal: number, isInPercent: boolean) {
	const parts = body.partial_payments ?? [];
	const paid = parts.reduce((sum, one) => sum + thousandths(one.amount), 0);
	const wrong: Record<string, string[]> = {};
	if (parts.length > 0 && paid !== amount) {
		wrong.partial_payments = ['The partial_payments field must add up to the amount.'];
	}
	if (discountsOf(body, subtotal, isInPercent) > subtotal) {
		wrong.stackable_discounts = ['The stackable_discounts field must not be above the subtotal.'];
	}
	if (body.due_date !== undefined && body.due_date < body.invoice_date) {
		wrong.due_date = ['The due_date field must not be before the invoice_date.'];
	}
	if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}
