import type * as contract from '../../contract/types';

/*
 * Records in the JSON of the Payments API: the types of the contract, without the fields that the simulator does not use.
 * Amounts are in major units (docs/interface.md, Resources and their fields).
 */

/** A type without null, in any depth. */
type Filled<T> = unknown extends T
	? T
	: T extends Array<infer One>
		? Array<Filled<One>>
		: T extends object
			? { [K in keyof T]: Filled<NonNullable<T[K]>> }
			: T;

/** A record of which only some fields may be null. */
type Shown<T, Nullable extends keyof T = never> = {
	[K in keyof T]: K extends Nullable ? Filled<NonNullable<T[K]>> | null : Filled<NonNullable<T[K]>>;
};

/** A record of which some fields have another type, as the simulator has fewer values. */
export type But<T, Others> = Omit<T, keyof Others> & Others;

export type { ChargeStatus, InvoiceStatus, Logo, MethodLogo, QrMethod } from '../../contract/types';

export type Payout = Shown<
	contract.Payout,
	| 'bank_name'
	| 'bank_account'
	| 'remark'
	| 'reference'
	| 'failure_code'
	| 'failure_message'
	| 'arrival_date'
>;
export type PayoutStatus = Payout['status'];

export interface Executor {
	id: string;
	name: string;
}

export type Charge = But<
	Shown<contract.Charge, 'closed_at'>,
	{
		executor: Executor | null;
		payment_method: But<
			Pick<contract.PaymentMethod, 'name' | 'display_logo' | 'method_logo'>,
			{ data: CardData | Record<string, never> }
		>;
	}
>;
export type CardData = contract.PaymentMethod['data'];
export type ChargeLocation = Charge['location'];

/** The reason for a charge, if it is not a payment request. */
export interface ChargeTarget {
	target_type: 'business_recurring_plan';
	target_id: string;
}

/** A single charge. That of a subscription has its target. */
export type ChargeDetail = Charge &
	Partial<ChargeTarget> &
	Pick<contract.ChargeDetail, 'amount_without_fees' | 'refunded_amount'> & {
		/** With the option `listRefunds`. */
		refunds?: Refund[];
	};

export type Refund = Shown<contract.Refund, 'provider_fee' | 'provider_fee_currency'>;

export type StaticQr = But<
	Shown<contract.StaticQr, 'location_id' | 'location' | 'device_id'>,
	{ device: { id: string } | null }
>;

/** Methods of a payment request. The reference lists these "and more". */
export const requestMethods = [
	...(['card', 'paynow_online', 'qrph_netbank', 'upi_qr', 'grabpay_direct'] as const),
	...(['grabpay_paylater', 'shopee_pay', 'wechat', 'alipay', 'doku_qris'] as const),
	'wifi_card_reader' as const,
];
export type RequestMethod = (typeof requestMethods)[number];

/** A payment that was made for a payment request. Its time has no offset. */
export type Payment = Shown<contract.Payment>;

/** Times have no offset; the expiry date is in Singapore time. */
export type PaymentRequest = But<
	Shown<
		contract.PaymentRequest,
		| 'name'
		| 'email'
		| 'phone'
		| 'purpose'
		| 'reference_number'
		| 'redirect_url'
		| 'webhook'
		| 'expiry_date'
	>,
	{
		payment_methods: RequestMethod[];
		metadata: Record<string, string> | null;
		/** Only with `generate_qr`. */
		qr_code_data?: { qr_code: string; qr_code_expiry: string | null };
		/** Once paid; oldest first. */
		payments?: Payment[];
	}
>;

/** A URL that is registered for events, without its salt. */
export type WebhookEndpoint = Shown<contract.WebhookEndpoint>;

/** A webhook endpoint as the dashboard shows it. */
export interface EndpointWithSalt extends WebhookEndpoint {
	/** Secret by which its events are signed. */
	salt: string;
}

export type SubscriptionPlan = Shown<contract.Plan, 'cycle_repeat' | 'cycle_frequency'>;

export type Customer = But<
	Shown<
		contract.Customer,
		'name' | 'phone_number' | 'phone_number_country_code' | 'remark' | 'birth_date' | 'gender'
	>,
	{ address: Record<string, string> | null }
>;

