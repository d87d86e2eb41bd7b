import { DateTime } from 'luxon';

import type { PaymentRequestCreate } from '../../contract/types';
import { invalid } from '../errors';
import type { Settings } from '../options';
import type { Calendar } from '../records/calendar';
import { cents } from '../records/charges';
import { logo } from '../records/sample/logos';
import { currencies, paymentMethods } from '../records/sample/names';
import {
	requestMethods,
	type But,
	type Charge,
	type ChargeLocation,
	type Executor,
	type Location,
	type PaymentRequest,
	type RequestMethod,
	type User,
} from '../records/types';
import type { Readers } from './readers';

/** Body of create and update. Flags are text (docs/interface.md, Payment requests). */
export type PaymentRequestBody = But<
	Partial<PaymentRequestCreate>,
	{
		amount: number;
		currency: string;
		payment_methods?: RequestMethod[];
		metadata?: Record<string, string>;
	}
>;

/** Fields that only the charge shows, not the payment request. */
type Extras = Pick<PaymentRequestBody, 'add_admin_fee' | 'location_id' | 'staff_id' | 'address'>;

/** How a payment ends, unless it is pending. */
export type Outcome = 'succeeded' | 'failed' | 'pending';

/** Methods of a payment request that names none. */
const DEFAULT_METHODS: RequestMethod[] = ['card', 'paynow_online'];

/** Methods that can be paid with a QR code. */
const qrMethods = ['paynow_online', 'qrph_netbank', 'upi_qr', 'doku_qris'];

/** Further methods with a QR code, in a dialect. */
const otherQrMethods = [
	...['shopee_pay', 'ifpay_qris', 'wechat_pay', 'opn_prompt_pay', 'opn_true_money_qr'],
	...['grabpay_direct', 'grabpay_paylater', 'gcash_qr', 'touch_n_go', 'atome'],
];

/** Statuses in which a payment request can be paid. */
const payable = new Set(['pending', 'failed']);

const SINGAPORE = 'Asia/Singapore';
const EXPIRY_FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Fees of methods that generated charges do not use: major units, and a rate. */
const OTHER_FEES = { fixed: 0.2, rate: 0.02 };

/** The part of their business that payment requests need. */
export interface Merchant {
	readonly calendar: Calendar;
	readonly locations: readonly Location[];
	readonly users: readonly User[];
	readonly readers: Readers;
	newId(): string;
	/** Returns a location as charges show it. */
	chargeLocation(id: string | undefined): ChargeLocation | undefined;
	addCharge(fields: Partial<Charge>): Charge;
}

/** The payment requests of one business (docs/interface.md, Payment request). */
export class PaymentRequests {
	private readonly list: PaymentRequest[] = [];
	private readonly extras = new Map<string, Extras>();

	constructor(
		private readonly merchant: Merchant,
		private readonly settings: Settings,
	) {}

	/** Newest first. Reading it expires those that are due. */
	get items(): PaymentRequest[] {
		const now = this.settings.now();
		for (const one of this.list) {
			if (!payable.has(one.status) || one.expiry_date === null) continue;
			if (readExpiry(one.expiry_date) <= now) one.status = 'expired';
		}
		return this.list;
	}

	get(id: string): PaymentRequest | undefined {
		return this.items.find((one) => one.id === id.toLowerCase());
	}

	/** @param checkoutUrl returns the URL of the checkout page of an ID */
	create(body: PaymentRequestBody, checkoutUrl: (id: string) => string): PaymentRequest {
		const id = this.merchant.newId();
		const now = this.now();
		const created: PaymentRequest = {
			id,
			name: null,
			email: null,
			phone: null,
			amount: '',
			currency: '',
			status: 'pending',
			purpose: null,
			reference_number: null,
			payment_methods: [...DEFAULT_METHODS],
			url: checkoutUrl(id),
			redirect_url: null,
			webhook: null,
			send_sms: false,
			send_email: false,
			allow_repeated_payments: false,
			expiry_date: null,
			created_at: now,
			updated_at: now,
			metadata: null,
			...this.changes(body),
		};
		setQr(created, body.generate_qr, this.otherMethods);
		this.merchant.readers.show(created, body.wifi_terminal_id);
		this.saveExtras(created, body);
		this.list.unshift(created);
		return created;
	}

