import pLimit from 'p-limit';

import { wait } from './clock';

/** How long a limit counts that was found, in milliseconds: it may have been lifted since. */
const REMEMBERED = 300_000;

/** How many of the last requests are kept, at least: a service may count over a minute. */
const KEPT = 10_000;

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
	/**
	 * When the service counts a request, from 0 (when it is sent) to 1 (when it is answered). Nobody knows, so
	 * it is half-way, and at the end if something was refused for all the care.
	 */
	private countedAt = 0.5;
	private foundAt = Number.NEGATIVE_INFINITY;

	/** Waits until the service takes another request, in the order of asking, or until `cancelled`. */
	async turn(cancelled?: AbortSignal): Promise<Ticket> {
		return await this.gate(async () => {
			for (let left = this.left(); left > 0 && !cancelled?.aborted; left = this.left()) {
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
		if (outcome === 'refused' && this.isKnown(now)) this.countedAt = 1;
		if (outcome !== 'taken') return;
		this.taken.push(sentAt + this.countedAt * (now - sentAt));
		if (this.taken.length > 2 * KEPT) this.taken.splice(0, KEPT);
	}

	/**
	 * The service refuses what is too much.
	 *
	 * @param retryAfter how long it asks to wait, in milliseconds
	 */
	learn(retryAfter: number) {
		const now = Date.now();
		// Where it counts from minute to minute, it asks for what is left of the minute.
		this.period = Math.max(retryAfter, this.isKnown(now) ? this.period : 0);
		const since = now - this.period * SLOWER;
		const { length } = this.taken;
		this.limit = Math.max(1, length - 1 - this.taken.findLastIndex((at) => at < since));
		this.foundAt = now;
	}

	private isKnown(now: number): boolean {
		return now - this.foundAt < REMEMBERED;
	}

	/** How long the next request has to wait, in milliseconds. */
	private left(): number {
		const now = Date.now();
		if (!this.isKnown(now)) return 0;
		const others = this.limit - this.underway;
		if (others <= 0) return LOOK;
		const counted = this.taken[this.taken.length - others];
		return counted === undefined ? 0 : counted + this.period - now;
	}
}
