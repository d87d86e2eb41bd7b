import { Random } from './records/random';

/** What is to go wrong, and with which requests. */
export interface Fault {
	/** Only requests of this method. */
	method?: string;
	/** Only requests to this path or below it; in process also a pattern of the whole path. */
	path?: string | RegExp;
	/** How many requests it hits. Default 1, or without end where there is a `rate`. */
	times?: number;
	/**
	 * The share of the matching requests that it hits, above 0 and at most 1: drawn for each of them,
	 * in the same way for the same seed. Default 1.
	 */
	rate?: number;
	/** How many matching requests it lets through first. Default 0. */
	skip?: number;
	/** Status code of the answer. */
	status?: number;
	/** Headers of the answer, added to the usual ones. */
	headers?: Record<string, string>;
	/**
	 * Body of the answer: text goes out as it is, anything else as JSON. In process also a function that
	 * makes it of the body that the answer has.
	 */
	body?: unknown;
	/** Milliseconds the answer comes later. */
	delay?: number;
	/**
	 * Cuts the connection instead of answering, before or after the work was done, or in the middle of
	 * the answer.
	 */
	cut?: 'before' | 'after' | 'middle';
	/**
	 * Whether `status` and `delay` come before the work (which `status` then prevents) or after it.
	 * Default: before for a fault with a status, after for one without.
	 */
	when?: 'before' | 'after';
	/** A list answers with the cursor that was sent as its next one. */
	repeatCursor?: boolean;
}

/** What a fault did to a request, as the journal keeps it. */
export interface Hit {
	/** Whether it came before the work or after it. */
	when: 'before' | 'after';
	status?: number;
	cut?: Fault['cut'];
	delay?: number;
	repeatCursor?: boolean;
}

type Waiting = Fault & Required<Pick<Fault, 'times' | 'rate' | 'skip'>>;

/** The faults that are waiting for their requests. */
export class Faults {
	private waiting: Waiting[] = [];
	private readonly random: Random;

	constructor(seed: number) {
		this.random = new Random(seed, 'faults');
	}

	add(fault: Fault) {
		const { rate = 1, skip = 0, times = fault.rate === undefined ? 1 : Infinity } = fault;
		if (!(rate > 0 && rate <= 1)) throw new RangeError('rate must be above 0 and at most 1');
		this.waiting.push({ ...fault, times, rate, skip });
	}

	clear() {
		this.waiting = [];
	}

	/**
	 * The fault that hits this request, if any: of several that fit, the one that was added first.
	 * With rates, each is to get its share of all requests, those included that one before it hit;
	 * so what is left for it counts as the whole.
	 */
	take(method: string, path: string): Fault | undefined {
		let left = 1;
		for (const fault of this.waiting) {
			if (fault.times < 1 || !fits(fault, method, path)) continue;
			if (fault.skip > 0) {
				fault.skip--;
				continue;
			}
			if (this.misses(fault.rate, left)) {
				left -= fault.rate;
				continue;
			}
			fault.times--;
			return fault;
		}
		return undefined;
	}

	/** Whether the draw goes against a fault. Without a rate none is made: it would use up a number. */
	private misses(rate: number, left: number): boolean {
		return rate < 1 && !this.random.chance(rate / left);
	}
}

/** Whether the fault comes before the work. */
export function isFirst(fault: Fault): boolean {
	if (fault.cut) return fault.cut === 'before';
	return (fault.when ?? (fault.status === undefined ? 'after' : 'before')) === 'before';
}

export function hitOf(fault: Fault): Hit {
	const { status, cut, delay, repeatCursor } = fault;
	return {
		when: isFirst(fault) ? 'before' : 'after',
		// A cut connection has no status, whatever the fault says.
		...(status !== undefined && !cut && { status }),
		...(cut && { cut }),
		...(delay !== undefined && { delay }),
		...(repeatCursor && { repeatCursor }),
	};
}

/** A short name of what happened, to be counted by: `429`, `500 after`, `cut before`. */
export function nameOf({ when, status, cut, delay, repeatCursor }: Hit): string {
	if (cut) return `cut ${cut}`;
	if (status !== undefined) return when === 'before' ? String(status) : `${status} after`;
	if (repeatCursor) return 'repeated cursor';
	return delay === undefined ? 'changed answer' : 'delay';
}

function fits(fault: Fault, method: string, path: string): boolean {
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (fault.path === undefined) return true;
	if (typeof fault.path !== 'string') return fault.path.test(path);
	const base = fault.path.replace(/\/$/, '');
	return path === base || path.startsWith(`${base}/`);
}
