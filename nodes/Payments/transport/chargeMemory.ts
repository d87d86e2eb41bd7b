import { BoundedMap } from '../shared/boundedMap';
import { exact } from '../shared/money';
import { refundedOf, type Charge } from './charge';
import { monotonic } from './clock';
import type { Attempt } from './made';

/** How many charges are remembered (choice). */
const MOST_CHARGES = 50_000;

/**
 * How long a charge counts as refunded as far as it was seen, in milliseconds (choice). No copy of the data is
 * further behind; but a refund that failed later may lower the sum.
 */
const REMEMBERED = 15 * 60 * 1000;

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
	/** The last refund whose outcome stayed unknown. */
	private unknown?: { attempt: Attempt<Before>; at: number };
	/** The most that was ever seen refunded of it, in major units. */
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

	/** Remembers a refund that was made. @param id where the API returned one */
	made(known: Attempt<Before>, { charge, amount, own }: Before, id: unknown) {
		if (typeof id === 'string') this.refunds.add(id);
		if (charge) this.seeRefunded(refundedOf(charge) + this.own - own + amount);
		this.own += amount;
		if (this.unknown?.attempt === known) this.unknown = undefined;
	}

	/** Remembers a refund whose outcome is unknown. */
	notConfirmed(attempt: Attempt<Before>) {
		this.unknown = { attempt, at: monotonic() };
	}

	/** A refund other than this one that is neither known to be made nor given up yet. */
	othersUnknown(known: Attempt<Before>): Attempt<Before> | undefined {
		const { attempt, at = 0 } = this.unknown ?? {};
		return attempt === known || monotonic() - at > HELD_UP ? undefined : attempt;
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
