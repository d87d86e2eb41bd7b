import type { BusinessInfo, Simulator, SimulatorOptions, TokenResponse } from '../../simulator';
import { answered, bearer, call, get, start, useFreshSimulator, useSimulator } from './helpers';

const simulator = useFreshSimulator();

const REDIRECT = 'http://localhost:5678/rest/oauth2-credential/callback';
const TOKEN = '/v1/open/oauth/token';

interface TokenFailure {
	error: string;
	error_description: string;
}

/** Opens the consent page, like a browser that keeps the cookie and the hidden fields of the form. */
async function openPage(simulator: Simulator, change: Record<string, string | undefined> = {}) {
	const query = new URLSearchParams();
	const parameters = {
		response_type: 'code',
		client_id: simulator.oauthApp.clientId,
		redirect_uri: REDIRECT,
		scope: 'business:read payments',
		state: 'st&te=1',
		...change,
	};
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== undefined) query.set(name, value);
	}
	const page = await get(simulator, `/oauth/authorize?${query.toString()}`, { key: false });
	const cookie = String(page.headers['set-cookie']).split(';')[0] as string;
	const hidden = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
	const submit = (form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
		call(simulator, 'POST', '/oauth/authorize', {
			key: false,
			headers,
			form: { request: hidden, business: simulator.businesses[0]?.id as string, ...form },
		});
	return { ...page, location: locationOf(page), cookie, submit };
}

function locationOf({ headers }: { headers: Record<string, unknown> }): URL | undefined {
	return typeof headers.location === 'string' ? new URL(headers.location) : undefined;
}

async function codeOf(simulator: Simulator, form: Record<string, string> = {}) {
	const page = await openPage(simulator);
	const response = await page.submit({ decision: 'authorize', ...form });
	return locationOf(response)?.searchParams.get('code') as string;
}

function token<T = TokenResponse>(
	simulator: Simulator,
	change: Record<string, string>,
	json = false,
) {
	const { clientId, clientSecret } = simulator.oauthApp;
	const form = { client_id: clientId, client_secret: clientSecret, ...change };
	return call<T>(simulator, 'POST', TOKEN, { key: false, ...(json ? { body: form } : { form }) });
}

function redeem<T = TokenResponse>(simulator: Simulator, code: string, json?: boolean) {
	const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
	return token<T>(simulator, form, json);
}

