import type { INode } from 'n8n-workflow';

import { watchMemory } from '../liveMemory.mjs';
import { node } from '../workflows.mjs';
import { httpList, lastOne, thisNode } from './baselines.mjs';
import { names } from './names.mjs';
import { publishRefunds, refundableCharges, thisRefund } from './refunds.mjs';
import { formatted, type Results } from './results.mjs';
import { publish, restartN8n, type BenchEnvironment } from './environment.mjs';

/** A short run before each measurement, so that one-time allocations do not count. */
const SHORT = 100;

/** The records stay in memory until they have been sampled. */
const pause = node('Pause', 'n8n-nodes-base.wait', 1.1, { amount: 7, unit: 'seconds' });

/** The measured run. */
interface Load {
	/** Such as `memory`, of which the names of its figures are made. */
	name: string;
	/** The plural, such as `charges`. */
	records: string;
	sizes: number[];
	/** Publishes the workflow. @returns a function that runs it with so many records */
	publish(): Promise<(size: number) => Promise<unknown>>;
}

/** Measures the peak of n8n's live memory above the level before, while it lists or refunds charges. */
export async function measureMemory(
	environment: BenchEnvironment,
	results: Results,
): Promise<void> {
	const { account, service } = environment;
	const lists: Record<string, INode[]> = {
		[names.simplified]: [thisNode(account, 'charges', {}, 'simplified')],
		[names.raw]: [thisNode(account, 'charges', {}, 'raw')],
		[names.http100]: httpList(service, 'charges', 100),
	};
	for (const [index, [candidate, nodes]] of Object.entries(lists).entries()) {
		await measureOne(environment, results, candidate, {
			...{ name: 'memory', records: 'charges', sizes: [10_000, 100_000] },
			async publish() {
				const start = await publish(environment, `memory-${index}`, ...nodes, pause, lastOne());
				return async (charges) => {
					await service.restart({ charges });
					await start();
				};
			},
		});
	}
	await measureOne(environment, results, names.thisNode, {
		...{ name: 'refundMemory', records: 'refunds', sizes: [1_000, 10_000] },
		async publish() {
			const refund = thisRefund(account);
			const start = await publishRefunds(environment, 'memory-refunds', refund, pause);
			return async (refunds) => await start({ charges: await refundableCharges(service, refunds) });
		},
	});
}

/** Measures a candidate in a fresh n8n. */
async function measureOne(
	environment: BenchEnvironment,
	results: Results,
	candidate: string,
	load: Load,
) {
	const memory = await watchMemory(environment.folder);
	await restartN8n(environment, memory.env);
	const run = await load.publish();
	await run(SHORT);
	for (const size of load.sizes) {
		const before = await memory.reset();
		await run(size);
		const { pid, live } = await memory.most();
		if (pid !== before.pid) throw new Error('Another process of n8n was the largest one before');
		const about = {
			name: `${load.name}@${size}`,
			title: `Memory for ${size.toLocaleString('en')} ${load.records}`,
			unit: 'megabytes' as const,
		};
		const megabytes = (live - before.live) / 1_000_000;
		results.add(about, candidate, megabytes);
		results.print(`${about.title}: ${candidate} ${formatted(megabytes, 'megabytes')}`);
	}
}
