// Written by npm run contract.

/** A value of the filter `statuses` of charges */
export type ChargeStatusFilter =
	| 'success'
	| 'succeeded_manually'
	| 'pending'
	| 'failed'
	| 'refunded'
	| 'cancelled'
	| 'partially_refunded'
	| 'void'
	| 'succeeded';

/** Status of a charge. Which status follows which is not stated. */
export type ChargeStatus =
	| 'succeeded'
	| 'succeeded_manually'
	| 'pending'
	| 'failed'
	| 'refunded'
	| 'partially_refunded'
	| 'cancelled'
	| 'canceled'
	| 'void';

/** Addresses of a logo */
export type Logo = {
	sm: string;
	md: string;
	lg: string;
	svg: string;
	svg_square: string;
	png_square: string;
};

/** How a charge was paid */
export type PaymentMethod = {
	name: string;
	/** addresses */
	display_logo: Logo;
	/** the same */
	method_logo: Logo;
	/** for a card; for others it is not stated */
	data: {
		brand: string;
		last4: string;
		country_code: string;
		country: string;
	};
	code: string;
	type: string;
	provider_reference: string | null;
};

/** What a customer paid, in a list */
export type Charge = {
	id: string;
	currency: string;
	home_currency: string;
	/** a decimal number */
	exchange_rate: string;
	amount: number;
	fixed_fee: number;
	discount_fee: number;
	discount_fee_rate: number;
	remark: string | null;
	status: ChargeStatus;
	payment_method: PaymentMethod;
	customer_id: string;
	customer: {
		name: string;
		email: string;
		phone_number: string;
	};
	payment_request_id: string;
	/** its meaning is not stated */
	webhook_status: boolean;
	order_reference_number: string;
	/** its type is not stated; null for none */
	executor: Record<string, unknown> | null;
	location: {
		id: string;
		name: string;
		address: string;
	};
	/** its values are not stated */
	channel: string;
	admin_fee: boolean;
	/** with a UTC offset; null while the charge is pending */
	closed_at: string | null;
	/** with a UTC offset */
	created_at: string;
	/** with a UTC offset */
	updated_at: string;
};

/** A refund of a single charge */
export type ChargeRefund = {
	id: string;
	refunded_by: string;
	payment_id: string;
	amount: number;
	amount_refunded: number;
	total_amount: number;
	currency: string;
	status: string;
	payment_method: string;
	provider_fee: number | null;
	provider_fee_currency: string | null;
	refunded_at: string;
	created_at: string;
};

/** A single charge */
export type ChargeDetail = Charge & {
	amount_without_fees: number;
	/** the sum of the refunds; above 0 also for some charges that are still `succeeded` */
	refunded_amount: number;
	/** the fields of each are not stated; these are those of a refund, and `amount` */
	refunds: Array<ChargeRefund>;
	target_id: string | null;
	/** such as `business_recurring_plan` */
	target_type: string | null;
	terminal_id: string | null;
	webhook_logs: Array<Record<string, unknown>>;
};

/** text, not a boolean */
export type TextFlag = 'true' | 'false';

/** What to refund */
export type RefundCreate = {
	/** the amount that remains to be refunded */
	amount: number;
	/** the payment request that was paid (specification) or its charge (public) */
	payment_id: string;
	/** where notifications of the refund are sent */
	webhook: string;
	send_email: TextFlag;
	email: string;
};

/** A refund */
export type Refund = {
	/** not stated to be a UUID */
	id: string;
	refunded_by: string;
	/** the payment that was refunded */
	payment_id: string;
	/** 0 by default */
	amount_refunded: number;
	/** 0 by default */
	total_amount: number;
	currency: string;
	/** `succeeded` by default; other values are not stated */
	status: string;
	payment_method: string;
	provider_fee: number | null;
	provider_fee_currency: string | null;
	/** UTC, with microseconds */
	refunded_at: string;
	created_at: string;
};

