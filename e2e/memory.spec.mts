/** The memory that n8n needs for long lists, by output mode. */
import type { INodeParameters } from 'n8n-workflow';

import { cleanUpAfterAll, expect, setUpEnvironment, temporaryFolder, test } from './fixtures.mjs';
import type { TestEnvironment } from './fixtures.mjs';
import { watchMemory, type LiveMemory } from './liveMemory.mjs';
import { callWebhook } from './notifications.mjs';
import { chain, webhook, node, payments } from './workflows.mjs';

const CHARGES = 20_000;

/** A short list before each measurement, so that one-time allocations do not count. */
const SHORT = 100;

const onCleanup = cleanUpAfterAll();
let memory: LiveMemory;
let environment: TestEnvironment;

test.beforeAll(async ({ tarball }) => {
	test.setTimeout(900_000);
	memory = await watchMemory(await temporaryFolder('live', onCleanup));
	const { env } = memory;
	environment = await setUpEnvironment('memory', tarball, onCleanup, { charges: CHARGES, env });
});

test('20,000 simplified charges take at most a third of the memory of raw ones', async () => {
	test.setTimeout(600_000);
	const simplified = await peakOf('simplified', { output: 'simplified' });
	const day = await peakOf('day', {
		output: 'simplified',
		options: { calendarDay: true },
	});
	const raw = await peakOf('raw', { output: 'raw' });
	console.log(
		`Alive in n8n's memory at most, above what was before: raw ${raw} MB, simplified ${simplified} MB ` +
			`(${(simplified / raw).toFixed(2)}), with the calendar day ${day} MB (${(day / raw).toFixed(2)})`,
	);
	expect(simplified / raw).toBeLessThan(1 / 3);
});

/** Lists all charges. @returns the peak of live memory above the level before, in MB */
async function peakOf(name: string, parameters: INodeParameters): Promise<number> {
	const { account, editor, n8n, simulator } = environment;
	const list = payments('Charges', account, {
		resource: 'charge',
		operation: 'getAll',
		returnAll: '={{ $json.body.all }}',
		limit: SHORT,
		...parameters,
	});
	const last = node('Last', 'n8n-nodes-base.limit', 1, { keep: 'lastItems' });
	// While it waits, the list is alive: a look at the memory never comes too late.
	const held = node('Held', 'n8n-nodes-base.wait', 1.1, { amount: 10 });
	const workflow = { name, ...chain(webhook(name), list, last, held) };
	// As in any sync of this size, n8n does not store the data.
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
	await editor.publish(await editor.importWorkflow(workflow));
	const { charges } = simulator.records;
	const run = async (all: boolean) => {
		const { id } = await callWebhook(n8n.url, name, { all });
		expect(id).toBe(charges[(all ? CHARGES : SHORT) - 1]!.id);
	};
	await run(false);
	const { pid, live: before } = await memory.reset();
	await run(true);
	const { pid: largest, live } = await memory.most();
	expect(largest).toBe(pid);
	expect(live).toBeGreaterThan(before);
	return Math.round((live - before) / 1_000_000);
}
