/** How much memory n8n needs for long lists, by how much of each record comes out. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { INodeParameters } from 'n8n-workflow';

import { expect, logFile, setStage, test as base, type Stage } from './fixtures.mjs';
import { startN8n } from './n8n.mjs';
import { knock } from './notifications.mjs';
import { chain, door, node, payments } from './workflows.mjs';

const CHARGES = 100_000;

/** What n8n lists before it is measured, so that it has warmed up: what it needs for any list counts for none. */
const SHORT = 10_000;

const test = base.extend({
	stage: [
		async ({ tarball, atTheEnd }, use) => {
			const stage = await setStage('memory', tarball, atTheEnd, { charges: CHARGES });
			atTheEnd(() => stage.n8n.stop());
			await use(stage);
		},
		{ scope: 'worker', timeout: 900_000 },
	],
});

test('100,000 simplified charges take at most a third of the memory of raw ones', async ({
	stage,
}) => {
	test.setTimeout(600_000);
	const simplified = await peakOf(stage, 'simplified', { output: 'simplified' });
	const day = await peakOf(stage, 'day', { output: 'simplified', options: { calendarDay: true } });
	const raw = await peakOf(stage, 'raw', { output: 'raw' });
	console.log(
		`Peak memory of n8n above what it took before: raw ${raw} MB, simplified ${simplified} MB ` +
			`(${(simplified / raw).toFixed(2)}), with the calendar day ${day} MB (${(day / raw).toFixed(2)})`,
	);
	// The target is a third. Machines are noisy: what is far off is a defect.
	expect(simplified / raw).toBeLessThan(0.5);
});

/**
 * Lists all charges in an n8n that was just started.
 *
 * @returns the peak of its memory while it does so, above what it took before, in MB
 */
async function peakOf(stage: Stage, name: string, parameters: INodeParameters): Promise<number> {
	await stage.n8n.stop();
	const port = Number(new URL(stage.n8n.url).port);
	stage.n8n = await startN8n(stage.folder, port, await logFile(`memory-${name}`));
	await stage.n8n.ready();
	const { editor, account } = stage;
	const list = payments('Charges', account, {
		resource: 'charge',
		operation: 'getAll',
		returnAll: '={{ $json.body.all }}',
		limit: SHORT,
		...parameters,
	});
	const last = node('Last', 'n8n-nodes-base.limit', 1, { keep: 'lastItems' });
	const workflow = { name, ...chain(door(name), list, last) };
	// As for any sync of this size: what went through is not kept in n8n's database.
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
	const published = await editor.importWorkflow(workflow);
	await editor.publish(published);
	const { charges } = stage.simulator.records;
	const run = async (all: boolean) => {
		const { id } = await knock(stage.n8n.url, name, { all });
		expect(id).toBe(charges[(all ? CHARGES : SHORT) - 1]!.id);
	};
	await run(false);
	const pid = await processOf(stage);
	// From now on the peak is counted anew (proc(5), clear_refs).
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const before = (await memoryOf(pid)).VmRSS;
	await run(true);
	const { VmHWM } = await memoryOf(pid);
	await editor.unpublish(published);
	return Math.round((VmHWM - before) / 1024);
}

/** The largest process of this n8n: the others are its task runner. */
async function processOf({ folder }: Stage): Promise<string> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const found: Array<{ pid: string; size: number }> = [];
	for (const pid of pids) {
		const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
		if (!environment.includes(`N8N_USER_FOLDER=${folder}\0`)) continue;
		found.push({ pid, size: (await memoryOf(pid)).VmRSS });
	}
	return found.sort((a, b) => b.size - a.size)[0]!.pid;
}

/** In kB: the memory that a process has, and the most that it had (proc(5), status). */
async function memoryOf(pid: string): Promise<{ VmRSS: number; VmHWM: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const line = (name: string) =>
		Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
	return { VmRSS: line('VmRSS'), VmHWM: line('VmHWM') };
}
