import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod';

import { parameters } from '../../shared/messages/parameters';
import { amountOf } from '../../shared/money';
import { defined } from '../../shared/record';
import { isBlank, issue } from '../../validation/rules';
import { readEntries, withAllFields } from './entries';

/** An invoice as its parameters state it: valid values by the names of the Payments API, without a customer object. */
export interface Invoice {
	/** YYYY-MM-DD, as is `due_date`. */
	invoice_date?: string;
	due_date?: string;
	currency?: string;
	payment_by?: 'amount' | 'product';
	/** Major units, as is `subtotal`. */
	amount?: number;
	subtotal?: number;
	products?: IDataObject[];
	customer_id?: string;
	customer_email?: string;
	customer_name?: string;
	invoice_number?: string;
	payment_methods?: string[];
	tax_setting?: string;
	send_email?: boolean;
	webhook?: string;
	reference?: string;
	footer?: string;
	memo?: string;
	allow_partial_payments?: boolean;
	partial_payments?: IDataObject[];
	stackable_discounts?: IDataObject[];
	recipients?: IDataObject[];
	/** The fields of a record that cannot be read, which an update would reset, or would fill with another value. */
	unreadable?: string[];
}

/** Returns the body of the request that creates an invoice, or replaces it. */
export function toBody(invoice: Invoice): IDataObject {
	const {
		amount,
		subtotal = amount,
		products,
		customer_id,
		customer_email: email,
		customer_name: name,
		allow_partial_payments: isAllowed,
		partial_payments,
		stackable_discounts,
		...others
	} = invoice;
	const isInParts = isFilled(partial_payments) || isAllowed;
	return defined({
		...others,
		unreadable: undefined,
		...(others.payment_by === 'product' ? { products } : { amount, subtotal }),
		...(customer_id === undefined ? { customer: defined({ name, email }) } : { customer_id }),
		auto_invoice_number: others.invoice_number === undefined ? undefined : '0',
		// An email is only sent when the user asks for it.
		send_email: others.send_email ? 1 : 0,
		...(isFilled(stackable_discounts) && { stackable_discounts }),
		...(isInParts !== undefined && { allow_partial_payments: isInParts ? 1 : 0 }),
		...(isFilled(partial_payments) && { partial_payments }),
	});
}

/** Returns an invoice with changes. */
export function merge(record: IDataObject, changes: Invoice): Invoice {
	const current = currentValues(record);
	const unreadable = Object.keys(OPTIONAL).filter(
		(name) => hasValue(record[name]) && !(name in current) && !(name in changes),
	);
	const isForProducts = changes.products !== undefined;
	const isForAmount = changes.amount !== undefined || changes.subtotal !== undefined;
	if (isForProducts) current.payment_by = 'product';
	if (isForAmount) current.payment_by = 'amount';
	const isDiscountedOrTaxed = (['stackable_discounts', 'tax_setting'] as const).some((name) =>
		hasValue(changes[name] ?? record[name]),
	);
	const subtotal = changes.subtotal ?? current.subtotal;
	// The amount would be sent in place of the subtotal, and be discounted or taxed once more.
	if (current.payment_by === 'amount' && isDiscountedOrTaxed && subtotal === undefined) {
		unreadable.push('subtotal');
	}
	// Without discounts and tax, the subtotal follows from the amount.
	if (changes.amount !== undefined && current.subtotal === current.amount) delete current.subtotal;
	if (changes.customer_id !== undefined) {
		delete current.customer_email;
		delete current.customer_name;
	}
	if (changes.customer_email !== undefined || changes.customer_name !== undefined) {
		delete current.customer_id;
	}
	return { ...current, ...defined({ ...changes }), unreadable };
}

/** The fields that each update needs, with their labels. */
const REQUIRED = { invoice_date: 'Invoice Date', currency: 'Currency' } as const;
const REQUIRED_BY = {
	amount: { amount: 'Amount' },
	product: { products: 'Products' },
	contact: { customer_name: 'Customer Name', customer_email: 'Customer Email' },
} as const;

/** The fields that an update resets if it does not have them, with their labels. */
const OPTIONAL = {
	due_date: 'Due Date',
	footer: 'Footer',
	invoice_number: 'Invoice Number',
	memo: 'Memo',
	partial_payments: 'Partial Payments',
	payment_methods: 'Payment Methods',
	recipients: 'Recipients',
	reference: 'Reference',
	stackable_discounts: 'Discounts',
	tax_setting: 'Tax Setting ID',
	webhook: 'Webhook URL',
} satisfies Partial<Record<keyof Invoice, string>>;

/**
 * Refuses an update without the fields that the Payments API requires: some records have few of them. Also refuses an
 * update that would reset a field because its value cannot be read.
 */
export function checkComplete(invoice: Invoice, context: z.RefinementCtx) {
	const { payment_by = 'amount', customer_id, unreadable = [] } = invoice;
	const required: Partial<Record<keyof Invoice, string>> = {
		...REQUIRED,
		...REQUIRED_BY[payment_by],
		...(customer_id === undefined && REQUIRED_BY.contact),
	};
	const missing = Object.entries(required).filter(([name]) => !(name in invoice));
	const unread = Object.entries({ ...OPTIONAL, subtotal: 'Subtotal' }).filter(([name]) =>
		unreadable.includes(name),
	);
	const needed = [...missing, ...unread];
	if (needed.length === 0) return;
	const labels = needed.map(([, label]) => `'${label}'`).join(', ');
	issue(context, 'invoice_id', parameters.incompleteInvoice(labels));
}

/** Reads the values that an update replaces. Some records have few fields (docs/interface.md, Invoice). */
function currentValues(record: IDataObject): Invoice {
	const text = (name: string) => {
		const value = record[name];
		const isText = typeof value === 'string' || typeof value === 'number';
		return isText && !isBlank(value) ? String(value) : undefined;
	};
	const dayOf = (name: string) => /^\d{4}-\d\d-\d\d/.exec(text(name) ?? '')?.[0];
	const number = (name: string) => amountOf(record[name]) ?? undefined;
	const flag = record.allow_partial_payments;
	const methods = record.payment_methods;
	const products = readEntries(record.products);
	const isKnown = ['amount', 'product'].includes(text('payment_by') ?? '');
	const payment_by = isKnown ? text('payment_by') : products ? 'product' : 'amount';
	return defined({
		invoice_date: dayOf('invoice_date'),
		due_date: dayOf('due_date'),
		currency: text('currency'),
		payment_by,
		amount: number('amount'),
		subtotal: number('subtotal'),
		products,
		customer_id: text('customer_id'),
		customer_email: text('customer_email'),
		customer_name: text('customer_name'),
		invoice_number: text('invoice_number'),
		payment_methods: isFilled(methods) ? methods : undefined,
		tax_setting: text('tax_setting'),
		webhook: text('webhook'),
		reference: text('reference'),
		footer: text('footer'),
		memo: text('memo'),
		allow_partial_payments: flag === undefined ? undefined : [true, 1, '1'].includes(flag as never),
		partial_payments: readEntries(record.partial_payments),
		stackable_discounts: readEntries(record.stackable_discounts)?.map(withAllFields),
		recipients: readEntries(record.recipients),
	});
}

function isFilled(value: unknown): boolean {
	return Array.isArray(value) && value.length > 0;
}

function hasValue(value: unknown): boolean {
	return !isBlank(value) && !(Array.isArray(value) && value.length === 0);
}
