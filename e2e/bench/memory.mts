import path from 'node:path';
import type { INode } from 'n8n-workflow';

import { runFolder } from '../install.mjs';
import { watchMemory } from '../liveMemory.mjs';
import { startN8n } from '../n8n.mjs';
import { node } from '../workflows.mjs';
import { httpList, lastOne, thisNode } from './baselines.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, type BenchEnvironment } from './environment.mjs';

/** A short list before each measurement, so that one-time allocations do not count. */
const SHORT = 100;

/** The numbers of charges to list. */
const SIZES = [10_000, 100_000];

/** Measures the peak of n8n's live memory above the level before, while it lists charges. */
export async function measureMemory(
	environment: BenchEnvironment,
	results: Results,
): Promise<void> {
	const { account } = environment;
	const candidates: Record<string, INode[]> = {
		[names.simplified]: [thisNode(account, 'charges', {}, 'simplified')],
		[names.raw]: [thisNode(account, 'charges', {}, 'raw')],
		[names.http100]: httpList(environment.service, 'charges', 100),
	};
	for (const [index, [name, nodes]] of Object.entries(candidates).entries()) {
		await measureOne(environment, results, name, `memory-${index}`, nodes);
	}
}

/** Measures a candidate in a fresh n8n. */
async function measureOne(
	environment: BenchEnvironment,
	results: Results,
	name: string,
	where: string,
	nodes: INode[],
) {
	const memory = await watchMemory(environment.folder);
	const port = Number(new URL(environment.n8n.url).port);
	const log = path.join(runFolder, 'bench-memory.log');
	await environment.n8n.stop();
	environment.n8n = await startN8n(environment.folder, port, log, { env: memory.env });
	await environment.n8n.ready();
	// The records stay in memory until they have been sampled.
	const pause = node('Pause', 'n8n-nodes-base.wait', 1.1, { amount: 7, unit: 'seconds' });
	const run = await publish(environment, where, ...nodes, pause, lastOne());
	const list = async (charges: number) => {
		await environment.service.restart({ charges });
		await run();
	};
	await list(SHORT);
	for (const charges of SIZES) {
		const before = await memory.reset();
		await list(charges);
		const { pid, live } = await memory.most();
		if (pid !== before.pid) throw new Error('Another process of n8n was the largest one before');
		const about = {
			name: `memory@${charges}`,
			title: `Memory for ${charges.toLocaleString('en')} charges`,
			unit: 'megabytes' as const,
		};
		results.add(about, name, (live - before.live) / 1_000_000);
		results.print(`${about.title}: ${name} ${Math.round((live - before.live) / 1_000_000)} MB`);
	}
}
