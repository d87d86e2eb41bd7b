import { randomBytes } from 'node:crypto';

import type { Settings } from '../options';
import { MAIN_PROVIDER, makeBalances } from '../records/balances';
import { makeBeneficiaries } from '../records/beneficiaries';
import { Calendar, utcMicroseconds } from '../records/calendar';
import { cents, chargeMaker, makeCharges } from '../records/charges';
import { blankCustomer, customersOf } from '../records/customers';
import { History } from '../records/history';
import { invalidateJson } from '../records/jsonCache';
import { addressOf, makeLocations } from '../records/locations';
import { businessNames, firstNames, lastNames } from '../records/names';
import { insert, NewestFirst, type List } from '../records/newestFirst';
import { makePayouts, payoutMaker } from '../records/payouts';
import { Random } from '../records/random';
import { Settlements, type DatedTransaction } from '../records/settlements';
import { makeCategories, makeOrders, makeProducts, orderMaker } from '../records/shop';
import { makeTransfers, transferMaker } from '../records/transfers';
import type {
	Balance,
	Beneficiary,
	BusinessInfo,
	Charge,
	ChargeDetail,
	ChargeLocation,
	Customer,
	ChargeTarget,
	EndpointWithSalt,
	Invoice,
	Location,
	Order,
	PaymentRequest,
	Payout,
	Product,
	ProductCategory,
	Reader,
	Refund,
	StaffMember,
	StaticQr,
	Subscription,
	SubscriptionPlan,
	Transfer,
	User,
	VirtualAccount,
} from '../records/types';
import { Invoices } from './invoices';
import { PaymentRequests } from './paymentRequests';
import { Readers } from './readers';
import { Subscriptions } from './subscriptions';

/** All records of a business, in the order in which the API lists them. */
export interface Records {
	readonly balances: Balance[];
	readonly charges: Charge[];
	readonly customers: Customer[];
	readonly payouts: Payout[];
	readonly invoices: Invoice[];
	readonly locations: Location[];
	readonly refunds: Refund[];
	readonly plans: SubscriptionPlan[];
	readonly staff: StaffMember[];
	readonly staticQrs: StaticQr[];
	readonly paymentRequests: PaymentRequest[];
	readonly orders: Order[];
	readonly products: Product[];
	readonly readers: Reader[];
	readonly categories: ProductCategory[];
	readonly transfers: Transfer[];
	readonly beneficiaries: Beneficiary[];
	readonly subscriptions: Subscription[];
	readonly virtualAccounts: VirtualAccount[];
}

/** Statuses of a charge that can be refunded (docs/interface.md, choices). */
const refundable = new Set(['succeeded', 'succeeded_manually', 'partially_refunded']);

/** Statuses of a charge that was paid, even if it was refunded later. */
const successful = new Set([...refundable, 'refunded']);

/** Maximum number of charges, payouts and transfers of every business but the first. */
const MAX_RECORDS_OF_OTHERS = 60;

interface Refunded {
	/** Milliseconds since 1970. */
	at: number;
	/** Amount in thousandths of the major unit, since some currencies have three decimals. */
	thousandths: number;
	refund: Refund;
	/** Whether the charge shows it: a pending refund may count later. */
	isShown: boolean;
}

function sumOf(refunded: Refunded[]): number {
	return refunded.reduce((sum, { thousandths }) => sum + thousandths, 0);
}

/** A business with its records. */
export class Business {
	readonly info: BusinessInfo;
	readonly apiKey: string;
	/** Secret by which callbacks are signed. */
	readonly salt: string;
	readonly calendar: Calendar;
	readonly users: User[];
	readonly charges: NewestFirst<Charge>;
	/** The charges that lists show: `charges`, and older ones that are computed. */
	readonly listedCharges: List<Charge>;
	readonly payouts: NewestFirst<Payout>;
	readonly refunds: NewestFirst<Refund>;
	readonly customers: Customer[];
	readonly transfers: NewestFirst<Transfer>;
	readonly beneficiaries: Beneficiary[];
	readonly balances: Balance[];
	readonly invoices: Invoices;
	readonly locations: Location[];
	readonly plans: SubscriptionPlan[] = [];
	readonly staticQrs: StaticQr[] = [];
	readonly paymentRequests: PaymentRequests;
	readonly orders: Order[];
	readonly products: Product[];
	readonly categories: ProductCategory[];
	readonly readers: Readers;
	readonly subscriptions: Subscriptions;
	readonly virtualAccounts: VirtualAccount[] = [];
	/** Oldest first. */
	readonly webhookEndpoints: EndpointWithSalt[] = [];
	private readonly settlements: Settlements;

