import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { keyHeader, withoutRedirects } from '../../../credentials/apiKey';
import { credentialMessages } from '../../../credentials/messages';
import { isBusinessInfo } from '../shared/businessInfo';
import { readFailure } from '../shared/errors/httpFailure';
import { networkCause } from '../shared/errors/networkCause';
import { networkCauses } from '../shared/messages/network';
import { isWebAddress } from '../shared/validation/rules';
import { enteredBaseUrl } from './baseUrl';

/** A user waits for the result. */
const TIMEOUT_MS = 15_000;

/**
 * Tests an API key with GET /v1/info, which every key may send. A credential's own `test` could not read the response:
 * any server that responds with 200 would pass, and a network failure would be a code without words.
 */
export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const message = await messageAbout(this, data);
	return { status: message === '' ? 'OK' : 'Error', message };
}

/** Returns what is wrong with a credential. If it works, that is an empty text: the editor has words of its own. */
async function messageAbout(
	// The only request helper that n8n has here.
	{ helpers: { request } }: ICredentialTestFunctions,
	credentials: NonNullable<ICredentialsDecrypted['data']>,
): Promise<string> {
	const baseUrl = enteredBaseUrl(credentials);
	if (!isWebAddress(baseUrl)) return credentialMessages.notAUrl;
	try {
		const { statusCode, body } = (await request({
			method: 'GET',
			uri: `${baseUrl}/v1/info`,
			...withoutRedirects,
			headers: keyHeader(credentials),
			json: true,
			timeout: TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
		})) as { statusCode: number; body: unknown };
		return responseMessage(statusCode, body);
	} catch (thrown) {
		const { code = 'ERR_BAD_RESPONSE' } = readFailure(thrown);
		return credentialMessages.unreachable(networkCauses[networkCause(code)], code);
	}
}

/** Returns what is wrong with a response. */
function responseMessage(status: number, body: unknown): string {
	if (status === 401) return credentialMessages.unknownKey;
	if (status === 408 || status === 429 || status >= 500) {
		return credentialMessages.unavailable(status);
	}
	if (status >= 400 && status !== 404) return credentialMessages.refused(status);
	return status < 300 && isBusinessInfo(body) ? '' : credentialMessages.otherService;
}