	/** Changes the fields that the body has. */
	update(one: PaymentRequest, body: Partial<PaymentRequestBody>) {
		if (one.status === 'completed') {
			throw invalid('id', 'The payment request is completed and cannot be changed.');
		}
		const changed = { ...one, ...this.changes(body), updated_at: this.now() };
		// A new expiry date, which is in the future, makes an expired request pending again.
		if (one.status === 'expired' && changed.expiry_date !== one.expiry_date) {
			changed.status = 'pending';
		}
		setQr(changed, body.generate_qr ?? one.qr_code_data !== undefined, this.otherMethods);
		if (!changed.qr_code_data) delete one.qr_code_data;
		Object.assign(one, changed);
		this.saveExtras(one, body);
	}

	delete(one: PaymentRequest) {
		if (one.status === 'completed') {
			throw invalid('id', 'The payment request is completed and cannot be deleted.');
		}
		this.list.splice(this.list.indexOf(one), 1);
		this.extras.delete(one.id);
	}

	/** Returns why a request cannot be paid, or undefined. */
	notPayableReason({ status }: PaymentRequest): string | undefined {
		return payable.has(status) ? undefined : `The payment request is ${status}.`;
	}

	/** Adds a payment by one of the methods (default: the first). Returns the charge. */
	addPayment(one: PaymentRequest, outcome: Outcome, method?: string): Charge {
		const reason = this.notPayableReason(one);
		if (reason !== undefined) throw invalid('id', reason);
		const name = one.payment_methods.find((known) => method === undefined || known === method);
		if (!name) {
			throw invalid('method', `The method must be one of ${one.payment_methods.join(', ')}.`);
		}
		const charge = this.merchant.addCharge({ ...this.chargeOf(one, name), status: outcome });
		one.updated_at = this.now();
		if (outcome === 'succeeded') {
			const { id, currency, status } = charge;
			const created = this.merchant.calendar.withoutOffset(Date.parse(charge.created_at));
			const { amount } = one;
			one.payments = [
				...(one.payments ?? []),
				{ id, amount, currency, status, payment_type: name, created_at: created },
			];
		}
		// With repeated payments, the request stays pending.
		if (!one.allow_repeated_payments && outcome !== 'pending') {
			one.status = outcome === 'succeeded' ? 'completed' : 'failed';
		}
		return charge;
	}

	/** Returns the fields of a charge that come from its payment request. */
	private chargeOf(one: PaymentRequest, method: RequestMethod): Partial<Charge> {
		const { merchant } = this;
		const amount = Number(one.amount);
		const fees = paymentMethods.find(([{ name }]) => name === method)?.[0] ?? OTHER_FEES;
		const rate = currencies.find(([{ code }]) => code === one.currency)?.[0].rate ?? 1;
		const extras = this.extras.get(one.id);
		const location = merchant.chargeLocation(extras?.location_id);
		return {
			amount,
			currency: one.currency,
			exchange_rate: rate.toFixed(4),
			fixed_fee: fees.fixed,
			discount_fee: cents(amount * fees.rate),
			discount_fee_rate: fees.rate,
			remark: one.purpose ?? '',
			payment_method: methodOf(method),
			customer_id: merchant.newId(),
			customer: {
				name: one.name ?? '',
				email: one.email ?? '',
				phone_number: one.phone ?? '',
			},
			payment_request_id: one.id,
			webhook_status: false,
			order_reference_number: one.reference_number ?? '',
			executor: this.executor(extras?.staff_id),
			...(location ? { location } : {}),
			channel: 'api',
			admin_fee: extras?.add_admin_fee === 'true',
		};
	}

	private executor(staffId: string | undefined): Executor | null {
		const user = this.merchant.users.find(({ id }) => id === staffId?.toLowerCase());
		return user ? { id: user.id, name: `${user.first_name} ${user.last_name}` } : null;
	}

