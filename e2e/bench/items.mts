import type { INode } from 'n8n-workflow';

import { node, payments } from '../workflows.mjs';
import { runScript, type Bare } from './child.mjs';
import { eachOf, httpRequest, httpRequestWithCredential, lastOne, RECORDS } from './baselines.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { processed, publish, restartN8n, timed, type BenchEnvironment } from './environment.mjs';

const DEFAULT_CONCURRENCY = 8;

const WARM_UP_ITEMS = 200;

/** The parameters of a case that reads records one by one. */
export interface ItemsCase {
	items: number;
	/** In milliseconds. */
	latency: number;
	rounds: number;
}

/** Measures Charge: Get with many items and a latency. */
export async function measureGets(
	environment: BenchEnvironment,
	results: Results,
	{ items, latency, rounds }: ItemsCase,
): Promise<void> {
	const { service } = environment;
	await service.restart({ charges: items, latency });
	const ids = (await service.charges()).map(({ id }) => id);
	const bare = async () => {
		const address = `${service.url}/v1/charges`;
		const args = ['get', address, service.apiKey];
		return (await runScript<Bare>('bare.mts', args, { input: ids })).milliseconds;
	};
	// n8n's HTTP Request node starts the next batch after this time, without waiting for responses.
	const spaced = { batchSize: DEFAULT_CONCURRENCY, batchInterval: latency };
	const unspaced = { batchSize: DEFAULT_CONCURRENCY, batchInterval: 1 };
	const about = {
		name: 'gets',
		title: `${items.toLocaleString('en')} items through Charge: Get, ${latency} ms latency`,
		unit: 'milliseconds' as const,
	};
	results.add(about, names.ideal, (items / DEFAULT_CONCURRENCY) * latency);
	await results.inTurn(about, [
		{ name: names.bare8, rounds, run: bare },
		{
			name: names.thisNode,
			rounds,
			run: await getter(environment, 'get', thisGet(environment), ids),
		},
		{
			name: names.emptyNode,
			rounds,
			run: await getter(environment, 'get-empty', emptyGet(environment), ids),
		},
		{
			name: names.httpSpaced,
			rounds,
			run: await httpGetter(environment, 'get-spaced', spaced, ids),
		},
		{
			name: names.httpUnspaced,
			rounds,
			run: await httpGetter(environment, 'get-apart', unspaced, ids),
		},
	]);
}

/** Measures n8n's processor time for an item without latency, in milliseconds. */
export async function measureEngine(
	environment: BenchEnvironment,
	results: Results,
	{ items, rounds }: Omit<ItemsCase, 'latency'>,
): Promise<void> {
	const { service } = environment;
	// Otherwise, garbage collection of earlier cases would count here.
	await restartN8n(environment);
	await service.restart({ charges: items });
	const ids = (await service.charges()).map(({ id }) => id);
	const noOp = node(RECORDS, 'n8n-nodes-base.noOp', 1, {});
	const nothing = await getter(environment, 'nothing', noOp, ids);
	const same = httpRequestWithCredential(RECORDS, environment.account, {
		url: `=${service.url}/v1/charges/{{ $json.id }}`,
		options: {},
	});
	const runs = {
		[names.thisNode]: await getter(environment, 'engine', thisGet(environment), ids),
		[names.emptyNode]: await getter(environment, 'engine-empty', emptyGet(environment), ids),
		[names.httpSame]: await getter(environment, 'engine-same', same, ids),
		[names.http]: await httpGetter(environment, 'engine-http', undefined, ids),
	};
	const about = {
		name: 'engine',
		title: "n8n's processor time for each item through Charge: Get",
		unit: 'milliseconds' as const,
	};
	const candidates = Object.entries(runs).map(([name, run]) => ({
		name,
		rounds,
		run: async () => {
			const [, busy] = await processed(environment, run);
			const [, idle] = await processed(environment, nothing);
			return (busy - idle) / items;
		},
	}));
	await results.inTurn(about, candidates);
}

/** Returns the parameter for the ID of an item. */
function byId() {
	return { __rl: true, mode: 'id', value: '={{ $json.id }}' };
}

function thisGet({ account }: BenchEnvironment): INode {
	return payments(RECORDS, account, {
		resource: 'charge',
		operation: 'get',
		chargeId: byId(),
	});
}

/** Returns the empty declarative node: n8n's own time for an item. */
function emptyGet({ service, account }: BenchEnvironment): INode {
	const parameters = { address: `${service.url}/v1/charges`, chargeId: byId() };
	return payments(RECORDS, account, parameters, 'n8n-nodes-limit.limit');
}

async function httpGetter(
	environment: BenchEnvironment,
	name: string,
	batch: { batchSize: number; batchInterval: number } | undefined,
	ids: string[],
) {
	const { url, apiKey } = environment.service;
	const get = httpRequest(RECORDS, apiKey, {
		url: `=${url}/v1/charges/{{ $json.id }}`,
		options: batch ? { batching: { batch } } : {},
	});
	return await getter(environment, name, get, ids);
}

/** Warms up a candidate. @returns a function that runs it with all items and returns the time in milliseconds */
async function getter(
	environment: BenchEnvironment,
	name: string,
	get: INode,
	ids: string[],
): Promise<() => Promise<number>> {
	const start = await publish(environment, name, eachOf('items'), get, lastOne());
	const run = async (wanted: string[]) => {
		const body = { items: wanted.map((id) => ({ id })) };
		const [{ id }, milliseconds] = await timed(() => start(body));
		if (id !== wanted.at(-1)) throw new Error(`${name} ended with another record`);
		return milliseconds;
	};
	await run(ids.slice(0, WARM_UP_ITEMS));
	return async () => await run(ids);
}
