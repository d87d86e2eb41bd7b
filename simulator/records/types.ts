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

export interface Customer {
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
	customer: Customer;
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

/** What a charge was made for, if it is not a payment request. */
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

/** What a customer is charged for regularly, or by a saved payment method. */
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
	/** What was charged so far, in major units. */
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

/** A person of the business: a charge's executor, a refund's or QR code's creator. */
export interface User {
	id: string;
	/** Numeric ID, another value by which charges can be filtered. */
	number: number;
	first_name: string;
	last_name: string;
}
