import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { runScript, type Bare } from './child.mjs';
import {
	allIds,
	byMonth,
	httpList,
	lastOne,
	listAddress,
	thisNode,
	type Kind,
} from './baselines.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import type { ServiceOptions } from './service.mjs';
import { publish, timed, type Api, type BenchEnvironment } from './environment.mjs';

/** The parameters of a list case. */
export interface ListCase {
	/** Such as `list`; its figures are named by latency, such as `list@20`. */
	name: string;
	kind: Kind;
	/** The number of records; four of five payouts are paid. */
	records: number;
	/** Whether over TLS and the far network. */
	isFar?: boolean;
	/** The latencies of the simulator or, if far, the round trips of the network, in milliseconds. */
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
	const { service, far } = environment;
	const near: Api = { url: service.url, apiKey: service.apiKey, account: environment.account };
	const api = list.isFar ? far : near;
	const size = sizeOf(list);
	const takesPart = (name: string) =>
		list.latencies.some((latency) => list.rounds(name, latency) > 0);

	await service.restart(size);
	const expected = await bareLoop(near, list.kind, 100);
	if (list.kind !== 'paid payouts' && expected.count !== list.records) {
		throw new Error(`${expected.count} of ${list.records} charges are of the days asked for`);
	}
	const listers: Lister[] = [];
	for (const [name, perPage] of Object.entries({ [names.bare25]: 25, [names.bare100]: 100 })) {
		const run = async () => {
			const { ids, milliseconds } = await bareLoop(api, list.kind, perPage, far.authority);
			if (ids !== expected.ids) throw new Error('The bare loop returned other records than before');
			return milliseconds;
		};
		listers.push({ name, run });
	}
	for (const [name, nodes] of Object.entries(inN8n(api, list.kind))) {
		if (!takesPart(name)) continue;
		const path = `${list.name}-${listers.length}`;
		listers.push({ name, run: await warmLister(environment, path, nodes, expected) });
	}

	for (const latency of list.latencies) {
		await service.restart(list.isFar ? size : { ...size, latency });
		// Warms up the simulator, which then has serialized each record once. It computes older ones each time.
		if (list.kind !== 'older charges') await bareLoop(near, list.kind, 100);
		const network = list.isFar ? `TLS, ${latency} ms round trip` : `${latency} ms latency`;
		const about = {
			name: `${list.name}@${latency}`,
			title: `List ${expected.count.toLocaleString('en')} ${list.kind}, ${network}`,
			unit: 'milliseconds' as const,
		};
		const pages = Math.ceil(expected.count / 100);
		const candidates = listers.map(({ name, run }) => ({
			name,
			rounds: list.rounds(name, latency),
			run: list.isFar ? overFar(environment, results, { name, run }, about.name, pages) : run,
		}));
		far.roundTrip = list.isFar ? latency : 0;
		await results.inTurn(about, candidates);
		far.roundTrip = 0;
	}
}

/** Returns the options of the simulator for the records of a list. */
function sizeOf({ kind, records }: ListCase): ServiceOptions {
	if (kind === 'paid payouts') return { payouts: records };
	return kind === 'charges' ? { charges: records } : { charges: 0, history: records };
}

/** Returns a run that also counts connections and round trips. @param pages of the list */
function overFar(
	{ far }: BenchEnvironment,
	results: Results,
	{ name, run }: Lister,
	inCase: string,
	pages: number,
): () => Promise<number> {
	const unit = 'count' as const;
	return async () => {
		far.connections = 0;
		const milliseconds = await run();
		const opened = { name: `${inCase}Connections`, title: 'Connections opened', unit };
		results.add(opened, name, far.connections);
		const trips = { name: `${inCase}Trips`, title: 'Round trips for each page', unit };
		results.add(trips, name, milliseconds / far.roundTrip / pages);
		return milliseconds;
	};
}

/** Returns the candidates in n8n by name. */
function inN8n(api: Api, kind: Kind): Record<string, INode[]> {
	return {
		[names.parallel]:
			kind === 'older charges' ? byMonth(api.account) : [thisNode(api.account, kind, {})],
		[names.chain]: [thisNode(api.account, kind, { parallelDays: false })],
		[names.http25]: httpList(api, kind, 25),
		[names.http100]: httpList(api, kind, 100),
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

/** @param authority the file with the certificate of an authority that it trusts */
async function bareLoop(
	{ url, apiKey }: Api,
	kind: Kind,
	perPage: number,
	authority = '',
): Promise<Bare> {
	const args = ['list', listAddress(url, kind, perPage), apiKey];
	return await runScript<Bare>('bare.mts', args, { env: { NODE_EXTRA_CA_CERTS: authority } });
}
