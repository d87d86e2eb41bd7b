import { utcMicroseconds } from '../records/calendar';
import { invalidateJson } from '../records/jsonCache';
import { NewestFirst } from '../records/newestFirst';
import type { Random } from '../records/sample/random';
import type { Charge, Refund } from '../records/types';
import type { Business } from './business';

/** Statuses of a charge that can be refunded (docs/interface.md, choices). */
const refundable = new Set(['succeeded', 'succeeded_manually', 'partially_refunded']);

/** Statuses of a charge that was paid, even if it was refunded later. */
const successful = new Set([...refundable, 'refunded']);

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

export function isSuccessful(charge: Charge): boolean {
	return successful.has(charge.status);
}

/** The refunds of a business. */
export class Refunds extends NewestFirst<Refund> {
	/** By charge ID, oldest first. */
	private readonly byCharge = new Map<string, Refunded[]>();
	/** Whether its charge shows the next refund while that is pending; nothing if the next refund is not pending. */
	private pending?: { isShown: boolean };

	constructor(
		private readonly business: Business,
		private readonly now: () => number,
	) {
		super([]);
	}

	/** Returns how much of a charge was refunded, in major units. */
	amountOf(charge: Charge): number {
		return sumOf(this.ofCharge(charge)) / 1000;
	}

	/** Returns the refunds of a charge, oldest first. */
	of(charge: Charge): Refund[] {
		return this.ofCharge(charge).map(({ refund }) => refund);
	}

	/** Returns the first refund of a charge, with its time and amount. */
	firstOf(charge: Charge): Refunded | undefined {
		return this.ofCharge(charge)[0];
	}

	/** Returns the refunds that a charge shows in a copy of the data. @param asOf the time of the copy */
	shownBy(charge: Charge, asOf: number) {
		const all = this.ofCharge(charge);
		const shown = all.filter(({ at, isShown }) => isShown && at <= asOf);
		return {
			isComplete: shown.length === all.length,
			amount: sumOf(shown) / 1000,
			refunds: shown.map(({ refund }) => refund),
		};
	}

	/** Returns the remaining amount of a charge, in thousandths of the major unit. */
	remainingOf(charge: Charge): number {
		if (!refundable.has(charge.status)) return 0;
		return Math.round(charge.amount * 1000) - sumOf(this.ofCharge(charge));
	}

	/** Refunds a charge. @param thousandths amount, up to the remaining amount */
	make(charge: Charge, thousandths: number, at = this.now(), id = this.business.newId()): Refund {
		const { calendar, owner } = this.business;
		const earlier = this.ofCharge(charge);
		const isComplete = sumOf(earlier) + thousandths >= Math.round(charge.amount * 1000);
		charge.status = isComplete ? 'refunded' : 'partially_refunded';
		this.touch(charge, at);
		const refund: Refund = {
			id,
			refunded_by: `${owner.first_name} ${owner.last_name}`,
			payment_id: charge.id,
			amount_refunded: thousandths / 1000,
			total_amount: charge.amount,
			currency: charge.currency,
			status: 'succeeded',
			payment_method: charge.payment_method.name,
			provider_fee: null,
			provider_fee_currency: null,
			refunded_at: utcMicroseconds(at),
			created_at: calendar.withoutOffset(at),
		};
		const { isShown = true } = this.pending ?? {};
		if (this.pending) refund.status = 'pending';
		this.pending = undefined;
		this.byCharge.set(charge.id, [...earlier, { at, thousandths, refund, isShown }]);
		return this.add(refund);
	}

	/** Makes the refunds of charges that were generated as refunded. */
	makeGenerated(charges: Charge[], random: Random) {
		for (const charge of charges) {
			const total = Math.round(charge.amount * 100);
			const at = Date.parse(charge.created_at) + random.int(1, 48) * 3_600_000;
			if (charge.status === 'refunded') this.make(charge, total * 10, at, random.uuid());
			if (charge.status === 'partially_refunded') {
				this.make(charge, random.int(1, total - 1) * 10, at, random.uuid());
			}
		}
	}

	/** Makes the next refund pending. @param isShown whether its charge shows it meanwhile */
	pendNext(isShown: boolean) {
		this.pending = { isShown };
	}

	/** Ends a refund that is pending. */
	end(id: string, status: 'succeeded' | 'failed') {
		const refund = this.get(id)!;
		refund.status = status;
		const charge = this.business.charges.get(refund.payment_id)!;
		const all = this.ofCharge(charge);
		const kept = all.filter((one) => one.refund !== refund || status === 'succeeded');
		for (const one of kept) one.isShown ||= one.refund === refund;
		this.byCharge.set(charge.id, kept);
		if (kept.length < all.length) {
			charge.status = kept.length === 0 ? 'succeeded' : 'partially_refunded';
		}
		this.touch(charge, this.now());
	}

	/** Sets when a charge changed. New charges may be ahead of the clock; a time of change is never earlier. */
	private touch(charge: Charge, at: number) {
		const changedAt = Math.max(at, Date.parse(charge.updated_at));
		charge.updated_at = this.business.calendar.withOffset(changedAt);
		invalidateJson(charge);
	}

	private ofCharge({ id }: Charge): Refunded[] {
		return this.byCharge.get(id) ?? [];
	}
}
