import type { INodeParameters } from 'n8n-workflow';

import { useSimulator } from '../useSimulator';
import { apiKeyOf, operation, runPayments, type RunOptions } from './run';

const ITEMS = 80;

const simulator = useSimulator({ charges: 1_000, latency: 600 });

const getAll: INodeParameters = operation('charge', 'getAll', {
	returnAll: true,
	options: { parallelDays: false },
});

/** Runs the node for six seconds. @returns what the browser's console shows */
async function consoleOf(parameters: INodeParameters, options: Partial<RunOptions> = {}) {
	const messages: string[] = [];
	const credentials = apiKeyOf(simulator);
	const onConsole = (message: string) => messages.push(message);
	await runPayments({ credentials, onConsole, ...options, parameters });
	return messages;
}

test("a run of some seconds reports its progress in the browser's console, if it is started there", async () => {
	const { id } = simulator.records.charges[0]!;
	const get = operation('charge', 'get', { chargeId: id, options: {} });
	const [long, many, production] = await Promise.all([
		consoleOf(getAll),
		consoleOf(get, { items: Array.from({ length: ITEMS }, () => ({})) }),
		consoleOf(getAll, { mode: 'trigger' }),
	]);
	const about = (text: string) =>
		expect.stringMatching(`^\\[Node: "Payments"\\] ${text}$`) as string;
	// A busy machine may need long enough for a second one.
	expect(long.length).toBeGreaterThan(0);
	expect(many.length).toBeGreaterThan(0);
	for (const message of long) {
		expect(message).toEqual(about('(\\d00|1,000) records were read so far'));
	}
	for (const message of many) {
		expect(message).toEqual(about('\\d\\d of 80 items were handled so far'));
	}
	expect(production).toEqual([]);
});
