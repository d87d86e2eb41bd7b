import type { INode } from 'n8n-workflow';

import { node, payments } from '../workflows.mjs';
import { runScript, type Bare } from './child.mjs';
import { eachOf, httpRequest, httpRequestWithCredential, lastOne, RECORDS } from './contenders.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, timed, type Stage } from './stage.mjs';

/** Requests under way at the same time, unless the node's options say otherwise. */
const AT_ONCE = 8;

/** Items that a contender gets to be warm. */
const FEW = 200;

/** How a case of single records is measured. */
export interface ItemsCase {
	items: number;
	/** In milliseconds. */
	latency: number;
	rounds: number;
}

/** Many items through Charge: Get, where the service takes a while. */
export async function measureGets(
	stage: Stage,
	results: Results,
	{ items, latency, rounds }: ItemsCase,
): Promise<void> {
	const { service } = stage;
	await service.restart({ charges: items, latency });
	const ids = (await service.charges()).map(({ id }) => id);
	const bare = async () => {
		const address = `${service.url}/v1/charges`;
		const args = ['get', address, service.apiKey];
		return (await runScript<Bare>('bare.mts', args, { input: ids })).milliseconds;
	};
	// n8n's node begins the next batch after so long, whether or not the one before was answered.
	const spaced = { batchSize: AT_ONCE, batchInterval: latency };
	const unspaced = { batchSize: AT_ONCE, batchInterval: 1 };
	const about = {
		name: 'gets',
		title: `${items.toLocaleString('en')} items through Charge: Get, ${latency} ms latency`,
		unit: 'milliseconds' as const,
	};
	results.add(about, names.ideal, (items / AT_ONCE) * latency);
	await results.inTurn(about, [
		{ name: names.bare8, rounds, run: bare },
		{ name: names.thisNode, rounds, run: await getter(stage, 'get', thisGet(stage), ids) },
		{ name: names.httpSpaced, rounds, run: await httpGetter(stage, 'get-spaced', spaced, ids) },
		{ name: names.httpUnspaced, rounds, run: await httpGetter(stage, 'get-apart', unspaced, ids) },
	]);
}

/** What n8n and the node need for each item when the service answers at once, in milliseconds an item. */
export async function measureEngine(
	stage: Stage,
	results: Results,
	{ items, rounds }: Omit<ItemsCase, 'latency'>,
): Promise<void> {
	const { service } = stage;
	await service.restart({ charges: items });
	const ids = (await service.charges()).map(({ id }) => id);
	const empty = await getter(stage, 'nothing', node(RECORDS, 'n8n-nodes-base.noOp', 1, {}), ids);
	const same = httpRequestWithCredential(RECORDS, stage.account, {
		url: `=${service.url}/v1/charges/{{ $json.id }}`,
		options: {},
	});
	const runs = {
		[names.thisNode]: await getter(stage, 'engine', thisGet(stage), ids),
		[names.httpSame]: await getter(stage, 'engine-same', same, ids),
		[names.http]: await httpGetter(stage, 'engine-http', undefined, ids),
	};
	const about = {
		name: 'engine',
		title: 'For each item through Charge: Get, no latency',
		unit: 'milliseconds' as const,
	};
	const contenders = Object.entries(runs).map(([name, run]) => ({
		name,
		rounds,
		run: async () => ((await run()) - (await empty())) / items,
	}));
	await results.inTurn(about, contenders);
}

function thisGet({ account }: Stage): INode {
	return payments(RECORDS, account, {
		resource: 'charge',
		operation: 'get',
		chargeId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	});
}

async function httpGetter(
	stage: Stage,
	name: string,
	batch: { batchSize: number; batchInterval: number } | undefined,
	ids: string[],
) {
	const { url, apiKey } = stage.service;
	const get = httpRequest(RECORDS, apiKey, {
		url: `=${url}/v1/charges/{{ $json.id }}`,
		options: batch ? { batching: { batch } } : {},
	});
	return await getter(stage, name, get, ids);
}

/** Warms a contender up. @returns lets it get them all, and how long that took, in milliseconds */
async function getter(
	stage: Stage,
	name: string,
	get: INode,
	ids: string[],
): Promise<() => Promise<number>> {
	const start = await publish(stage, name, eachOf('items'), get, lastOne());
	const run = async (wanted: string[]) => {
		const body = { items: wanted.map((id) => ({ id })) };
		const [{ id }, milliseconds] = await timed(() => start(body));
		if (id !== wanted.at(-1)) throw new Error(`${name} ended with another record`);
		return milliseconds;
	};
	await run(ids.slice(0, FEW));
	return async () => await run(ids);
}
