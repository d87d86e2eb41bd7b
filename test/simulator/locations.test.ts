import type { Location } from '../../simulator';
import { answered, bearer, call, useFreshSimulator } from './helpers';

interface ListFailure {
	message: string;
	errors: string[];
}

describe('DELETE /v1/locations/{location}', () => {
	const simulator = useFreshSimulator();
	const remove = (id: string) => call<ListFailure>(simulator, 'DELETE', `/v1/locations/${id}`);
	const one = (isActive: boolean) =>
		simulator.records.locations.find(({ active }) => active === isActive) as Location;

	test('deletes an inactive location for good', async () => {
		const inactive = one(false);
		expect((await answered(204, remove(inactive.id.toUpperCase()))).text).toBe('');
		expect(simulator.records.locations).not.toContainEqual(inactive);
		await answered(404, remove(inactive.id));
	});

	test('refuses an active location', async () => {
		const active = one(true);
		await answered(422, remove(active.id));
		expect(simulator.records.locations).toContainEqual(active);
	});

	test('has a list of errors in each refusal, which repeats the message', async () => {
		const path = `/v1/locations/${one(false).id}`;
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		for (const [status, url, options] of [
			[404, '/v1/locations/20000000-0000-4000-8000-000000000000', {}],
			[422, '/v1/locations/here', {}],
			[401, path, { key: false }],
			[403, path, bearer(access_token)],
		] as const) {
			const sent = call<ListFailure>(simulator, 'DELETE', url, options);
			const { json } = await answered(status, sent);
			expect(json.errors).toEqual([json.message]);
		}
	});

	test('accepts a content type without a body', async () => {
		const headers = { 'content-type': 'application/json' };
		const path = `/v1/locations/${one(false).id}`;
		await answered(204, call(simulator, 'DELETE', path, { headers }));
	});
});