function refresh<T = TokenResponse>(simulator: Simulator, refreshToken: string) {
	return token<T>(simulator, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function infoStatus(simulator: Simulator, accessToken: string) {
	return (await get(simulator, '/v1/info', bearer(accessToken))).status;
}

/** A simulator whose clock the test turns. */
async function startWithClock(options: SimulatorOptions = {}) {
	const clock = { at: Date.parse('2026-01-01T00:00:00Z') };
	const simulator = await start({ ...options, now: () => clock.at });
	return { simulator, clock };
}

describe('the authorization page', () => {
	const simulator = useSimulator();

	test('shows the scopes and the businesses to choose from', async () => {
		const { headers, text } = await answered(200, openPage(simulator));
		expect(headers['content-type']).toContain('text/html');
		expect(text).toContain('<code>business:read</code>');
		expect(text).toContain('<code>payments</code>');
		for (const { id } of simulator.businesses) expect(text).toContain(`value="${id}"`);
		expect(text.match(/type="radio"/g)).toHaveLength(2);
		expect(text).toContain('Kopi &amp; Kueh');
		expect(text).toMatch(/>Authorize<\/button>/);
		expect(text).toMatch(/>Deny<\/button>/);
	});

	test('describes what is documented: nobody states which scope opens locations and payouts', async () => {
		const { text } = await answered(200, openPage(simulator));
		expect(text).toContain('See the profile of your business');
		expect(text).not.toMatch(/locations|payouts/);
	});

	test('has no choice with one business', async () => {
		const single = await start({ businesses: 1 });
		const { text, submit } = await openPage(single);
		expect(text).not.toContain('type="radio"');
		const response = await submit({ decision: 'authorize' });
		expect(locationOf(response)?.searchParams.get('code')).toBeTruthy();
	});

	test('Authorize redirects with a code and the state', async () => {
		const { submit } = await openPage(simulator);
		const response = await submit({ decision: 'authorize' });
		const location = locationOf(response) as URL;
		expect(response.status).toBe(302);
		expect(location.origin + location.pathname).toBe(REDIRECT);
		expect(location.searchParams.get('state')).toBe('st&te=1');
		expect(location.searchParams.get('code')).toBeTruthy();
	});

	test('Deny redirects with access_denied and the state, without a code', async () => {
		const { submit } = await openPage(simulator);
		const location = locationOf(await submit({ decision: 'deny' })) as URL;
		expect(Object.fromEntries(location.searchParams)).toEqual({
			error: 'access_denied',
			state: 'st&te=1',
		});
	});

	test('connects the business that was chosen', async () => {
		const second = simulator.businesses[1] as BusinessInfo;
		const { json } = await redeem(simulator, await codeOf(simulator, { business: second.id }));
		const info = await get<BusinessInfo>(simulator, '/v1/info', bearer(json.access_token));
		expect(info.json.id).toBe(second.id);
	});

	test.each([
		['an unknown app', { client_id: 'nobody' }],
		['no app', { client_id: undefined }],
		['another redirect URL', { redirect_uri: 'https://evil.example/callback' }],
		['another path', { redirect_uri: 'http://localhost:5678/other' }],
		['no redirect URL', { redirect_uri: undefined }],
	])('shows an error, and does not redirect, for %s', async (_name, change) => {
		const { location, text } = await answered(400, openPage(simulator, change));
		expect(location).toBeUndefined();
		expect(text).toContain('role="alert"');
	});

	test('accepts a redirect URL on loopback at any port', async () => {
		const redirect_uri = REDIRECT.replace('5678', '40123');
		expect((await openPage(simulator, { redirect_uri })).status).toBe(200);
	});

	test('accepts other redirect URLs only as registered', async () => {
		const own = await start({ redirectUris: ['https://n8n.example/callback'] });
		const redirect_uri = 'https://n8n.example/callback';
		expect((await openPage(own, { redirect_uri })).status).toBe(200);
		const elsewhere = { redirect_uri: 'https://n8n.example:8443/callback' };
		expect((await openPage(own, elsewhere)).status).toBe(400);
	});

	test.each([
		[{ response_type: 'token' }, 'unsupported_response_type'],
		[{ response_type: undefined }, 'unsupported_response_type'],
		[{ state: undefined }, 'invalid_request'],
		[{ scope: 'commerce' }, 'invalid_scope'],
		[{ scope: 'business:read payments nonsense' }, 'invalid_scope'],
	])('redirects with an error for %j', async (change, error) => {
		const { location } = await answered(302, openPage(simulator, change));
		expect(location?.searchParams.get('error')).toBe(error);
		expect(location?.searchParams.get('code')).toBeNull();
	});

	test('requests business:read by default', async () => {
		const { text } = await openPage(simulator, { scope: undefined });
		expect(text).toContain('<code>business:read</code>');
		expect(text).not.toContain('<code>payments</code>');
	});

	test('escapes scopes', async () => {
		const open = await start();
		open.approveScope('<script>');
		const { text } = await openPage(open, { scope: '<script>' });
		expect(text).not.toContain('<script>');
		expect(text).toContain('&lt;script&gt;');
	});

	test('accepts one decision, from the same browser', async () => {
		const { submit } = await openPage(simulator);
		expect((await submit({ decision: 'authorize' }, {})).status).toBe(400);
		expect((await submit({ decision: 'authorize' })).status).toBe(302);
		expect((await submit({ decision: 'authorize' })).status).toBe(400);
	});

	test('requires a known business and a decision', async () => {
		const { submit } = await openPage(simulator);
		expect((await submit({ decision: 'authorize', business: 'x' })).status).toBe(400);
		expect((await submit({})).status).toBe(400);
		expect((await submit({ decision: 'authorize' })).status).toBe(302);
	});

	test('is for Owners and Admins only', async () => {
		const staffed = await start({ role: 'member' });
		expect((await openPage(staffed)).status).toBe(403);
		staffed.signInAs('admin');
		const { submit } = await answered(200, openPage(staffed));
		staffed.signInAs('member');
		expect((await submit({ decision: 'authorize' })).status).toBe(403);
	});
});

describe('scopes of the app', () => {
	test('are business:read and payments by default', () => {
		expect(simulator.oauthApp.scopes).toEqual({
			'business:read': 'approved',
			payments: 'approved',
		});
	});

	test('can be requested once approved, not while pending or rejected', async () => {
		const errorFor = async (scope: string) => {
			const { location } = await openPage(simulator, { scope });
			return location?.searchParams.get('error');
		};
		simulator.requestScope('commerce');
		expect(simulator.oauthApp.scopes.commerce).toBe('pending');
		expect(await errorFor('commerce')).toBe('invalid_scope');
		simulator.approveScope('commerce');
		expect(await errorFor('commerce')).toBeUndefined();
		expect(await errorFor('commerce:delete')).toBeUndefined();
		simulator.rejectScope('commerce');
		expect(simulator.oauthApp.scopes.commerce).toBe('rejected');
		expect(await errorFor('commerce')).toBe('invalid_scope');
	});

	test('do not include the family of an approved scope', async () => {
		simulator.rejectScope('payments');
		simulator.approveScope('payments:read');
		const family = await openPage(simulator, { scope: 'payments' });
		expect(family.location?.searchParams.get('error')).toBe('invalid_scope');
		expect((await openPage(simulator, { scope: 'payments:read' })).status).toBe(200);
	});
});

describe('the token endpoint', () => {
	test.each([false, true])('exchanges a code for tokens (JSON: %p)', async (json) => {
		const { headers, json: response } = await answered(
			200,
			redeem(simulator, await codeOf(simulator), json),
		);
		expect(headers['cache-control']).toBe('no-store');
		expect(response).toEqual({
			access_token: expect.any(String) as string,
			refresh_token: expect.any(String) as string,
			expires_in: 31536000,
			token_type: 'Bearer',
			scope: 'business:read payments',
		});
		expect(await infoStatus(simulator, response.access_token)).toBe(200);
	});

	test('accepts a code once', async () => {
		const code = await codeOf(simulator);
		expect((await redeem(simulator, code)).status).toBe(200);
		const again = await redeem<TokenFailure>(simulator, code);
		expect(again.status).toBe(400);
		expect(again.json.error).toBe('invalid_grant');
	});

	test('accepts a code for a minute', async () => {
		const { simulator, clock } = await startWithClock();
		const [early, late] = [await codeOf(simulator), await codeOf(simulator)];
		clock.at += 59_999;
		expect((await redeem(simulator, early)).status).toBe(200);
		clock.at += 1;
		expect((await redeem<TokenFailure>(simulator, late)).json.error).toBe('invalid_grant');
	});

	test('refuses an expired code', async () => {
		const code = await codeOf(simulator);
		simulator.expireCodes();
		expect((await redeem<TokenFailure>(simulator, code)).json.error).toBe('invalid_grant');
	});

	test('accepts a code only with its redirect URL', async () => {
		const { status, json } = await token<TokenFailure>(simulator, {
			grant_type: 'authorization_code',
			code: await codeOf(simulator),
			redirect_uri: 'http://localhost:9999/rest/oauth2-credential/callback',
		});
		expect([status, json.error]).toEqual([400, 'invalid_grant']);
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
		const response = await token<TokenFailure>(simulator, change);
		expect(response.status).toBe(status);
		expect(response.json).toEqual({ error, error_description: expect.any(String) as string });
	});

	test('requires the client credentials in the body, not in a Basic header', async () => {
		const { clientId, clientSecret } = simulator.oauthApp;
		const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		const { status, json } = await call<TokenFailure>(simulator, 'POST', TOKEN, {
			key: false,
			headers: { authorization: `Basic ${basic}` },
			form: { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT },
		});
		expect([status, json.error]).toEqual([401, 'invalid_client']);
	});

	test('accepts 90 requests per minute', async () => {
		const { simulator, clock } = await startWithClock();
		for (let i = 0; i < 90; i++) await refresh(simulator, 'x');
		clock.at += 20_000;
		const over = await refresh(simulator, 'x');
		expect(over.status).toBe(429);
		expect(over.headers['retry-after']).toBe('40');
		clock.at += 40_000;
		expect((await refresh(simulator, 'x')).status).toBe(400);
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
		expect(json.access_token).not.toBe(access_token);
		expect(json.refresh_token).toBe(refresh_token);
		expect(json.scope).toBe('business:read payments');
		expect(await infoStatus(simulator, json.access_token)).toBe(200);
	});

	test('rotate with rotateRefreshTokens', async () => {
		const simulator = await start({ rotateRefreshTokens: true });
		const { refresh_token } = simulator.issueTokens();
		const { json } = await refresh(simulator, refresh_token);
		expect(json.refresh_token).not.toBe(refresh_token);
		expect((await refresh(simulator, refresh_token)).status).toBe(400);
		expect((await refresh(simulator, json.refresh_token)).status).toBe(200);
	});

	test('can be expired', async () => {
		const { access_token, refresh_token } = simulator.issueTokens();
		simulator.expireAccessTokens();
		expect(await infoStatus(simulator, access_token)).toBe(401);
		expect((await refresh(simulator, refresh_token)).status).toBe(200);
		simulator.expireRefreshTokens();
		expect((await refresh(simulator, refresh_token)).status).toBe(400);
	});

	test('end when the merchant revokes the app, until another authorization', async () => {
		const { access_token, refresh_token } = simulator.issueTokens();
		simulator.revoke();
		expect(await infoStatus(simulator, access_token)).toBe(401);
		expect((await refresh<TokenFailure>(simulator, refresh_token)).json.error).toBe(
			'invalid_grant',
		);
		const { json } = await redeem(simulator, await codeOf(simulator));
		expect(await infoStatus(simulator, json.access_token)).toBe(200);
	});

	test('of other merchants stay valid when one revokes', async () => {
		const [first, second] = simulator.businesses;
		const one = simulator.issueTokens({ business: first?.id });
		const two = simulator.issueTokens({ business: second?.id });
		simulator.revoke(first?.id);
		expect(await infoStatus(simulator, one.access_token)).toBe(401);
		expect(await infoStatus(simulator, two.access_token)).toBe(200);
		expect(() => simulator.revoke('x')).toThrow(/There is no business/);
	});

	test('of all merchants, and the old secret, end when the secret is regenerated', async () => {
		const old = simulator.oauthApp.clientSecret;
		const { access_token, refresh_token } = simulator.issueTokens();
		const secret = simulator.regenerateSecret();
		expect(simulator.oauthApp.clientSecret).toBe(secret);
		expect(secret).not.toBe(old);
		expect(await infoStatus(simulator, access_token)).toBe(401);
		expect((await refresh(simulator, refresh_token)).status).toBe(400);
		await answered(401, token(simulator, { grant_type: 'refresh_token', client_secret: old }));
		expect((await redeem(simulator, await codeOf(simulator))).status).toBe(200);
	});

	test('end when the app is deleted, which cannot be authorized any more', async () => {
		const { access_token, refresh_token } = simulator.issueTokens();
		simulator.deleteApp();
		expect(simulator.oauthApp.deleted).toBe(true);
		expect(await infoStatus(simulator, access_token)).toBe(401);
		expect((await refresh<TokenFailure>(simulator, refresh_token)).json.error).toBe(
			'invalid_client',
		);
		expect((await openPage(simulator)).status).toBe(400);
	});
});
