import type { INodeParameters } from 'n8n-workflow';

import { useVirtualClock } from '../clock';
import { useSimulator } from '../useSimulator';
import { operation, runnerOf, type RunOptions } from './run';

useVirtualClock();
const simulator = useSimulator({ charges: 1_000, latency: 600 });

const getAll = operation('charge', 'getAll', {
	returnAll: true,
	options: { parallelDays: false },
});

/** Runs the node for six seconds. @returns what the browser's console shows */
async function consoleOf(parameters: INodeParameters, options: Partial<RunOptions> = {}) {
	const messages: string[] = [];
	const onConsole = (message: string) => messages.push(message);
	await runnerOf(simulator)(parameters, { onConsole, ...options });
	return messages;
}

describe("a run of some seconds reports its progress in the browser's console", () => {
	test('by its records, if it has one item', async () => {
		expect(await consoleOf(getAll)).toEqual(['[Node: "Payments"] 900 records were read so far']);
	});

	test('by its items, if it has several', async () => {
		const { id } = simulator.records.charges[0]!;
		const items = Array.from({ length: 80 }, () => ({}));
		const get = operation('charge', 'get', { chargeId: id, options: {} });
		expect(await consoleOf(get, { items })).toEqual([
			'[Node: "Payments"] 65 of 80 items were handled so far',
		]);
	});

	test('unless it is of one record', async () => {
		simulator.fault({ delay: 6_000 });
		const { id } = simulator.records.charges[0]!;
		expect(await consoleOf(operation('charge', 'get', { chargeId: id }))).toEqual([]);
	});

	test('unless it is not started there', async () => {
		expect(await consoleOf(getAll, { mode: 'trigger' })).toEqual([]);
	});
});