/** A settlement to the bank account of the business */
export type Payout = {
	id: string;
	status: 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled' | 'pending';
	currency: string;
	/** what is paid out */
	amount: number;
	source_currency: string;
	source_amount: number;
	bank_name: string | null;
	/** account number, masked */
	bank_account: string | null;
	remark: string | null;
	reference: string | null;
	/** there when the payout failed */
	failure_code: string | null;
	failure_message: string | null;
	arrival_date: string | null;
	/** with a UTC offset */
	created_at: string;
	/** with a UTC offset */
	updated_at: string;
};

/** What the account holds in one currency */
export type Balance = {
	currency: string;
	/** some of them may be missing */
	wallets: {
		available: number;
		pending: number;
		deposit: number;
		reserve: number;
	};
};

/** A change of a balance. It has no id. */
export type BalanceTransaction = {
	/** the form is not stated */
	datetime: string;
	description: string | null;
	charge_id: string | null;
	order_id: string | null;
	payout_id: string | null;
	transfer_id: string | null;
	/** what was taken out; the value where nothing was is not stated */
	debit: number | null;
	/** what was added; the value where nothing was is not stated */
	credit: number | null;
	currency: string;
};

/** Money that the business sends to a beneficiary */
export type Transfer = {
	id: string;
	/** who receives it; may have more fields */
	beneficiary: {
		id: string;
		nickname: string | null;
		holder_name: string | null;
		bank_name: string | null;
		account_number: string | null;
	};
	payment_currency: string;
	/** what the beneficiary receives */
	payment_amount: number;
	source_currency: string;
	/** what the business pays */
	source_amount: number;
	exchange_rate: string | null;
	fee: {
		amount: number;
		currency: string;
		paid_by: string;
	} | null;
	remark: string | null;
	reference: string | null;
	status: 'scheduled' | 'processing' | 'paid' | 'failed' | 'canceled';
	/** the offset is not stated */
	created_at: string;
	/** the offset is not stated */
	updated_at: string;
};

/** A payment of a payment request */
export type Payment = {
	/** that of the charge */
	id: string;
	amount: string;
	currency: string;
	status:
		| 'succeeded'
		| 'succeeded_manually'
		| 'pending'
		| 'failed'
		| 'refunded'
		| 'partially_refunded'
		| 'canceled'
		| 'cancelled'
		| 'void'
		| 'requires_payment_method'
		| 'requires_customer_action';
	payment_type: string;
	created_at: string;
};

/** A link by which a customer pays */
export type PaymentRequest = {
	id: string;
	/** of the customer */
	name: string | null;
	/** of the customer */
	email: string | null;
	/** of the customer */
	phone: string | null;
	amount: string;
	currency: string;
	status: 'pending' | 'completed' | 'failed' | 'expired' | 'canceled' | 'inactive';
	purpose: string | null;
	reference_number: string | null;
	/** codes vary by country; known ones are in the list of the editor */
	payment_methods: Array<string>;
	/** the checkout page */
	url: string;
	redirect_url: string | null;
	webhook: string | null;
	send_sms: boolean;
	send_email: boolean;
	allow_repeated_payments: boolean;
	expiry_date: string | null;
	created_at: string;
	updated_at: string;
	metadata: Record<string, unknown> | null;
	/** only when it was created with `generate_qr` */
	qr_code_data: {
		qr_code: string;
		qr_code_expiry: string | null;
	} | null;
	/** once paid */
	payments: Array<Payment>;
};

