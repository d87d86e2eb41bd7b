import { chargeMaker, type ChargeSetting } from '../charges';
import type { List } from '../newestFirst';
import type { Charge } from '../types';

/** Milliseconds. */
const THREE_YEARS = 3 * 365 * 86_400_000;

/** Charges, and behind them older ones that are computed whenever they are read. */
export class History implements List<Charge> {
	private readonly make: (at: number) => Charge;
	/** Milliseconds between two charges. */
	private readonly step: number;

	/** @param count number of older charges, spread over three years */
	constructor(
		private readonly newer: readonly Charge[],
		private readonly setting: ChargeSetting,
		private readonly count: number,
	) {
		this.make = chargeMaker(setting);
		this.step = THREE_YEARS / Math.max(count, 1);
	}

	get length(): number {
		return this.newer.length + this.count;
	}

	at(index: number): Charge | undefined {
		if (index < this.newer.length) return this.newer[index];
		return index < this.length ? this.older(index - this.newer.length) : undefined;
	}

	/** Returns one of the older charges, the same one each time. */
	private older(index: number): Charge {
		const { random, before } = this.setting;
		random.jumpTo(index);
		// At most nine tenths later than its neighbor, so that the order is that of the indices.
		const at = before - (index + 1 - 0.9 * random.next()) * this.step;
		return this.make(Math.floor(at / 1000) * 1000);
	}
}
