import { Random } from '../records/sample/random';

/** A fault, and the requests that it hits. */
export interface Fault {
	/** Only requests of this method. */
	method?: string;
	/** Only requests to this path or below it. In process, also a pattern of the whole path. */
	path?: string | RegExp;
	/** How many requests it hits. Default 1, or no limit with a `rate`. */
	times?: number;
	/**
	 * Share of the matching requests that it hits, above 0 and up to 1. The same seed leads to the same
	 * choices. Default 1.
	 */
	rate?: number;
	/** How many matching requests it skips first. Default 0. */
	skip?: number;
	/** Status code of the response. */
	status?: number;
	/** Headers that are added to the response. */
	headers?: Record<string, string>;
	/**
	 * Body of the response: text as it is, anything else as JSON. In process, also a function that changes
	 * the body.
	 */
	body?: unknown;
	/** Milliseconds by which the response is delayed. */
	delay?: number;
	/**
	 * Cuts the connection before the request is processed, after it, or in the middle of the response.
	 */
	cut?: 'before' | 'after' | 'middle';
	/**
	 * Whether `status` and `delay` apply before the request is processed (which a `status` then prevents) or
	 * after it. Default: before with a status, else after.
	 */
	when?: 'before' | 'after';
	/** Milliseconds after the response, or cut, until the request is processed. */
	late?: number;
	/** Whether a list returns the cursor that was sent as the next one. */
	repeatCursor?: boolean;
	/** In process: called before the request is processed, e.g. to add a record between two pages. */
	meanwhile?: () => void;
}

/** The effect of a fault on a request. */
export interface Hit {
	/** Whether it hit before the request was processed, or after it. */
	when: 'before' | 'after';
	status?: number;
	cut?: Fault['cut'];
	delay?: number;
	late?: number;
	repeatCursor?: boolean;
}

type ActiveFault = Fault & Required<Pick<Fault, 'times' | 'rate' | 'skip'>>;

/** The faults that are active. */
export class Faults {
	private active: ActiveFault[] = [];
	private readonly random: Random;

	constructor(seed: number) {
		this.random = new Random(seed, 'faults');
	}

	add(fault: Fault) {
		const { rate = 1, skip = 0, times = fault.rate === undefined ? 1 : Infinity } = fault;
		if (!(rate > 0 && rate <= 1)) throw new RangeError('rate must be above 0 and not above 1');
		this.active.push({ ...fault, times, rate, skip });
	}

	clear() {
		this.active = [];
	}

	/**
	 * Returns the fault that hits this request, if any: of several matching faults, the first one that was added. A
	 * rate is a share of all requests, including those that an earlier fault hits.
	 */
	take(method: string, path: string): Fault | undefined {
		let remaining = 1;
		for (const fault of this.active) {
			if (fault.times < 1 || !matches(fault, method, path)) continue;
			if (fault.skip > 0) {
				fault.skip--;
				continue;
			}
			if (this.misses(fault.rate, remaining)) {
				remaining -= fault.rate;
				continue;
			}
			fault.times--;
			return fault;
		}
		return undefined;
	}

	/** Whether a fault misses by chance. A rate of 1 uses no random number, so that other faults do not change. */
	private misses(rate: number, remaining: number): boolean {
		return rate < 1 && !this.random.chance(rate / remaining);
	}
}

/** Whether the fault hits before the request is processed. */
export function isBefore(fault: Fault): boolean {
	if (fault.late !== undefined) return true;
	if (fault.cut) return fault.cut === 'before';
	return (fault.when ?? (fault.status === undefined ? 'after' : 'before')) === 'before';
}

export function hitOf(fault: Fault): Hit {
	const { status, cut, delay, late, repeatCursor } = fault;
	return {
		when: isBefore(fault) ? 'before' : 'after',
		// A cut connection has no status.
		...(status !== undefined && !cut && { status }),
		...(cut && { cut }),
		...(delay !== undefined && { delay }),
		...(late !== undefined && { late }),
		...(repeatCursor && { repeatCursor }),
	};
}

/** Returns a short name of the fault that a request met, such as `429`, `500 after` or `cut before`. */
export function nameOf({ when, status, cut, delay, late, repeatCursor }: Hit): string {
	if (late !== undefined) return `${cut ? 'cut' : status} with late work`;
	if (cut) return `cut ${cut}`;
	if (status !== undefined) return when === 'before' ? String(status) : `${status} after`;
	if (repeatCursor) return 'repeated cursor';
	return delay === undefined ? 'changed response' : 'delay';
}

function matches(fault: Fault, method: string, path: string): boolean {
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (fault.path === undefined) return true;
	if (typeof fault.path !== 'string') return fault.path.test(path);
	const base = fault.path.replace(/\/$/, '');
	return path === base || path.startsWith(`${base}/`);
}
