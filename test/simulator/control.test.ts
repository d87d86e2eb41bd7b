import type { Charge, JournalEntry, TokenResponse } from '../../simulator';
import { answered, bearer, call, fieldsRefused, get, post, useFreshSimulator } from './helpers';

describe('the control API', () => {
	const simulator = useFreshSimulator();
	const control = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
		call<T>(simulator, method, `/_control${path}`, { key: false, body });

	test('returns an overview', async () => {
		const { json } = await answered(200, control<Record<string, unknown>>('GET', ''));
		expect(json).toMatchObject({ requests: 0, scopes: { payments: 'approved' } });
		expect(json.businesses).toHaveLength(2);
		expect(JSON.stringify(json)).not.toContain(simulator.apiKey);
	});

	test.each([
		[{ statsu: 500 }, 'statsu'],
		[{ cut: 'during' }, 'cut'],
		[{ rate: 1.5 }, 'rate'],
	])('refuses the fault %j', async (fault, field) => {
		expect(fieldsRefused(await control('POST', '/faults', fault))).toEqual([field]);
	});

	test('is never hit, delayed or recorded itself', async () => {
		simulator.fault({ status: 500, times: 9 });
		expect((await control('GET', '')).status).toBe(200);
		expect(simulator.requests).toEqual([]);
	});

	test('returns requests without credentials', async () => {
		const { access_token, refresh_token } = simulator.issueTokens();
		const { clientSecret } = simulator.oauthApp;
		await get(simulator, '/v1/info');
		await get(simulator, '/v1/info', bearer(access_token));
		const form = { grant_type: 'refresh_token', refresh_token, client_secret: clientSecret };
		await call(simulator, 'POST', '/v1/open/oauth/token', { key: false, form });
		await post(simulator, '/v1/refund', { amount: 1 });
		const { json, text } = await control<JournalEntry[]>('GET', '/requests');
		expect(json).toHaveLength(4);
		for (const secret of [simulator.apiKey, access_token, refresh_token, clientSecret]) {
			expect(text).not.toContain(secret);
		}
		expect(json[2]?.body).toMatchObject({ grant_type: 'refresh_token', client_secret: '***' });
		expect(json[3]).toMatchObject({ body: { amount: 1 }, rawBody: '{"amount":1}', status: 422 });
		// In process, the journal is as it arrived.
		expect(simulator.requests[0]?.headers['x-business-api-key']).toBe(simulator.apiKey);
	});

	test('adds faults, clears them and the requests, and resets both', async () => {
		for (const [method, path] of [
			['DELETE', '/faults'],
			['POST', '/reset'],
		] as const) {
			await answered(201, control('POST', '/faults', { path: '/v1/info', status: 503, times: 5 }));
			await answered(503, get(simulator, '/v1/info'));
			await answered(204, control(method, path));
			await answered(200, get(simulator, '/v1/info'));
			await answered(204, control('DELETE', '/requests'));
			expect(simulator.requests).toEqual([]);
		}
	});

	test('returns records of any kind and business', async () => {
		const { balances, staff, ...records } = simulator.records;
		expect([balances, staff]).not.toContain(undefined);
		for (const [kind, expected] of Object.entries(records)) {
			expect([kind, (await control('GET', `/records/${kind}`)).json]).toEqual([kind, expected]);
		}
		const [, other] = simulator.businesses;
		const { json } = await control<Charge[]>('GET', `/records/charges?business=${other!.id}`);
		expect(json[0]!.id).not.toBe(simulator.records.charges[0]!.id);
		await answered(404, control('GET', '/records/nothing'));
		await answered(404, control('GET', '/records/charges?business=x'));
	});

	const added = ['charges', 'payouts', 'transfers', 'orders'] as const;
	test.each(added)('adds %s, the newest unless they have an earlier time', async (kind) => {
		const newest = await answered(201, control<Charge>('POST', `/${kind}`, { remark: 'hello' }));
		expect(newest.json).toMatchObject({ remark: 'hello' });
		expect(simulator.records[kind][0]).toEqual(newest.json);
		const created_at = '2025-06-01T10:00:00+08:00';
		const { json } = await control<Charge>('POST', `/${kind}`, { created_at });
		expect(json.created_at).toBe(created_at);
		const times = simulator.records[kind].map((one) => Date.parse(one.created_at));
		expect(times).toEqual(times.toSorted((x, y) => y - x));
		expect(simulator.records[kind][0]!.id).toBe(newest.json.id);
	});

	test.each([
		['charges', 'void', 'success'],
		['payouts', 'canceled', 'succeeded'],
		['transfers', 'paid', 'succeeded'],
		['orders', 'completed', 'paid'],
		['invoices', 'paid', 'completed'],
	] as const)('changes the status of %s to %s, not to %s', async (kind, status, wrong) => {
		const invoice = simulator.addInvoice();
		invoice.updated_at = invoice.updated_at.replace(/^\d{4}/, '2025');
		const record = simulator.records[kind][0]!;
		const before = structuredClone(record);
		const path = `/${kind}/${record.id}`;
		await answered(422, control('PATCH', path, { status: wrong }));
		await answered(422, control('PATCH', path, {}));
		await answered(404, control('PATCH', `/${kind}/nothing`, { status }));
		expect(record).toEqual(before);
		const { json } = await answered(200, control<Charge>('PATCH', path, { status }));
		expect(json).toEqual({ ...before, status, updated_at: json.updated_at });
		expect(json.updated_at > before.updated_at).toBe(true);
		expect(simulator.records[kind][0]).toEqual(json);
	});

	test('attaches and detaches the method of a subscription', async () => {
		const { id } = simulator.addSubscription();
		const path = `/subscriptions/${id}`;
		const { json } = await control('POST', `${path}/attach`, { last4: '0002' });
		expect(json).toMatchObject({ payment_method: { card: { last4: '0002' } }, status: 'active' });
		expect((await control('POST', `${path}/detach`)).json).toMatchObject({ status: 'inactive' });
		await answered(404, control('POST', '/subscriptions/nope/attach'));
	});

	test.each([
		['request', 'pending'],
		['approve', 'approved'],
		['reject', 'rejected'],
	])('can %s a scope, which is %s then', async (verb, state) => {
		await answered(200, control('POST', `/oauth/${verb}-scope`, { scope: 'commerce' }));
		expect(simulator.oauthApp.scopes.commerce).toBe(state);
		await answered(422, control('POST', `/oauth/${verb}-scope`, {}));
	});

	test.each(['revoke', 'expire-access-tokens', 'regenerate-secret', 'delete-app'])(
		'issues tokens, and ends them by %s',
		async (end) => {
			const { json } = await control<TokenResponse>('POST', '/oauth/tokens', { scope: 'payments' });
			expect(json.scope).toBe('payments');
			await answered(200, get(simulator, '/v1/info', bearer(json.access_token)));
			expect([200, 204]).toContain((await control('POST', `/oauth/${end}`)).status);
			await answered(401, get(simulator, '/v1/info', bearer(json.access_token)));
			expect(simulator.oauthApp.deleted).toBe(end === 'delete-app');
		},
	);

	test('regenerates the secret, and changes the role', async () => {
		const before = simulator.oauthApp.clientSecret;
		const { json } = await control<{ client_secret: string }>('POST', '/oauth/regenerate-secret');
		expect(json.client_secret).toBe(simulator.oauthApp.clientSecret);
		expect(json.client_secret).not.toBe(before);
		await answered(204, control('POST', '/oauth/role', { role: 'member' }));
		await answered(422, control('POST', '/oauth/role', { role: 'king' }));
	});
});
