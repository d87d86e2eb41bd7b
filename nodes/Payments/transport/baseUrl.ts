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
 * @throws as `assertBaseUrl`
 */
export function baseUrlOf(
	context: NodeContext,
	credentials: ICredentialDataDecryptedObject,
): string {
	const baseUrl = enteredBaseUrl(credentials);
	assertBaseUrl(context, baseUrl);
	return baseUrl;
}

/** Returns the base URL of a credential as it was entered: it may be invalid. */
export function enteredBaseUrl(credentials: ICredentialDataDecryptedObject): string {
	return apiAddress(credentials).trim().replace(/\/+$/, '');
}

/** Returns the base URL of a run's credential. @throws as `assertBaseUrl` */
export async function baseUrlOfRun(context: Context): Promise<string> {
	return baseUrlOf(context, await credentialOfRun(context));
}

/**
 * Returns a text that identifies the API: the base URL in a normalized spelling, which two credentials of one account
 * share.
 *
 * @throws as `assertBaseUrl`
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

/**
 * Verifies a base URL: the Custom environment accepts any text.
 *
 * @throws an error that names the field of the credential
 */
function assertBaseUrl(context: NodeContext, baseUrl: string) {
	if (isApiUrl(baseUrl)) return;
	throw operationError(context, requests.apiUrl);
}
