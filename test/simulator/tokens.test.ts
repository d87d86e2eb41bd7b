import { answered, call, start, useFreshSimulator } from './helpers';
import {
	codeOf,
	errorOf,
	infoStatus,
	openPage,
	redeem,
	REDIRECT,
	refresh,
	startWithClock,
	token,
	TOKEN,
} from './oauth';

const simulator = useFreshSimulator();

describe('the token endpoint', () => {
	test.each([false, true])('exchanges a code for tokens (JSON: %p)', async (isJson) => {
		const code = await codeOf(simulator);
		const { headers, json } = await answered(200, redeem(simulator, code, isJson));
		expect(headers['cache-control']).toBe('no-store');
		expect(json).toEqual({
			access_token: expect.any(String) as string,
			refresh_token: expect.any(String) as string,
			...{ expires_in: 31536000, token_type: 'Bearer', scope: 'business:read payments' },
		});
		expect(await infoStatus(simulator, json.access_token)).toBe(200);
	});

	test('accepts a code once, for a minute, unless it was expired, and with its redirect URL only', async () => {
		const { simulator, clock } = await startWithClock();
		const [early, late] = [await codeOf(simulator), await codeOf(simulator)];
		clock.at += 59_999;
		await answered(200, redeem(simulator, early));
		expect(await errorOf(redeem(simulator, early))).toEqual([400, 'invalid_grant']);
		clock.at += 1;
		expect(await errorOf(redeem(simulator, late))).toEqual([400, 'invalid_grant']);
		const other = await codeOf(simulator);
		simulator.expireCodes();
		expect(await errorOf(redeem(simulator, other))).toEqual([400, 'invalid_grant']);
		const elsewhere = { code: await codeOf(simulator), redirect_uri: `${REDIRECT}/other` };
		const sent = token(simulator, { grant_type: 'authorization_code', ...elsewhere });
		expect(await errorOf(sent)).toEqual([400, 'invalid_grant']);
	});

	test.each([
		[{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
		[{}, 400, 'invalid_request'],
		[{ grant_type: 'authorization_code' }, 400, 'invalid_request'],
		[{ grant_type: 'authorization_code', code: 'x' }, 400, 'invalid_request'],
		[{ grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT }, 400, 'invalid_grant'],
		[{ grant_type: 'refresh_token' }, 400, 'invalid_request'],
		[{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
		[{ grant_type: 'refresh_token', client_secret: 'x' }, 401, 'invalid_client'],
		[{ grant_type: 'refresh_token', client_id: 'x' }, 401, 'invalid_client'],
	])('refuses %j with %i %s', async (change, status, error) => {
		const { json } = await answered(status, token(simulator, change));
		expect(json).toEqual({ error, error_description: expect.any(String) as string });
	});

	test('requires the client credentials in the body, not in a Basic header', async () => {
		const { clientId, clientSecret } = simulator.oauthApp;
		const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		const headers = { authorization: `Basic ${basic}` };
		const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT };
		const sent = call(simulator, 'POST', TOKEN, { key: false, headers, form });
		expect(await errorOf(sent)).toEqual([401, 'invalid_client']);
	});

	test('accepts 90 requests per minute', async () => {
		const { simulator, clock } = await startWithClock();
		for (let i = 0; i < 90; i++) await answered(400, refresh(simulator, 'x'));
		clock.at += 20_000;
		const over = await answered(429, refresh(simulator, 'x'));
		expect(over.headers['retry-after']).toBe('40');
		clock.at += 40_000;
		await answered(400, refresh(simulator, 'x'));
	});
});

describe('tokens', () => {
	test('expire after a year, and are refreshed', async () => {
		const { simulator, clock } = await startWithClock();
		const { access_token, refresh_token } = simulator.issueTokens();
		clock.at += 31_535_999_000;
		expect(await infoStatus(simulator, access_token)).toBe(200);
		clock.at += 1000;
		expect(await infoStatus(simulator, access_token)).toBe(401);
		const { json } = await refresh(simulator, refresh_token);
		expect(json).toMatchObject({ refresh_token, scope: 'business:read payments' });
		expect(json.access_token).not.toBe(access_token);
		expect(await infoStatus(simulator, json.access_token)).toBe(200);
	});

	test('rotate with rotateRefreshTokens', async () => {
		const simulator = await start({ rotateRefreshTokens: true });
		const { refresh_token } = simulator.issueTokens();
		const { json } = await refresh(simulator, refresh_token);
		expect(json.refresh_token).not.toBe(refresh_token);
		await answered(400, refresh(simulator, refresh_token));
		await answered(200, refresh(simulator, json.refresh_token));
	});

	test('of one merchant end when that merchant revokes the app', async () => {
		const [first, second] = simulator.businesses;
		const one = simulator.issueTokens({ business: first!.id });
		const two = simulator.issueTokens({ business: second!.id });
		simulator.revoke(first!.id);
		expect(await infoStatus(simulator, one.access_token)).toBe(401);
		expect(await infoStatus(simulator, two.access_token)).toBe(200);
		expect(() => simulator.revoke('x')).toThrow(/There is no business/);
	});

	test.each<['revoke' | 'regenerateSecret' | 'deleteApp', [number, string], number]>([
		['revoke', [400, 'invalid_grant'], 200],
		['regenerateSecret', [400, 'invalid_grant'], 200],
		['deleteApp', [401, 'invalid_client'], 400],
	])('of all merchants end by %s', async (end, error, page) => {
		const { access_token, refresh_token } = simulator.issueTokens();
		simulator[end]();
		expect(await infoStatus(simulator, access_token)).toBe(401);
		expect(await errorOf(refresh(simulator, refresh_token))).toEqual(error);
		expect((await openPage(simulator)).status).toBe(page);
		if (page !== 200) return expect(simulator.oauthApp.deleted).toBe(true);
		const { json } = await redeem(simulator, await codeOf(simulator));
		expect(await infoStatus(simulator, json.access_token)).toBe(200);
	});
});
