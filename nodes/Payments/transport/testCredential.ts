import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { keyHeader, withoutRedirects } from '../../../credentials/apiKey';
import { credentialMessages } from '../../../credentials/messages';
import { isKeyRefused, readFailure } from '../errors/httpFailure';
import { networkCause } from '../errors/networkCause';
import { isAccountStatus, isBusinessInfo } from '../shared/businessInfo';
import { networkCauses } from '../shared/messages/network';
import { isObject } from '../shared/record';
import { enteredBaseUrl, isApiUrl } from './baseUrl';

type Credentials = NonNullable<ICredentialsDecrypted['data']>;

/** A user waits for the result. */
const TIMEOUT_MS = 15_000;

/** The paths that a key may read, and how to recognize the response. Sources differ in the paths for every key. */
const probes = [
	{ path: '/v1/info', isExpected: isBusinessInfo },
	{ path: '/v1/account-status', isExpected: isAccountStatus },
	{
		path: '/v1/charges?per_page=1',
		isExpected: (body: unknown) => isObject(body) && Array.isArray(body.data),
	},
];

type Probe = (typeof probes)[number];

/** Statuses of a path that does not exist, or that is not for this kind of key. */
const OTHER_PATH_STATUSES = [403, 404, 405];

/**
 * Tests an API key with GET /v1/info, or with the next path if the API refuses that path. A credential's own `test`
 * could not read the response: any server that responds with 200 would pass, and a network failure would be a code
 * without words.
 */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const message = await messageAbout(this, data);
	return { status: message === '' ? 'OK' : 'Error', message };
}

/** Returns the message for a credential; an empty text if it works, for which the editor has words of its own. */
async function messageAbout(
	{ helpers }: ICredentialTestFunctions,
	credentials: Credentials,
): Promise<string> {
	const baseUrl = enteredBaseUrl(credentials);
	if (baseUrl === undefined) return credentialMessages.unknownEnvironment;
	if (!isApiUrl(baseUrl)) return credentialMessages.notAUrl;
	let first: string | undefined;
	try {
		for (const probe of probes) {
			const response = await get(helpers, baseUrl + probe.path, credentials);
			if (!response) return unreachable('ETIMEDOUT');
			const { status, body } = response;
			const message = responseMessage(status, body, probe);
			if (message === '' || !isOtherPath(status, body)) return message;
			first ??= message;
		}
	} catch (thrown) {
		return unreachable(readFailure(thrown).code);
	}
	return first!;
}

function unreachable(code = 'ERR_BAD_RESPONSE'): string {
	return credentialMessages.unreachable(networkCauses[networkCause(code)], code);
}

/** Sends a request. @returns nothing if the response does not end in time */
async function get(
	// The only request helper that n8n has here.
	{ request }: ICredentialTestFunctions['helpers'],
	uri: string,
	credentials: Credentials,
): Promise<{ status: number; body: unknown } | undefined> {
	// n8n's timeout counts only the time without data: a body may never end.
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	const timedOut = new Promise<undefined>((resolve) => {
		timeout.addEventListener('abort', () => resolve(undefined));
	});
	const sent = request({
		method: 'GET',
		uri,
		...withoutRedirects,
		headers: keyHeader(credentials),
		json: true,
		timeout: TIMEOUT_MS,
		simple: false,
		resolveWithFullResponse: true,
	}) as Promise<{ statusCode: number; body: unknown }>;
	const response = await Promise.race([sent, timedOut]);
	return response ? { status: response.statusCode, body: response.body } : undefined;
}

/** Returns whether only the path was refused, so that another one may work. */
function isOtherPath(status: number, body: unknown): boolean {
	return OTHER_PATH_STATUSES.includes(status) && !isUnknownKey(status, body);
}

function isUnknownKey(status: number, body: unknown): boolean {
	const message = isObject(body) ? body.message : undefined;
	return isKeyRefused({ status, messages: typeof message === 'string' ? [message] : [] });
}

/** Returns the message for an unexpected response; an empty text for an expected one. */
function responseMessage(status: number, body: unknown, { isExpected }: Probe): string {
	if (isUnknownKey(status, body)) return credentialMessages.unknownKey;
	if (status === 408 || status === 429 || status >= 500) {
		return credentialMessages.unavailable(status);
	}
	if (status >= 400 && status !== 404) return credentialMessages.refused(status);
	return status < 300 && isExpected(body) ? '' : credentialMessages.otherService;
}
