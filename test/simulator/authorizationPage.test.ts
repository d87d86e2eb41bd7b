import type { BusinessInfo } from '../../simulator';
import { answered, bearer, get, start, useFreshSimulator, useSimulator } from './helpers';
import { codeOf, locationOf, openPage, redeem, REDIRECT } from './oauth';

describe('the authorization page', () => {
	const simulator = useSimulator();

	test('shows the scopes and the businesses to choose from', async () => {
		const { headers, text } = await answered(200, openPage(simulator));
		expect(headers['content-type']).toContain('text/html');
		for (const { id } of simulator.businesses) expect(text).toContain(`value="${id}"`);
		for (const shown of ['<code>payments</code>', 'Kopi &amp; Kueh', '>Authorize<', '>Deny<']) {
			expect(text).toContain(shown);
		}
		// Nobody states which scope opens these.
		expect(text).not.toMatch(/locations|payouts/);
	});

	test('Authorize redirects with a code and the state', async () => {
		const { submit } = await openPage(simulator);
		const location = locationOf(await answered(302, submit({ decision: 'authorize' })))!;
		expect(location.origin + location.pathname).toBe(REDIRECT);
		expect(location.searchParams.get('state')).toBe('st&te=1');
		expect(location.searchParams.get('code')).toBeTruthy();
	});

	test('Deny redirects with access_denied and the state, without a code', async () => {
		const { submit } = await openPage(simulator);
		const { searchParams } = locationOf(await submit({ decision: 'deny' }))!;
		expect(Object.fromEntries(searchParams)).toEqual({ error: 'access_denied', state: 'st&te=1' });
	});

	test('connects the business that was chosen', async () => {
		const second = simulator.businesses[1]!;
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

	test('accepts a redirect URL on loopback at any port, others only as registered', async () => {
		const loopback = { redirect_uri: REDIRECT.replace('5678', '40123') };
		await answered(200, openPage(simulator, loopback));
		const redirect_uri = 'https://n8n.example/callback';
		const own = await start({ redirectUris: [redirect_uri] });
		await answered(200, openPage(own, { redirect_uri }));
		const elsewhere = redirect_uri.replace('example', 'example:8443');
		await answered(400, openPage(own, { redirect_uri: elsewhere }));
	});

	test.each([
		[{ response_type: 'token' }, 'unsupported_response_type'],
		[{ response_type: undefined }, 'unsupported_response_type'],
		[{ state: undefined }, 'invalid_request'],
		[{ scope: 'commerce' }, 'invalid_scope'],
		[{ scope: 'business:read payments nonsense' }, 'invalid_scope'],
	])('redirects with an error for %j', async (change, error) => {
		const { location } = await answered(302, openPage(simulator, change));
		expect(location!.searchParams.get('error')).toBe(error);
		expect(location!.searchParams.get('code')).toBeNull();
	});

	test('requests business:read by default', async () => {
		const { text } = await openPage(simulator, { scope: undefined });
		expect(text).toContain('<code>business:read</code>');
		expect(text).not.toContain('<code>payments</code>');
	});

	test('has no choice with one business, and escapes scopes', async () => {
		const single = await start({ businesses: 1 });
		single.approveScope('<script>');
		const { text } = await openPage(single, { scope: '<script>' });
		expect(text).toContain('<code>&lt;script&gt;</code>');
		expect(text).not.toMatch(/<script>|type="radio"/);
	});

	test('accepts one decision, from the same browser, for a known business', async () => {
		const { submit } = await openPage(simulator);
		await answered(400, submit({ decision: 'authorize' }, {}));
		await answered(400, submit({ decision: 'authorize', business: 'x' }));
		await answered(400, submit({}));
		await answered(302, submit({ decision: 'authorize' }));
		await answered(400, submit({ decision: 'authorize' }));
	});

	test('is for Owners and Admins only', async () => {
		const staffed = await start({ role: 'member' });
		expect((await openPage(staffed)).status).toBe(403);
		staffed.signInAs('admin');
		const { submit } = await answered(200, openPage(staffed));
		staffed.signInAs('member');
		await answered(403, submit({ decision: 'authorize' }));
	});
});

describe('scopes of the app', () => {
	const simulator = useFreshSimulator();
	const errorFor = async (scope: string) => {
		const { location } = await openPage(simulator, { scope });
		return location?.searchParams.get('error');
	};

	test('have to be approved, and do not include the family of an approved one', async () => {
		simulator.requestScope('commerce');
		expect(await errorFor('commerce')).toBe('invalid_scope');
		simulator.rejectScope('payments');
		simulator.approveScope('payments:read');
		expect(await errorFor('payments')).toBe('invalid_scope');
		expect(await errorFor('payments:read')).toBeUndefined();
	});
});
