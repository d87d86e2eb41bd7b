import type { BusinessInfo } from '../../simulator';
import { answered, bearer, call, get, type Failure, useSimulator } from './helpers';

const endpoints: Array<['GET' | 'POST' | 'DELETE', string, string]> = [
	['GET', '/v1/payouts', 'business:read'],
	['GET', '/v1/locations', 'business:read'],
	['GET', '/v1/balances', 'business:read'],
	['GET', '/v1/transfers', 'business:read'],
	['DELETE', '/v1/locations/20000000-0000-4000-8000-000000000000', 'business:delete'],
	['GET', '/v1/charges', 'payments:read'],
	['GET', '/v1/charges/20000000-0000-4000-8000-000000000000', 'payments:read'],
	['GET', '/v1/refund/20000000-0000-4000-8000-000000000000', 'payments:read'],
	['POST', '/v1/refund', 'payments:create'],
	['POST', '/v1/static_qr', 'payments:create'],
	['POST', '/v1/subscription-plan', 'payments:create'],
];

const simulator = useSimulator();

describe.each([...endpoints, ['GET', '/v1/info', 'any'] as const])('%s %s', (method, path) => {
	test.each([
		['no credential', {}],
		['a wrong API key', { 'X-BUSINESS-API-KEY': 'wrong' }],
		['an empty API key', { 'X-BUSINESS-API-KEY': '' }],
		['a wrong token', { authorization: 'Bearer wrong' }],
		['a token of another scheme', { authorization: 'Basic simulator-api-key' }],
	])('refuses %s with 401', async (_name, headers) => {
		const { json } = await answered(
			401,
			call<Failure>(simulator, method, path, { key: false, headers }),
		);
		expect(json.message).toMatch(/^Unauthorized/);
	});

	test('accepts the API key', async () => {
		expect((await call(simulator, method, path)).status).not.toBe(401);
	});
});

describe.each(endpoints)('%s %s by Bearer token', (method, path, scope) => {
	const statusWith = async (held: string) => {
		const { access_token } = simulator.issueTokens({ scope: held });
		return call<Failure>(simulator, method, path, bearer(access_token));
	};

	test('accepts its scope, alone or among others, and its family', async () => {
		const family = scope.split(':')[0] as string;
		for (const held of [scope, `customer ${scope}`, family]) {
			expect([200, 404, 422]).toContain((await statusWith(held)).status);
		}
	});

	test('refuses any other scope, and names the missing one', async () => {
		for (const held of ['commerce', 'customer:read', `${scope}s`, '']) {
			const { json } = await answered(403, statusWith(held));
			expect(json.message).toContain(scope);
		}
	});
});

describe('GET /v1/info', () => {
	test('is the business of the API key', async () => {
		const { json } = await answered(200, get<BusinessInfo>(simulator, '/v1/info'));
		const [first] = simulator.businesses;
		expect({ ...json, apiKey: simulator.apiKey, salt: simulator.salt }).toEqual(first);
	});

	test('accepts any scope and returns the business of the token', async () => {
		const second = simulator.businesses[1] as BusinessInfo;
		const { access_token } = simulator.issueTokens({ scope: 'customer', business: second.id });
		const { json } = await get<BusinessInfo>(simulator, '/v1/info', bearer(access_token));
		expect(json.id).toBe(second.id);
		expect(json.name).toBe(second.name);
	});
});

describe('a credential', () => {
	test('reads the records of its own business only', async () => {
		const second = simulator.businesses[1] as BusinessInfo & { apiKey: string };
		const headers = { 'X-BUSINESS-API-KEY': second.apiKey };
		const [charge] = simulator.records.charges;
		const other = await get(simulator, `/v1/charges/${charge?.id}`, { key: false, headers });
		expect(other.status).toBe(404);
		expect((await get(simulator, '/v1/charges', { key: false, headers })).status).toBe(200);
	});

	test('that is a token replaces an API key beside it', async () => {
		const headers = { authorization: 'Bearer wrong' };
		expect((await get(simulator, '/v1/info', { headers })).status).toBe(401);
	});

	test('is checked before the request', async () => {
		const path = '/v1/payouts?per_page=0';
		expect((await get(simulator, path, { key: false })).status).toBe(401);
		expect((await get(simulator, path)).status).toBe(422);
	});
});

describe('a bad request', () => {
	test('gets 404 with a message for an unknown path', async () => {
		const { status, json } = await get(simulator, '/v1/nothing');
		expect([status, json]).toEqual([404, { message: 'Not Found' }]);
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
