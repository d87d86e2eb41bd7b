/** The memory that n8n needs for long lists, by output mode. */
import type { INodeParameters } from 'n8n-workflow';

import { expect, startAgain, test, type TestEnvironment } from './fixtures.mjs';
import { watchMemory } from './liveMemory.mjs';
import { callWebhook } from './notifications.mjs';
import { chain, webhook, node, payments } from './workflows.mjs';

const CHARGES = 10_000;

/** A short list before each measurement, so that one-time allocations do not count. */
const SHORT = 100;

test.use({ environmentName: 'memory', environmentOptions: { charges: CHARGES } });

test('10,000 simplified charges take at most a third of the memory of raw ones', async ({
	environment,
}) => {
	test.setTimeout(600_000);
	const simplified = await peakOf(environment, 'simplified', { output: 'simplified' });
	const day = await peakOf(environment, 'day', {
		output: 'simplified',
		options: { calendarDay: true },
	});
	const raw = await peakOf(environment, 'raw', { output: 'raw' });
	console.log(
		`Alive in n8n's memory at most, above what was before: raw ${raw} MB, simplified ${simplified} MB ` +
			`(${(simplified / raw).toFixed(2)}), with the calendar day ${day} MB (${(day / raw).toFixed(2)})`,
	);
	expect(simplified / raw).toBeLessThan(1 / 3);
});

/**
 * Lists all charges in an n8n that was just started.
 *
 * @returns the peak of live memory above the level before, in MB
 */
async function peakOf(
	environment: TestEnvironment,
	name: string,
	parameters: INodeParameters,
): Promise<number> {
	const memory = await watchMemory(environment.folder);
	await environment.n8n.stop();
	await startAgain(environment, `memory-${name}`, { env: memory.env });
	const { editor, account, simulator } = environment;
	const list = payments('Charges', account, {
		resource: 'charge',
		operation: 'getAll',
		returnAll: '={{ $json.body.all }}',
		limit: SHORT,
		...parameters,
	});
	const last = node('Last', 'n8n-nodes-base.limit', 1, { keep: 'lastItems' });
	const workflow = { name, ...chain(webhook(name), list, last) };
	// As in any sync of this size, n8n does not store the data.
	workflow.settings = { ...workflow.settings, saveDataSuccessExecution: 'none' };
	await editor.publish(await editor.importWorkflow(workflow));
	const { charges } = simulator.records;
	const run = async (all: boolean) => {
		const { id } = await callWebhook(environment.n8n.url, name, { all });
		expect(id).toBe(charges[(all ? CHARGES : SHORT) - 1]!.id);
	};
	await run(false);
	const { pid, live: before } = await memory.reset();
	await run(true);
	const { live } = await memory.most();
	expect(live, `${pid} is still the largest`).toBeGreaterThan(before);
	return Math.round((live - before) / 1_000_000);
}
