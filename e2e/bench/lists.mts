import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { runScript, type Bare } from './child.mjs';
import { allIds, httpList, lastOne, listAddress, thisNode, type Kind } from './baselines.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, timed, type BenchEnvironment } from './environment.mjs';

/** The parameters of a list case. */
export interface ListCase {
	/** Such as `list`; its figures are named by latency, such as `list@20`. */
	name: string;
	kind: Kind;
	/** The number of records; four of five payouts are paid. */
	records: number;
	/** In milliseconds. */
	latencies: number[];
	/** Returns the number of rounds of a candidate. */
	rounds: (candidate: string, latency: number) => number;
}

/** A candidate that lists all records. */
interface Lister {
	name: string;
	/** Lists all. @returns the time in milliseconds. @throws Error when the records differ */
	run: () => Promise<number>;
}

/** Measures a list, at each latency. */
export async function measureList(
	environment: BenchEnvironment,
	results: Results,
	list: ListCase,
): Promise<void> {
	const { service } = environment;
	const size = list.kind === 'charges' ? { charges: list.records } : { payouts: list.records };
	const takesPart = (name: string) =>
		list.latencies.some((latency) => list.rounds(name, latency) > 0);

	await service.restart(size);
	const expected = await bareLoop(environment, list.kind, 100);
	if (list.kind === 'charges' && expected.count !== list.records) {
		throw new Error(`${expected.count} of ${list.records} charges are of the year asked for`);
	}
	const listers: Lister[] = [];
	for (const [name, perPage] of Object.entries({ [names.bare25]: 25, [names.bare100]: 100 })) {
		listers.push({
			name,
			run: async () => await timeOfBare(environment, list.kind, perPage, expected),
		});
	}
	for (const [name, nodes] of Object.entries(inN8n(environment, list.kind))) {
		if (!takesPart(name)) continue;
		const path = `${list.name}-${listers.length}`;
		listers.push({ name, run: await warmLister(environment, path, nodes, expected) });
	}

	for (const latency of list.latencies) {
		await service.restart({ ...size, latency });
		// Warms up the simulator, which then has serialized each record once.
		await bareLoop(environment, list.kind, 100);
		const candidates = listers.map(({ name, run }) => {
			return { name, rounds: list.rounds(name, latency), run };
		});
		const about = {
			name: `${list.name}@${latency}`,
			title: `List ${expected.count.toLocaleString('en')} ${list.kind}, ${latency} ms latency`,
			unit: 'milliseconds' as const,
		};
		await results.inTurn(about, candidates);
	}
}

/** Returns the candidates in n8n by name. */
function inN8n(environment: BenchEnvironment, kind: Kind): Record<string, INode[]> {
	const { account } = environment;
	return {
		[names.parallel]: [thisNode(account, kind, {})],
		[names.chain]: [thisNode(account, kind, { parallelDays: false })],
		[names.http25]: httpList(environment, kind, 25),
		[names.http100]: httpList(environment, kind, 100),
	};
}

/** Warms up a candidate and checks that it returns all records in order. */
async function warmLister(
	environment: BenchEnvironment,
	path: string,
	nodes: INode[],
	expected: Bare,
): Promise<() => Promise<number>> {
	const all = await publish(environment, `${path}-ids`, ...nodes, allIds());
	const { id: ids } = (await all()) as { id: string[] };
	if (createHash('sha256').update(ids.join('\n')).digest('hex') !== expected.ids) {
		throw new Error(`${nodes[0]?.type} returned ${ids.length} records, not all in order`);
	}
	const last = await publish(environment, path, ...nodes, lastOne());
	return async () => {
		const [{ id }, milliseconds] = await timed(() => last());
		if (id !== expected.lastId) throw new Error(`${nodes[0]?.type} ended with another record`);
		return milliseconds;
	};
}

async function bareLoop({ service }: BenchEnvironment, kind: Kind, perPage: number): Promise<Bare> {
	const address = listAddress(service.url, kind, perPage);
	return await runScript<Bare>('bare.mts', ['list', address, service.apiKey]);
}

async function timeOfBare(
	environment: BenchEnvironment,
	kind: Kind,
	perPage: number,
	expected: Bare,
): Promise<number> {
	const { ids, milliseconds } = await bareLoop(environment, kind, perPage);
	if (ids !== expected.ids) throw new Error('The bare loop returned other records than before');
	return milliseconds;
}
