import { measureDeliveries } from './deliveries.mjs';
import { measureFlood } from './flood.mjs';
import { measureEngine, measureGets } from './items.mjs';
import { measureList, type ListCase } from './lists.mjs';
import { measureMemory } from './memory.mjs';
import { names } from './names.mjs';
import { measureRefunds, type RefundsCase } from './refunds.mjs';
import type { Results } from './results.mjs';
import { restartN8n, type BenchEnvironment } from './environment.mjs';

type Measure = (environment: BenchEnvironment, results: Results) => Promise<void>;

/** The candidates with 100 records a page. */
const perPage100: string[] = [names.parallel, names.chain, names.http100, names.bare100];

/** A list over TLS from a distant API. */
const far = { kind: 'charges' as const, isFar: true, latencies: [40] };

/** All cases of `npm run bench`, in this order; that of the processor time and the last ones restart n8n. */
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
	refunds: refunds({ name: 'refunds', refunds: 1_000, rateLimit: 20, period: 1, withHttp: true }),
	refundsSecond: refunds({ name: 'refundsSecond', refunds: 10_000, rateLimit: 50, period: 1 }),
	// 10,000 would take over half an hour. Two requests each are a little less than five minutes' worth, so that a
	// few lookups more do not begin another minute, which would count whole.
	refundsMinute: refunds({ name: 'refundsMinute', refunds: 1_450, rateLimit: 600, period: 60 }),
	...items([1_000, 3], [1_000, 5], [300, 5]),
	flood: async (environment, results) => await measureFlood(environment, results, 3),
	memory: async (environment, results) => await measureMemory(environment, results),
	million: async (environment, results) => {
		await restartN8n(environment);
		await million(environment, results).catch((error: unknown) =>
			// It may be more than n8n can hold; the other cases are measured all the same.
			results.print(`A million charges: ${String(error)}`),
		);
	},
};

/** A million charges, one month for each item, in an n8n with its default memory. */
const million = list({
	name: 'million',
	kind: 'older charges',
	records: 1_000_000,
	latencies: [20],
	rounds: (candidate) => (candidate === names.parallel ? 1 : 0),
});

/** The cases of `npm run bench -- --short`: small counts of cases that have a target and a steady ratio. */
export const short: Record<string, Measure> = {
	list: list({
		name: 'list',
		kind: 'charges',
		records: 10_000,
		latencies: [20],
		rounds: (candidate) => (candidate === names.http25 ? 0 : candidate === names.bare25 ? 1 : 3),
	}),
	far: list({
		...far,
		name: 'far',
		records: 10_000,
		rounds: (candidate) => {
			if (candidate === names.parallel) return 3;
			return candidate === names.http100 || candidate === names.bare100 ? 1 : 0;
		},
	}),
	// A little less than 16 seconds' worth, as above.
	refunds: refunds({ name: 'refundsSecond', refunds: 390, rateLimit: 50, period: 1 }),
	...items([200, 3], [400, 5], [100, 3]),
};

function list(about: ListCase): Measure {
	return async (environment, results) => await measureList(environment, results, about);
}

function refunds(about: Omit<RefundsCase, 'latency'>): Measure {
	return async (environment, results) =>
		await measureRefunds(environment, results, { ...about, latency: 20 });
}

type Counts = [count: number, rounds: number];

/** The cases that differ in their counts only: items that are read, the engine alone, notifications. */
function items(
	[gets, getRounds]: Counts,
	[ofEngine, itemRounds]: Counts,
	[deliveries, deliveryRounds]: Counts,
): Record<string, Measure> {
	return {
		gets: async (environment, results) =>
			await measureGets(environment, results, { items: gets, latency: 100, rounds: getRounds }),
		engine: async (environment, results) =>
			await measureEngine(environment, results, { items: ofEngine, rounds: itemRounds }),
		deliveries: async (environment, results) =>
			await measureDeliveries(environment, results, { deliveries, rounds: deliveryRounds }),
	};
}
