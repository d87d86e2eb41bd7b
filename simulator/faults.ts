/** What is to go wrong, and with which requests. */
export interface Fault {
	/** Only requests of this method. */
	method?: string;
	/** Only requests to this path or below it; in process also a pattern of the whole path. */
	path?: string | RegExp;
	/** How many requests it hits. Default 1. */
	times?: number;
	/** How many matching requests it lets through first. Default 0. */
	skip?: number;
	/** Status code of the answer. */
	status?: number;
	/** Headers of the answer, added to the usual ones. */
	headers?: Record<string, string>;
	/** Body of the answer: text goes out as it is, anything else as JSON. */
	body?: unknown;
	/** Milliseconds the answer comes later. */
	delay?: number;
	/** Cuts the connection instead of answering, before or after the work was done. */
	cut?: 'before' | 'after';
	/**
	 * Whether `status` and `delay` come before the work (which `status` then prevents) or after it.
	 * Default: before for a fault with a status, after for one without.
	 */
	when?: 'before' | 'after';
	/** A list answers with the cursor that was sent as its next one. */
	repeatCursor?: boolean;
}

/** The faults that are waiting for their requests. */
export class Faults {
	private waiting: Array<Fault & { times: number; skip: number }> = [];

	add(fault: Fault) {
		this.waiting.push({ ...fault, times: fault.times ?? 1, skip: fault.skip ?? 0 });
	}

	clear() {
		this.waiting = [];
	}

	/** The fault that hits this request, if any: of several that fit, the one that was added first. */
	take(method: string, path: string): Fault | undefined {
		for (const fault of this.waiting) {
			if (fault.times < 1 || !fits(fault, method, path)) continue;
			if (fault.skip > 0) {
				fault.skip--;
				continue;
			}
			fault.times--;
			return fault;
		}
		return undefined;
	}
}

function fits(fault: Fault, method: string, path: string): boolean {
	if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
	if (fault.path === undefined) return true;
	if (typeof fault.path !== 'string') return fault.path.test(path);
	const base = fault.path.replace(/\/$/, '');
	return path === base || path.startsWith(`${base}/`);
}
