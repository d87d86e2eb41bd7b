/** Records in the JSON of the Payments API (docs/interface.md, Resources and their fields). */

export type PayoutStatus = 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled' | 'pending';

export interface Payout {
	id: string;
	status: PayoutStatus;
	currency: string;
	/** Major units. */
	amount: number;
	source_currency: string;
	/** Major units. */
	source_amount: number;
	bank_name: string | null;
	/** Masked. */
	bank_account: string | null;
	remark: string | null;
	reference: string | null;
	failure_code: string | null;
	failure_message: string | null;
	arrival_date: string | null;
	created_at: string;
	updated_at: string;
}

/** Logo addresses of a payment method on a charge. */
export interface Logo {
	sm: string;
	md: string;
	lg: string;
	svg: string;
	svg_square: string;
	png_square: string;
}

/** Logo of a payment method on a static QR code. */
export interface MethodLogo extends Logo {
	method: string;
	iconName: string;
	displayName: string;
}

export interface CardData {
	brand: string;
	last4: string;
	country_code: string;
	country: string;
}

export type ChargeStatus =
	| 'succeeded'
	| 'succeeded_manually'
	| 'pending'
	| 'failed'
	| 'refunded'
	| 'partially_refunded'
	| 'cancelled'
	| 'void';

/** The customer of a charge, as the charge shows it. */
export interface ChargeCustomer {
	name: string;
	email: string;
	phone_number: string;
}

export interface Executor {
	id: string;
	name: string;
}

export interface ChargeLocation {
	id: string;
	name: string;
	address: string;
}

export interface Charge {
	id: string;
	currency: string;
	home_currency: string;
	/** Decimal text: units of the home currency for one unit of the currency. */
	exchange_rate: string;
	/** Major units of `currency`, as the fees are. */
	amount: number;
	fixed_fee: number;
	discount_fee: number;
	discount_fee_rate: number;
	remark: string;
	status: ChargeStatus;
	payment_method: {
		name: string;
		display_logo: Logo;
		method_logo: Logo;
		data: CardData | Record<string, never>;
	};
	customer_id: string;
	customer: ChargeCustomer;
	payment_request_id: string;
	webhook_status: boolean;
	order_reference_number: string;
	executor: Executor | null;
	location: ChargeLocation;
	channel: string;
	admin_fee: boolean;
	/** Null while the charge is pending (docs/interface.md, choices). */
	closed_at: string | null;
	created_at: string;
	updated_at: string;
}

/** The reason for a charge, if it is not a payment request. */
export interface ChargeTarget {
	target_type: 'business_recurring_plan';
	target_id: string;
}

/** A single charge, which has two more fields (public reference), and that of a subscription has its target. */
export interface ChargeDetail extends Charge, Partial<ChargeTarget> {
	amount_without_fees: number;
	refunded_amount: number;
	/** With the option `listRefunds`. */
	refunds?: Refund[];
}

export interface Refund {
	id: string;
	refunded_by: string;
	payment_id: string;
	amount_refunded: number;
	total_amount: number;
	currency: string;
	status: string;
	payment_method: string;
	provider_fee: number | null;
	provider_fee_currency: string | null;
	/** UTC with microseconds. */
	refunded_at: string;
	/** Business time without offset. */
	created_at: string;
}

export type QrMethod = 'paynow_online' | 'upi_qr' | 'qrph_netbank';

export interface StaticQr {
	id: string;
	name: string;
	reference: string;
	payment_provider: string;
	payment_provider_method: QrMethod;
	amount: number;
	currency: string;
	payment_provider_method_logos: MethodLogo[];
	payment_provider_method_main_logo: MethodLogo;
	created_by: { id: string; display_name: string; first_name: string; last_name: string };
	location_id: string | null;
	location: { name: string; address: string } | null;
	device_id: string | null;
	device: { id: string } | null;
	qr_value: string;
	created_at: string;
	updated_at: string;
}

export type PaymentRequestStatus =
	'pending' | 'completed' | 'failed' | 'expired' | 'canceled' | 'inactive';

/** Methods of a payment request. The reference lists these "and more". */
export const requestMethods = [
	'card',
	'paynow_online',
	'qrph_netbank',
	'upi_qr',
	'grabpay_direct',
	'grabpay_paylater',
	'shopee_pay',
	'wechat',
	'alipay',
	'doku_qris',
] as const;
export type RequestMethod = (typeof requestMethods)[number];

/** A payment that was made for a payment request. */
export interface Payment {
	/** ID of the charge. */
	id: string;
	/** Major units, text with two decimals. */
	amount: string;
	currency: string;
	status: string;
	payment_type: string;
	/** Business time without offset. */
	created_at: string;
}

