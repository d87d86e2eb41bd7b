import pLimit from 'p-limit';

import { wait } from './clock';

/** How long a limit counts that was found, in milliseconds: it may have been lifted since. */
const REMEMBERED = 300_000;

/** How many of the last requests are kept, at least: a service may count over a minute. */
const KEPT = 10_000;

/** How often it is looked whether one of the requests under way was answered, in milliseconds. */
const LOOK = 10;

/** What is added to a period: nobody knows to the millisecond when the service counted a request. */
const MARGIN = 0.01;

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

	/** Gives a ticket back. @param wasTaken whether the service may have counted the request */
	settle({ sentAt }: Ticket, wasTaken: boolean) {
		this.underway -= 1;
		if (!wasTaken) return;
		// Somewhere between the two the service counted it.
		this.taken.push((sentAt + Date.now()) / 2);
		if (this.taken.length > 2 * KEPT) this.taken.splice(0, KEPT);
	}

	/**
	 * The service refuses what is too much.
	 *
	 * @param retryAfter how long it asks to wait, in milliseconds
	 */
	learn(retryAfter: number) {
		const now = Date.now();
		const isKnown = this.isKnown(now);
		// Where it counts from minute to minute, it asks for what is left of the minute.
		this.period = Math.max(retryAfter, isKnown ? this.period : 0);
		// Twice, or keeping the margin would look like a lower limit.
		const since = now - this.period * (1 + 2 * MARGIN);
		const { length } = this.taken;
		const count = Math.max(1, length - 1 - this.taken.findLastIndex((at) => at < since));
		this.limit = Math.max(count, isKnown ? this.limit : 0);
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
		return counted === undefined ? 0 : counted + this.period * (1 + MARGIN) - now;
	}
}
