import { hasChanged } from './json';
import type { Settings } from './options';
import { PaymentRequests } from './paymentRequests';
import { cents, chargeMaker, makeCharges } from './records/charges';
import { addressOf, makeLocations } from './records/locations';
import { businessNames, firstNames, lastNames } from './records/names';
import { NewestFirst } from './records/newestFirst';
import { makePayouts, payoutMaker, settleCharges } from './records/payouts';
import { Random } from './records/random';
import type {
	BusinessInfo,
	Charge,
	ChargeDetail,
	ChargeLocation,
	EndpointWithSalt,
	Location,
	PaymentRequest,
	Payout,
	Refund,
	StaticQr,
	SubscriptionPlan,
	User,
} from './records/types';
import { Calendar, utcMicroseconds } from './time';

/** All records of a business, each list in the order in which the service lists it. */
export interface Records {
	readonly charges: Charge[];
	readonly payouts: Payout[];
	readonly locations: Location[];
	readonly refunds: Refund[];
	readonly plans: SubscriptionPlan[];
	readonly staticQrs: StaticQr[];
	readonly paymentRequests: PaymentRequest[];
}

/** Statuses of a charge of which something can still be refunded (docs/interface.md, choices). */
const refundable = new Set(['succeeded', 'succeeded_manually', 'partially_refunded']);

/** Statuses of a charge that went through, whatever became of it later. */
const successful = new Set([...refundable, 'refunded']);

/** Charges and payouts of the businesses a test does not ask many of. */
const SMALL = 60;

/** What was refunded of a charge. */
interface Refunded {
	/** When, in milliseconds since 1970. */
	at: number;
	/** Of the major unit of the currency. */
	thousandths: number;
	refund: Refund;
}

function sumOf(refunded: Refunded[]): number {
	return refunded.reduce((sum, { thousandths }) => sum + thousandths, 0);
}

/** One business of the service with its records. */
export class Business {
	readonly info: BusinessInfo;
	readonly apiKey: string;
	/** Key of the signatures of callbacks. */
	readonly salt: string;
	readonly calendar: Calendar;
	readonly users: User[];
	readonly charges: NewestFirst<Charge>;
	readonly payouts: NewestFirst<Payout>;
	readonly refunds: NewestFirst<Refund>;
	readonly locations: Location[];
	readonly plans: SubscriptionPlan[] = [];
	readonly staticQrs: StaticQr[] = [];
	readonly paymentRequests: PaymentRequests;
	/** Oldest first. */
	readonly webhookEndpoints: EndpointWithSalt[] = [];
	/** Charge id to payout id. */
	readonly payoutOf: Map<string, string>;

	private readonly now: () => number;
	/** For what is created later; its ids, too, are the same in every run. */
	private readonly random: Random;
	private readonly makeCharge: (at: number) => Charge;
	private readonly makePayout: (at: number) => Payout;
	/** Charge id to what was refunded of it and when, the oldest first. */
	private readonly refunded = new Map<string, Refunded[]>();
	/** How far behind a copy of the data may be, in milliseconds. */
	private readonly readLag: number;
	private readonly lag: Random;
	private readonly listRefunds: boolean;

