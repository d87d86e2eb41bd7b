/**
 * Pseudo-random numbers, the same for the same seed (mulberry32). Each kind of record has a stream of its
 * own, so that more charges do not change the payouts.
 */
export class Random {
	private state: number;
	/** The state at the beginning. */
	private readonly origin: number;

	constructor(seed: number, stream: string) {
		this.state = seed | 0;
		for (const letter of stream) {
			this.state = Math.imul(this.state ^ letter.charCodeAt(0), 0x9e3779b1);
			this.next();
		}
		this.origin = this.state;
	}

	/** Continues with the numbers of an index: they do not depend on the numbers that were returned before. */
	jumpTo(index: number) {
		// An odd factor leads to another state for each index.
		this.state = (this.origin + Math.imul(index, 0x85ebca6b)) | 0;
	}

	/** Returns 0 to 2^32 - 1. */
	private bits(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return (t ^ (t >>> 14)) >>> 0;
	}

	/** Returns a number from 0 (included) to 1 (excluded). */
	next(): number {
		return this.bits() / 4294967296;
	}

	/** Returns an integer from `minimum` to `maximum`, both included. */
	int(minimum: number, maximum: number): number {
		return minimum + Math.floor(this.next() * (maximum - minimum + 1));
	}

	chance(share: number): boolean {
		return this.next() < share;
	}

	pick<T>(list: readonly T[]): T {
		return list[this.int(0, list.length - 1)] as T;
	}

	/** Picks by weight. The weights may have any sum. */
	weighted<T>(list: ReadonlyArray<readonly [T, number]>): T {
		let remaining = this.next() * list.reduce((sum, [, weight]) => sum + weight, 0);
		for (const [value, weight] of list) {
			remaining -= weight;
			if (remaining < 0) return value;
		}
		return (list[list.length - 1] as readonly [T, number])[0];
	}

	/** Returns decimal digits, up to nine. */
	digits(count: number): string {
		return String(this.int(0, 10 ** count - 1)).padStart(count, '0');
	}

	/** Returns a UUID in the format of version 4. */
	uuid(): string {
		let bits = 0;
		for (let i = 0, digit = 0; i < 36; i++) {
			if (i === 8 || i === 13 || i === 18 || i === 23) continue;
			if (digit % 8 === 0) bits = this.bits();
			const value = (bits >>> (28 - (digit % 8) * 4)) & 15;
			text[i] = hex.charCodeAt(i === 14 ? 4 : i === 19 ? 8 | (value & 3) : value);
			digit++;
		}
		return text.toString('latin1');
	}
}

const hex = '0123456789abcdef';

/** Reused for each UUID: joining strings takes several times the memory. */
const text = Buffer.from('00000000-0000-4000-8000-000000000000', 'latin1');
