import path from 'node:path';
import type { INode } from 'n8n-workflow';

import { runFolder } from '../install.mjs';
import { watchMemory } from '../liveMemory.mjs';
import { startN8n } from '../n8n.mjs';
import { node } from '../workflows.mjs';
import { httpList, lastOne, stripeList, thisNode } from './contenders.mjs';
import { names } from './names.mjs';
import type { Results } from './results.mjs';
import { publish, type Stage } from './stage.mjs';

/** What n8n lists before it is measured, so that what it needs for any list counts for none. */
const SHORT = 100;

/** How many charges are listed. */
const SIZES = [10_000, 100_000];

/** The same for n8n's Stripe node, which needs many minutes for more. */
const SIZES_OF_STRIPE = [10_000];

/** How much is alive in n8n's memory at most, above what was before, while charges are listed. */
export async function measureMemory(stage: Stage, results: Results): Promise<void> {
	const { account, stripeAccount } = stage;
	const contenders: Record<string, INode[]> = {
		[names.simplified]: [thisNode(account, 'charges', {}, 'simplified')],
		[names.raw]: [thisNode(account, 'charges', {}, 'raw')],
		[names.http100]: httpList(stage, 'charges', 100),
		[names.stripe]: [stripeList(stripeAccount)],
	};
	for (const [index, [name, nodes]] of Object.entries(contenders).entries()) {
		await measureOne(stage, results, name, `memory-${index}`, nodes);
	}
}

/** Measures a contender, in an n8n that was just started. */
async function measureOne(
	stage: Stage,
	results: Results,
	name: string,
	where: string,
	nodes: INode[],
) {
	const memory = await watchMemory(stage.folder);
	const port = Number(new URL(stage.n8n.url).port);
	const log = path.join(runFolder, 'bench-memory.log');
	const env = { ...stage.stripe.env, ...memory.env };
	await stage.n8n.stop();
	stage.n8n = await startN8n(stage.folder, port, log, { env });
	await stage.n8n.ready();
	// All of it stays alive for so long that it is looked at, however fast it came.
	const pause = node('Pause', 'n8n-nodes-base.wait', 1.1, { amount: 7, unit: 'seconds' });
	const run = await publish(stage, where, ...nodes, pause, lastOne());
	const list = async (charges: number) => {
		await stage.service.restart({ charges });
		if (name === names.stripe) await stage.stripe.restart({ charges, latency: 0 });
		await run();
	};
	await list(SHORT);
	for (const charges of name === names.stripe ? SIZES_OF_STRIPE : SIZES) {
		const before = await memory.anew();
		await list(charges);
		const { pid, live } = await memory.most();
		if (pid !== before.pid) throw new Error('Another process of n8n was the largest one before');
		const about = {
			name: `memory@${charges}`,
			title: `Memory for ${charges.toLocaleString('en')} charges`,
			unit: 'megabytes' as const,
		};
		results.add(about, name, (live - before.live) / 1_000_000);
		results.say(`${about.title}: ${name} ${Math.round((live - before.live) / 1_000_000)} MB`);
	}
}
