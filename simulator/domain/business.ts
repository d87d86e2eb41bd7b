import { randomBytes } from 'node:crypto';

import type { Settings } from '../options';
import { MAIN_PROVIDER, makeBalances } from '../records/balances';
import { makeBeneficiaries } from '../records/beneficiaries';
import { Calendar } from '../records/calendar';
import { cents, chargeMaker, makeCharges } from '../records/charges';
import { blankCustomer, customersOf } from '../records/customers';
import { invalidateJson } from '../records/jsonCache';
import { addressOf, makeLocations } from '../records/locations';
import { insert, NewestFirst, type List } from '../records/newestFirst';
import { makePayouts, payoutMaker } from '../records/payouts';
import { History } from '../records/sample/history';
import { businessNames, firstNames, lastNames } from '../records/sample/names';
import { Random } from '../records/sample/random';
import { makeCategories, makeOrders, makeProducts, orderMaker } from '../records/sample/shop';
import { Settlements, type DatedTransaction } from '../records/settlements';
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
import { isSuccessful, Refunds } from './refunds';
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

/** Maximum number of charges, payouts and transfers of every business but the first. */
const MAX_RECORDS_OF_OTHERS = 60;

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
	readonly refunds: Refunds;
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
	/** Maximum replication lag in milliseconds. */
	private readonly readLag: number;
	private readonly lag: Random;
	private readonly listRefunds: boolean;

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
		this.refunds = new Refunds(this, settings.now);
		this.refunds.makeGenerated(charges, stream('refunds'));
		const refundOf = (charge: Charge) => this.refunds.firstOf(charge);
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
		const { isComplete, amount, refunds } = this.refunds.shownBy(charge, asOf);
		const before = amount === 0 ? ('succeeded' as const) : ('partially_refunded' as const);
		return {
			...charge,
			status: isComplete ? charge.status : before,
			amount_without_fees: cents(charge.amount - charge.fixed_fee - charge.discount_fee),
			refunded_amount: amount,
			...(target_type && { target_type, target_id }),
			...(this.listRefunds && { refunds }),
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
			(one) => one.payment_request_id === requestId && isSuccessful(one),
		);
	}

	/** Returns the time of the copy of the data that is read. */
	private asOf(): number {
		return this.readLag > 0 ? this.now() - this.lag.next() * this.readLag : Infinity;
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
