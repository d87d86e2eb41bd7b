import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useFreshSimulator } from '../../useSimulator';
import { apiKeyOf } from '../run';
import { kinds } from './registered';
import { useTriggers, type TriggerOptions } from './trigger';

/** Two n8n instances with the same workflow, such as production and a copy for tests. */

const simulator = useFreshSimulator({ charges: 1, payouts: 1, retryDelay: 20, retryFactor: 1 });
const start = useTriggers();

async function setUp(parameters: INodeParameters, options: Partial<TriggerOptions> = {}) {
	const credentials = apiKeyOf(simulator);
	return await start({ credentials, parameters, workflowId: 'w-1', ...options });
}

/** n8n observes its static data, so it is not a plain object. */
const copyOf = (staticData: IDataObject) => JSON.parse(JSON.stringify(staticData)) as IDataObject;

describe.each(kinds)('in mode $mode', (kind) => {
	const { parameters } = kind;
	const all = () => kind.all(simulator);
	const urls = () => all().map(({ url }) => url);

	test.each<[string, (production: IDataObject) => Partial<TriggerOptions>]>([
		['with a key of its own', () => ({ instanceId: 'staging' })],
		["with production's key, and so its ID", () => ({})],
		["with production's key and static data", (staticData) => ({ staticData })],
	])('a copy of n8n, %s, does not change production', async (_, optionsOf) => {
		const production = await setUp(parameters);
		const staticData = copyOf(await production.publish());
		const before = structuredClone(all());
		const staging = await setUp({ ...parameters, amount: 1 }, optionsOf(staticData));

		await staging.publish();
		await staging.publish();
		expect(all()).toEqual(expect.arrayContaining(before));
		expect(all()).toHaveLength(2);
		expect(urls()).toContain(staging.url);
		await staging.unpublish();
		expect(all()).toEqual(before);
		// And vice versa.
		await staging.publish();
		await production.unpublish();
		expect(urls()).toEqual([staging.url]);
	});

	test('a copy that is unpublished before it was ever published does not change production', async () => {
		const production = await setUp(parameters);
		const staticData = copyOf(await production.publish());
		const before = structuredClone(all());
		await (await setUp(parameters, { staticData })).unpublish();
		await (
			await setUp({ ...parameters, mode: 'requests', events: ['refund'] }, { staticData })
		).publish();
		expect(all()).toEqual(before);
	});
});
