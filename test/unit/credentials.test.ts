import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';

/** A request of n8n; older requests have `uri` instead of `url`. */
type Request = Partial<IHttpRequestOptions> & { uri?: string };

const authenticate = async (credentials: ICredentialDataDecryptedObject, request: Request) => {
	const add = new PaymentsApi().authenticate as Extract<IAuthenticate, CallableFunction>;
	return await add({ apiKey: ' secret ', ...credentials }, request as IHttpRequestOptions);
};

const environments = {
	production: { environment: 'production' },
	sandbox: { environment: 'sandbox' },
	custom: { environment: 'custom', apiUrl: 'http://pay.example:8080/base/' },
};
type Environment = keyof typeof environments;

const ownHost: Array<[Environment, Request]> = [
	['production', { url: 'https://api.hit-pay.com/v1/info' }],
	['production', { url: 'https://API.hit-pay.com:443/v1/info' }],
	['production', { url: '/v1/info', baseURL: 'https://api.hit-pay.com' }],
	['production', { uri: 'https://api.hit-pay.com/v1/info' }],
	['sandbox', { url: '/v1/info', baseURL: 'https://api.sandbox.hit-pay.com' }],
	['custom', { url: '/v1/info', baseURL: 'http://pay.example:8080/base' }],
];

test.each(ownHost)(
	'in the environment %s the key is added to %p, and no redirect is followed',
	async (name, request) => {
		const original = { ...request, headers: { accept: 'text/plain' } };
		expect(await authenticate(environments[name], original)).toEqual({
			...request,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			headers: { accept: 'text/plain', 'X-BUSINESS-API-KEY': 'secret' },
		});
		// The original request is not changed.
		expect(original.headers).toEqual({ accept: 'text/plain' });
	},
);

const otherHosts: Array<[Environment, Request]> = [
	['production', { url: 'https://example.com/v1/info' }],
	['production', { url: 'http://api.hit-pay.com/v1/info' }],
	['production', { url: 'https://api.hit-pay.com:8443/v1/info' }],
	['production', { url: 'https://api.hit-pay.com.example.com/' }],
	['production', { url: 'https://api.hit-pay.com@example.com/' }],
	['production', { url: 'https://dashboard.hit-pay.com/v1/info' }],
	['production', { url: 'https://api.sandbox.hit-pay.com/v1/info' }],
	['production', { url: '/v1/info', baseURL: 'https://example.com' }],
	['production', { url: '//example.com/v1/info', baseURL: 'https://api.hit-pay.com' }],
	['production', { url: '\\\\example.com/v1/info', baseURL: 'https://api.hit-pay.com' }],
	['production', { url: 'https://example.com/', baseURL: 'https://api.hit-pay.com' }],
	['production', { uri: 'https://example.com/v1/info' }],
	['sandbox', { url: 'https://api.hit-pay.com/v1/info' }],
	['custom', { url: 'https://pay.example:8080/v1/info' }],
	['custom', { url: 'http://pay.example/v1/info' }],
];

test.each(otherHosts)('in the environment %s the key is not added to %p', async (name, request) => {
	const refused = authenticate(environments[name], request);
	await expect(refused).rejects.toThrow(
		/^The API key is only sent to https?:\/\/[\w.:-]+, the host of the credential's environment\. Send the request there, or/,
	);
	await expect(refused).rejects.not.toThrow('secret');
});
