import { measureDeliveries } from './deliveries.mjs';
import { measureEngine, measureGets } from './items.mjs';
import { measureList, type ListCase } from './lists.mjs';
import { measureLoad } from './load.mjs';
import { measureMemory } from './memory.mjs';
import { names } from './names.mjs';
import { measureRefunds } from './refunds.mjs';
import type { Results } from './results.mjs';
import type { Stage } from './stage.mjs';

type Measure = (stage: Stage, results: Results) => Promise<void>;

/** All that `npm run bench` measures, in this order; the last one starts n8n afresh. */
export const all: Record<string, Measure> = {
	load: async (stage, results) => await measureLoad(stage, results, { rounds: 15 }),
	list: list({
		name: 'list',
		kind: 'charges',
		records: 10_000,
		latencies: [0, 20, 100],
		rounds: (contender, latency) => {
			// A thousand pages, the one after the other.
			if (contender === names.stripe) return latency === 100 ? 0 : 1;
			if (latency < 100) return 3;
			return contender === names.bare25 || contender === names.http25 ? 1 : 2;
		},
	}),
	long: list({
		name: 'long',
		kind: 'charges',
		records: 100_000,
		latencies: [0, 20, 100],
		rounds: (contender, latency) => {
			// With 25 or fewer records a page it takes many minutes.
			if (contender === names.parallel) return latency === 20 ? 3 : 1;
			if (contender === names.chain || contender === names.http100 || contender === names.bare100) {
				return latency === 20 ? 2 : latency === 0 ? 1 : 0;
			}
			return contender === names.bare25 && latency === 20 ? 1 : 0;
		},
	}),
	payouts: list({
		name: 'payouts',
		kind: 'paid payouts',
		records: 125_000,
		latencies: [20],
		rounds: (contender) =>
			[names.parallel, names.chain, names.http100, names.bare100].some((one) => one === contender)
				? 1
				: 0,
	}),
	refunds: async (stage, results) =>
		await measureRefunds(stage, results, { refunds: 1000, rateLimit: 20, latency: 20, rounds: 1 }),
	gets: async (stage, results) =>
		await measureGets(stage, results, { items: 1000, latency: 100, rounds: 3 }),
	engine: async (stage, results) => await measureEngine(stage, results, { items: 1000, rounds: 5 }),
	deliveries: async (stage, results) =>
		await measureDeliveries(stage, results, { deliveries: 300, rounds: 3 }),
	memory: async (stage, results) => await measureMemory(stage, results),
};

/** What `npm run bench -- --short` measures: small counts, and what has a target. */
export const short: Record<string, Measure> = {
	load: async (stage, results) => await measureLoad(stage, results, { rounds: 5 }),
	list: list({
		name: 'list',
		kind: 'charges',
		records: 10_000,
		latencies: [0, 20],
		rounds: (contender) => {
			if (contender === names.stripe || contender === names.http25) return 0;
			return contender === names.bare25 ? 1 : 2;
		},
	}),
	refunds: async (stage, results) =>
		await measureRefunds(stage, results, { refunds: 100, rateLimit: 50, latency: 20, rounds: 1 }),
	gets: async (stage, results) =>
		await measureGets(stage, results, { items: 200, latency: 100, rounds: 1 }),
	engine: async (stage, results) => await measureEngine(stage, results, { items: 400, rounds: 2 }),
	deliveries: async (stage, results) =>
		await measureDeliveries(stage, results, { deliveries: 100, rounds: 2 }),
};

function list(about: ListCase): Measure {
	return async (stage, results) => await measureList(stage, results, about);
}
