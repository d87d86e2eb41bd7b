import { measureDeliveries } from './deliveries.mjs';
import { measureEngine, measureGets } from './items.mjs';
import { measureList, type ListCase } from './lists.mjs';
import { measureMemory } from './memory.mjs';
import { names } from './names.mjs';
import { measureRefunds } from './refunds.mjs';
import type { Results } from './results.mjs';
import type { BenchEnvironment } from './environment.mjs';

type Measure = (environment: BenchEnvironment, results: Results) => Promise<void>;

/** The candidates with 100 records a page. */
const perPage100: string[] = [names.parallel, names.chain, names.http100, names.bare100];

/** A list over TLS from a distant API. */
const far = { kind: 'charges' as const, isFar: true, latencies: [40] };

/** All cases of `npm run bench`, in this order; the last one restarts n8n. */
export const all: Record<string, Measure> = {
	list: list({
		name: 'list',
		kind: 'charges',
		records: 10_000,
		latencies: [0, 20, 100],
		rounds: (candidate, latency) => {
			if (latency < 100) return 3;
			return candidate === names.bare25 || candidate === names.http25 ? 1 : 2;
		},
	}),
	long: list({
		name: 'long',
		kind: 'charges',
		records: 100_000,
		latencies: [0, 20, 100],
		rounds: (candidate, latency) => {
			// With 25 records a page it takes many minutes.
			if (candidate === names.parallel) return latency === 20 ? 3 : 1;
			if (candidate === names.chain || candidate === names.http100 || candidate === names.bare100) {
				return latency === 20 ? 2 : latency === 0 ? 1 : 0;
			}
			return candidate === names.bare25 && latency === 20 ? 1 : 0;
		},
	}),
	far: list({
		...far,
		name: 'far',
		records: 10_000,
		rounds: (candidate) => (perPage100.includes(candidate) ? 3 : 0),
	}),
	farLong: list({
		...far,
		name: 'farLong',
		records: 100_000,
		rounds: (candidate) =>
			candidate === names.parallel ? 3 : perPage100.includes(candidate) ? 1 : 0,
	}),
	payouts: list({
		name: 'payouts',
		kind: 'paid payouts',
		records: 125_000,
		latencies: [20],
		rounds: (candidate) => (perPage100.includes(candidate) ? 1 : 0),
	}),
	...runs({ refunds: 1000, rateLimit: 20 }, [1000, 3], [1000, 5], [300, 3]),
	memory: async (environment, results) => await measureMemory(environment, results),
};

/** The cases of `npm run bench -- --short`: small counts of cases that have a target. */
export const short: Record<string, Measure> = {
	list: list({
		name: 'list',
		kind: 'charges',
		records: 10_000,
		latencies: [0, 20],
		rounds: (candidate) => {
			if (candidate === names.http25) return 0;
			return candidate === names.bare25 ? 1 : 2;
		},
	}),
	...runs({ refunds: 100, rateLimit: 50 }, [200, 1], [400, 2], [100, 2]),
};

function list(about: ListCase): Measure {
	return async (environment, results) => await measureList(environment, results, about);
}

type Counts = [count: number, rounds: number];

/** The cases that differ in their counts only: refunds, items that are read, the engine alone, notifications. */
function runs(
	refunds: { refunds: number; rateLimit: number },
	[gets, getRounds]: Counts,
	[items, itemRounds]: Counts,
	[deliveries, deliveryRounds]: Counts,
): Record<string, Measure> {
	return {
		refunds: async (environment, results) =>
			await measureRefunds(environment, results, { ...refunds, latency: 20, rounds: 1 }),
		gets: async (environment, results) =>
			await measureGets(environment, results, { items: gets, latency: 100, rounds: getRounds }),
		engine: async (environment, results) =>
			await measureEngine(environment, results, { items, rounds: itemRounds }),
		deliveries: async (environment, results) =>
			await measureDeliveries(environment, results, { deliveries, rounds: deliveryRounds }),
	};
}
