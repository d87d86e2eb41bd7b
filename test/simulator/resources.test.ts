import type { Simulator } from '../../simulator';
import { bearer, call, fieldsRefused, get, post, start } from './helpers';

interface Resource {
	path: string;
	body: object;
	/** A change that leaves other fields as they are. */
	change: object;
	/** Status and body of the response to a deletion. */
	deleted: [number, object | undefined];
	/** Status and message about an unknown ID. */
	unknown: [number, string];
	records: (simulator: Simulator) => readonly object[];
}

const staticQrs: Resource = {
	path: '/v1/static_qr',
	body: { name: 'Counter', payment_provider_method: 'paynow_online', amount: 5, currency: 'sgd' },
	change: { name: 'Till' },
	deleted: [200, { message: 'Static QR code deleted.' }],
	unknown: [404, 'Static QR code not found.'],
	records: ({ records }) => records.staticQrs,
};
const plans: Resource = {
	path: '/v1/subscription-plan',
	body: { name: 'Gold', cycle: 'monthly', amount: 30, description: 'All of it', reference: 'g' },
	change: { amount: 45, description: '' },
	deleted: [204, undefined],
	// Not 404, unlike with other records.
	unknown: [422, 'Subscription plan not found.'],
	records: ({ records }) => records.plans,
};
const webhookEndpoints: Resource = {
	path: '/v1/webhook-events',
	body: { name: 'n8n', url: 'https://n8n.example/a', event_types: ['charge.created'] },
	change: { event_types: ['charge.updated'] },
	deleted: [204, undefined],
	unknown: [404, 'Webhook endpoint not found.'],
	records: (simulator) => simulator.webhookEndpoints,
};
const paymentRequests: Resource = {
	path: '/v1/payment-requests',
	body: { amount: 10, currency: 'SGD', purpose: 'Tea', metadata: { a: '1' } },
	change: { purpose: 'Kopi', send_sms: 'true' },
	deleted: [200, { success: true }],
	unknown: [404, 'Payment request not found.'],
	records: ({ records }) => records.paymentRequests,
};

interface Made {
	id: string;
	updated_at: string;
}

interface List {
	data: Made[];
	links: Record<string, string>;
	meta: Record<string, unknown>;
}

let simulator: Simulator;
const clock = { at: Date.parse('2026-01-02T03:04:05Z') };

beforeEach(async () => {
	simulator = await start({ now: () => clock.at });
});

describe.each([
	['static QR codes', staticQrs],
	['subscription plans', plans],
	['webhook endpoints', webhookEndpoints],
	['payment requests', paymentRequests],
])('%s', (_name, { path, body, change, deleted, unknown, records }) => {
	const create = async () => (await post<Made>(simulator, path, body)).json;

	test('are read, updated and deleted', async () => {
		const one = await create();
		await create();
		const address = `${path}/${one.id}`;
		expect(await get(simulator, address)).toMatchObject({ status: 200, json: one });
		expect((await get(simulator, `${path}/${one.id.toUpperCase()}`)).json).toEqual(one);
		clock.at += 1000;
		const put = await call<Made>(simulator, 'PUT', address, { body: change });
		const sent = Object.entries(change).map(([name, value]) => [
			name,
			value === 'true' ? true : (value as unknown),
		]);
		const { updated_at } = put.json;
		const changed = { ...one, ...(Object.fromEntries(sent) as object), updated_at };
		expect([put.status, put.json]).toEqual([200, changed]);
		expect(updated_at > one.updated_at).toBe(true);
		expect((await get(simulator, address)).json).toEqual(put.json);
		const gone = await call(simulator, 'DELETE', address);
		expect([gone.status, gone.json]).toEqual(deleted);
		expect(records(simulator)).toHaveLength(1);
		expect(records(simulator)).not.toContainEqual(changed);
		expect((await get(simulator, address)).status).toBe(unknown[0]);
	});

	test.each(['GET', 'PUT', 'DELETE'] as const)('refuse %s of an unknown ID', async (method) => {
		for (const id of ['nope', '20000000-0000-4000-8000-000000000000']) {
			const sent = method === 'PUT' ? { body: { name: 'x' } } : {};
			const { status, json } = await call(simulator, method, `${path}/${id}`, sent);
			expect([status, json]).toEqual([unknown[0], { message: unknown[1] }]);
		}
	});

	test('belong to one business', async () => {
		const one = await create();
		const { access_token } = simulator.issueTokens({ business: simulator.businesses[1]?.id });
		const theirs = bearer(access_token);
		const { json } = await get<List | Made[]>(simulator, path, theirs);
		expect(Array.isArray(json) ? json : json.data).toEqual([]);
		for (const method of ['GET', 'DELETE'] as const) {
			const { status } = await call(simulator, method, `${path}/${one.id}`, theirs);
			expect(status).toBe(unknown[0]);
		}
		const made = await call(simulator, 'POST', path, { ...theirs, body });
		expect(made.status).toBe(201);
		expect(records(simulator)).toEqual([expect.objectContaining({ id: one.id })]);
	});

	test.each([
		['POST', '', 'payments:create'],
		['GET', '', 'payments:read'],
		['GET', '/x', 'payments:read'],
		['PUT', '/x', 'payments:update'],
		['DELETE', '/x', 'payments:delete'],
	] as const)('need a scope for %s %s', async (method, id, scope) => {
		const { access_token } = simulator.issueTokens({ scope: 'business:read' });
		const { status, text } = await call(simulator, method, path + id, bearer(access_token));
		expect([status, text]).toEqual([403, expect.stringContaining(scope)]);
		expect((await call(simulator, method, path + id, { key: false })).status).toBe(401);
	});
});

describe.each([
	['static QR codes', staticQrs, 'page'],
	['subscription plans', plans, 'page'],
	['payment requests', paymentRequests, 'current_page'],
])('the list of %s', (_name, { path, body }, parameter) => {
	const list = async (query = '') => (await get<List>(simulator, path + query)).json;

	test('has numbered pages, newest first', async () => {
		const empty = await list();
		expect(empty.data).toEqual([]);
		expect(empty.meta).toMatchObject({ total: 0, last_page: 1, per_page: 25 });
		const made: Made[] = [];
		for (let i = 0; i < 5; i++) made.unshift((await post<Made>(simulator, path, body)).json);
		const seen: Made[][] = [];
		for (let next: string | undefined = '?per_page=2'; next;) {
			const { data, links } = await list(next);
			seen.push(data);
			next = links.next && new URL(links.next).search;
		}
		expect(seen).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
		const { links, meta } = await list(`?per_page=2&${parameter}=2`);
		const url = `${simulator.url}${path}?per_page=2&${parameter}=`;
		expect(links).toEqual({ first: `${url}1`, last: `${url}3`, prev: `${url}1`, next: `${url}3` });
		expect(meta).toMatchObject({
			current_page: 2,
			per_page: 2,
			from: 3,
			to: 4,
			total: 5,
			last_page: 3,
			path: simulator.url + path,
		});
	});

	test.each([
		['per_page=0', 'per_page'],
		['per_page=-1', 'per_page'],
		[`${parameter}=x`, parameter],
	])('refuses %s', async (query, field) => {
		expect(fieldsRefused(await get(simulator, `${path}?${query}`))).toEqual([field]);
	});
});
