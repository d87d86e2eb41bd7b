import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { apiAddress } from '../../../credentials/environments';
import { operationError } from '../errors/nodeErrors';
import type { Context, NodeContext } from '../run/context';
import { credentialOfRun } from '../run/run';
import { requests } from '../shared/messages/requests';
import { isWebAddress } from '../validation/rules';

/**
 * Returns the base URL of a credential: the part before /v1, without a slash at the end.
 *
 * @throws an error that names the field of the credential: an expression may return any environment, and the Custom
 * environment accepts any text
 */
export function baseUrlOf(
	context: NodeContext,
	credentials: ICredentialDataDecryptedObject,
): string {
	const baseUrl = enteredBaseUrl(credentials);
	if (baseUrl === undefined) throw operationError(context, requests.unknownEnvironment);
	if (!isApiUrl(baseUrl)) throw operationError(context, requests.apiUrl);
	return baseUrl;
}

/** Returns the base URL of a credential as it was entered: it may be invalid, or undefined as that of `apiAddress`. */
export function enteredBaseUrl(credentials: ICredentialDataDecryptedObject): string | undefined {
	return apiAddress(credentials)?.replace(/\/+$/, '');
}

/** Returns the base URL of a run's credential. @throws as `baseUrlOf` */
export async function baseUrlOfRun(context: Context): Promise<string> {
	return baseUrlOf(context, await credentialOfRun(context));
}

/**
 * Returns a text that identifies the API: the base URL in a normalized spelling, which two credentials of one account
 * share.
 *
 * @throws as `baseUrlOf`
 */
export async function apiOfRun(context: Context): Promise<string> {
	return new URL(await baseUrlOfRun(context)).href.replace(/\/+$/, '');
}

/** Returns whether a text is the address of an API: paths are added to it, so it has no query, and no user. */
export function isApiUrl(baseUrl: string): boolean {
	if (!isWebAddress(baseUrl) || /[\s?#]/.test(baseUrl)) return false;
	const { username, password } = new URL(baseUrl);
	return username === '' && password === '';
}