/** Times have no offset. */
export type Invoice = But<
	Shown<
		contract.Invoice,
		| 'customer_email'
		| 'customer_name'
		| 'due_date'
		| 'customer_id'
		| 'reference'
		| 'footer'
		| 'memo'
		| 'webhook'
		| 'tax_setting'
	>,
	{
		partial_payments: Array<{ amount: number; due_date?: string }>;
		stackable_discounts: Array<Partial<Shown<contract.InvoiceDiscount>>>;
		products: Array<Partial<Shown<contract.InvoiceProduct>> & { product_id: string }>;
		recipients: Array<{ email?: string; customer_id?: string }>;
	}
>;

/** An agreement by which a customer is charged regularly, or by a saved payment method. */
export type Subscription = But<
	Shown<
		contract.Subscription,
		| 'business_recurring_plans_id'
		| 'customer_name'
		| 'customer_phone_number'
		| 'address'
		| 'email_status'
		| 'sms_status'
		| 'name'
		| 'reference'
		| 'cycle_repeat'
		| 'cycle_frequency'
		| 'times_to_be_charged'
		| 'redirect_url'
		| 'payment_provider_charge_method'
		| 'pause_from'
		| 'pause_until'
		| 'expires_at'
	>,
	{
		status: 'scheduled' | 'active' | 'retrying' | 'inactive' | 'canceled';
		payment_method: { card: { brand: string; last4: string } | null } | null;
	}
>;

export type Location = Shown<contract.Location>;

/** The field names are a choice: no source states them. */
export interface BusinessInfo {
	id: string;
	name: string;
	country: string;
	currency: string;
	payments_enabled: boolean;
}

export type StaffMember = But<Shown<contract.StaffMember>, { role: { id: string; title: string } }>;

/** The funds of the business in one currency. Some wallets may be missing. */
export type Balance = But<
	Shown<contract.Balance>,
	{ wallets: Partial<contract.Balance['wallets']> }
>;

/** A change of a balance. It has no ID. */
export type BalanceTransaction = Shown<
	contract.BalanceTransaction,
	'charge_id' | 'order_id' | 'payout_id' | 'transfer_id' | 'debit' | 'credit'
>;

export type AccountStatus = But<
	Shown<contract.AccountStatus>,
	{
		payment_providers: Record<
			string,
			{ setup_status: string; payment_enabled: boolean; payout_enabled: boolean }
		>;
	}
>;

export type Transfer = But<
	Shown<contract.Transfer, 'remark' | 'reference'>,
	{
		beneficiary: Pick<
			Beneficiary,
			'id' | 'nickname' | 'holder_name' | 'bank_name' | 'account_number'
		>;
	}
>;
export type TransferStatus = Transfer['status'];
/** A body, of which some fields may be missing. */
export type TransferTerms = Pick<contract.TransferTerms, 'beneficiary_id' | 'source_currency'> &
	Partial<contract.TransferTerms>;

export type AccountField = contract.AccountField & { required: boolean };

export type Beneficiary = Shown<
	contract.Beneficiary,
	| ('nickname' | 'remark' | 'email' | 'deleted_at' | 'transfer_type')
	| ('bank_swift_code' | 'bank_branch_code')
>;

export type Reader = Shown<contract.Reader>;

export type VirtualAccount = Shown<contract.VirtualAccount>;

/** A person of the business: a charge's executor, a refund's or QR code's creator. */
export interface User {
	id: string;
	/** Numeric ID, another value by which charges can be filtered. */
	number: number;
	first_name: string;
	last_name: string;
}

export type OrderStatus = 'completed' | 'sent' | 'draft' | 'expired' | 'canceled';
/** A list has products and charges with `with` only. */
export type Order = But<
	Shown<contract.Order, 'customer' | 'remark' | 'location' | 'payment_status' | 'closed_at'>,
	{ status: OrderStatus; charges: Charge[] }
>;

export type Product = But<
	Shown<contract.Product, 'headline' | 'quantity' | 'quantity_alert_level'>,
	{ status: 'draft' | 'published'; variations: ProductVariation[] }
>;
export type ProductVariation = Shown<
	contract.Product['variations'][number],
	'stock_keeping_unit' | 'variation_value_1' | 'variation_value_2' | 'variation_value_3'
>;

export type ProductCategory = But<
	Shown<contract.ProductCategory, 'description'>,
	{ children: ProductCategory[]; image: null }
>;