export interface PaymentRequest {
	id: string;
	name: string | null;
	email: string | null;
	phone: string | null;
	/** Major units, text with two decimals. */
	amount: string;
	currency: string;
	status: PaymentRequestStatus;
	purpose: string | null;
	reference_number: string | null;
	payment_methods: RequestMethod[];
	/** The checkout page. */
	url: string;
	redirect_url: string | null;
	webhook: string | null;
	send_sms: boolean;
	send_email: boolean;
	allow_repeated_payments: boolean;
	/** Singapore time, `YYYY-MM-DD HH:mm:ss`. */
	expiry_date: string | null;
	/** Business time without offset, as is `updated_at`. */
	created_at: string;
	updated_at: string;
	metadata: Record<string, string> | null;
	/** Only with `generate_qr`. */
	qr_code_data?: { qr_code: string; qr_code_expiry: string | null };
	/** Once paid; oldest first. */
	payments?: Payment[];
}

/** A URL that is registered for events, without its salt. */
export interface WebhookEndpoint {
	id: string;
	business_id: string;
	name: string;
	url: string;
	event_types: string[];
	/** Business time without offset, as is `updated_at`. */
	created_at: string;
	updated_at: string;
}

/** A webhook endpoint as the dashboard shows it. */
export interface EndpointWithSalt extends WebhookEndpoint {
	/** Secret by which its events are signed. */
	salt: string;
}

export interface SubscriptionPlan {
	id: string;
	name: string;
	description: string;
	cycle: string;
	cycle_repeat: number | null;
	cycle_frequency: string | null;
	currency: string;
	amount: number;
	reference: string;
	created_at: string;
	updated_at: string;
}

export interface Customer {
	id: string;
	name: string | null;
	email: string;
	phone_number: string | null;
	phone_number_country_code: string | null;
	remark: string | null;
	birth_date: string | null;
	gender: string | null;
	address: Record<string, string> | null;
	/** With a UTC offset, as is `updated_at`. */
	created_at: string;
	updated_at: string;
}

/** docs/interface.md, Invoice status. */
export type InvoiceStatus = 'draft' | 'sent' | 'pending' | 'overdue' | 'paid' | 'partially paid';

export interface Invoice {
	id: string;
	invoice_number: string;
	/** Major units, as is `subtotal`. */
	amount: number;
	currency: string;
	status: InvoiceStatus;
	customer_email: string | null;
	customer_name: string | null;
	/** Where the customer pays. */
	url: string;
	/** `YYYY-MM-DD`, as is `invoice_date`. */
	due_date: string | null;
	/** Business time without offset, as is `updated_at`. */
	created_at: string;
	updated_at: string;
	invoice_date: string;
	payment_by: 'amount' | 'product';
	subtotal: number;
	customer_id: string | null;
	reference: string | null;
	footer: string | null;
	memo: string | null;
	webhook: string | null;
	tax_setting: string | null;
	payment_methods: string[];
	allow_partial_payments: boolean;
	partial_payments: Array<{ amount: number; due_date?: string }>;
	stackable_discounts: Array<{
		name?: string;
		discount?: number;
		percentage_discount?: number;
		order?: number;
	}>;
	products: Array<{
		product_id: string;
		quantity?: number;
		variation_id?: string;
		discount?: number;
	}>;
	recipients: Array<{ email?: string; customer_id?: string }>;
}

/** An agreement by which a customer is charged regularly, or by a saved payment method. */
export interface Subscription {
	id: string;
	/** Its plan. */
	business_recurring_plans_id: string | null;
	customer_name: string | null;
	customer_email: string;
	name: string | null;
	description: string;
	reference: string | null;
	cycle: string;
	cycle_repeat: number | null;
	cycle_frequency: string | null;
	currency: string;
	/** Major units, as is `amount`. */
	price: number;
	amount: number;
	times_to_be_charged: number | null;
	times_charged: number;
	status: 'scheduled' | 'active' | 'retrying' | 'inactive' | 'canceled';
	send_email: boolean;
	/** Whether a payment method is only saved. */
	save_card: boolean;
	redirect_url: string | null;
	payment_methods: string[];
	/** How it is paid; null until the customer attaches a payment method. */
	payment_provider_charge_method: string | null;
	pause_from: string | null;
	pause_until: string | null;
	expires_at: string | null;
	/** Where the customer attaches a payment method. */
	url: string;
	/** The sum of the charges so far, in major units. */
	total_charge: number;
	payment_method: { card: { brand: string; last4: string } | null } | null;
	created_at: string;
	updated_at: string;
}

