import type { BusinessInfo } from '../../simulator';
import { named } from '../contract/examples';
import { mustViolate } from '../useSimulator';
import { answered, bearer, call, get, type Failure, useSimulator } from './helpers';

/* Who may send which request: each endpoint of the contract, with the scope that the contract has for it. */

const simulator = useSimulator();
const UNKNOWN = '20000000-0000-4000-8000-000000000000';

const endpoints = named.map(([name, { method, path, security }]) => {
	const scope = security!.flatMap(({ oauth2 }) => oauth2 ?? [])[0] ?? 'any';
	const url = path.replace(/\{\w+\}/, path.includes('{provider}') ? 'adyen' : UNKNOWN);
	return [name, scope, method as 'GET', url] as const;
});

describe.each(endpoints)('%s', (_name, scope, method, path) => {
	const withScope = async (held: string) => {
		const { access_token } = simulator.issueTokens({ scope: held });
		return await call<Failure>(simulator, method, path, bearer(access_token));
	};

	test.each([
		['no credential', {}],
		['a wrong API key', { 'X-BUSINESS-API-KEY': 'wrong' }],
		['an empty API key', { 'X-BUSINESS-API-KEY': '' }],
		['a wrong token', { authorization: 'Bearer wrong' }],
		['a token of another scheme', { authorization: 'Basic simulator-api-key' }],
	])('refuses %s with 401', async (_name, headers) => {
		const sent = call<Failure>(simulator, method, path, { key: false, headers });
		expect((await answered(401, sent)).json.message).toMatch(/^Unauthorized/);
	});

	test('accepts the API key', async () => {
		expect([401, 403]).not.toContain((await call(simulator, method, path)).status);
	});

	test(`accepts a token with the scope ${scope}, alone, among others, and its family`, async () => {
		const held =
			scope === 'any' ? ['', 'customer'] : [scope, `shop ${scope}`, scope.split(':')[0]!];
		for (const one of held) expect([200, 404, 409, 422]).toContain((await withScope(one)).status);
	});

	if (scope === 'any') return;
	test('refuses a token with another scope, and names the missing one', async () => {
		const [family] = scope.split(':');
		for (const held of ['shop', 'customers:read', `${scope}s`, `${family}:other`, '']) {
			expect((await answered(403, withScope(held))).json.message).toContain(scope);
		}
	});
});

test('GET /v1/info is the business of the API key, or of the token', async () => {
	const [first, second] = simulator.businesses;
	const { json } = await answered(200, get<BusinessInfo>(simulator, '/v1/info'));
	expect({ ...json, apiKey: simulator.apiKey, salt: simulator.salt }).toEqual(first);
	const { access_token } = simulator.issueTokens({ scope: 'customer', business: second!.id });
	const other = await get<BusinessInfo>(simulator, '/v1/info', bearer(access_token));
	expect(other.json).toMatchObject({ id: second!.id, name: second!.name });
});

describe('a credential', () => {
	test('that is a token replaces an API key beside it, and is checked before the request', async () => {
		await answered(401, get(simulator, '/v1/info', { headers: { authorization: 'Bearer wrong' } }));
		await answered(401, get(simulator, '/v1/payouts?per_page=0', { key: false }));
	});

	test('goes with the platform key only to create a payment request by token', async () => {
		const { access_token } = simulator.issueTokens();
		const platform = { 'X-PLATFORM-KEY': 'platform' };
		const headers = { ...bearer(access_token).headers, ...platform };
		const body = { amount: 10, currency: 'SGD' };
		const path = '/v1/payment-requests';
		await answered(201, call(simulator, 'POST', path, { key: false, headers, body }));
		expect(simulator.requests.at(-1)!.headers['x-platform-key']).toBe('platform');
		await answered(400, call(simulator, 'POST', path, { headers: platform, body }));
		mustViolate(/answer 400 to GET /);
		const sent = get<Failure>(simulator, path, { key: false, headers });
		expect((await answered(400, sent)).json.message).toContain('X-PLATFORM-KEY');
	});
});

describe('a bad request', () => {
	test('gets 404 with a message for an unknown path', async () => {
		const { json } = await answered(404, get(simulator, '/v1/nothing'));
		expect(json).toEqual({ message: 'Not Found' });
	});

	test('gets 400 for a body that is not JSON', async () => {
		const response = await fetch(`${simulator.url}/v1/refund`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'X-BUSINESS-API-KEY': simulator.apiKey },
			body: '{"amount":',
		});
		expect(response.status).toBe(400);
		expect(Object.keys((await response.json()) as object)).toEqual(['message']);
	});
});
