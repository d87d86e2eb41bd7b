import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { apiAddress } from '../../../credentials/environments';
import { credentialId, credentialType } from './credential';
import { AT_ONCE, lineOf } from './line';

/** The trigger's side of n8n: hooks at activation, and calls of its webhook. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What has no routing: the trigger, and the lists that the editor shows. */
type PlainContext = TriggerContext | ILoadOptionsFunctions;

/** What such a request sends. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** The path, with ids already encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Besides those of the credential. */
	headers?: IDataObject;
}

/**
 * Sends one request for what n8n gives no routing: the same credentials, the same host, no
 * redirects. It is sent once: the service delivers again what could not be checked, and a list is
 * opened again.
 *
 * @returns the answer's body
 * @throws what n8n's request helper throws; `statusOf` reads it
 */
export async function request<T>(
	context: PlainContext,
	{ method, path, query, body, headers }: ServiceRequest,
): Promise<T> {
	const type = credentialType(context);
	const baseURL = apiAddress(await context.getCredentials(type)).replace(/\/+$/, '');
	// A line of their own: a notification's sender does not wait until a bulk of refunds is through.
	return await lineOf(`${credentialId(context)} trigger`).run(
		AT_ONCE,
		async () =>
			(await context.helpers.httpRequestWithAuthentication.call(context, type, {
				method,
				baseURL,
				url: path,
				qs: query,
				arrayFormat: 'brackets',
				body,
				headers,
				json: true,
				disableFollowRedirect: true,
				// A notification waits for the answer, and its sender not for long.
				timeout: 8_000,
			})) as T,
	);
}
