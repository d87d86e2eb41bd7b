import pLimit from 'p-limit';

import { monotonic, wait } from './clock';
import type { RateLimit } from './rateLimit';
import { LONGEST_PAUSE, LONGEST_RETRY_AFTER, TOGETHER } from './retry';

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

/** The first pause of a limit that does not say how long it lasts; each further one is twice as long. Milliseconds. */
const FIRST_PAUSE = 1_000;

/** So many probes in a row that were refused tell that Retry-After says nothing. */
const CONTRADICTED = 3;

/** In so many times the period the requests are counted that it took: we may be slower than it allows. */
const SLOWER = 1.05;

/** A request whose turn it was. */
interface Ticket {
	/** When it was sent (`monotonic`). */
	sentAt: number;
}

/**
 * The rate limiter of a credential: how fast a service takes requests. Times are those of `monotonic`.
 *
 * - What the service says is followed: how many requests remain, and for how long to wait.
 * - Where it refuses many, or has said that none remains, it works as a circuit breaker: nothing is sent for a
 *   while, then one request alone (the probe) shows whether the limit was reset.
 * - A limit that counts over a second or two is found: how many requests the service took before, and how long it
 *   asks to wait (Retry-After), are taken for it. From then on the next request waits until the service has forgotten
 *   enough of those before it, so that hardly any is refused.
 */
export class Pace {
	/** Nothing is sent before. */
	private closedUntil = Number.NEGATIVE_INFINITY;
	/** Whether one request alone goes next. */
	private isHalfOpen = false;
	/** That request, while it is under way. */
	private probe?: Ticket;
	/** How many of these were refused, one after the other. */
	private refusedProbes = 0;
	/** Until when Retry-After is not believed to be a period. */
	private mistrustedUntil = Number.NEGATIVE_INFINITY;
	/** How many more requests the service said that it takes, and when. */
	private remaining = Number.POSITIVE_INFINITY;
	private toldAt = Number.NEGATIVE_INFINITY;

	/** When the service took the last requests, in order. */
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
			const ticket = { sentAt: monotonic() };
			if (this.isHalfOpen) this.probe ??= ticket;
			this.underway += 1;
			return ticket;
		});
	}

	/**
	 * Gives a ticket back.
	 *
	 * @param outcome whether the service counted the request, if it was sent
	 * @param told what an answer that was no success says of the limit
	 */
	settle(ticket: Ticket, outcome: 'taken' | 'refused' | 'not sent', told: RateLimit = {}) {
		this.underway -= 1;
		if (outcome === 'taken' && told.remaining !== undefined) this.follow(told);
		this.settleProbe(ticket, outcome, told);
		const { sentAt } = ticket;
		const now = monotonic();
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

	private settleProbe(ticket: Ticket, outcome: string, { remaining, retryAfter }: RateLimit) {
		const isProbe = ticket === this.probe;
		if (isProbe) this.probe = undefined;
		if (isProbe && outcome === 'taken') {
			this.isHalfOpen = this.remaining === 0;
			this.refusedProbes = 0;
		}
		if (outcome !== 'refused' || !(isProbe || remaining === 0)) return;
		if (isProbe) this.refusedProbes += 1;
		this.close(retryAfter);
	}

	/** Does as an answer says that was not refused. */
	follow({ remaining = Number.POSITIVE_INFINITY, retryAfter = 0 }: RateLimit) {
		this.remaining = remaining;
		this.toldAt = monotonic();
		if (remaining > 0 && retryAfter === 0) return;
		this.isHalfOpen = true;
		// Of a day's limit nobody knows whether it is meant so.
		if (retryAfter > 0 && retryAfter <= LONGEST_RETRY_AFTER) this.closeFor(retryAfter);
	}

	/**
	 * Lets nothing through for as long as the service asks to wait, and for longer each time that this was in vain;
	 * then one request alone.
	 *
	 * @param retryAfter milliseconds
	 */
	close(retryAfter = 0) {
		const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.refusedProbes);
		this.closeFor(Math.min(LONGEST_RETRY_AFTER, Math.max(retryAfter, pause)));
		this.isHalfOpen = true;
		if (this.refusedProbes < CONTRADICTED) return;
		this.foundAt = Number.NEGATIVE_INFINITY;
		this.mistrustedUntil = monotonic() + REMEMBERED;
	}

	/** Whether nothing is sent at the moment. */
	get isClosed(): boolean {
		return monotonic() < this.closedUntil;
	}

	private closeFor(time: number) {
		const until = monotonic() + time + Math.random() * TOGETHER;
		this.closedUntil = Math.max(this.closedUntil, until);
	}

	/**
	 * The service refuses what is too much.
	 *
	 * @param retryAfter how long it asks to wait, in milliseconds
	 * @returns whether that says how fast it takes requests: not if it counts over a long time, or if it took none
	 *   of ours
	 */
	learn(retryAfter: number): boolean {
		const now = monotonic();
		if (retryAfter > LONGEST_PERIOD || now < this.mistrustedUntil) return false;
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
		return now - this.foundAt < REMEMBERED;
	}

	/** How long the next request has to wait, in milliseconds. */
	private left(): number {
		const now = monotonic();
		if (now < this.closedUntil) return this.closedUntil - now;
		if (this.isHalfOpen && this.probe) return LOOK;
		const isTold = now - this.toldAt < LONGEST_RETRY_AFTER;
		if (isTold && this.underway > 0 && this.underway >= this.remaining) return LOOK;
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
