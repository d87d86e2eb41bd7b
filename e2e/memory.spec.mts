/** How much memory n8n needs for long lists, by how much of each record comes out. */
import type { INodeParameters } from 'n8n-workflow';

import { expect, logFile, setStage, test as base, type Stage } from './fixtures.mjs';
import { watchMemory } from './liveMemory.mjs';
import { startN8n } from './n8n.mjs';
import { knock } from './notifications.mjs';
import { chain, door, node, payments } from './workflows.mjs';

const CHARGES = 100_000;

/** What n8n lists before it is measured, so that what it needs for any list counts for none. */
const SHORT = 100;

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
		`Alive in n8n's memory at most, above what was before: raw ${raw} MB, simplified ${simplified} MB ` +
			`(${(simplified / raw).toFixed(2)}), with the calendar day ${day} MB (${(day / raw).toFixed(2)})`,
	);
	expect(simplified / raw).toBeLessThan(1 / 3);
});

/**
 * Lists all charges in an n8n that was just started.
 *
 * @returns the most that was alive in its memory while it did so, above what was before, in MB
 */
async function peakOf(stage: Stage, name: string, parameters: INodeParameters): Promise<number> {
	const memory = await watchMemory(stage.folder);
	await stage.n8n.stop();
	const port = Number(new URL(stage.n8n.url).port);
	stage.n8n = await startN8n(stage.folder, port, await logFile(`memory-${name}`), {
		env: memory.env,
	});
	await stage.n8n.ready();
	const { editor, account, simulator } = stage;
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
	await editor.publish(await editor.importWorkflow(workflow));
	const { charges } = simulator.records;
	const run = async (all: boolean) => {
		const { id } = await knock(stage.n8n.url, name, { all });
		expect(id).toBe(charges[(all ? CHARGES : SHORT) - 1]!.id);
	};
	await run(false);
	const { pid, live: before } = await memory.anew();
	await run(true);
	const { live } = await memory.most();
	expect(live, `${pid} is still the largest`).toBeGreaterThan(before);
	return Math.round((live - before) / 1_000_000);
}
