import {
	NodeHelpers,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { apiAddress } from '../../credentials/environments';
import { Payments } from '../../nodes/Payments/Payments.node.js';
import { startSimulator, type Simulator } from '../../simulator';
import { observer } from '../../test/contract/observer';
import { apiKeyOf, runPayments, type Api, type RunResult } from '../../test/engine/run';
import { examples } from './examples';
import { operations } from './operations';

const REFERENCE = '5b0e3c1a-7d42-4f6e-9a18-2c9d0b7e4f31';

export const NOW = '2026-03-02T10:00:00+08:00';

/** An example that can be run: the records that it needs are there. */
export interface Prepared {
	/** As the editor saves them. */
	parameters: INodeParameters;
	/** The input item. */
	item?: IDataObject;
}

/** An example that was run. */
export interface Ran extends Prepared {
	/** The output. */
	items: INodeExecutionData[];
}

/**
 * Runs `work` with a simulator whose records are the same every time, byte for byte.
 *
 * @returns the result of `work`, with the sandbox's address instead of the simulator's
 */
export async function atSimulator<T>(work: (simulator: Simulator) => Promise<T>): Promise<T> {
	const now = () => Date.parse(NOW);
	const simulator = await startSimulator({
		seed: 1,
		listRefunds: true,
		anchor: NOW,
		now,
		observer,
	});
	try {
		const given = JSON.stringify(await work(simulator));
		const sandbox = apiAddress({ environment: 'sandbox' })!;
		// A reference that the node made is another one each time.
		const same = given.replace(/n8n-[0-9a-f]{8}-[0-9a-f-]{27}/g, `n8n-${REFERENCE}`);
		return JSON.parse(same.replaceAll(simulator.url, sandbox)) as T;
	} finally {
		await simulator.close();
	}
}

/**
 * Runs an example, after the operations that it depends on.
 *
 * @param name the operation, such as `Charge: Get Many`
 * @param more parameters besides the example's
 * @throws an error when there is no example, it does not fit the node, or the node fails
 */
export async function runExample(
	simulator: Simulator,
	name: string,
	more: INodeParameters = {},
): Promise<Ran> {
	const prepared = await prepare(simulator, name, more);
	const { resume, ...ran } = await runPrepared(simulator, name, prepared);
	const { whileWaiting } = examples[name]!;
	if (!whileWaiting) return ran;
	whileWaiting(simulator, ran.items[0]!.json);
	return { ...ran, items: (await resume({})).items! };
}

/**
 * Runs the operations that an example depends on, and not the example itself.
 *
 * @throws as `runExample`
 */
export async function prepare(
	simulator: Simulator,
	name: string,
	more: INodeParameters = {},
): Promise<Prepared> {
	const { after, given, meanwhile } = examples[name] ?? {};
	given?.(simulator);
	const before = after ? (await runExample(simulator, after)).items : [];
	for (const { json } of before) meanwhile?.(simulator, json);
	return inputOf(name, before, more);
}

/**
 * Runs an example.
 *
 * @param before what the operation before it returned
 * @throws as `runExample`
 */
export async function runAfter(api: Api, name: string, before: INodeExecutionData[]): Promise<Ran> {
	return await runPrepared(api, name, inputOf(name, before));
}

function inputOf(name: string, before: INodeExecutionData[], more: INodeParameters = {}): Prepared {
	const example = examples[name];
	const operation = operations.get(name);
	if (!example || !operation) throw new Error(`${name}: no example in docs/generate/examples.ts`);
	const { after, fits = () => true } = example;
	const item = example.item ?? before.map(({ json }) => json).find(fits);
	if (after && !item) throw new Error(`${name}: ${after} returned no item that fits`);

	const own = { resource: operation.resource, operation: operation.value };
	const given = { ...own, ...example.parameters, ...more };
	return { parameters: { ...own, ...saved(name, new Payments().description, given) }, item };
}

async function runPrepared(
	api: Api,
	name: string,
	prepared: Prepared,
): Promise<Ran & Pick<RunResult, 'resume'>> {
	const { parameters, item } = prepared;
	const { items, error, resume } = await runPayments({
		// The tests use Raw by default.
		parameters: { output: 'simplified', ...parameters },
		items: item && [item],
		credentials: apiKeyOf(api),
	});
	if (error) throw new Error(`${name}: ${error.message}. ${error.description ?? ''}`);
	if (items.length === 0) throw new Error(`${name}: no output`);
	return { ...prepared, items, resume };
}

/**
 * Parameters as the editor saves them: without those that are as they were at first.
 *
 * @param name says whose, in the error
 * @throws an error when the node shows no such parameter
 */
export function saved(
	name: string,
	description: INodeTypeDescription,
	given: INodeParameters,
): INodeParameters {
	const { properties } = description;
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	const entered = Object.fromEntries(
		Object.entries(given).map(([parameter, value]) => {
			const isId = typeof value === 'string' && locators.some((one) => one.name === parameter);
			return [parameter, isId ? { __rl: true, mode: 'id', value } : value];
		}),
	);
	const parameters = (withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			properties,
			entered,
			withDefaults,
			false,
			{ typeVersion: 1 },
			description,
		)!;
	const shown = parameters(true);
	const unknown = Object.keys(given).filter((parameter) => !(parameter in shown));
	if (unknown.length > 0) throw new Error(`${name}: the node does not show ${unknown.join(', ')}`);
	return parameters(false);
}
