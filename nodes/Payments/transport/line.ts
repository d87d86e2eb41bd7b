import pLimit from 'p-limit';

import { monotonic } from './clock';
import { Pace } from './pace';
import type { RateLimit } from './rateLimit';

/** Requests of one credential under way at once, unless a node's options say otherwise. */
export const AT_ONCE = 8;

/** The most requests of one credential that may be under way at once; a node can ask for less. */
export const WIDEST = 50;

/** How long it counts as down that was found down, in milliseconds. */
const REMEMBERED_DOWN = 60_000;

/** Of how many of the last answers, roughly, the share of refusals is taken. */
const LAST_ANSWERS = 10;

/** A larger share of refusals than this means that too much is under way. */
const TOO_MANY_REFUSED = 1 / 3;

/**
 * The requests of one credential in this process: so many at once, the others in the order in which
 * they came. When the service refuses many of them as too many, they follow at its pace; if that
 * can not be told, there are fewer at once for a while (as TCP does it: half as many, then slowly more with
 * each success).
 */
class Line {
	readonly pace = new Pace();
	/** When a request was answered last (`monotonic`). */
	private succeededAt = Number.NEGATIVE_INFINITY;
	/** When the service was found down, and by which refusal if it was one. */
	private down?: { at: number; refusal?: unknown };
	private refusedShare = 0;
	private readonly door = pLimit(1);
	private readonly underway = new Set<Promise<unknown>>();
	private width = WIDEST;

	/**
	 * Does something when it is its turn.
	 *
	 * @param most how much may be under way with it, itself included
	 */
	async run<T>(most: number, work: (line: Line) => Promise<T>): Promise<T> {
		const { result } = await this.door(async () => {
			while (this.underway.size >= Math.min(most, Math.max(1, Math.floor(this.width)))) {
				await Promise.race(this.underway);
			}
			const result = work(this);
			const settled = Promise.allSettled([result]);
			this.underway.add(settled);
			void settled.then(() => this.underway.delete(settled));
			// In a box, so that the door does not wait for it.
			return { result };
		});
		return await result;
	}

	/**
	 * Whether the service was found down after all tries: until it answers, or a minute is over, one
	 * try is enough, so that a thousand items do not wait for it one after the other.
	 */
	get isDown(): boolean {
		return this.down !== undefined && monotonic() - this.down.at < REMEMBERED_DOWN;
	}

	/** @param refusal what was thrown, where it is a limit that does not end */
	wasFoundDown(refusal?: unknown) {
		this.down = { at: monotonic(), refusal };
	}

	/**
	 * What a limit that does not end refuses requests with, while it is not asked again: they need not be
	 * sent to know.
	 */
	get refusal(): unknown {
		return this.isDown && this.pace.isClosed ? this.down?.refusal : undefined;
	}

	/** The service answered something. @param isRefusal whether that it gets too many requests */
	answered(isRefusal = false) {
		if (!isRefusal || this.down?.refusal === undefined) this.down = undefined;
	}

	/** The service answered a request. */
	succeeded() {
		this.answered();
		this.succeededAt = monotonic();
		this.refusedShare -= this.refusedShare / LAST_ANSWERS;
		this.width = Math.min(WIDEST, this.width + 1 / this.width);
	}

	/** Whether another request got through since a moment: then the service is up. */
	hasSucceededSince(moment: number): boolean {
		return this.succeededAt > moment;
	}

	/**
	 * The service said that it gets too many requests.
	 *
	 * @param retryAfter how long it asks to wait, in milliseconds, if it does
	 */
	wasRefused({ retryAfter }: RateLimit = {}) {
		this.refusedShare += (1 - this.refusedShare) / LAST_ANSWERS;
		if (this.refusedShare <= TOO_MANY_REFUSED) return;
		this.refusedShare = 0;
		const isFound = retryAfter !== undefined && retryAfter > 0 && this.pace.learn(retryAfter);
		this.pace.close(retryAfter);
		if (isFound) return;
		this.width = Math.max(1, Math.min(this.width, this.underway.size) / 2);
	}
}

const lines = new Map<string, Line>();

/** The line of a credential. There are as many as credentials, so they are kept. */
export function lineOf(credential: string): Line {
	const line = lines.get(credential) ?? new Line();
	lines.set(credential, line);
	return line;
}

export type { Line };

const turns = new Map<unknown, Promise<unknown>>();

/** Does something when everything else of the same key (a text or an object), in this process, is over. */
export async function inTurn<T>(key: unknown, work: () => Promise<T>): Promise<T> {
	const result = (turns.get(key) ?? Promise.resolve()).then(work);
	const settled = Promise.allSettled([result]);
	turns.set(key, settled);
	try {
		return await result;
	} finally {
		if (turns.get(key) === settled) turns.delete(key);
	}
}