	/** `index` tells businesses apart; all but the first are small. */
	constructor(settings: Settings, index: number) {
		const most = index === 0 ? Infinity : SMALL;
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
			Math.min(settings.charges, most),
		);
		const payouts = makePayouts(
			{ random: stream('payouts'), calendar, before },
			Math.min(settings.payouts, most),
		);
		this.payoutOf = settleCharges(charges, payouts);
		this.charges = new NewestFirst(charges);
		this.payouts = new NewestFirst(payouts);
		this.refunds = new NewestFirst<Refund>([]);
		this.refundAsGenerated(stream('refunds'));
		this.paymentRequests = new PaymentRequests(this, settings);
		this.makeCharge = chargeMaker({ random: stream('more'), calendar, locations, users, before });
		this.makePayout = payoutMaker({ random: stream('more payouts'), calendar, before });
	}

	get records(): Records {
		return {
			charges: this.charges.items,
			payouts: this.payouts.items,
			locations: this.locations,
			refunds: this.refunds.items,
			plans: this.plans,
			staticQrs: this.staticQrs,
			paymentRequests: this.paymentRequests.items,
		};
	}

	get owner(): User {
		return this.users[0] as User;
	}

	/** A location as charges show it. */
	chargeLocation(id: string | undefined): ChargeLocation | undefined {
		const found = this.locations.find((one) => one.id === id?.toLowerCase());
		return found && { id: found.id, name: found.name, address: addressOf(found) };
	}

	newId(): string {
		return this.random.uuid();
	}

	/** A random-looking text for an address, the same in every run. */
	newReference(prefix: string): string {
		return `${prefix}-${this.random.digits(8)}`;
	}

	/** Adds a charge as if a customer had just paid; what is not given is made up. */
	addCharge(given: Partial<Charge> = {}): Charge {
		const at = this.momentFor(given, this.charges.items);
		const charge = { ...this.makeCharge(at), status: 'succeeded' as const, ...given };
		// Filters compare days in business time, so whatever the offset given, this one is kept.
		charge.created_at = this.calendar.withOffset(at);
		return this.charges.add(charge);
	}

	/** Adds a payout as if one had just been scheduled; what is not given is made up. */
	addPayout(given: Partial<Payout> = {}): Payout {
		const at = this.momentFor(given, this.payouts.items);
		const payout = { ...this.makePayout(at), ...given };
		payout.created_at = this.calendar.withOffset(at);
		return this.payouts.add(payout);
	}

	/** Gives a charge or payout another status, as if it had come to that by itself. */
	changeStatus<T extends Charge | Payout>(record: T, status: T['status']): T {
		record.status = status;
		record.updated_at = this.calendar.withOffset(this.now());
		hasChanged(record);
		return record;
	}

	/** A charge as it is shown when got by its id, from a copy of the data that may be behind. */
	detail(charge: Charge): ChargeDetail {
		const asOf = this.readLag > 0 ? this.now() - this.lag.next() * this.readLag : Infinity;
		const all = this.refunded.get(charge.id) ?? [];
		const shown = all.filter(({ at }) => at <= asOf);
		const refunded = sumOf(shown);
		const before = refunded === 0 ? ('succeeded' as const) : ('partially_refunded' as const);
		return {
			...charge,
			status: shown.length === all.length ? charge.status : before,
			amount_without_fees: cents(charge.amount - charge.fixed_fee - charge.discount_fee),
			refunded_amount: refunded / 1000,
			...(this.listRefunds && { refunds: shown.map(({ refund }) => refund) }),
		};
	}

	/**
	 * The charges a refund's `payment_id` may mean: the charge of that id, or the successful ones of
	 * the payment request of that id (both readings are documented, so both are taken).
	 */
	paymentsOf(id: string): Charge[] {
		const charge = this.charges.get(id);
		if (charge) return [charge];
		const requestId = id.toLowerCase();
		return this.charges.items.filter(
			(one) => one.payment_request_id === requestId && successful.has(one.status),
		);
	}

	isSuccessful(charge: Charge): boolean {
		return successful.has(charge.status);
	}

	/** What is left to refund of a charge, in thousandths of the major unit. */
	leftToRefund(charge: Charge): number {
		if (!refundable.has(charge.status)) return 0;
		return Math.round(charge.amount * 1000) - sumOf(this.refunded.get(charge.id) ?? []);
	}

	/** Refunds part or all of a charge; `thousandths` must not be more than what is left. */
	refund(charge: Charge, thousandths: number, at = this.now(), id = this.newId()): Refund {
		const earlier = this.refunded.get(charge.id) ?? [];
		const whole = sumOf(earlier) + thousandths >= Math.round(charge.amount * 1000);
		charge.status = whole ? 'refunded' : 'partially_refunded';
		charge.updated_at = this.calendar.withOffset(at);
		hasChanged(charge);
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
		this.refunded.set(charge.id, [...earlier, { at, thousandths, refund }]);
		return this.refunds.add(refund);
	}

	/** Generated charges that say they were refunded get the refunds that made them so. */
	private refundAsGenerated(random: Random) {
		for (const charge of this.charges.items) {
			const whole = Math.round(charge.amount * 100);
			const at = Date.parse(charge.created_at) + random.int(1, 48) * 3_600_000;
			if (charge.status === 'refunded') this.refund(charge, whole * 10, at, random.uuid());
			if (charge.status === 'partially_refunded') {
				this.refund(charge, random.int(1, whole - 1) * 10, at, random.uuid());
			}
		}
	}

	/** The given moment, else now; never before what is there, whatever this machine's clock says. */
	private momentFor(given: { created_at?: string }, items: Array<{ created_at: string }>): number {
		if (given.created_at !== undefined) {
			const at = Date.parse(given.created_at);
			if (Number.isNaN(at)) throw new RangeError('created_at must be an ISO 8601 date-time');
			return at;
		}
		const newest = items[0] ? Date.parse(items[0].created_at) + 1000 : 0;
		return Math.max(this.now(), newest);
	}
}