	private readonly now: () => number;
	/** For records that are created later. Their IDs are the same in every run. */
	private readonly random: Random;
	/** The subscriptions that charges were made for, and the times, by charge ID. */
	private readonly targets = new Map<string, ChargeTarget & { at: number }>();
	private readonly makeCharge: (at: number) => Charge;
	private readonly makeOrder: (at: number) => Order;
	private readonly makePayout: (at: number) => Payout;
	private readonly makeTransfer: (at: number, status?: Transfer['status']) => Transfer;
	/** Refunds by charge ID, oldest first. */
	private readonly refunded = new Map<string, Refunded[]>();
	/** Maximum replication lag in milliseconds. */
	private readonly readLag: number;
	private readonly lag: Random;
	private readonly listRefunds: boolean;
	/** Whether its charge shows the next refund while that is pending; nothing if the next refund is not pending. */
	private pendingRefund?: { isShown: boolean };

	/** @param index number of the business, from 0; all but the first have few records */
	constructor(settings: Settings, index: number) {
		const maximum = index === 0 ? Infinity : MAX_RECORDS_OF_OTHERS;
		const seed = settings.seed * 1000 + index;
		const stream = (name: string) => new Random(seed, name);
		const before = Date.parse(settings.anchor);
		const random = stream('business');
		this.random = stream('created');
		this.now = settings.now;
		this.readLag = settings.readLag;
		this.lag = stream('lag');
		this.listRefunds = settings.listRefunds;
		this.calendar = new Calendar(settings.timeZone);
		const suffix = index === 0 ? '' : `-${index + 1}`;
		this.apiKey = settings.apiKey + suffix;
		this.salt = settings.salt + suffix;
		this.info = {
			id: random.uuid(),
			name: businessNames[index] ?? `Business ${index + 1}`,
			country: 'sg',
			currency: 'sgd',
			payments_enabled: true,
		};
		this.users = Array.from({ length: 4 }, (_, i) => ({
			id: random.uuid(),
			number: 1001 + i,
			first_name: random.pick(firstNames),
			last_name: random.pick(lastNames),
		}));
		this.locations = makeLocations(stream('locations'), settings.locations, this.info.id, before);

		const { calendar, locations, users } = this;
		const charges = makeCharges(
			{ random: stream('charges'), calendar, locations, users, before },
			Math.min(settings.charges, maximum),
		);
		const payouts = makePayouts(
			{ random: stream('payouts'), calendar, before },
			Math.min(settings.payouts, maximum),
		);
		const creator = this.owner;
		const beneficiaries = makeBeneficiaries(stream('beneficiaries'), calendar, creator, before);
		this.beneficiaries = beneficiaries;
		const transfers = makeTransfers(
			{ random: stream('transfers'), calendar, beneficiaries, before },
			Math.min(settings.transfers, maximum),
		);
		this.transfers = new NewestFirst(transfers);
		this.balances = makeBalances(stream('balances'));
		this.charges = new NewestFirst(charges);
		const oldest = charges.at(-1);
		this.listedCharges = new History(
			charges,
			{
				random: stream('history'),
				...{ calendar, locations, users },
				before: oldest ? Date.parse(oldest.created_at) : before,
			},
			Math.min(settings.history, maximum),
		);
		this.customers = customersOf(charges);
		this.payouts = new NewestFirst(payouts);
		this.refunds = new NewestFirst<Refund>([]);
		this.refundGenerated(stream('refunds'));
		const refundOf = ({ id }: Charge) => this.refunded.get(id)?.[0];
		this.settlements = new Settlements(charges, payouts, refundOf, calendar);
		this.invoices = new Invoices(this, settings);
		this.readers = new Readers(stream('readers'), calendar, before);
		this.paymentRequests = new PaymentRequests(this, settings);
		const products = Math.min(settings.products, maximum);
		this.categories = makeCategories(stream('categories'), Math.ceil(products / 5));
		this.products = makeProducts(
			{ random: stream('products'), calendar, categories: this.categories, locations, before },
			products,
		);
		this.orders = makeOrders(
			{ random: stream('orders'), calendar, charges, products: this.products, before },
			Math.min(settings.orders, maximum),
		);
		this.subscriptions = new Subscriptions(this, settings);
		this.makeCharge = chargeMaker({ random: stream('more'), calendar, locations, users, before });
		this.makePayout = payoutMaker({ random: stream('more payouts'), calendar, before });
		this.makeOrder = orderMaker({
			random: stream('more orders'),
			calendar,
			products: this.products,
		});
		this.makeTransfer = transferMaker({
			random: stream('more transfers'),
			...{ calendar, beneficiaries: [...beneficiaries], before },
		});
	}

