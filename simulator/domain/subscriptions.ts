import type { SubscriptionCharge, SubscriptionCreate } from '../../contract/types';
import { ApiError, invalid } from '../errors';
import type { Settings } from '../options';
import type { Calendar } from '../records/calendar';
import type { Charge, ChargeTarget, Subscription, SubscriptionPlan } from '../records/types';
import { methodOf } from './paymentRequests';

/** Body of create and update. Flags are text (docs/interface.md, Subscriptions). */
export type SubscriptionBody = Partial<SubscriptionCreate> & { customer_email: string };

/** The part of their business that subscriptions need. */
interface Merchant {
	readonly calendar: Calendar;
	readonly plans: readonly SubscriptionPlan[];
	readonly info: { currency: string };
	newId(): string;
	addCharge(fields: Partial<Charge>, target: ChargeTarget): Charge;
}

/** The card that the card network declines, by its last digits. */
const DECLINED = '0002';

/** Methods whose payments take days: their charges are pending. */
const slowMethods = ['giro'];

/** The subscriptions of one business. */
export class Subscriptions {
	/** Newest first. */
	readonly items: Subscription[] = [];

	constructor(
		private readonly merchant: Merchant,
		private readonly settings: Settings,
	) {}

	get(id: string): Subscription | undefined {
		return this.items.find((one) => one.id === id.toLowerCase());
	}

	/** @param checkoutUrl returns the URL of the page of an ID, where the customer attaches a payment method */
	create(body: SubscriptionBody, checkoutUrl: (id: string) => string): Subscription {
		const id = this.merchant.newId();
		const at = this.now();
		const isSaveOnly = body.save_payment_method === 'true';
		if (body.start_date_method !== undefined && !isSaveOnly) {
			throw invalid(
				'start_date_method',
				'The start_date_method field must not be sent without save_payment_method.',
			);
		}
		const created: Subscription = {
			id,
			business_recurring_plans_id: null,
			customer_name: null,
			customer_email: body.customer_email,
			...{ customer_phone_number: null, address: null, email_status: null, sms_status: null },
			name: null,
			description: '',
			reference: null,
			cycle: isSaveOnly ? 'save_card' : '',
			cycle_repeat: null,
			cycle_frequency: null,
			currency: this.merchant.info.currency,
			price: 0,
			amount: 0,
			times_to_be_charged: null,
			times_charged: 0,
			status: 'scheduled',
			send_email: false,
			save_card: isSaveOnly,
			redirect_url: null,
			payment_methods: ['card'],
			payment_provider_charge_method: null,
			pause_from: null,
			pause_until: null,
			expires_at: null,
			url: checkoutUrl(id),
			total_charge: 0,
			payment_method: null,
			created_at: at,
			updated_at: at,
			...this.changes(body),
		};
		this.items.unshift(created);
		return created;
	}

	/** Changes the fields that the body has, but those that an update cannot change. */
	update(one: Subscription, body: Partial<SubscriptionBody>) {
		this.refuseCanceled(one);
		const changed = { ...body, currency: undefined, times_to_be_charged: undefined };
		Object.assign(one, this.changes(changed), { updated_at: this.now() });
	}

	cancel(one: Subscription) {
		Object.assign(one, { status: 'canceled', updated_at: this.now() });
	}

	/**
	 * Attaches a payment method, as the customer does on the page.
	 *
	 * @param last4 of a card; that of DECLINED is declined when it is charged
	 */
	attach(one: Subscription, method = 'card', last4 = '4242') {
		one.status = 'active';
		one.payment_provider_charge_method = method;
		one.payment_method = method === 'card' ? { card: { brand: 'visa', last4 } } : { card: null };
		one.updated_at = this.now();
	}

	/** Detaches the payment method, as the customer does on the page. */
	detach(one: Subscription) {
		one.status = 'inactive';
		one.payment_provider_charge_method = null;
		one.payment_method = null;
		one.updated_at = this.now();
	}

	/** Charges the attached payment method. @param amount in major units */
	charge(one: Subscription, amount: number, currency: string) {
		this.refuseCanceled(one);
		const { payment_provider_charge_method: method, payment_method } = one;
		if (method === null) throw new ApiError(422, 'The subscription has no saved payment method.');
		const isSlow = slowMethods.includes(method);
		const isDeclined = payment_method?.card?.last4 === DECLINED;
		const status = isDeclined ? 'failed' : isSlow ? 'pending' : 'succeeded';
		const customer = { name: one.customer_name ?? '', email: one.customer_email, phone_number: '' };
		const charge = this.merchant.addCharge(
			{
				amount,
				currency: currency.toLowerCase(),
				status,
				payment_method: methodOf(method, payment_method?.card?.last4),
				customer,
				channel: 'recurring',
				remark: one.name ?? '',
				order_reference_number: one.reference ?? '',
				...(isSlow && { closed_at: null }),
			},
			{ target_type: 'business_recurring_plan', target_id: one.id },
		);
		if (status === 'succeeded') this.count(one, amount);
		const made: SubscriptionCharge = {
			payment_id: charge.id,
			recurring_billing_id: one.id,
			amount,
			currency: charge.currency,
			status,
		};
		return { charge, made };
	}

	/** Counts a charge that is complete. @param amount in major units */
	count(one: Subscription, amount: number) {
		one.times_charged += 1;
		one.total_charge = Math.round((one.total_charge + amount) * 1000) / 1000;
		one.updated_at = this.now();
	}

	/** Returns the changes that a body makes, after the checks that a schema cannot express. */
	private changes(body: Partial<SubscriptionBody>): Partial<Subscription> {
		const { start_date: date } = body;
		if (date !== undefined && date < this.today()) {
			throw invalid('start_date', 'The start_date field must be a date after or equal to today.');
		}
		const plan = this.planOf(body.plan_id);
		const amount = body.amount ?? plan?.amount;
		const fields: Partial<Subscription> = {
			business_recurring_plans_id: plan?.id,
			customer_name: body.customer_name,
			customer_email: body.customer_email,
			name: body.name ?? plan?.name,
			description: body.description ?? plan?.description,
			reference: body.reference,
			cycle: body.cycle ?? plan?.cycle,
			cycle_repeat: body.cycle_repeat ?? plan?.cycle_repeat,
			cycle_frequency: body.cycle_frequency ?? plan?.cycle_frequency,
			currency: (body.currency ?? plan?.currency)?.toLowerCase(),
			price: amount,
			amount,
			times_to_be_charged: body.times_to_be_charged,
			send_email: body.send_email === undefined ? undefined : body.send_email === 'true',
			redirect_url: body.redirect_url,
			payment_methods: body.payment_methods,
		};
		const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
		return Object.fromEntries(entries);
	}

	private planOf(id: string | undefined): SubscriptionPlan | undefined {
		if (id === undefined) return undefined;
		const plan = this.merchant.plans.find((one) => one.id === id.toLowerCase());
		if (!plan) throw invalid('plan_id', 'The selected plan_id is invalid.');
		return plan;
	}

	private refuseCanceled({ status }: Subscription) {
		if (status === 'canceled') throw new ApiError(422, 'The subscription is canceled.');
	}

	private today(): string {
		const singapore = this.settings.now() + 8 * 3_600_000;
		return new Date(singapore).toISOString().slice(0, 10);
	}

	private now(): string {
		return this.merchant.calendar.withoutOffset(this.settings.now());
	}
}