/** What a payment request is created with */
export type PaymentRequestFields = {
	amount: number;
	currency: string;
	/** `card`, `paynow_online`, `qrph_netbank`, `upi_qr`, `grabpay_direct`, `grabpay_paylater`, `shopee_pay`, `wechat`, `alipay`, `doku_qris` and more; codes vary by country */
	payment_methods: Array<string>;
	/** of the customer */
	name: string;
	/** of the customer */
	email: string;
	/** of the customer */
	phone: string;
	purpose: string;
	reference_number: string;
	redirect_url: string;
	webhook: string;
	allow_repeated_payments: TextFlag;
	send_email: TextFlag;
	send_sms: TextFlag;
	add_admin_fee: TextFlag;
	/** Singapore time */
	expiry_date: string;
	/** `5 minutes`, `30 mins`, `2 hours`, `7 days` and the like */
	expires_after: string;
	/** only for methods with a QR code */
	generate_qr: boolean;
	location_id: string;
	staff_id: string;
	/** all but `line2` are required when it is given, in some records */
	address: {
		line1: string;
		line2: string;
		city: string;
		state: string;
		country: string;
		postal_code: string;
	};
	/** up to 50 pairs; each value text of up to 500 characters */
	metadata: Record<string, unknown>;
};

/** A new payment request */
export type PaymentRequestCreate = PaymentRequestFields;

/** Changes of a payment request. The reference has no `metadata` and no `location_id` among its fields. */
export type PaymentRequestUpdate = PaymentRequestFields;

/** Payment method of a static QR code */
export type QrMethod = 'paynow_online' | 'upi_qr' | 'qrph_netbank';

/** Logo of a payment method of a static QR code */
export type MethodLogo = {
	sm: string;
	md: string;
	lg: string;
	svg: string;
	svg_square: string;
	png_square: string;
	method: string;
	iconName: string;
	displayName: string;
};

/** A static QR code */
export type StaticQr = {
	id: string;
	name: string;
	reference: string;
	payment_provider: string;
	payment_provider_method: QrMethod;
	amount: number;
	currency: string;
	payment_provider_method_logos: Array<MethodLogo>;
	payment_provider_method_main_logo: MethodLogo;
	created_by: {
		id: string;
		display_name: string;
		first_name: string;
		last_name: string;
	};
	/** null without a location */
	location_id: string | null;
	/** null without a location */
	location: {
		name: string;
		address: string;
	} | null;
	/** its type is not stated */
	device_id: string | null;
	/** its type is not stated */
	device: Record<string, unknown> | null;
	/** the content of the code */
	qr_value: string;
	created_at: string;
	updated_at: string;
};

/** A new static QR code */
export type StaticQrCreate = {
	name: string;
	payment_provider_method: QrMethod;
	/** the device that is to use the code */
	device_id: string;
	/** has to be an active location */
	location_id: string;
	amount: number;
	currency: string;
};

/** Changes of a static QR code */
export type StaticQrUpdate = {
	name: string;
	/** has to be an active location */
	location_id: string;
	amount: number;
	currency: string;
};

/** A text about what was done */
export type Message = {
	message: string;
};

/** What a customer can subscribe to */
export type Plan = {
	id: string;
	name: string;
	description: string | null;
	cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
	/** null for every cycle but `custom` */
	cycle_repeat: number | null;
	/** null for every cycle but `custom` */
	cycle_frequency: string | null;
	currency: string;
	amount: number;
	reference: string | null;
	created_at: string;
	updated_at: string;
};

/** What a plan has */
export type PlanFields = {
	name: string;
	cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
	/** the minimum depends on the currency and is not stated */
	amount: number;
	/** how often the cycle repeats; only sent with `custom`; the specification has a number */
	cycle_repeat: number | null;
	/** only sent with `custom` */
	cycle_frequency: 'day' | 'week' | 'month' | 'year' | null;
	currency: string;
	description: string;
	/** the business's own; the customer cannot change it */
	reference: string;
	/** where the customer goes after the payment */
	redirect_url: string;
	start_date_method: 'sign_up_date' | 'customer_select_date' | 'fixed_date';
	fixed_date: number;
	times_to_be_charged: number;
};

/** A new plan */
export type PlanCreate = PlanFields;

/** Changes of a plan. The specification does not state that name, cycle and amount are required. */
export type PlanUpdate = PlanFields & {
	name: unknown;
};