	get records(): Records {
		return {
			balances: this.balances,
			charges: this.charges.items,
			customers: this.customers,
			payouts: this.payouts.items,
			invoices: this.invoices.items,
			locations: this.locations,
			refunds: this.refunds.items,
			plans: this.plans,
			staff: this.staff,
			staticQrs: this.staticQrs,
			paymentRequests: this.paymentRequests.items,
			orders: this.orders,
			products: this.products,
			readers: this.readers.list,
			categories: this.categories,
			beneficiaries: this.beneficiaries,
			transfers: this.transfers.items,
			subscriptions: this.subscriptions.items,
			virtualAccounts: this.virtualAccounts,
		};
	}

	/** The users as staff members; the first one is the owner. */
	get staff(): StaffMember[] {
		return this.users.map(({ id, first_name, last_name }, index) => ({
			id,
			name: `${first_name} ${last_name}`,
			role: index === 0 ? { id: '1', title: 'Owner' } : { id: '3', title: 'Cashier' },
		}));
	}

	/** Returns the transactions at a provider, newest first. */
	transactionsOf(provider: string): DatedTransaction[] {
		if (provider !== MAIN_PROVIDER) return [];
		return this.settlements.transactions;
	}

	/** Payout ID by charge ID. */
	get payoutOf(): ReadonlyMap<string, string> {
		return this.settlements.payoutOf;
	}

	get owner(): User {
		return this.users[0] as User;
	}

	/** Returns a location as charges show it. */
	chargeLocation(id: string | undefined): ChargeLocation | undefined {
		const found = this.locations.find((one) => one.id === id?.toLowerCase());
		return found && { id: found.id, name: found.name, address: addressOf(found) };
	}

	newId(): string {
		return this.random.uuid();
	}

	/** Returns a reference that is unlikely to repeat, the same in every run. */
	newReference(prefix: string): string {
		return `${prefix}-${this.random.digits(8)}`;
	}

	/** Adds a charge that was just paid. Fields that are not set are generated. @param target the reason for it */
	addCharge(fields: Partial<Charge> = {}, target?: ChargeTarget): Charge {
		const at = this.creationTime(fields, this.charges.items);
		const charge = { ...this.makeCharge(at), status: 'succeeded' as const, ...fields };
		// Filters compare days in business time, so the time is written with its offset.
		charge.created_at = this.calendar.withOffset(at);
		if (target) this.targets.set(charge.id, { ...target, at: this.now() });
		return this.charges.add(charge);
	}

	/** Adds a webhook endpoint. Its salt is secret, and another one each time. */
	addWebhookEndpoint(
		body: Pick<EndpointWithSalt, 'name' | 'url' | 'event_types'>,
	): EndpointWithSalt {
		const at = this.calendar.withoutOffset(this.now());
		const endpoint = {
			id: this.newId(),
			business_id: this.info.id,
			...{ name: body.name, url: body.url, event_types: body.event_types },
			...{ created_at: at, updated_at: at },
			salt: `sim_salt_${randomBytes(24).toString('base64url')}`,
		};
		this.webhookEndpoints.push(endpoint);
		return endpoint;
	}

	/** Adds a payout that was just scheduled. Fields that are not set are generated. */
	addPayout(fields: Partial<Payout> = {}): Payout {
		const at = this.creationTime(fields, this.payouts.items);
		const payout = { ...this.makePayout(at), ...fields };
		payout.created_at = this.calendar.withOffset(at);
		return this.payouts.add(payout);
	}

