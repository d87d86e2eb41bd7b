import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../../shared/boundedMap';
import { isCompleteRefund } from '../../shared/chargeStatus';
import { toTenThousandths } from '../../shared/money';
import { idTextOf } from '../../shared/record';
import { monotonic } from '../../transport/clock';
import type { Attempt } from '../idempotency/attempts';
import { isUnrefunded, refundedOf, type Charge } from './charge';

/** How many charges are recorded (choice). */
const MAX_CHARGES = 50_000;

/**
 * How long the refunded amount that was read counts as the minimum, in milliseconds (choice). Copies of the data are
 * seconds behind, but a refund that failed later may lower the amount.
 */
const REFUNDED_TTL_MS = 120_000;

/** How long an unconfirmed refund blocks others of its charge, in milliseconds (choice). */
const HOLD_MS = 60_000;

/**
 * How long an unconfirmed refund may still show up, in milliseconds (choice). Each holds its request and the charge: a
 * schedule whose refund is never confirmed adds one at a time.
 */
const UNCONFIRMED_TTL_MS = 24 * 60 * 60_000;

/** The state of a charge before a refund is sent, and the requested amount. */
export interface Before {
	charge?: Charge;
	/** What this process had refunded of it, in major units. */
	ownTotal: number;
	/** In major units. It stays the same in later tries: this very refund may have lowered the remaining amount. */
	amount: number;
}

/** What was known before a refund that was pending. */
interface PendingRefund extends Before {
	/** If it is known. */
	id?: string;
}

/** What this process recorded of a charge: n8n has no other memory for an action node. */
export class ChargeMemory {
	/** What this process refunded of it, in major units, so that one refund is not mistaken for another. */
	ownTotal = 0;
	/** IDs of the refunds that this process made. */
	readonly refunds = new Set<string>();
	/** What was known before own refunds that were pending, the oldest first: the charge counts these at any later time. */
	private pending: PendingRefund[] = [];
	/** Unconfirmed refunds, and since when. */
	private readonly unconfirmed = new Map<Attempt<Before>, number>();
	/** The highest refunded amount that was read of late, in major units. */
	private refunded = 0;
	private seenAt = Number.NEGATIVE_INFINITY;

	/** Returns whether a charge shows less than is recorded: it was read from a copy of the data that is behind. */
	isBehind(charge: Charge): boolean {
		return this.isRecent && toTenThousandths(refundedOf(charge)) < toTenThousandths(this.refunded);
	}

	/** Records what a charge shows. */
	see(charge: Charge) {
		this.seeRefunded(refundedOf(charge));
	}

	/** Records a refund that was made. The charge may show one that is pending only later. */
	made(known: Attempt<Before>, before: Before, refund: IDataObject) {
		const id = idTextOf(refund);
		if (id !== undefined) this.refunds.add(id);
		this.unconfirmed.delete(known);
		const { charge, amount, ownTotal } = before;
		if (isPending(refund)) {
			this.pending.push({ ...before, charge: charge && withoutDetails(charge), id });
			return;
		}
		if (charge) this.seeRefunded(refundedOf(charge) + this.since(ownTotal) + amount);
		this.ownTotal += amount;
	}

	/**
	 * Returns what a state of the charge does not show of own pending refunds, in ten-thousandths: it may be counted at
	 * any time since.
	 *
	 * @returns how much that is, and the amounts that may be part of it: which of them are counted is unknown
	 */
	uncounted({ charge, ownTotal }: Omit<Before, 'amount'>): { total: number; amounts: number[] } {
		const refunded = (one: Charge) => (isUnrefunded(one) ? 0 : refundedOf(one));
		let [pending, total] = [0, 0];
		// The newest ones by themselves, too: what was refunded before them is none of them, whoever refunded it.
		for (const one of [...this.pending].reverse()) {
			pending += toTenThousandths(one.amount);
			const moved = charge && one.charge ? refunded(charge) - refunded(one.charge) : Number.NaN;
			const counted = toTenThousandths(moved - (ownTotal - one.ownTotal));
			total = Math.max(total, counted > 0 ? pending - counted : pending);
		}
		const amounts = this.pending.map(({ amount }) => toTenThousandths(amount));
		return { total, amounts: amounts.filter((one) => one <= total) };
	}

	/** Returns the IDs of the own refunds that were pending. */
	pendingIds(): string[] {
		return this.pending.flatMap(({ id }) => id ?? []);
	}

	/** Records that a pending refund failed: the charge will never count it. */
	failed(id: string) {
		this.pending = this.pending.filter((one) => one.id !== id);
	}

	/** Returns what this process refunded since then, in major units. @param ownTotal what it had refunded then */
	since(ownTotal: number): number {
		return Math.max(0, this.ownTotal - ownTotal);
	}

	/** Records an unconfirmed refund. */
	addUnconfirmed(attempt: Attempt<Before>) {
		this.unconfirmed.set(attempt, monotonic());
	}

	/** Returns the other unconfirmed refunds of the last day. */
	othersUnconfirmed(known: Attempt<Before>): Array<Attempt<Before>> {
		const since = monotonic() - UNCONFIRMED_TTL_MS;
		for (const [one, at] of this.unconfirmed) if (at < since) this.unconfirmed.delete(one);
		return [...this.unconfirmed.keys()].filter((one) => one !== known);
	}

	/** Returns whether one of them may still be in progress. */
	isOnHold(known: Attempt<Before>): boolean {
		return this.othersUnconfirmed(known).some((one) => {
			return monotonic() - this.unconfirmed.get(one)! < HOLD_MS;
		});
	}

	private seeRefunded(refunded: number) {
		if (Number.isNaN(refunded)) return;
		this.refunded = this.isRecent ? Math.max(this.refunded, refunded) : refunded;
		this.seenAt = monotonic();
	}

	private get isRecent() {
		return monotonic() - this.seenAt < REFUNDED_TTL_MS;
	}
}

/** Returns what shows how much of a charge is refunded: it is kept for long, and the rest may be large. */
function withoutDetails({ id, amount, status, refunded_amount }: Charge): Charge {
	return { id, amount, status, refunded_amount };
}

/** Returns whether a refund is not complete yet. */
export function isPending({ status }: IDataObject): boolean {
	return status !== undefined && !isCompleteRefund(status);
}

const memories = new BoundedMap<string, ChargeMemory>(MAX_CHARGES);

/** Returns what is recorded of a charge. @param key the URL of the API and the ID of the charge */
export function memoryOf(key: string): ChargeMemory {
	const memory = memories.get(key) ?? new ChargeMemory();
	memories.set(key, memory);
	return memory;
}