/** A person or a company that pays. Which fields can be null is a choice */
export type Customer = {
	id: string;
	name: string | null;
	email: string | null;
	phone_number: string | null;
	/** its format is not stated */
	phone_number_country_code: string | null;
	remark: string | null;
	birth_date: string | null;
	/** its values are not stated */
	gender: string | null;
	address: {
		street: string | null;
		city: string | null;
		state: string | null;
		postal_code: string | null;
		country: string | null;
	} | null;
	/** with a UTC offset */
	created_at: string;
	/** with a UTC offset */
	updated_at: string;
};

/** What a customer has, and what an update changes */
export type CustomerFields = {
	email: string;
	name: string;
	/** required for a new customer, in some records */
	phone_number: string;
	/** its format is not stated */
	phone_number_country_code: string;
	remark: string;
	birth_date: string;
	/** its values are not stated */
	gender: string;
	/** all but `country` are required when it is given */
	address: {
		street: string;
		city: string;
		state: string;
		postal_code: string;
		country: string;
	};
};

/** A new customer */
export type CustomerCreate = CustomerFields;

/** Whether an invoice is paid */
export type InvoiceStatus = 'draft' | 'sent' | 'pending' | 'overdue' | 'paid' | 'partially paid';

/** A part of the amount, which is due on a day of its own */
export type InvoicePartialPayment = {
	/** major units of the currency */
	amount: number;
	due_date: string;
};

/** An amount or a percentage off the subtotal */
export type InvoiceDiscount = {
	name: string;
	/** major units of the currency */
	discount: number;
	/** in percent */
	percentage_discount: number;
	/** place among the discounts, from 1 */
	order: number;
};

/** A product on an invoice */
export type InvoiceProduct = {
	product_id: string;
	quantity: number;
	variation_id: string;
	/** major units of the currency */
	discount: number;
};

/** What a customer is asked to pay */
export type Invoice = {
	id: string;
	invoice_number: string | null;
	amount: number;
	currency: string;
	status: InvoiceStatus;
	customer_email: string | null;
	customer_name: string | null;
	/** where the customer pays */
	url: string | null;
	due_date: string | null;
	created_at: string;
	updated_at: string;
	invoice_date: string | null;
	payment_by: 'amount' | 'product';
	subtotal: number;
	customer_id: string | null;
	reference: string | null;
	footer: string | null;
	memo: string | null;
	webhook: string | null;
	tax_setting: string | null;
	payment_methods: Array<string>;
	allow_partial_payments: boolean;
	partial_payments: Array<InvoicePartialPayment>;
	stackable_discounts: Array<InvoiceDiscount>;
	products: Array<InvoiceProduct>;
	recipients: Array<Record<string, unknown>>;
};

/** What an invoice is created with, and what an update needs again */
export type InvoiceFields = {
	invoice_date: string;
	due_date: string;
	currency: string;
	/** whether the amount is in the request, or follows from the products */
	payment_by: 'amount' | 'product';
	/** with `payment_by` amount */
	amount: number;
	/** with `payment_by` amount: before discounts and tax */
	subtotal: number;
	/** with `payment_by` product */
	products: Array<InvoiceProduct>;
	/** unless there is a `customer_id` */
	customer: {
		name: string;
		email: string;
		/** its form is not stated */
		address: Record<string, unknown>;
	};
	/** of a customer of the business */
	customer_id: string;
	/** text, not a number */
	auto_invoice_number: '0' | '1';
	/** required with `auto_invoice_number` 0 */
	invoice_number: string;
	/** as those of a payment request */
	payment_methods: Array<string>;
	/** id of a tax setting of the dashboard */
	tax_setting: string;
	/** 1 if HitPay sends the invoice to the customer; 0 by default */
	send_email: 0 | 1;
	webhook: string;
	reference: string;
	footer: string;
	memo: string;
	/** 1 with `partial_payments`; 0 by default */
	allow_partial_payments: 0 | 1;
	partial_payments: Array<InvoicePartialPayment>;
	stackable_discounts: Array<InvoiceDiscount>;
	/** who receives the invoice beside the customer */
	recipients: Array<{
		email: string;
		customer_id: string;
	}>;
};

