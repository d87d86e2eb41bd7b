import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import { runScript, type Bare } from './child.mjs';
import {
	allIds,
	httpList,
	lastOne,
	listAddress,
	stripeList,
	thisNode,
	type Kind,
} from './contenders.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, timed, type Stage } from './stage.mjs';

/** A list that is measured. */
export interface ListCase {
	/** Such as `list`; its figures are of `list@20`, by the latency. */
	name: string;
	kind: Kind;
	/** How many records the service has; of payouts, four of five are paid. */
	records: number;
	/** In milliseconds. */
	latencies: number[];
	/** In how many rounds a contender takes part. */
	rounds: (contender: string, latency: number) => number;
}

/** One who lists all. */
interface Lister {
	name: string;
	/** @returns how long it took, in milliseconds. @throws Error when something else came */
	run: () => Promise<number>;
}

/** Measures a list, at each latency. */
export async function measureList(stage: Stage, results: Results, list: ListCase): Promise<void> {
	const { service, stripe } = stage;
	const size = list.kind === 'charges' ? { charges: list.records } : { payouts: list.records };
	const takesPart = (name: string) =>
		list.latencies.some((latency) => list.rounds(name, latency) > 0);

	await service.restart(size);
	const expected = await bareLoop(stage, list.kind, 100);
	if (list.kind === 'charges' && expected.count !== list.records) {
		throw new Error(`${expected.count} of ${list.records} charges are of the year asked for`);
	}
	if (takesPart(names.stripe)) await stripe.restart({ charges: list.records, latency: 0 });
	const listers: Lister[] = [];
	for (const [name, perPage] of Object.entries({ [names.bare25]: 25, [names.bare100]: 100 })) {
		listers.push({ name, run: async () => await timeOfBare(stage, list.kind, perPage, expected) });
	}
	for (const [name, nodes] of Object.entries(inN8n(stage, list.kind))) {
		if (!takesPart(name)) continue;
		const path = `${list.name}-${listers.length}`;
		listers.push({ name, run: await warmLister(stage, path, nodes, expected) });
	}

	for (const latency of list.latencies) {
		await service.restart({ ...size, latency });
		// So that it has written each record once.
		await bareLoop(stage, list.kind, 100);
		const contenders = listers.map(({ name, run }) => {
			return { name, rounds: list.rounds(name, latency), run };
		});
		if (list.rounds(names.stripe, latency) > 0) {
			await stripe.restart({ charges: list.records, latency });
		}
		const about = {
			name: `${list.name}@${latency}`,
			title: `List ${expected.count.toLocaleString('en')} ${list.kind}, ${latency} ms latency`,
			unit: 'milliseconds' as const,
		};
		await results.inTurn(about, contenders);
	}
}

/** Those who list in n8n, by name. */
function inN8n(stage: Stage, kind: Kind): Record<string, INode[]> {
	const { account, stripeAccount } = stage;
	const nodes: Record<string, INode[]> = {
		[names.parallel]: [thisNode(account, kind, {})],
		[names.chain]: [thisNode(account, kind, { parallelDays: false })],
		[names.http25]: httpList(stage, kind, 25),
		[names.http100]: httpList(stage, kind, 100),
	};
	// It has payouts as well, but without these filters.
	if (kind === 'charges') nodes[names.stripe] = [stripeList(stripeAccount)];
	return nodes;
}

/** Warms a contender up, which shows that it gives all records in their order. */
async function warmLister(
	stage: Stage,
	path: string,
	nodes: INode[],
	expected: Bare,
): Promise<() => Promise<number>> {
	const all = await publish(stage, `${path}-ids`, ...nodes, allIds());
	const { id: ids } = (await all()) as { id: string[] };
	if (createHash('sha256').update(ids.join('\n')).digest('hex') !== expected.ids) {
		throw new Error(`${nodes[0]?.type} gave ${ids.length} records, not all in their order`);
	}
	const last = await publish(stage, path, ...nodes, lastOne());
	return async () => {
		const [{ id }, milliseconds] = await timed(() => last());
		if (id !== expected.lastId) throw new Error(`${nodes[0]?.type} ended with another record`);
		return milliseconds;
	};
}

async function bareLoop({ service }: Stage, kind: Kind, perPage: number): Promise<Bare> {
	const address = listAddress(service.url, kind, perPage);
	return await runScript<Bare>('bare.mts', ['list', address, service.apiKey]);
}

async function timeOfBare(
	stage: Stage,
	kind: Kind,
	perPage: number,
	expected: Bare,
): Promise<number> {
	const { ids, milliseconds } = await bareLoop(stage, kind, perPage);
	if (ids !== expected.ids) throw new Error('The bare loop gave other records than before');
	return milliseconds;
}
