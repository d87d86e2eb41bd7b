import type { EndpointWithSalt, Simulator, WebhookEndpoint } from '../../simulator';
import { bearer, call, get, misfits, post, start, type Failure, type Table } from './helpers';

const PATH = '/v1/webhook-events';
const basic = {
	name: 'n8n',
	url: 'https://n8n.example/webhook/payments?a=1',
	event_types: ['charge.created', 'payout.created'],
};
const table: Table = {
	id: 'uuid',
	business_id: 'uuid',
	name: 'string',
	url: 'string',
	event_types: 'array',
	created_at: 'local-time',
	updated_at: 'local-time',
};

describe('webhook endpoints', () => {
	let simulator: Simulator;
	const clock = { at: Date.parse('2026-01-02T03:04:05Z') };

	beforeEach(async () => {
		simulator = await start({ now: () => clock.at });
	});

	const create = async (change: object = {}) =>
		(await post<WebhookEndpoint>(simulator, PATH, { ...basic, ...change })).json;

	test('are created, the salt for the dashboard only', async () => {
		const { status, json, text } = await post<WebhookEndpoint>(simulator, PATH, basic);
		expect(status).toBe(201);
		expect(json).toMatchObject({ ...basic, business_id: simulator.businesses[0]?.id });
		expect(misfits(json, table)).toEqual([]);
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

	test('are listed as a plain array, oldest first', async () => {
		expect((await get(simulator, PATH)).json).toEqual([]);
		const made = [await create(), await create({ name: 'second' })];
		const { status, json, text } = await get(simulator, PATH);
		expect([status, json]).toEqual([200, made]);
		expect(text).not.toContain('salt');
	});

	test('are got, changed and deleted', async () => {
		const one = await create();
		const path = `${PATH}/${one.id}`;
		expect((await get(simulator, path)).json).toEqual(one);
		clock.at += 1000;
		const body = { event_types: ['charge.updated'] };
		const put = await call<WebhookEndpoint>(simulator, 'PUT', path, { body });
		expect(put.status).toBe(200);
		expect(put.json).toEqual({ ...one, ...body, updated_at: put.json.updated_at });
		expect(put.json.updated_at > one.updated_at).toBe(true);
		const all = { name: 'other', url: 'http://localhost:5678/a', event_types: ['payout.created'] };
		expect((await call(simulator, 'PUT', path, { body: all })).json).toMatchObject(all);
		const gone = await call(simulator, 'DELETE', path);
		expect([gone.status, gone.text]).toEqual([204, '']);
		expect(simulator.webhookEndpoints).toEqual([]);
	});

	test.each(['GET', 'PUT', 'DELETE'] as const)(
		'answer 404 to %s of an unknown id',
		async (verb) => {
			const { status, json } = await call(simulator, verb, `${PATH}/nope`, {
				body: verb === 'PUT' ? { name: 'x' } : undefined,
			});
			expect([status, json]).toEqual([404, { message: 'Webhook endpoint not found.' }]);
		},
	);

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

	test('are https only, when set up so', async () => {
		const strict = await start({ allowHttpWebhooks: false });
		const local = { ...basic, url: 'http://localhost:5678/webhook' };
		expect((await post(strict, PATH, local)).status).toBe(422);
		expect((await post(strict, PATH, basic)).status).toBe(201);
	});

	test('belong to one business', async () => {
		const one = await create();
		const other = simulator.businesses[1];
		const { access_token } = simulator.issueTokens({ business: other?.id });
		expect((await get(simulator, PATH, bearer(access_token))).json).toEqual([]);
		const path = `${PATH}/${one.id}`;
		expect((await call(simulator, 'DELETE', path, bearer(access_token))).status).toBe(404);
		const theirs = await call(simulator, 'POST', PATH, { ...bearer(access_token), body: basic });
		expect(theirs.json).toMatchObject({ business_id: other?.id });
		expect(simulator.webhookEndpoints).toHaveLength(1);
	});

	test.each([
		['POST', '', 'payments:create'],
		['GET', '', 'payments:read'],
		['GET', '/x', 'payments:read'],
		['PUT', '/x', 'payments:update'],
		['DELETE', '/x', 'payments:delete'],
	] as const)('need a scope for %s %s', async (method, path, scope) => {
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		const answer = await call(simulator, method, PATH + path, bearer(access_token));
		expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(scope)]);
		expect((await call(simulator, method, PATH + path, { key: false })).status).toBe(401);
	});
});
