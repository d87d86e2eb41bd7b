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

	test('adds and clears faults', async () => {
		const fault = { path: '/v1/info', status: 503, headers: { 'Retry-After': '1' }, times: 5 };
		expect((await control('POST', '/faults', fault)).status).toBe(201);
		const hit = await get(simulator, '/v1/info');
		expect([hit.status, hit.headers['retry-after']]).toEqual([503, '1']);
		expect((await control('DELETE', '/faults')).status).toBe(204);
		expect((await get(simulator, '/v1/info')).status).toBe(200);
	});

	test.each([
		[{ statsu: 500 }, 'statsu'],
		[{ status: 'bad' }, 'status'],
		[{ cut: 'during' }, 'cut'],
		[{ times: 0 }, 'times'],
		[{ rate: 0 }, 'rate'],
		[{ rate: 1.5 }, 'rate'],
		[{ rate: '0.5' }, 'rate'],
	])('refuses the fault %j', async (fault, field) => {
		expect(fieldsRefused(await control('POST', '/faults', fault))).toEqual([field]);
	});

	test('adds faults with a rate, and shows which requests they hit', async () => {
		await control('POST', '/faults', { status: 503, rate: 0.5 });
		for (let i = 0; i < 40; i++) await get(simulator, '/v1/info');
		const { json } = await control<JournalEntry[]>('GET', '/requests');
		const hit = json.filter(({ fault }) => fault);
		expect(hit.length).toBeGreaterThan(8);
		expect(hit.length).toBeLessThan(32);
		expect(hit[0]?.fault).toEqual({ when: 'before', status: 503 });
		expect(hit.every(({ status }) => status === 503)).toBe(true);
		await control('DELETE', '/faults');
		expect((await get(simulator, '/v1/info')).status).toBe(200);
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

	test('clears requests, and resets', async () => {
		await get(simulator, '/v1/info');
		expect((await control('DELETE', '/requests')).status).toBe(204);
		expect(simulator.requests).toEqual([]);
		await get(simulator, '/v1/info');
		simulator.fault({ status: 500 });
		expect((await control('POST', '/reset')).status).toBe(204);
		expect(simulator.requests).toEqual([]);
		expect((await get(simulator, '/v1/info')).status).toBe(200);
	});

	test('returns records of any kind and business', async () => {
		for (const kind of [
			'charges',
			'customers',
			'payouts',
			'invoices',
			'locations',
			'refunds',
			'plans',
			'staticQrs',
			'paymentRequests',
		] as const) {
			const { json } = await control<unknown[]>('GET', `/records/${kind}`);
			expect(json).toEqual(simulator.records[kind]);
		}
		const other = await control<Charge[]>(
			'GET',
			`/records/charges?business=${simulator.businesses[1]?.id}`,
		);
		expect(other.json[0]?.id).not.toBe(simulator.records.charges[0]?.id);
		expect((await control('GET', '/records/nothing')).status).toBe(404);
		expect((await control('GET', '/records/charges?business=x')).status).toBe(404);
	});

	test('adds charges and payouts', async () => {
		const charge = await control<Charge>('POST', '/charges', { amount: 9.5 });
		expect(charge.status).toBe(201);
		expect(simulator.records.charges[0]).toEqual(charge.json);
		const payout = await control('POST', '/payouts');
		expect(payout.status).toBe(201);
		expect(simulator.records.payouts[0]).toEqual(payout.json);
	});

	test('adds records with an earlier time', async () => {
		const created_at = '2025-06-01T10:00:00+08:00';
		for (const kind of ['charges', 'payouts'] as const) {
			const { json } = await control<Charge>('POST', `/${kind}`, { created_at });
			expect(json.created_at).toBe(created_at);
			const times = simulator.records[kind].map((one) => one.created_at);
			expect(times).toEqual([...times].sort().reverse());
			expect(times[0]).not.toBe(created_at);
		}
	});

	test('changes the status of charges and payouts, and their time of update', async () => {
		const [charge, payout] = [simulator.records.charges[3]!, simulator.records.payouts[3]!];
		const before = structuredClone(charge);
		const changed = await control('PATCH', `/charges/${charge.id}`, { status: 'void' });
		expect(changed).toMatchObject({ status: 200, json: { id: charge.id, status: 'void' } });
		const { updated_at } = simulator.records.charges[3]!;
		expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
		expect(simulator.records.charges[3]).toEqual({ ...before, status: 'void', updated_at });
		await control('PATCH', `/payouts/${payout.id}`, { status: 'canceled' });
		expect(simulator.records.payouts[3]!.status).toBe('canceled');
	});

	test.each([
		['/charges', { status: 'success' }, 422],
		['/charges', { status: 'paid' }, 422],
		['/payouts', { status: 'succeeded' }, 422],
		['/payouts', {}, 422],
		['/charges', { status: 'void' }, 404],
		['/payouts', { status: 'paid' }, 404],
	])('refuses for a record in %s the change %j', async (path, change, status) => {
		const id =
			status === 404
				? 'nothing'
				: simulator.records[path === '/charges' ? 'charges' : 'payouts'][0]!.id;
		expect((await control('PATCH', `${path}/${id}`, change)).status).toBe(status);
	});

	test('changes the state of scopes', async () => {
		const move = (verb: string) => control('POST', `/oauth/${verb}-scope`, { scope: 'commerce' });
		await move('request');
		expect(simulator.oauthApp.scopes.commerce).toBe('pending');
		await move('approve');
		expect(simulator.oauthApp.scopes.commerce).toBe('approved');
		await move('reject');
		expect(simulator.oauthApp.scopes.commerce).toBe('rejected');
		expect((await control('POST', '/oauth/approve-scope', {})).status).toBe(422);
	});

	test('issues and revokes tokens', async () => {
		const infoStatus = async (token: string) =>
			(await get(simulator, '/v1/info', bearer(token))).status;
		for (const end of ['revoke', 'expire-access-tokens', 'regenerate-secret', 'delete-app']) {
			const { json } = await control<TokenResponse>('POST', '/oauth/tokens', { scope: 'payments' });
			expect(json.scope).toBe('payments');
			expect(await infoStatus(json.access_token)).toBe(200);
			expect([200, 204]).toContain((await control('POST', `/oauth/${end}`)).status);
			expect(await infoStatus(json.access_token)).toBe(401);
		}
		expect(simulator.oauthApp.deleted).toBe(true);
	});

	test('returns the regenerated secret', async () => {
		const { json } = await control<{ client_secret: string }>('POST', '/oauth/regenerate-secret');
		expect(json.client_secret).toBe(simulator.oauthApp.clientSecret);
	});

	test('changes the role', async () => {
		expect((await control('POST', '/oauth/role', { role: 'member' })).status).toBe(204);
		expect((await control('POST', '/oauth/role', { role: 'king' })).status).toBe(422);
	});
});
