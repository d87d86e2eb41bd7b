import { CredentialTestContext } from 'n8n-core';
import {
	assertUrlAllowed,
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { Payments } from '../../nodes/Payments/Payments.node';
import { useVirtualClock } from '../clock';
import { startHttpServer } from '../httpServer';
import { useSimulator } from '../useSimulator';
import { MemoryCredentials } from './credentials';
import { succeeded } from './outcomes';
import { apiKeyOf, oAuth2Of, operation, runnerOf } from './run';

const clock = useVirtualClock();

const simulator = useSimulator({ rotateRefreshTokens: true });
const run = runnerOf(simulator);
let stranger: Awaited<ReturnType<typeof startHttpServer>>;
const arrived: IncomingMessage[] = [];

beforeAll(async () => {
	stranger = await startHttpServer((request, response) => {
		arrived.push(request);
		response.end('{"data":[],"meta":{}}');
	});
});
afterAll(() => stranger.close());
beforeEach(() => {
	arrived.length = 0;
});

const info = { resource: 'info', operation: 'get' };

describe('OAuth2', () => {
	test('an access token that expired is refreshed once, and the new one is kept', async () => {
		const credentials = oAuth2Of(simulator);
		const before = credentials.paymentsOAuth2Api.oauthTokenData.access_token;
		simulator.expireAccessTokens();

		const { items } = await succeeded(run(info, { credentials }));
		expect(items).toHaveLength(1);
		expect(
			simulator.requests.map(({ method, path, status }) => `${method} ${path} ${status}`),
		).toEqual(['GET /v1/info 401', 'POST /v1/open/oauth/token 200', 'GET /v1/info 200']);
		const after = credentials.paymentsOAuth2Api.oauthTokenData.access_token;
		expect(after).not.toBe(before);
		expect(simulator.requests[2]?.headers.authorization).toBe(`Bearer ${after}`);

		await run(info, { credentials });
		expect(simulator.requests).toHaveLength(4);
	});

	test("items with a token that expired refresh it once, with the app's ID and secret in the body, and are sent once", async () => {
		const credentials = oAuth2Of(simulator);
		simulator.expireAccessTokens();
		const names = Array.from({ length: 10 }, (_, index) => ({ name: `Counter ${index}` }));
		const create = operation('staticQr', 'create', { name: '={{ $json.name }}' });
		const before = simulator.records.staticQrs.length;
		await succeeded(run(create, { credentials, items: names }));
		expect(simulator.records.staticQrs).toHaveLength(before + 10);
		const refreshed = simulator.requests.filter(({ path }) => path.endsWith('/token'));
		const { clientId: client_id, clientSecret: client_secret } = simulator.oauthApp;
		const grant_type = 'refresh_token';
		expect(refreshed).toMatchObject([{ body: { grant_type, client_id, client_secret } }]);
		expect(refreshed[0]!.headers.authorization ?? '').toBe('');
	});

	test.each([
		['the merchant revoked access', () => simulator.revoke()],
		[
			'both tokens expired',
			() => {
				simulator.expireAccessTokens();
				simulator.expireRefreshTokens();
			},
		],
	])('when %s, the message asks the user to connect again', async (_, happen) => {
		const credentials = oAuth2Of(simulator);
		happen();
		const { error } = await run(info, { credentials });
		expect(error?.message).toBe('The credential "Test" needs to be reconnected.');
		expect(error?.description).toContain('revoked access');
		expect(error?.description).toContain('reconnect it');
	});

	test('a client secret that was replaced in the dashboard is the cause in the message, at once', async () => {
		const credentials = oAuth2Of(simulator);
		simulator.regenerateSecret();
		const { error } = await run(info, { credentials });
		expect(error?.message).toBe(
			'HitPay does not accept the app of the OAuth2 credential, or its authorization',
		);
		expect(error?.description).toContain('client secret');
		expect(simulator.requests.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
	});

	describe.each([
		['has too many requests', { status: 429 }],
		['returns a web page', { status: 200, body: '<html>Down</html>' }],
		['is unavailable', { status: 503 }],
		['closes the connection', { cut: 'before' }],
	] as const)('while the token endpoint %s', (_, fault) => {
		test('a refund is sent again until there is a token, and made once', async () => {
			const { id } = simulator.addCharge({ amount: 12 });
			simulator.fault({ path: '/v1/refund', status: 401, times: 3 });
			simulator.fault({ path: '/v1/open/oauth/token', times: 2, ...fault });
			const refund = operation('refund', 'create', { paymentId: id, amount: 5 });
			await succeeded(run(refund, { credentials: oAuth2Of(simulator) }));
			const sent = simulator.requests.filter(({ path }) => path === '/v1/refund');
			expect(sent.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
		});

		test('a read says so after its attempts', async () => {
			const credentials = oAuth2Of(simulator);
			simulator.expireAccessTokens();
			simulator.fault({ path: '/v1/open/oauth/token', times: 99, ...fault });
			const { error } = await run(info, { credentials });
			expect(error?.message).toBe('HitPay did not renew the access token of the OAuth2 credential');
		});
	});

	test('a creation is made once though n8n gets its token minutes later', async () => {
		const before = simulator.records.staticQrs.length;
		const made = () => simulator.records.staticQrs.length - before;
		simulator.fault({ method: 'POST', path: '/v1/static_qr', status: 401 });
		simulator.fault({ path: '/v1/open/oauth/token', delay: 200_000, when: 'before' });
		const create = operation('staticQr', 'create', { name: 'Counter 1' });
		await succeeded(run(create, { credentials: oAuth2Of(simulator) }));
		await clock.pass(100_000);
		expect(made()).toBe(1);
	});

	test('a read that took too long is not sent when n8n gets its token', async () => {
		simulator.fault({ path: '/v1/info', status: 401 });
		simulator.fault({ path: '/v1/open/oauth/token', delay: 200_000, when: 'before' });
		await succeeded(run(info, { credentials: oAuth2Of(simulator) }));
		await clock.pass(100_000);
		expect(simulator.requests.filter(({ path }) => path === '/v1/info')).toHaveLength(2);
	});

	test.each([
		['a read', info],
		['a command', operation('reader', 'cancelPayment', { readerId: 'r-1' })],
	])('%s with a credential that was saved without Connect is not sent', async (_, parameters) => {
		const saved: ICredentialDataDecryptedObject = { ...oAuth2Of(simulator).paymentsOAuth2Api };
		delete saved.oauthTokenData;
		const credentials = { paymentsOAuth2Api: saved };
		const { error } = await run(parameters, { credentials });
		expect(error?.message).toBe('The OAuth2 credential is not connected');
		expect(error?.description).toContain('connect it');
	});

	test('a redirect does not take the token to another host', async () => {
		simulator.fault({
			path: '/v1/info',
			status: 302,
			headers: { location: `${stranger.url}/v1/info` },
		});
		const { error } = await run(info, { credentials: oAuth2Of(simulator) });
		expect(error?.httpCode).toBe('302');
		expect(arrived).toEqual([]);
	});
});

describe('API key', () => {
	test.each([301, 302, 303, 307, 308])(
		'a redirect with the status %i does not take the key to another host',
		async (status) => {
			const requests = [
				[/charges/, { resource: 'charge', operation: 'getAll' }],
				[/static_qr/, { resource: 'staticQr', operation: 'create', name: 'Counter 1' }],
			] as const;
			for (const [path, parameters] of requests) {
				simulator.fault({ path, status, headers: { location: `${stranger.url}/v1/charges` } });
				const { error } = await run(parameters);
				expect(error?.httpCode).toBe(String(status));
				expect(error?.description).toContain('The Payments API redirects to another address');
			}
			expect(arrived).toEqual([]);
		},
	);

	test('nothing of the service can lead a list to another host', async () => {
		const body = {
			data: [{ id: '1' }],
			links: { next: `${stranger.url}/v1/charges?cursor=a` },
			meta: { next_cursor: `${stranger.url}/`, path: stranger.url },
		};
		simulator.fault({ status: 200, body });
		await run({ resource: 'charge', operation: 'getAll', returnAll: true });
		expect(simulator.requests).toHaveLength(2);
		expect(arrived).toEqual([]);
	});

	test('a redirect does not take the key along when another node borrows the credential', async () => {
		const nodeType = {
			description: {
				displayName: 'Borrower',
				name: 'payments',
				group: ['input'],
				version: 1,
				description: '',
				defaults: {},
				inputs: ['main'],
				outputs: ['main'],
				credentials: [{ name: 'paymentsApi', required: true }],
				properties: [],
			},
			async execute() {
				// As n8n's HTTP Request node sends, hence by the older function.
				// eslint-disable-next-line @n8n/community-nodes/no-deprecated-workflow-functions -- the HTTP Request node calls it, so the key must be safe there, too
				await this.helpers.requestWithAuthentication.call(this, 'paymentsApi', {
					uri: `${simulator.url}/v1/info`,
					followRedirect: true,
					followAllRedirects: true,
				});
				return [[]];
			},
		} as INodeType;
		simulator.fault({ status: 302, times: 2, headers: { location: `${stranger.url}/` } });
		const { error } = await run({}, { nodeType });
		expect(simulator.requests[0]?.headers['x-business-api-key']).toBe(simulator.apiKey);
		expect(error?.httpCode).toBe('302');
		expect(arrived).toEqual([]);
	});
});

describe.each([
	['API key', (apiUrl: string) => apiKeyOf(simulator, { apiUrl })],
	[
		'OAuth2',
		(apiUrl: string) => ({
			paymentsOAuth2Api: { ...oAuth2Of(simulator).paymentsOAuth2Api, apiUrl },
		}),
	],
])(
	"'API URL' of the %s credential",
	(_, credentialsWith: (apiUrl: string) => Record<string, ICredentialDataDecryptedObject>) => {
		test.each(['/', '//', ' '])('may end with %p', async (end) => {
			await succeeded(run(info, { credentials: credentialsWith(simulator.url + end) }));
			expect(simulator.requests[0]?.path).toBe('/v1/info');
		});

		test.each([
			'',
			'payments.example.com',
			'localhost:8080',
			'ftp://payments.example.com',
			'https://',
			'https://user:secret@payments.example.com',
			'https://user@payments.example.com',
			'https://payments.example.com?x=1',
			'https://payments.example.com/#x',
			'https://payments.example.com/a b',
		])('is reported if it is not a web address: %s', async (apiUrl) => {
			const { error } = await run(info, { credentials: credentialsWith(apiUrl) });
			expect(error?.message).toBe("'API URL' in the credential is not a web address");
			expect(error?.description).toBe(
				'Enter the complete address in front of /v1, beginning with https://, or with http:// for a server on the same machine as n8n. It has no user, query or blanks.',
			);
		});
	},
);

describe.each([['Sandbox'], ['custom '], [''], [null], [1], ['toString']])(
	"'Environment' as %p, which only an expression returns",
	(environment) => {
		const message = "'Environment' in the credential is not Production, Sandbox or Custom";

		test('is never taken for Production', async () => {
			for (const credentials of [apiKeyOf(simulator), oAuth2Of(simulator)]) {
				for (const credential of Object.values(credentials)) {
					Object.assign(credential, { environment });
				}
				const { error } = await run(info, { credentials });
				expect(error?.message).toBe(message);
			}
			const authenticate = new PaymentsApi().authenticate as (
				...args: [ICredentialDataDecryptedObject, IHttpRequestOptions]
			) => Promise<unknown>;
			const request = { url: 'https://api.hit-pay.com/v1/info' };
			const credential = { environment, apiKey: 'key' } as ICredentialDataDecryptedObject;
			await expect(authenticate(credential, request)).rejects.toThrow("'Environment' is not");
		});
	},
);

describe("the credential's own test", () => {
	/** As n8n tests a credential with the function that the node names. */
	async function tryOut(changes: ICredentialDataDecryptedObject = {}) {
		const { description, methods } = new Payments();
		const { testedBy } = description.credentials!.find(({ name }) => name === 'paymentsApi')!;
		const test = methods.credentialTest[testedBy as 'testApiKey'];
		const data = { ...apiKeyOf(simulator).paymentsApi, ...changes };
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		return await test.call(context, { id: '1', name: 'Test', type: 'paymentsApi', data });
	}

	/** A server that responds to everything in the same way. */
	async function withServer(
		respond: (response: ServerResponse) => void,
		use: (apiUrl: string) => Promise<void>,
	) {
		const { url, close } = await startHttpServer((_, response) => respond(response));
		await use(url);
		await close();
	}

	const otherService =
		"This address does not return the data of the Payments API. Check 'Environment', and for Custom that 'API URL' is the address in front of /v1.";

	test('explains an unknown environment', async () => {
		const { status, message } = await tryOut({ environment: 'Sandbox' });
		expect(status).toBe('Error');
		expect(message).toContain("'Environment' is not Production, Sandbox or Custom");
	});

	test.each(['wrong', 1042 as never])('explains a wrong key, also a number: %j', async (apiKey) => {
		expect(await tryOut({ apiKey })).toEqual({
			status: 'Error',
			message:
				"The Payments API does not accept this API key. Check that the key is complete and was created in the selected 'Environment'.",
		});
	});

	test('passes with blanks around the key, and a slash behind the address', async () => {
		const { url, apiKey } = simulator;
		const entered = { apiUrl: `${url}/ `, apiKey: ` ${apiKey}\n` };
		expect(await tryOut(entered)).toEqual({ status: 'OK', message: '' });
		expect(simulator.requests.map(({ path }) => path)).toEqual(['/v1/info']);
	});

	test.each([
		['a web page, as n8n itself returns', '<!DOCTYPE html><html></html>'],
		['nothing', ''],
		['a list of another service', '{"data":[],"meta":{}}'],
		['no success', '{"success":false,"name":"Gateway"}'],
		['an error', '{"error":{"name":"NotFound"}}'],
		['errors of fields', '{"errors":{"name":["Missing"]}}'],
		['another kind of name', '{"hostname":"web-1"}'],
		['a message', '{"message":"Hello"}'],
		['404', '{"message":"Not Found"}', 404],
		['a redirect', '', 302],
		['a list that is none at the path of the charges only', '["data"]', 404],
		['an object that is no list at the path of the charges only', '{"total":0}', 404],
	])('fails if the server returns %s', async (_, body, status = 200) => {
		const { url, close } = await startHttpServer(({ url: path }, response) => {
			const isCharges = !body.includes('message') && path!.startsWith('/v1/charges?');
			const headers = { location: `${stranger.url}/v1/info` };
			response.writeHead(isCharges ? 200 : status, headers).end(body);
		});
		expect(await tryOut({ apiUrl: url })).toEqual({ status: 'Error', message: otherService });
		await close();
		expect(arrived).toEqual([]);
	});

	const UNAVAILABLE = 'The Payments API is temporarily unavailable: it returned the status';
	test.each([
		[
			403,
			'The Payments API refuses the request with the status 403. Check that the API key is complete and may read the business.',
		],
		[429, `${UNAVAILABLE} 429. Wait a moment, then test the credential again.`],
		[503, `${UNAVAILABLE} 503. Wait a moment, then test the credential again.`],
	])('explains the status %i', async (status, message) => {
		simulator.fault({ status, times: 3 });
		expect(await tryOut()).toEqual({ status: 'Error', message });
	});

	test.each([
		[
			'http://no-such-host.invalid',
			/^Could not reach the Payments API \(E(NOTFOUND|AI_AGAIN)\)\. (No host has the name in the credential|The name of the host could not be looked up)\. .+ Then test the credential again\.$/,
		],
		[
			'http://127.0.0.1:1',
			/^Could not reach the Payments API \(ECONNREFUSED\)\. No server accepts connections at the address in the credential\. /,
		],
		[
			'localhost:8080',
			/^'API URL' is not a web address\. .+ http:\/\/ for a server on the same machine/,
		],
	])('puts into words why %s cannot be reached', async (apiUrl, message) => {
		expect(await tryOut({ apiUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(message) as string,
		});
	});

	test('puts into words that a server has no HTTPS, or closes the connection', async () => {
		await withServer(
			(response) => response.destroy(),
			async (apiUrl) => {
				const { message } = await tryOut({ apiUrl });
				expect(message).toContain('(ECONNRESET). The other side closed the connection.');
				const { message: overHttps } = await tryOut({ apiUrl: apiUrl.replace('http', 'https') });
				expect(overHttps).toContain('The server does not accept HTTPS at this port.');
			},
		);
	});

	test('ends when a response does not', async () => {
		const over = new AbortController();
		const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
		await withServer(
			(response) => {
				response.write('{"id":');
				setImmediate(() => over.abort(new DOMException('', 'TimeoutError')));
			},
			async (apiUrl) => expect((await tryOut({ apiUrl })).message).toContain('(ETIMEDOUT). '),
		);
		expect(limit.mock.calls).toEqual([[15_000]]);
	});

	test('has no key in its messages', async () => {
		await withServer(
			(response) => response.writeHead(400).end(`{"message":"No ${simulator.apiKey}"}`),
			async (apiUrl) => expect((await tryOut({ apiUrl })).message).not.toContain(simulator.apiKey),
		);
	});
});

describe('where the credentials lead', () => {
	const environments = [
		{
			environment: 'production',
			api: 'https://api.hit-pay.com',
			dashboard: 'https://dashboard.hit-pay.com',
			host: 'api.hit-pay.com',
		},
		{
			environment: 'sandbox',
			api: 'https://api.sandbox.hit-pay.com',
			dashboard: 'https://dashboard.sandbox.hit-pay.com',
			host: 'api.sandbox.hit-pay.com',
		},
		...['', '/', '//', '  '].map((end) => ({
			environment: 'custom',
			apiUrl: `http://pay.example:8080/base${end}`,
			dashboardUrl: `https://dash.example${end}`,
			api: 'http://pay.example:8080/base',
			dashboard: 'https://dash.example',
			host: 'pay.example',
		})),
		{
			environment: 'custom',
			apiUrl: 'http://[::1]:8080',
			dashboardUrl: 'http://[::1]',
			api: 'http://[::1]:8080',
			dashboard: 'http://[::1]',
			host: '[::1]',
		},
	];

	test.each(environments)('$environment $apiUrl', async ({ api, dashboard, host, ...typed }) => {
		for (const type of ['paymentsApi', 'paymentsOAuth2Api']) {
			const helper = new MemoryCredentials({ [type]: typed });
			const data = await helper.getDecrypted(undefined, undefined, type);
			// The check of the HTTP Request node before it uses a credential.
			const allowedDomains = getCredentialAllowedDomains({
				node: {} as INode,
				credentialData: data,
			});
			expect(allowedDomains).toBe(host);
			expect(() => assertUrlAllowed({ url: `${api}/v1/info`, allowedDomains })).not.toThrow();
			expect(() => assertUrlAllowed({ url: stranger.url, allowedDomains })).toThrow('not allowed');
			if (type === 'paymentsApi') continue;
			expect(data).toMatchObject({
				authUrl: `${dashboard}/oauth/authorize`,
				accessTokenUrl: `${api}/v1/open/oauth/token`,
				grantType: 'authorizationCode',
				authentication: 'body',
			});
		}
	});
});
