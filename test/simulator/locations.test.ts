import type { Location } from '../../simulator';
import { answered, call, get, start, useFreshSimulator, useSimulator } from './helpers';

interface LocationPage {
	data: Location[];
	links: Record<string, string>;
	meta: Record<string, unknown> & { links: Array<{ url: string; label: string; active: boolean }> };
}

interface ListFailure {
	message: string;
	errors: string[];
}

describe('GET /v1/locations', () => {
	const simulator = useSimulator({ locations: 60 });

	test('lists 25 by default, with links and meta', async () => {
		const { status, json } = await get<LocationPage>(simulator, '/v1/locations');
		const path = `${simulator.url}/v1/locations`;
		expect([status, json.data]).toEqual([200, simulator.records.locations.slice(0, 25)]);
		expect(json.links).toEqual({
			first: `${path}?page=1`,
			last: `${path}?page=3`,
			prev: '',
			next: `${path}?page=2`,
		});
		const { links, ...meta } = json.meta;
		expect(meta).toEqual({
			current_page: 1,
			per_page: 25,
			from: 1,
			to: 25,
			total: 60,
			last_page: 3,
			path,
		});
		expect(links.map(({ active }) => active)).toEqual([false, true, false, false, false]);
		expect(links[2]).toEqual({ url: `${path}?page=2`, label: '2', active: false });
	});

	test('has links that lead through all pages', async () => {
		const seen: Location[] = [];
		let next = `${simulator.url}/v1/locations?per_page=17`;
		while (next) {
			const { json } = await get<LocationPage>(simulator, next);
			seen.push(...json.data);
			next = json.links.next as string;
		}
		expect(seen).toEqual(simulator.records.locations);
	});

	test('returns an empty page after the last', async () => {
		const { status, json } = await get<LocationPage>(simulator, '/v1/locations?page=9');
		expect([status, json.data]).toEqual([200, []]);
		expect(json.meta).toMatchObject({ current_page: 9, from: 0, to: 0, total: 60 });
	});

	test('reduces the page size to the maximum', async () => {
		const capped = await start({ maxPerPage: 10 });
		const { json } = await get<LocationPage>(capped, '/v1/locations?per_page=100');
		expect(json.data).toHaveLength(10);
		expect(json.meta.per_page).toBe(10);
	});

	test('searches words of the name, in any order', async () => {
		const [, second] = simulator.records.locations;
		const words = second?.name.split(' ').reverse().join(' ').toUpperCase() as string;
		const { json } = await get<LocationPage>(
			simulator,
			`/v1/locations?keywords=${encodeURIComponent(words)}`,
		);
		expect(json.data).toContainEqual(second);
		for (const { name } of json.data) {
			for (const word of words.toLowerCase().split(' ')) {
				expect(name.toLowerCase()).toContain(word);
			}
		}
	});

	test('finds a UUID', async () => {
		const [, second] = simulator.records.locations;
		const { json } = await get<LocationPage>(
			simulator,
			`/v1/locations?keywords=${second?.id.toUpperCase()}`,
		);
		expect(json.data).toEqual([second]);
		const part = await get<LocationPage>(
			simulator,
			`/v1/locations?keywords=${second?.id.slice(0, 8)}`,
		);
		expect(part.json.data).toEqual([]);
	});

	test.each(['per_page=0', 'per_page=x', 'page=0'])(
		'refuses %s with a list of errors',
		async (query) => {
			const { status, json } = await get<ListFailure>(simulator, `/v1/locations?${query}`);
			expect([status, json.errors]).toEqual([422, [json.message]]);
		},
	);

	test('has a list of errors with a 401 too', async () => {
		const { status, json } = await get<ListFailure>(simulator, '/v1/locations', { key: false });
		expect([status, json.errors]).toEqual([401, [json.message]]);
	});
});

describe('DELETE /v1/locations/{location}', () => {
	const simulator = useFreshSimulator();
	const remove = (id: string) =>
		call<ListFailure>(simulator, 'DELETE', `/v1/locations/${id}`, { body: undefined });

	test('deletes an inactive location for good', async () => {
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		const { status, text } = await remove(inactive.id);
		expect([status, text]).toEqual([204, '']);
		expect(simulator.records.locations).not.toContainEqual(inactive);
		expect((await remove(inactive.id)).status).toBe(404);
	});

	test('refuses an active location', async () => {
		const active = simulator.records.locations.find((one) => one.active) as Location;
		const { status, json } = await remove(active.id);
		expect([status, json.errors]).toEqual([422, [json.message]]);
		expect(simulator.records.locations).toContainEqual(active);
	});

	test('returns 404 for an unknown location and 422 without a UUID', async () => {
		const unknown = await remove('20000000-0000-4000-8000-000000000000');
		expect(unknown.status).toBe(404);
		expect(unknown.json).toEqual({
			message: 'Location not found.',
			errors: ['Location not found.'],
		});
		const nonsense = await remove('here');
		expect(nonsense.status).toBe(422);
		expect(nonsense.json.errors).toHaveLength(1);
	});

	test('returns 403 without the scope', async () => {
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		const { status, json } = await call<ListFailure>(
			simulator,
			'DELETE',
			`/v1/locations/${inactive.id}`,
			{ key: false, headers: { authorization: `Bearer ${access_token}` } },
		);
		expect([status, json.errors]).toEqual([403, [expect.stringContaining('business:delete')]]);
	});

	test('accepts a content type without a body', async () => {
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		await answered(
			204,
			call(simulator, 'DELETE', `/v1/locations/${inactive.id}`, {
				headers: { 'content-type': 'application/json' },
			}),
		);
	});
});
