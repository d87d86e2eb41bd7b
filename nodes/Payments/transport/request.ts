import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { addressOf } from './address';
import { asData } from './answer';
import { monotonic, wait } from './clock';
import { credentialId, credentialType } from './credential';
import { readFailure, withoutSecrets } from './failure';
import { AT_ONCE, lineOf } from './line';
import { readRateLimit, timeOf } from './rateLimit';
import { isEnough, mayRepeat, outcomeOf, waitBefore } from './retry';
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
export async function request<T>(context: PlainContext, what: ServiceRequest): Promise<T> {
	return (await send(context, what)) as T;
}

/** @param isFull whether the answer's headers are of use, too */
async function send(
	context: PlainContext,
	{ method, path, query, body, headers, timeout = TIMEOUT }: ServiceRequest,
	isFull = false,
): Promise<unknown> {
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
		returnFullResponse: isFull,
	};
	return await lineOfTriggers(context).run(AT_ONCE, async () => {
		try {
			const answer = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				type,
				options,
			)) as unknown;
			secrets.addTokenOf(options.headers);
			if (!isFull) return asData(answer, method, secrets);
			const full = answer as IN8nHttpFullResponse;
			return { ...full, body: asData(full.body, method, secrets) };
		} catch (thrown) {
			secrets.addTokenOf(options.headers);
			throw withoutSecrets(thrown, secrets);
		}
	});
}

/** A line of their own: a notification's sender does not wait until a bulk of refunds is through. */
function lineOfTriggers(context: PlainContext) {
	return lineOf(`${credentialId(context)} trigger`);
}

/** What a poll read. */
export interface Answer {
	body: unknown;
	/** When it was sent by the service's clock, in milliseconds since 1970, if it says. */
	sentAt?: number;
}

/**
 * Reads something for a poll, where nobody waits: within the service's rate limit, and again after the failures of
 * the table that all reading follows (docs/reliability.md), but fewer times.
 *
 * @throws as `request`, after the last try
 */
export async function readPatiently(
	context: PlainContext,
	path: string,
	query: IDataObject,
): Promise<Answer> {
	const line = lineOfTriggers(context);
	const what: ServiceRequest = { method: 'GET', path, query, timeout: PATIENT_TIMEOUT };
	const begin = monotonic();
	for (let tries = 1; ; tries += 1) {
		const ticket = await line.pace.turn();
		const outcome = await send(context, what, true).then(
			(answer) => ({ answer: answer as IN8nHttpFullResponse }),
			(thrown: unknown) => ({ thrown }),
		);
		if ('answer' in outcome) {
			const { body, headers } = outcome.answer;
			line.pace.follow(readRateLimit(headers));
			line.pace.settle(ticket, 'taken');
			line.succeeded();
			return { body, sentAt: timeOf(headers) };
		}
		const failure = readFailure(outcome.thrown);
		line.pace.settle(ticket, outcomeOf(failure), failure);
		if (failure.status === 429) line.wasRefused(failure);
		const isOver = isEnough(failure, tries, PATIENT_TRIES, monotonic() - begin);
		if (isOver || !mayRepeat(failure)) throw outcome.thrown;
		await wait(waitBefore(failure, tries));
	}
}