/** What a customer is charged for regularly, or by a saved payment method */
export type Subscription = {
	id: string;
	/** its plan */
	business_recurring_plans_id: string | null;
	customer_name: string | null;
	customer_email: string | null;
	name: string | null;
	description: string | null;
	reference: string | null;
	/** `weekly`, `monthly`, `yearly` or `custom`; `save_card` if a payment method is only saved */
	cycle: string;
	/** null for every cycle but `custom` */
	cycle_repeat: number | null;
	/** null for every cycle but `custom` */
	cycle_frequency: string | null;
	currency: string;
	price: number | null;
	amount: number | null;
	times_to_be_charged: number | null;
	/** null for some */
	times_charged: number | null;
	/** `scheduled`, `active`, `retrying`, `inactive` or `canceled` */
	status: string;
	/** in some responses 0 or 1 */
	send_email: boolean;
	/** whether a payment method is only saved; in some responses 0 or 1 */
	save_card: boolean;
	redirect_url: string | null;
	payment_methods: Array<string> | null;
	/** how it is paid */
	payment_provider_charge_method: string | null;
	pause_from: string | null;
	pause_until: string | null;
	expires_at: string | null;
	/** where the customer attaches a payment method */
	url: string | null;
	/** what was charged so far */
	total_charge: number | null;
	/** the saved payment method */
	payment_method: {
		card: {
			brand: string;
			last4: string;
		} | null;
	} | null;
	created_at: string;
	updated_at: string;
};

/** What a subscription has */
export type SubscriptionFields = {
	plan_id: string;
	name: string;
	amount: number;
	currency: string;
	cycle: 'weekly' | 'monthly' | 'yearly' | 'custom';
	/** only with `custom` */
	cycle_repeat: number;
	/** only with `custom` */
	cycle_frequency: 'day' | 'week' | 'month' | 'year';
	customer_email: string;
	customer_name: string;
	/** in Singapore time, today or later */
	start_date: string;
	/** such as `card`, `giro`, `shopee_recurring`, `grabpay_direct` */
	payment_methods: Array<string>;
	times_to_be_charged: number;
	/** where the customer goes afterwards */
	redirect_url: string;
	/** where notifications are sent */
	webhook: string;
	/** the business's own */
	reference: string;
	description: string;
	send_email: TextFlag;
};

/** A new subscription */
export type SubscriptionCreate = SubscriptionFields & {
	/** whether a payment method is only saved, to be charged later */
	save_payment_method: TextFlag;
	/** the older name of `save_payment_method` */
	save_card: TextFlag;
	/** when the customer is charged first; only with `save_payment_method` */
	start_date_method: 'sign_up_date' | 'no_initial_charge';
};

/** Changes of a subscription. Which fields can be changed is not stated. */
export type SubscriptionUpdate = SubscriptionFields;

/** What to charge */
export type SubscriptionChargeCreate = {
	amount: number;
	currency: string;
};

/** A charge of a subscription, as the request for it returns it */
export type SubscriptionCharge = {
	/** its charge */
	payment_id: string;
	/** its subscription */
	recurring_billing_id: string;
	amount: number;
	currency: string;
	/** `succeeded`, `pending` or `failed` */
	status: string;
};

/** A place of the business */
export type Location = {
	id: string;
	business_id: string;
	name: string;
	street: string;
	city: string;
	state: string;
	/** code of two letters */
	country: string;
	postal_code: string;
	active: boolean;
	/** the fields of one are not stated */
	pickups: Array<Record<string, unknown>>;
	/** UTC */
	created_at: string;
	/** UTC */
	updated_at: string;
};

