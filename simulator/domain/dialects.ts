import type { Settings } from '../options';
import type { Charge, Invoice, PaymentRequest, Subscription } from '../records/types';
import type { Business } from './business';

/** The type of a record; a dialect may show it in another way. */
export type Kind =
	| 'balance'
	| 'charge'
	| 'invoice'
	| 'order'
	| 'payment_request'
	| 'payout'
	| 'plan'
	| 'product'
	| 'refund'
	| 'static_qr'
	| 'subscription'
	| 'transfer';

/** Codes of payment methods in other sources. */
export const otherMethodCodes: Record<string, string> = {
	wechat: 'wechat_pay',
	upi_qr: 'upi',
	doku_qris: 'ifpay_qris',
};

/** The fields with amounts of each kind of record. */
const amountFields: Record<Kind, string[]> = {
	charge: ['amount', 'fixed_fee', 'discount_fee', 'amount_without_fees', 'refunded_amount'],
	invoice: ['amount', 'subtotal'],
	order: ['subtotal', 'amount', 'total_discount_amount', 'shipping_amount', 'line_item_tax_amount'],
	payment_request: ['amount'],
	payout: ['amount', 'source_amount'],
	product: ['price'],
	refund: ['amount_refunded', 'total_amount'],
	static_qr: ['amount'],
	plan: ['amount'],
	balance: ['wallets', 'debit', 'credit'],
	transfer: ['payment_amount', 'source_amount', 'fee'],
	subscription: ['amount', 'price', 'total_charge'],
};

type Fields = Record<string, unknown>;

type Spoken = Pick<Settings, 'dialects'>;

/** Returns the status of a charge as the API shows it. */
export function shownStatus({ status }: Charge, { dialects }: Spoken): Charge['status'] {
	const keepsStatus = dialects.includes('refunds-keep-succeeded');
	return keepsStatus && status === 'partially_refunded' ? 'succeeded' : status;
}

/**
 * Returns a record in the form of the dialects of the settings.
 *
 * @param isAlone whether it is read alone, and not in a list
 */
export function inDialect(
	{ settings }: { settings: Spoken },
	business: Business,
	kind: Kind,
	record: object,
	isAlone = false,
): object {
	const { dialects } = settings;
	// A message, such as that of a deletion. Balances and their transactions have no ID.
	if (!('id' in record) && kind !== 'balance') return record;
	const changed: Fields = { ...record };
	if (kind === 'charge') {
		const charge = record as Charge;
		changed.status = shownStatus(charge, settings);
		if (dialects.includes('refunds-keep-succeeded')) {
			changed.refunded_amount ??= business.refunds.amountOf(charge);
		}
		if (dialects.includes('canceled') && charge.status === 'cancelled') changed.status = 'canceled';
		if (dialects.includes('other-method-codes')) {
			const { payment_method: method } = charge;
			changed.payment_method = { ...method, name: otherMethodCodes[method.name] ?? method.name };
		}
		if (dialects.includes('executor-list')) {
			const { executor } = charge;
			const { id, name } = executor ?? {};
			changed.executor = id ? [{ id, display_name: name, email: `${id}@example.com` }] : [];
		}
		if (dialects.includes('full-charge-detail') && isAlone) addDetail(changed, business, charge);
	}
	if (kind === 'payment_request') {
		const { payments, payment_methods: methods, qr_code_data: qr } = record as PaymentRequest;
		if (payments && dialects.includes('payments-follow-charges')) {
			changed.payments = payments.map((one) => ({
				...one,
				status: business.charges.get(one.id)?.status ?? one.status,
			}));
		}
		if (qr && dialects.includes('text-qr-code')) changed.qr_code_data = qr.qr_code;
		if (dialects.includes('other-method-codes')) {
			changed.payment_methods = methods.map((code) => otherMethodCodes[code] ?? code);
		}
	}
	if (kind === 'subscription' && dialects.includes('counted-total-charge')) {
		const { times_charged } = record as Subscription;
		Object.assign(changed, { times_charged: null, total_charge: times_charged });
	}
	if (kind === 'transfer' && dialects.includes('no-transfer-reference')) delete changed.reference;
	if (kind === 'invoice' && dialects.includes('text-invoice-values')) {
		const { allow_partial_payments: isAllowed, stackable_discounts, products } = record as Invoice;
		changed.allow_partial_payments = isAllowed ? '1' : '0';
		changed.stackable_discounts = stackable_discounts.map(textOnly);
		changed.products = products.map(textOnly);
	}
	if (dialects.includes('text-amounts')) {
		for (const name of amountFields[kind]) {
			const value = changed[name];
			if (value !== undefined && value !== null) changed[name] = withText(value);
		}
	}
	return changed;
}

function addDetail(changed: Fields, business: Business, charge: Charge) {
	changed.refunds = business.refunds.of(charge);
	changed.target_id ??= charge.payment_request_id;
	changed.target_type ??= 'payment_request';
	changed.terminal_id = null;
	changed.webhook_logs = [];
	changed.payment_method = {
		...(changed.payment_method as object),
		code: charge.payment_method.name,
		type: 'online',
		provider_reference: `ref-${charge.id.slice(0, 8)}`,
	};
}

/** Writes all numbers of an object as text. */
function textOnly(fields: object): Fields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			typeof value === 'number' ? String(value) : (value as unknown),
		]),
	);
}

/** Writes an amount as text, also all amounts of an object. */
function withText(value: unknown): unknown {
	if (typeof value !== 'object') return grouped(Number(value));
	const parts = Object.entries(value as Fields);
	return Object.fromEntries(
		parts.map(([name, part]) => [name, typeof part === 'number' ? grouped(part) : part]),
	);
}

/** Writes an amount as text: `1,234.50`. */
function grouped(amount: number): string {
	const decimals = Number.isInteger(amount * 100) ? 2 : 3;
	return amount.toLocaleString('en-US', {
		minimumFractionDigits: 2,
		maximumFractionDigits: decimals,
	});
}
