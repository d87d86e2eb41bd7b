import { BoundedMap } from '../shared/boundedMap';
import { exact } from '../shared/money';
import { refundedOf, type Charge } from './charge';
import { monotonic } from './clock';
import type { Attempt } from './made';

/** How many charges are remembered (choice). */
const MOST_CHARGES = 50_000;

/**
 * How long a charge counts as refunded as far as it was seen, in milliseconds (choice). Copies of the data are
 * seconds behind; but a refund that failed later may lower the sum.
 */
const REMEMBERED = 120_000;

/** How long a refund whose outcome is unknown holds up others of its charge, in milliseconds (choice). */
const HELD_UP = 60_000;

/** How a charge was before a refund was sent, and what was asked for. */
export interface Before {
	charge?: Charge;
	/** What this process had refunded of it, in major units. */
	own: number;
	/** In major units. Stays the same in later tries: what is left may be less by this very refund. */
	amount: number;
}

/** What this process knows of a charge: n8n gives an action node no other memory. */
export class ChargeMemory {
	/** What this process refunded of it, in major units: one refund is not to be taken for another. */
	own = 0;
	/** IDs of the refunds that this process made. */
	readonly refunds = new Set<string>();
	/** Refunds whose outcome is unknown, and since when. */
	private readonly unknown = new Map<Attempt<Before>, number>();
	/** The most that was seen refunded of it of late, in major units. */
	private refunded = 0;
	private seenAt = Number.NEGATIVE_INFINITY;

	/** Whether a charge that was read shows less than is known: a copy of the data that lags behind. */
	isBehind(charge: Charge): boolean {
		return this.isRecent && exact(refundedOf(charge)) < exact(this.refunded);
	}

	/** Remembers what a charge shows. */
	see(charge: Charge) {
		this.seeRefunded(refundedOf(charge));
	}

	/**
	 * Remembers a refund that was made.
	 *
	 * @param id where it is known
	 * @param isPending whether the charge may show it later only
	 */
	made(known: Attempt<Before>, { charge, amount, own }: Before, id?: string, isPending = false) {
		if (id !== undefined) this.refunds.add(id);
		this.unknown.delete(known);
		if (isPending) return;
		if (charge) this.seeRefunded(refundedOf(charge) + this.since(own) + amount);
		this.own += amount;
	}

	/** What this process refunded since a moment, in major units. @param own what it had refunded then */
	since(own: number): number {
		return Math.max(0, this.own - own);
	}

	/** Remembers a refund whose outcome is unknown. */
	notConfirmed(attempt: Attempt<Before>) {
		this.unknown.set(attempt, monotonic());
	}

	/** Refunds other than this one whose outcome is unknown. */
	othersUnknown(known: Attempt<Before>): Array<Attempt<Before>> {
		return [...this.unknown.keys()].filter((one) => one !== known);
	}

	/** Whether one of them may still be under way. */
	isHeldUp(known: Attempt<Before>): boolean {
		return this.othersUnknown(known).some((one) => {
			return monotonic() - this.unknown.get(one)! < HELD_UP;
		});
	}

	private seeRefunded(refunded: number) {
		if (Number.isNaN(refunded)) return;
		this.refunded = this.isRecent ? Math.max(this.refunded, refunded) : refunded;
		this.seenAt = monotonic();
	}

	private get isRecent() {
		return monotonic() - this.seenAt < REMEMBERED;
	}
}

const memories = new BoundedMap<string, ChargeMemory>(MOST_CHARGES);

/** What is known of a charge. @param key the API's address and the ID of the charge */
export function memoryOf(key: string): ChargeMemory {
	const memory = memories.get(key) ?? new ChargeMemory();
	memories.set(key, memory);
	return memory;
}