	/** Returns the changes that a body makes, after the checks that a schema cannot express. */
	private changes(body: Partial<PaymentRequestBody>): Partial<PaymentRequest> {
		this.checkLocation(body.location_id);
		checkMethods(body.payment_methods, this.otherMethods);
		const fields: Partial<PaymentRequest> = {
			name: body.name,
			email: body.email,
			phone: body.phone,
			amount: body.amount?.toFixed(2),
			currency: body.currency?.toLowerCase(),
			purpose: body.purpose,
			reference_number: body.reference_number,
			payment_methods: body.payment_methods,
			redirect_url: body.redirect_url,
			webhook: body.webhook,
			send_sms: flag(body.send_sms),
			send_email: flag(body.send_email),
			allow_repeated_payments: flag(body.allow_repeated_payments),
			expiry_date: this.expiryOf(body),
			metadata: body.metadata,
		};
		return withoutUndefined(fields);
	}

	/** The methods of other sources, which have a QR code. */
	private get otherMethods(): string[] {
		return this.settings.dialects.includes('more-qr-methods') ? otherQrMethods : [];
	}

	private checkLocation(id: string | undefined) {
		if (id === undefined) return;
		const location = this.merchant.locations.find((one) => one.id === id.toLowerCase());
		if (!location?.active) {
			throw invalid('location_id', 'The location_id field must be an active location.');
		}
	}

	private expiryOf(body: Partial<PaymentRequestBody>): string | undefined {
		const { expiry_date: date, expires_after: after } = body;
		if (date !== undefined && after !== undefined) {
			throw invalid('expires_after', 'The expires_after field must not go with expiry_date.');
		}
		if (after !== undefined) {
			const [count = '', unit = ''] = after.split(' ');
			const start = DateTime.fromMillis(this.settings.now(), { zone: SINGAPORE });
			return start
				.plus({ [unit.replace(/^mins?$/, 'minutes')]: Number(count) })
				.toFormat(EXPIRY_FORMAT);
		}
		// NaN, as of 30 February, is not in the future either.
		if (date !== undefined && !(readExpiry(date) > this.settings.now())) {
			throw invalid('expiry_date', 'The expiry_date field must be a moment that lies ahead.');
		}
		return date;
	}

	private saveExtras({ id }: PaymentRequest, body: Partial<PaymentRequestBody>) {
		const { add_admin_fee, location_id, staff_id, address } = body;
		const extras = withoutUndefined({ add_admin_fee, location_id, staff_id, address });
		this.extras.set(id, { ...this.extras.get(id), ...extras });
	}

	private now(): string {
		return this.merchant.calendar.withoutOffset(this.settings.now());
	}
}

/** Returns a payment method as the charge shows it. @param last4 of a card */
export function methodOf(name: string, last4 = '4242'): Charge['payment_method'] {
	const isCard = name === 'card';
	return {
		name,
		display_logo: logo(isCard ? 'visa' : name),
		method_logo: logo(name),
		data: isCard ? { brand: 'visa', last4, country_code: 'SG', country: 'Singapore' } : {},
	};
}

/** Returns milliseconds since 1970, or NaN for an invalid date. */
function readExpiry(text: string): number {
	return DateTime.fromFormat(text, EXPIRY_FORMAT, { zone: SINGAPORE }).toMillis();
}

/** The codes differ by country. The simulator has one country. */
function checkMethods(methods: string[] = [], others: string[] = []) {
	const known: string[] = [...requestMethods, ...others];
	if (methods.every((method) => known.includes(method))) return;
	const text = `The payment_methods field must be one of ${known.join(', ')}.`;
	throw invalid('payment_methods', text);
}

function withoutUndefined<T extends object>(fields: T): T {
	const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as T;
}

function flag(text: 'true' | 'false' | undefined): boolean | undefined {
	return text === undefined ? undefined : text === 'true';
}

/** Adds or removes the QR code. */
function setQr(one: PaymentRequest, wanted: boolean | undefined, others: string[]) {
	if (!wanted) {
		delete one.qr_code_data;
		return;
	}
	const known = [...qrMethods, ...others];
	if (!one.payment_methods.every((method) => known.includes(method))) {
		throw invalid(
			'generate_qr',
			`The generate_qr field needs payment_methods of ${known.join(', ')} only.`,
		);
	}
	const hex = one.id.replace(/-/g, '');
	one.qr_code_data = {
		qr_code: `00020101021226${one.payment_methods.join('')}54${one.amount}${hex}6304${hex.slice(0, 4).toUpperCase()}`,
		qr_code_expiry: one.expiry_date,
	};
}
