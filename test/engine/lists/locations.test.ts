import { Payments } from '../../../nodes/Payments/Payments.node';
import { PaymentsPollTrigger } from '../../../nodes/Payments/PaymentsPollTrigger.node';
import { mustViolate, useSimulator } from '../../useSimulator';
import { contextOf, openList } from '../openList';
import { apiKeyOf } from '../run';

const simulator = useSimulator({ locations: 60 });

const list = openList('searchLocations');

test('the list says which locations are inactive', async () => {
	const { results } = await list(apiKeyOf(simulator));
	for (const { name, value } of results) {
		const location = simulator.records.locations.find(({ id }) => id === value)!;
		expect(name).toBe(location.active ? location.name : `${location.name} (inactive)`);
	}
	expect(results.some(({ name }) => name.endsWith('(inactive)'))).toBe(true);
});

test('what can be deleted is listed without active locations, page by page', async () => {
	const inactive = simulator.records.locations.filter(({ active }) => !active);
	const { results, paginationToken } = await openList('searchInactiveLocations')(
		apiKeyOf(simulator),
	);
	expect(results).toEqual(
		inactive.map(({ id, name }) => ({ name: `${name} (inactive)`, value: id })),
	);
	expect(paginationToken).toBeUndefined();
	expect(inactive.length).toBeGreaterThan(0);
	expect(simulator.requests).toHaveLength(3);
});

test('a web page in place of the list is explained', async () => {
	simulator.fault({ path: '/v1/locations', status: 200, body: '<html>Welcome</html>' });
	await expect(list(apiKeyOf(simulator))).rejects.toMatchObject({
		message: 'The Payments API returned a web page or other text instead of data',
		description: expect.stringContaining('may be down for maintenance') as string,
	});
});

describe.each([
	['the node', new Payments()],
	['the trigger that polls', new PaymentsPollTrigger()],
])('to filter by several of them, %s', (_, { methods, description }) => {
	const { getLocations } = methods.loadOptions;

	test('offers all to be ticked', async () => {
		const offered = await getLocations.call(contextOf(apiKeyOf(simulator)));
		const { locations } = simulator.records;
		// Three pages of the service.
		expect(offered.length).toBeGreaterThan(50);
		expect(offered.map(({ value }) => value)).toEqual(locations.map(({ id }) => id));
	});

	test('offers each once, also if the list repeats its cursor', async () => {
		const body = { data: [{ id: 'l-1', name: 'Shop' }], meta: { next_cursor: 'same' } };
		simulator.fault({ path: '/v1/locations', status: 200, body, times: 99 });
		mustViolate(/query cursor is not in the contract/);
		const offered = await getLocations.call(contextOf(apiKeyOf(simulator)));
		expect(offered.map(({ value }) => value)).toEqual(['l-1']);
		expect(simulator.requests).toHaveLength(2);
	});

	test('says why there are none', async () => {
		const wrong = apiKeyOf(simulator, { apiKey: 'of nobody' });
		await expect(getLocations.call(contextOf(wrong))).rejects.toMatchObject({
			description: expect.stringContaining('Check the key in the credential') as string,
		});
	});

	test('finds them by the name that the parameter gives', () => {
		expect(JSON.stringify(description.properties)).toContain('"loadOptionsMethod":"getLocations"');
	});
});