export interface Location {
	id: string;
	business_id: string;
	name: string;
	street: string;
	city: string;
	state: string;
	country: string;
	postal_code: string;
	active: boolean;
	pickups: Array<Record<string, unknown>>;
	created_at: string;
	updated_at: string;
}

/** The field names are a choice: no source states them. */
export interface BusinessInfo {
	id: string;
	name: string;
	country: string;
	currency: string;
	payments_enabled: boolean;
}

/** docs/interface.md, Staff member. */
export interface StaffMember {
	id: string;
	name: string;
	role: { id: string; title: string };
}

/** The funds of the business in one currency. Some wallets may be missing. */
export interface Balance {
	currency: string;
	/** Major units. */
	wallets: Partial<Record<'available' | 'pending' | 'deposit' | 'reserve', number>>;
}

/** A change of a balance. It has no ID. */
export interface BalanceTransaction {
	/** With an offset. */
	datetime: string;
	description: string;
	charge_id: string | null;
	order_id: string | null;
	payout_id: string | null;
	transfer_id: string | null;
	/** Major units, as `credit` is. */
	debit: number | null;
	credit: number | null;
	currency: string;
}

export interface AccountStatus {
	bank_account_status: string;
	verification: {
		overall_status: string;
		owner_verification: string;
		business_verification: string;
	};
	payment_providers: Record<
		string,
		{ setup_status: string; payment_enabled: boolean; payout_enabled: boolean }
	>;
}

export type TransferStatus = 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled';

export interface Beneficiary {
	id: string;
	nickname: string;
	holder_name: string;
	bank_name: string;
	account_number: string;
}

export interface Transfer {
	id: string;
	beneficiary: Beneficiary;
	payment_currency: string;
	/** Major units, as `source_amount` is. */
	payment_amount: number;
	source_currency: string;
	source_amount: number;
	/** Decimal text: units of the payment currency for one unit of the source currency. */
	exchange_rate: string;
	fee: { amount: number; currency: string; paid_by: string };
	remark: string | null;
	reference: string | null;
	status: TransferStatus;
	created_at: string;
	updated_at: string;
}

/** A person of the business: a charge's executor, a refund's or QR code's creator. */
export interface User {
	id: string;
	/** Numeric ID, another value by which charges can be filtered. */
	number: number;
	first_name: string;
	last_name: string;
}

export interface OrderLine {
	id: string;
	name: string;
	quantity: number;
	/** Major units. */
	unit_price: number;
	line_item_amount: number;
}

export interface OrderedProduct {
	id: string;
	name: string;
	quantity: number;
	/** Major units. */
	unit_price: number;
	total_price: number;
}

export type OrderStatus = 'completed' | 'sent' | 'draft' | 'expired' | 'canceled';

export interface Order {
	id: string;
	order_display_number: number;
	channel: string;
	customer: ChargeCustomer | null;
	currency: string;
	status: OrderStatus;
	remark: string | null;
	location: ChargeLocation | null;
	line_items: OrderLine[];
	/** In a list with `with` only, as are the charges. */
	products: OrderedProduct[];
	charges: Charge[];
	payment_status: string | null;
	fulfilment_status: string;
	/** Major units, as are the other amounts. */
	subtotal: number;
	amount: number;
	total_discount_amount: number;
	shipping_amount: number;
	line_item_tax_amount: number;
	/** Null while the order is open. */
	closed_at: string | null;
	created_at: string;
	updated_at: string;
}

export interface ProductVariation {
	id: string;
	stock_keeping_unit: string;
	description: string;
	/** Major units. */
	price: number;
	quantity: number;
}

export interface Product {
	id: string;
	category_id: string[];
	name: string;
	headline: string | null;
	description: string;
	/** In capitals. */
	currency: string;
	/** Major units. */
	price: number;
	/** Minor units. */
	price_stored: number;
	status: 'draft' | 'published';
	/** Null with variations: then it is theirs. */
	quantity: number | null;
	variations: ProductVariation[];
	channels: string[];
	locations: Array<{ id: string; name: string }>;
	is_shopify: boolean;
	is_woocommerce: boolean;
	product_url: string;
	is_published: boolean;
	images: Array<Record<string, unknown>>;
	created_at: string;
	updated_at: string;
}

export interface ProductCategory {
	id: string;
	name: string;
	description: string | null;
	is_active: boolean;
	is_parent: boolean;
	order: number;
	children: ProductCategory[];
	image: null;
}
