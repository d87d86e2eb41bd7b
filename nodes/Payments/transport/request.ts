import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { addressOf } from './address';
import { asData } from './answer';
import { wait } from './clock';
import { credentialId, credentialType } from './credential';
import { readFailure, withoutSecrets } from './failure';
import { AT_ONCE, lineOf } from './line';
import { mayRepeat, waitBefore } from './retry';
import { Secrets } from './secrets';

/** The trigger's side of n8n: hooks at activation, and calls of its webhook. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What has no routing: the triggers, and the lists that the editor shows. */
type PlainContext = TriggerContext | ILoadOptionsFunctions | IPollFunctions;

/** A notification waits for the answer, and its sender not for long. Milliseconds. */
const TIMEOUT = 8_000;

/** The same where nobody waits. */
const PATIENT_TIMEOUT = 60_000;

/** How often a poll asks at most: the next poll asks again anyway. */
const PATIENT_TRIES = 3;

/** What such a request sends. */
export interface ServiceRequest {
	method: IHttpRequestMethods;
	/** The path, with ids already encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Besides those of the credential. */
	headers?: IDataObject;
	/** How long the answer may take, in milliseconds. */
	timeout?: number;
}

/**
 * Sends one request for what n8n gives no routing: the same credentials, the same host, no
 * redirects. It is sent once: the service delivers again what could not be checked, and a list is
 * opened again.
 *
 * @returns the answer's body, without secrets; of whatever shape, unless it is no JSON
 * @throws what n8n's request helper throws, without secrets; `statusOf` reads it. NoData when the answer can't
 *   be the service's. When the credential leads nowhere, an error that names its field
 */
export async function request<T>(
	context: PlainContext,
	{ method, path, query, body, headers, timeout = TIMEOUT }: ServiceRequest,
): Promise<T> {
	const type = credentialType(context);
	const credentials = await context.getCredentials(type);
	const baseURL = addressOf(context, credentials);
	const secrets = new Secrets(credentials);
	const options: IHttpRequestOptions = {
		method,
		baseURL,
		url: path,
		qs: query,
		body,
		headers: { ...headers },
		json: true,
		arrayFormat: 'brackets',
		disableFollowRedirect: true,
		timeout,
	};
	// A line of their own: a notification's sender does not wait until a bulk of refunds is through.
	return await lineOf(`${credentialId(context)} trigger`).run(AT_ONCE, async () => {
		try {
			const answer = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				type,
				options,
			)) as T;
			secrets.addTokenOf(options.headers);
			return asData(answer, method, secrets) as T;
		} catch (thrown) {
			secrets.addTokenOf(options.headers);
			throw withoutSecrets(thrown, secrets);
		}
	});
}

/**
 * Reads something for a poll, where nobody waits: again after the failures of the table that all
 * reading follows (docs/reliability.md), but fewer times.
 *
 * @returns the answer's body
 * @throws as `request`, after the last try
 */
export async function readPatiently<T>(
	context: PlainContext,
	path: string,
	query: IDataObject,
	tries = 1,
): Promise<T> {
	const sent = request<T>(context, { method: 'GET', path, query, timeout: PATIENT_TIMEOUT });
	return await sent.catch(async (thrown: unknown) => {
		const failure = readFailure(thrown);
		if (tries >= PATIENT_TRIES || !mayRepeat(failure)) throw thrown;
		await wait(waitBefore(failure, tries));
		return await readPatiently<T>(context, path, query, tries + 1);
	});
}
