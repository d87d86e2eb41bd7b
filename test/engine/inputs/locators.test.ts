import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { NOW } from '../../../docs/generate/runs';
import { useSimulator } from '../../useSimulator';
import { runnerOf } from '../run';
import { shortenWaits } from '../waits';
import { itemOf } from './item';
import { ID, places, withValue, type Place } from './places';

shortenWaits();
const simulator = useSimulator({ seed: 1, anchor: NOW, now: () => Date.parse(NOW) });
const run = runnerOf(simulator);

/** How a record is given; by its ID: inputs.test.ts. */
const ways: Array<[way: string, (id: string) => unknown]> = [
	['chosen from the list', (value) => ({ __rl: true, mode: 'list', value, cachedResultName: 'A' })],
	['a plain text', (value) => value],
	['a plain expression', () => '={{ $json.given }}'],
];

/** The node looks these up among records: lists/locations.test.ts and filters.test.ts. */
const lookedUp = ['Location: Delete', 'Balance: Get Transactions'];
const locators = places
	.filter(
		({ field, operation: name }) => field.type === 'resourceLocator' && !lookedUp.includes(name),
	)
	.map((place) => [place.operation, place.label, place] as const);

/** Returns a currency, the record of the operation, a part of it, or the ID of another one. */
function selected({ api, url }: Place, record: IDataObject): string {
	if (api?.endsWith('currency')) return 'SGD';
	if (api === 'existing_variation') return record.variation as string;
	return url.includes(`{${api}}`) || api === 'payment_id' ? (record.id as string) : ID;
}

/** Returns the item of the example; for a variation that of a product which has some. */
async function recordOf({ api, operation: name }: Place): Promise<IDataObject> {
	const item = await itemOf(simulator, name);
	if (api !== 'existing_variation') return item;
	const { id, variations } = simulator.records.products.find((one) => one.variations.length > 0)!;
	return { ...item, id, variation: variations[0]!.id };
}

test.each(locators)('%s: %s is sent however it is selected', async (_name, _label, place) => {
	const record = await recordOf(place);
	const id = selected(place, record);
	for (const [way, given] of ways) {
		simulator.reset();
		const parameters = withEntered(place, given(id) as NodeParameterValueType);
		await run(parameters, { items: [{ ...record, given: id }] });
		const sent = simulator.requests.map(({ path, query, body }) =>
			// Some requests have currencies in lower case.
			JSON.stringify([path, query, body]).toLowerCase(),
		);
		expect([way, ...sent]).toContainEqual(expect.stringContaining(id.toLowerCase()));
	}
});

/** As `withValue`, where the value of the parameter itself is given. */
function withEntered(place: Place, value: NodeParameterValueType): INodeParameters {
	return withValue({ ...place, field: { ...place.field, type: 'string' } }, value);
}