	/** Adds a customer that was just created. */
	addCustomer(fields: Partial<Customer> = {}): Customer {
		const created_at = this.calendar.withOffset(this.creationTime(fields, this.customers));
		const customer: Customer = {
			id: this.newId(),
			...blankCustomer,
			email: 'ann@mail.example',
			updated_at: created_at,
			...fields,
			created_at,
		};
		return insert(this.customers, customer);
	}

	/** Adds an order that was just made. Fields that are not set are generated. */
	addOrder(fields: Partial<Order> = {}): Order {
		const at = this.creationTime(fields, this.orders);
		const order = { ...this.makeOrder(at), ...fields };
		order.created_at = this.calendar.withOffset(at);
		return insert(this.orders, order);
	}

	/** Adds a transfer that was just scheduled. Fields that are not set are generated. */
	addTransfer(fields: Partial<Transfer> = {}): Transfer {
		const at = this.creationTime(fields, this.transfers.items);
		const created_at = this.calendar.withOffset(at);
		const generated = this.makeTransfer(at, 'scheduled');
		return this.transfers.add({ ...generated, updated_at: created_at, ...fields, created_at });
	}

	/** Changes the status of a record. The format of `updated_at` stays. */
	changeStatus<T extends { status: string; created_at: string; updated_at: string }>(
		record: T,
		status: T['status'],
	): T {
		const { calendar } = this;
		const hasOffset = /[+-]\d\d:\d\d$/.test(record.created_at);
		record.status = status;
		record.updated_at = hasOffset
			? calendar.withOffset(this.now())
			: calendar.withoutOffset(this.now());
		invalidateJson(record);
		return record;
	}

	/** Returns the charges of a subscription, oldest first. */
	chargesOf(id: string): Charge[] {
		const ids = [...this.targets].filter(([, target]) => target.target_id === id);
		return ids.map(([chargeId]) => this.charges.get(chargeId)!);
	}

	/** Counts a complete charge of a subscription; other charges do not count. */
	countCharge({ id, amount }: Charge) {
		const one = this.subscriptions.get(this.targets.get(id)?.target_id ?? '');
		if (one) this.subscriptions.count(one, amount);
	}

	/** Returns whether a list shows a charge: that of a subscription, once the copy of the data has it. */
	isListed({ id }: Charge): boolean {
		const at = this.targets.get(id)?.at;
		return at === undefined || at <= this.asOf();
	}

	/** Returns a subscription with its counts, from a copy of the data that may be behind by `readLag`. */
	shownSubscription(one: Subscription): Subscription {
		const asOf = this.asOf();
		const missing = this.chargesOf(one.id).filter(
			({ id, status }) => status === 'succeeded' && this.targets.get(id)!.at > asOf,
		);
		const amount = missing.reduce((sum, charge) => sum + charge.amount, 0);
		return {
			...one,
			times_charged: one.times_charged - missing.length,
			total_charge: Math.round((one.total_charge - amount) * 1000) / 1000,
		};
	}

	/** Returns a single charge, from a copy of the data that may be behind by `readLag`. */
	detail(charge: Charge): ChargeDetail {
		const asOf = this.asOf();
		const { target_type, target_id } = this.targets.get(charge.id) ?? {};
		const all = this.refunded.get(charge.id) ?? [];
		const shown = all.filter(({ at, isShown }) => isShown && at <= asOf);
		const refunded = sumOf(shown);
		const before = refunded === 0 ? ('succeeded' as const) : ('partially_refunded' as const);
		return {
			...charge,
			status: shown.length === all.length ? charge.status : before,
			amount_without_fees: cents(charge.amount - charge.fixed_fee - charge.discount_fee),
			refunded_amount: refunded / 1000,
			...(target_type && { target_type, target_id }),
			...(this.listRefunds && { refunds: shown.map(({ refund }) => refund) }),
		};
	}

	/**
	 * Returns the charges that a refund's `payment_id` may refer to: the charge with that ID, or the paid
	 * charges of the payment request with that ID. Both are documented.
	 */
	paymentsOf(id: string): Charge[] {
		const charge = this.charges.get(id);
		if (charge) return [charge];
		const requestId = id.toLowerCase();
		return this.charges.items.filter(
			(one) => one.payment_request_id === requestId && successful.has(one.status),
		);
	}

	/** Returns how much of a charge was refunded, in major units. */
	refundedAmount(charge: Charge): number {
		return sumOf(this.refunded.get(charge.id) ?? []) / 1000;
	}

