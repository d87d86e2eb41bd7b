import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';

/** A request as n8n hands it over; one of the older kind has `uri` in place of `url`. */
type Request = Partial<IHttpRequestOptions> & { uri?: string };

const authenticate = async (credentials: ICredentialDataDecryptedObject, request: Request) => {
	const add = new PaymentsApi().authenticate as Extract<IAuthenticate, CallableFunction>;
	return await add({ apiKey: ' secret ', ...credentials }, request as IHttpRequestOptions);
};

const places = {
	production: { environment: 'production' },
	sandbox: { environment: 'sandbox' },
	custom: { environment: 'custom', apiUrl: 'http://pay.example:8080/base/' },
};
type Place = keyof typeof places;

const good: Array<[Place, Request]> = [
	['production', { url: 'https://api.hit-pay.com/v1/info' }],
	['production', { url: 'https://API.hit-pay.com:443/v1/info' }],
	['production', { url: '/v1/info', baseURL: 'https://api.hit-pay.com' }],
	['production', { uri: 'https://api.hit-pay.com/v1/info' }],
	['sandbox', { url: '/v1/info', baseURL: 'https://api.sandbox.hit-pay.com' }],
	['custom', { url: '/v1/info', baseURL: 'http://pay.example:8080/base' }],
];

test.each(good)(
	'in the environment %s the key is added to %p, and no redirect is followed',
	async (place, request) => {
		const given = { ...request, headers: { accept: 'text/plain' } };
		expect(await authenticate(places[place], given)).toEqual({
			...request,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			headers: { accept: 'text/plain', 'X-BUSINESS-API-KEY': 'secret' },
		});
		// The request that was handed in stays without the key.
		expect(given.headers).toEqual({ accept: 'text/plain' });
	},
);

const elsewhere: Array<[Place, Request]> = [
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

test.each(elsewhere)('in the environment %s the key is not added to %p', async (place, request) => {
	const refused = authenticate(places[place], request);
	await expect(refused).rejects.toThrow(
		/^The API key is only sent to https?:\/\/[\w.:-]+, the host of the credential's environment\. Send the request there, or/,
	);
	await expect(refused).rejects.not.toThrow('secret');
});
