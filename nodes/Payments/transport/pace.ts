import pLimit from 'p-limit';

import { wait } from './clock';

/**
 * What a service asks to wait at most (Retry-After) for its pace to be kept, in milliseconds. One that counts
 * over minutes is used up anyway when whoever was refused comes back after the time that it asked for.
 */
const LONGEST_PERIOD = 2_000;

/** How long a limit counts that was found, in milliseconds: it may have been lifted since. */
const REMEMBERED = 300_000;

/** How long after a raise that was refused the next one is tried, in milliseconds. */
const SETTLED = 60_000;

/** How many of the last requests are kept, at least. */
const KEPT = 1_000;

/** How often it is looked whether one of the requests under way was answered, in milliseconds. */
const LOOK = 10;

/** In so many times the period the requests are counted that it took: we may be slower than it allows. */
const SLOWER = 1.05;

/** A request whose turn it was. */
interface Ticket {
	/** When it was sent, in milliseconds since 1970. */
	sentAt: number;
}

/**
 * How fast a service takes requests. It says so only by refusing what is too much: how many it took before, and
 * how long it asks to wait (Retry-After), are taken for its limit. From then on the next request waits
 * until the service has forgotten enough of those before it, so that hardly any is refused.
 */
export class Pace {
	/** When the service took the last requests, in milliseconds since 1970, in order. */
	private readonly taken: number[] = [];
	private readonly gate = pLimit(1);
	private underway = 0;
	/** So many requests in each period (milliseconds). */
	private limit = Number.POSITIVE_INFINITY;
	private period = 0;
	private foundAt = Number.NEGATIVE_INFINITY;
	/** The limit before it was raised, as long as nothing speaks against the raise. */
	private proven?: number;
	/** From when on the limit may be raised. */
	private raiseAt = 0;
	/**
	 * When the service counts a request, from 0 (when it is sent) to 1 (when it is answered). Nobody knows, so
	 * it is half-way, and at the end if something was refused for all the care.
	 */
	private countedAt = 0.5;

	/** Waits until the service takes another request, in the order of asking, or until `isOver`. */
	async turn(isOver: () => boolean = () => false, cancelled?: AbortSignal): Promise<Ticket> {
		return await this.gate(async () => {
			for (let left = this.left(); left > 0 && !isOver(); left = this.left()) {
				await wait(left, cancelled);
			}
			this.underway += 1;
			return { sentAt: Date.now() };
		});
	}

	/** Gives a ticket back. @param outcome whether the service counted the request, if it was sent */
	settle({ sentAt }: Ticket, outcome: 'taken' | 'refused' | 'not sent') {
		this.underway -= 1;
		const now = Date.now();
		// What was sent before the limit was found says nothing of how it is kept.
		if (outcome === 'refused' && this.isKnown(now) && sentAt > this.foundAt) this.wasTooFast(now);
		if (outcome !== 'taken') return;
		// It was under way when the limit was found, and belongs to what the service took.
		if (this.isKnown(now) && sentAt <= this.foundAt) this.limit += 1;
		const at = sentAt + this.countedAt * (now - sentAt);
		let place = this.taken.length;
		while (place > 0 && this.taken[place - 1]! > at) place -= 1;
		this.taken.splice(place, 0, at);
		if (this.taken.length > 2 * KEPT) this.taken.splice(0, KEPT);
	}

	/**
	 * The service refuses what is too much.
	 *
	 * @param retryAfter how long it asks to wait, in milliseconds
	 * @returns whether that says how fast it takes requests: not if it counts over a long time, or if it took none
	 *   of ours
	 */
	learn(retryAfter: number): boolean {
		if (retryAfter > LONGEST_PERIOD) return false;
		const now = Date.now();
		const wasKnown = this.isKnown(now);
		const period = Math.max(retryAfter, wasKnown ? this.period : 0);
		const count = this.taken.filter((at) => at > now - period * SLOWER).length;
		if (count === 0 && this.underway === 0) return false;
		this.period = period;
		this.limit = count;
		this.proven = undefined;
		this.foundAt = now;
		this.raiseAt = now + (wasKnown ? SETTLED : 2 * period);
		return true;
	}

	/** Twice as many are tried when none was refused: what was found may have been too few. */
	private raise(now: number) {
		this.proven = this.limit;
		this.limit *= 2;
		this.raiseAt = now + 2 * this.period;
	}

	private wasTooFast(now: number) {
		this.countedAt = 1;
		this.raiseAt = now + SETTLED;
		if (this.proven === undefined) return;
		this.limit = this.proven;
		this.proven = undefined;
	}

	private isKnown(now: number): boolean {
		// A clock that was set back says nothing any more.
		return now >= this.foundAt && now - this.foundAt < REMEMBERED;
	}

	/** How long the next request has to wait, in milliseconds. */
	private left(): number {
		const now = Date.now();
		// Others have used up what the service takes: that says nothing of its limit.
		const isUsedUp = this.limit === 0 && this.underway === 0;
		if (!this.isKnown(now) || isUsedUp) return 0;
		if (now >= this.raiseAt) this.raise(now);
		const others = this.limit - this.underway;
		if (others <= 0) return LOOK;
		const counted = this.taken[this.taken.length - others];
		return counted === undefined ? 0 : Math.min(this.period, counted + this.period - now);
	}
}