	/** Returns the refunds of a charge, oldest first. */
	refundsOf(charge: Charge): Refund[] {
		return (this.refunded.get(charge.id) ?? []).map(({ refund }) => refund);
	}

	isSuccessful(charge: Charge): boolean {
		return successful.has(charge.status);
	}

	/** Returns the remaining amount of a charge, in thousandths of the major unit. */
	remainingAmount(charge: Charge): number {
		if (!refundable.has(charge.status)) return 0;
		return Math.round(charge.amount * 1000) - sumOf(this.refunded.get(charge.id) ?? []);
	}

	/** Refunds a charge. @param thousandths amount, up to the remaining amount */
	refund(charge: Charge, thousandths: number, at = this.now(), id = this.newId()): Refund {
		const earlier = this.refunded.get(charge.id) ?? [];
		const isComplete = sumOf(earlier) + thousandths >= Math.round(charge.amount * 1000);
		charge.status = isComplete ? 'refunded' : 'partially_refunded';
		// New charges may be ahead of the clock; a time of change is never earlier.
		const changedAt = Math.max(at, Date.parse(charge.updated_at));
		charge.updated_at = this.calendar.withOffset(changedAt);
		invalidateJson(charge);
		const refund: Refund = {
			id,
			refunded_by: `${this.owner.first_name} ${this.owner.last_name}`,
			payment_id: charge.id,
			amount_refunded: thousandths / 1000,
			total_amount: charge.amount,
			currency: charge.currency,
			status: 'succeeded',
			payment_method: charge.payment_method.name,
			provider_fee: null,
			provider_fee_currency: null,
			refunded_at: utcMicroseconds(at),
			created_at: this.calendar.withoutOffset(at),
		};
		const { isShown = true } = this.pendingRefund ?? {};
		if (this.pendingRefund) refund.status = 'pending';
		this.pendingRefund = undefined;
		this.refunded.set(charge.id, [...earlier, { at, thousandths, refund, isShown }]);
		return this.refunds.add(refund);
	}

	/** Makes the next refund pending. @param isShown whether its charge shows it meanwhile */
	pendNextRefund(isShown: boolean) {
		this.pendingRefund = { isShown };
	}

	/** Ends a refund that is pending. */
	endRefund(id: string, status: 'succeeded' | 'failed') {
		const refund = this.refunds.get(id)!;
		refund.status = status;
		const charge = this.charges.get(refund.payment_id)!;
		const all = this.refunded.get(charge.id) ?? [];
		const kept = all.filter((one) => one.refund !== refund || status === 'succeeded');
		for (const one of kept) one.isShown ||= one.refund === refund;
		this.refunded.set(charge.id, kept);
		if (kept.length < all.length) {
			charge.status = kept.length === 0 ? 'succeeded' : 'partially_refunded';
		}
		charge.updated_at = this.calendar.withOffset(
			Math.max(this.now(), Date.parse(charge.updated_at)),
		);
		invalidateJson(charge);
	}

	/** Returns the time of the copy of the data that is read. */
	private asOf(): number {
		return this.readLag > 0 ? this.now() - this.lag.next() * this.readLag : Infinity;
	}

	/** Adds the refunds of the charges that were generated as refunded. */
	private refundGenerated(random: Random) {
		for (const charge of this.charges.items) {
			const total = Math.round(charge.amount * 100);
			const at = Date.parse(charge.created_at) + random.int(1, 48) * 3_600_000;
			if (charge.status === 'refunded') this.refund(charge, total * 10, at, random.uuid());
			if (charge.status === 'partially_refunded') {
				this.refund(charge, random.int(1, total - 1) * 10, at, random.uuid());
			}
		}
	}

	/** Returns `created_at` if set; otherwise a time after the newest record, even if the clock is behind. */
	private creationTime(
		fields: { created_at?: string },
		items: Array<{ created_at: string }>,
	): number {
		if (fields.created_at !== undefined) {
			const at = Date.parse(fields.created_at);
			if (Number.isNaN(at)) throw new RangeError('created_at must be an ISO 8601 date-time');
			return at;
		}
		const newest = items[0] ? Date.parse(items[0].created_at) + 1000 : 0;
		return Math.max(this.now(), newest);
	}
}
