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

import { readFailure, redactFailure } from '../errors/httpFailure';
import { readRateLimit, sentAtOf } from '../errors/rateLimitHeaders';
import { credentialId, credentialType } from '../run/credential';
import { DEFAULT_CONCURRENCY } from '../run/limits';
import { Secrets } from '../run/secrets';
import { baseUrlOf } from './baseUrl';
import { sendInTime, monotonic, wait } from './clock';
import { queueFor } from './queue/requestQueue';
import { isExhausted, isRetryable, rateLimitOutcome, retryDelay } from './queue/retry';
import { readResponse } from './response';
import { recordServiceTime } from './serviceClock';

/** n8n's functions for a webhook trigger: those of its registration, and of its calls. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** n8n's functions where it has no routing: in triggers, and for lists in the editor. */
type PlainContext = TriggerContext | ILoadOptionsFunctions | IPollFunctions;

/** A notification waits for the response, and its sender has a timeout. */
const TIMEOUT_MS = 8_000;

/** The timeout of a poll, for which nobody waits. */
const POLL_TIMEOUT_MS = 60_000;

/** How many times a poll sends a request: the next poll repeats it anyway. */
const POLL_ATTEMPTS = 3;

/** A request without routing. */
export interface ApiRequest {
	method: IHttpRequestMethods;
	/** The path, with encoded IDs. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Headers in addition to those of the credential. */
	headers?: IDataObject;
	/** Milliseconds. */
	timeout?: number;
}

/**
 * Sends a request where n8n has no routing, to the host of the credential and without redirects. It is sent once:
 * HitPay repeats notifications that could not be verified, and a user opens a list again.
 *
 * @returns the body of the response, without secrets; `T` is not verified
 * @throws the error of n8n's request helper, without secrets, which `statusOf` reads; InvalidResponseError if the
 * response cannot be from the Payments API; an error that names the field of the credential if it is not a web address
 */
export async function request<T>(context: PlainContext, apiRequest: ApiRequest): Promise<T> {
	return (await send(context, apiRequest)).body as T;
}

async function send(
	context: PlainContext,
	{ method, path, query, body, headers, timeout = TIMEOUT_MS }: ApiRequest,
): Promise<IN8nHttpFullResponse> {
	const type = credentialType(context);
	const credentials = await context.getCredentials(type);
	const baseURL = baseUrlOf(context, credentials);
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
		returnFullResponse: true,
	};
	const { helpers } = context;
	return await queueOf(context).run(DEFAULT_CONCURRENCY, async () => {
		try {
			const response = await sendInTime(
				timeout,
				options,
				async () =>
					(await helpers.httpRequestWithAuthentication.call(
						context,
						type,
						options,
					)) as IN8nHttpFullResponse,
			);
			secrets.addTokenOf(options.headers);
			recordServiceTime(credentialId(context), sentAtOf(response.headers));
			const read = readResponse(response.body, method, secrets);
			return { ...response, body: read };
		} catch (thrown) {
			secrets.addTokenOf(options.headers);
			throw redactFailure(thrown, secrets, body);
		}
	});
}

/** Returns the queue of notifications, polls, or lists and registrations: none waits for another, nor for the node. */
function queueOf(context: PlainContext) {
	const use = 'getBodyData' in context ? 'notification' : '__emit' in context ? 'poll' : 'list';
	return queueFor(`${credentialId(context)} ${use}`);
}

/** A response to a poll. */
export interface PollResponse {
	body: unknown;
	/** When it was sent by the clock of the API, in milliseconds since 1970. */
	sentAt?: number;
}

/**
 * Reads a path for a poll, within the rate limit. It is repeated after the same failures as every read
 * (docs/reliability.md), but fewer times.
 *
 * @throws as `request`, after the last attempt
 */
export async function readWithRetries(
	context: PlainContext,
	path: string,
	query: IDataObject,
): Promise<PollResponse> {
	const queue = queueOf(context);
	const apiRequest: ApiRequest = { method: 'GET', path, query, timeout: POLL_TIMEOUT_MS };
	const startedAt = monotonic();
	for (let attempts = 1; ; attempts += 1) {
		const permit = await queue.rateLimiter.acquire();
		const outcome = await send(context, apiRequest).then(
			(response) => ({ response }),
			(thrown: unknown) => ({ thrown }),
		);
		if ('response' in outcome) {
			const { body, headers } = outcome.response;
			queue.rateLimiter.readHeaders(readRateLimit(headers));
			queue.rateLimiter.release(permit, 'accepted');
			queue.recordSuccess();
			return { body, sentAt: sentAtOf(headers) };
		}
		const failure = readFailure(outcome.thrown);
		queue.rateLimiter.release(permit, rateLimitOutcome(failure), failure);
		if (failure.status === 429) queue.recordRefusal(failure);
		const isFinal = isExhausted(failure, attempts, POLL_ATTEMPTS, monotonic() - startedAt);
		if (isFinal || !isRetryable(failure)) throw outcome.thrown;
		await wait(retryDelay(failure, attempts));
	}
}
