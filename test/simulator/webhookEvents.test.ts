import type { EndpointWithSalt, WebhookEndpoint } from '../../simulator';
import {
	answered,
	bearer,
	call,
	type Failure,
	get,
	post,
	start,
	useFreshSimulator,
} from './helpers';

const PATH = '/v1/webhook-events';
const basic = {
	name: 'n8n',
	url: 'https://n8n.example/webhook/payments?a=1',
	event_types: ['charge.created', 'payout.created'],
};

describe('webhook endpoints', () => {
	const simulator = useFreshSimulator();

	const create = async (change: object = {}) =>
		(await post<WebhookEndpoint>(simulator, PATH, { ...basic, ...change })).json;

	test('are created without showing their salt', async () => {
		const { json, text } = await answered(201, post<WebhookEndpoint>(simulator, PATH, basic));
		expect(json).toMatchObject({ ...basic, business_id: simulator.businesses[0]?.id });
		const [known] = simulator.webhookEndpoints;
		expect(known).toEqual({ ...json, salt: known?.salt });
		expect(text).not.toContain('salt');
		await create();
		const salts = simulator.webhookEndpoints.map(({ salt }) => salt);
		expect(new Set([...salts, simulator.salt]).size).toBe(3);
		const { json: shown } = await call<EndpointWithSalt[]>(
			simulator,
			'GET',
			'/_control/webhook-endpoints',
			{ key: false },
		);
		expect(shown).toEqual(simulator.webhookEndpoints);
	});

	test('are listed as an array, oldest first', async () => {
		expect((await get(simulator, PATH)).json).toEqual([]);
		const made = [await create(), await create({ name: 'second' })];
		const { status, json, text } = await get(simulator, PATH);
		expect([status, json]).toEqual([200, made]);
		expect(text).not.toContain('salt');
	});

	test.each([
		[{ name: 'x'.repeat(255) }],
		[{ url: 'http://127.0.0.1:5678/webhook' }],
		[{ url: 'http://localhost/webhook' }],
		[{ url: 'http://[::1]:5678/webhook' }],
		[{ event_types: ['payment_request.completed'] }],
	])('accept %j', async (change) => {
		expect((await post(simulator, PATH, { ...basic, ...change })).status).toBe(201);
	});

	test.each([
		[{ name: undefined }, 'name'],
		[{ name: '' }, 'name'],
		[{ name: 'x'.repeat(256) }, 'name'],
		[{ url: undefined }, 'url'],
		[{ url: 'n8n' }, 'url'],
		[{ url: 'http://n8n.example/webhook' }, 'url'],
		[{ url: 'http://localhost.example/webhook' }, 'url'],
		[{ url: 'ftp://localhost/webhook' }, 'url'],
		[{ event_types: undefined }, 'event_types'],
		[{ event_types: 'charge.created' }, 'event_types'],
		[{ event_types: [] }, 'event_types'],
		[{ event_types: ['charge'] }, 'event_types'],
		[{ event_types: [5] }, 'event_types'],
	])('refuse %j', async (change, field) => {
		const created = await post<Failure>(simulator, PATH, { ...basic, ...change });
		expect([created.status, Object.keys(created.json.errors)]).toEqual([422, [field]]);
		expect(simulator.webhookEndpoints).toEqual([]);
		if (Object.values(change)[0] === undefined) return;
		const one = await create();
		const path = `${PATH}/${one.id}`;
		const changed = await call<Failure>(simulator, 'PUT', path, { body: change });
		expect([changed.status, Object.keys(changed.json.errors)]).toEqual([422, [field]]);
		expect((await get(simulator, path)).json).toEqual(one);
	});

	test('require https with allowHttpWebhooks false', async () => {
		const strict = await start({ allowHttpWebhooks: false });
		const local = { ...basic, url: 'http://localhost:5678/webhook' };
		expect((await post(strict, PATH, local)).status).toBe(422);
		expect((await post(strict, PATH, basic)).status).toBe(201);
	});

	test('belong to the business of the credential', async () => {
		const business = simulator.businesses[1]?.id;
		const { access_token } = simulator.issueTokens({ business });
		const made = await call(simulator, 'POST', PATH, { ...bearer(access_token), body: basic });
		expect(made.json).toMatchObject({ business_id: business });
	});

	test('are updated in all fields', async () => {
		const { id } = await create();
		const body = { name: 'other', url: 'http://localhost:5678/a', event_types: ['payout.created'] };
		expect((await call(simulator, 'PUT', `${PATH}/${id}`, { body })).json).toMatchObject(body);
	});
});