/** An order of a customer, from the online store or a point of sale */
export type Order = {
	id: string;
	/** the number that the dashboard shows */
	order_display_number: number | null;
	/** its values are not stated */
	channel: string | null;
	/** null for an unknown customer */
	customer: {
		name: string | null;
		email: string | null;
		phone_number: string | null;
	} | null;
	/** three letters in either case */
	currency: string;
	/** also others than those of the filter */
	status: string;
	remark: string | null;
	location: {
		id: string;
		name: string;
		address: string | null;
	} | null;
	line_items: Array<{
		id: string;
		name: string;
		quantity: number;
		unit_price: number;
		line_item_amount: number;
	}>;
	/** with `with` */
	products: Array<{
		id: string;
		name: string;
		quantity: number;
		unit_price: number;
		total_price: number;
	}>;
	/** with `with`; what the customer paid */
	charges: Array<Record<string, unknown>>;
	/** its values are not stated */
	payment_status: string | null;
	/** its values are not stated */
	fulfilment_status: string | null;
	subtotal: number;
	amount: number;
	total_discount_amount: number;
	shipping_amount: number;
	line_item_tax_amount: number;
	/** with a UTC offset; null for an open order */
	closed_at: string | null;
	/** with a UTC offset */
	created_at: string;
	/** with a UTC offset */
	updated_at: string;
};

/** What the business sells */
export type Product = {
	id: string;
	/** ids of all its categories */
	category_id: Array<string>;
	name: string;
	headline: string | null;
	/** may contain HTML */
	description: string | null;
	/** three letters in either case */
	currency: string;
	price: number;
	/** minor units of the currency */
	price_stored: number | null;
	/** `draft` or `published` */
	status: string;
	/** of a product without variations; of others, it is in those */
	quantity: number | null;
	variations: Array<{
		id: string;
		stock_keeping_unit: string | null;
		description: string | null;
		price: number;
		quantity: number | null;
	}>;
	/** where it is sold */
	channels: Array<string>;
	locations: Array<{
		id: string;
		name: string;
	}>;
	is_shopify: boolean;
	is_woocommerce: boolean;
	/** its page in the online store */
	product_url: string | null;
	is_published: boolean;
	/** the fields of one are not stated */
	images: Array<Record<string, unknown>>;
	/** with a UTC offset */
	created_at: string;
	/** with a UTC offset */
	updated_at: string;
};

/** A group of products */
export type ProductCategory = {
	id: string;
	name: string;
	description: string | null;
	is_active: boolean;
	/** whether it is within no other one */
	is_parent: boolean;
	/** its place in the online store */
	order: number | null;
	/** the categories within this one */
	children: Array<Record<string, unknown>>;
	image: Record<string, unknown> | null;
};

/** The profile of the business. The specification states that it has the name, the country and the currency of the business
and whether payments are enabled, but not the names of the fields. We output what the API returns. */
export type BusinessInfo = {
	id: string;
	name: string;
	country: string;
	currency: string;
	payments_enabled: boolean;
};

/** What the account is able to do */
export type AccountStatus = {
	bank_account_status: string;
	verification: {
		overall_status: string;
		/** its type is not stated */
		owner_verification: unknown;
		/** its type is not stated */
		business_verification: unknown;
	};
	/** by the name of each */
	payment_providers: Record<string, unknown>;
};

/** A person who works for the business */
export type StaffMember = {
	id: string;
	name: string;
	role: {
		id: string;
		title: string;
	};
};

/** A URL that is registered for events of the account */
export type WebhookEndpoint = {
	id: string;
	business_id: string;
	name: string;
	url: string;
	event_types: Array<string>;
	created_at: string;
	updated_at: string;
};

/** Changes of a webhook endpoint */
export type WebhookEndpointUpdate = {
	name: string;
	/** https; on loopback also http (choice) */
	url: string;
	/** such as `charge.created`; some records have a closed list */
	event_types: Array<string>;
};

/** A new webhook endpoint */
export type WebhookEndpointCreate = WebhookEndpointUpdate;
