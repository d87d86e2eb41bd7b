import type { Location, Simulator } from '../../simulator';
import { call, get, start } from './helpers';

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
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await start({ locations: 60 });
	});

	test('lists 25 when no size is asked for, with the whole envelope', async () => {
		const { status, json } = await get<LocationPage>(simulator, '/v1/locations');
		const path = `${simulator.url}/v1/locations`;
		expect(status).toBe(200);
		expect(json.data).toEqual(simulator.records.locations.slice(0, 25));
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

	test('goes on by page number, and its links keep the query', async () => {
		const seen: Location[] = [];
		let next = `${simulator.url}/v1/locations?per_page=17`;
		while (next) {
			const { json } = await get<LocationPage>(simulator, next);
			seen.push(...json.data);
			next = json.links.next as string;
		}
		expect(seen).toEqual(simulator.records.locations);
	});

	test('answers an empty page after the last', async () => {
		const { status, json } = await get<LocationPage>(simulator, '/v1/locations?page=9');
		expect(status).toBe(200);
		expect(json.data).toEqual([]);
		expect(json.meta).toMatchObject({ current_page: 9, from: 0, to: 0, total: 60 });
	});

	test('gives no page larger than the largest', async () => {
		const capped = await start({ maxPerPage: 10 });
		const { json } = await get<LocationPage>(capped, '/v1/locations?per_page=100');
		expect(json.data).toHaveLength(10);
		expect(json.meta.per_page).toBe(10);
	});

	test('finds by words of the name, in any order', async () => {
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

	test('finds by exact UUID', async () => {
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

	test.each(['per_page=0', 'per_page=x', 'page=0'])('refuses %s, with a list', async (query) => {
		const { status, json } = await get<ListFailure>(simulator, `/v1/locations?${query}`);
		expect(status).toBe(422);
		expect(json.errors).toEqual([json.message]);
	});

	test('carries a list of errors with a 401 too', async () => {
		const { status, json } = await get<ListFailure>(simulator, '/v1/locations', { key: false });
		expect(status).toBe(401);
		expect(json.errors).toEqual([json.message]);
	});
});

describe('DELETE /v1/locations/{location}', () => {
	let simulator: Simulator;
	const remove = (id: string) =>
		call<ListFailure>(simulator, 'DELETE', `/v1/locations/${id}`, { body: undefined });

	beforeEach(async () => {
		simulator = await start();
	});

	test('deletes an inactive location for good', async () => {
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		const { status, text } = await remove(inactive.id);
		expect(status).toBe(204);
		expect(text).toBe('');
		expect(simulator.records.locations).not.toContainEqual(inactive);
		expect((await remove(inactive.id)).status).toBe(404);
	});

	test('refuses an active one', async () => {
		const active = simulator.records.locations.find((one) => one.active) as Location;
		const { status, json } = await remove(active.id);
		expect(status).toBe(422);
		expect(json.errors).toEqual([json.message]);
		expect(simulator.records.locations).toContainEqual(active);
	});

	test('answers 404 to an unknown one and 422 to what is no UUID', async () => {
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

	test('answers 403 to a token that may not', async () => {
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		const { status, json } = await call<ListFailure>(
			simulator,
			'DELETE',
			`/v1/locations/${inactive.id}`,
			{ key: false, headers: { authorization: `Bearer ${access_token}` } },
		);
		expect(status).toBe(403);
		expect(json.errors).toEqual([expect.stringContaining('business:delete')]);
	});

	test('does not mind a content type without a body', async () => {
		const inactive = simulator.records.locations.find(({ active }) => !active) as Location;
		const { status } = await call(simulator, 'DELETE', `/v1/locations/${inactive.id}`, {
			headers: { 'content-type': 'application/json' },
		});
		expect(status).toBe(204);
	});
});
