import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readFailure, redactFailure, isOutage, isWrite } from '../errors/httpFailure';
import { readRateLimit } from '../errors/rateLimitHeaders';
import type { Context, RequestData } from '../run/context';
import { credentialId } from '../run/credential';
import { runOf, secretsOfRun } from '../run/run';
import type { Secrets } from '../run/secrets';
import { isObject } from '../shared/record';
import { baseUrlOfRun } from './baseUrl';
import { sendInTime, monotonic, wait } from './clock';
import { asForm, isForm } from './form';
import { headerReader, recordTime } from './headers';
import { limitsOf } from './queue/limits';
import { queueFor } from './queue/requestQueue';
import { isExhausted, isRetryable, rateLimitOutcome, MAX_ROUNDS, retryDelay } from './queue/retry';
import { readResponse } from './response';

/** How long the body of a response may take (choice), in milliseconds: a page has a hundred records, at any size of the business. */
const MAX_BODY_MS = 60_000;

/** Thrown for an item that does not start: the node failed for another item, or the execution was cancelled. */
export class RunAbortedError extends Error {
	override readonly name = 'RunAbortedError';
}

/** Items that sent a write: they are completed even if the node fails. */
const itemsWithWrite = new WeakSet<Context>();

/**
 * Sends a request when it is its turn, and again after transient failures (transport/queue/retry.ts).
 *
 * @returns the records of the response, without secrets
 * @throws RunAbortedError if the run is over; otherwise the last error of n8n's request helper, without secrets
 */
export async function send(
	context: Context,
	relativeRequest: RequestData,
): Promise<INodeExecutionData[]> {
	const { maxRequests, maxTries } = limitsOf(context);
	const request = await withBaseUrl(context, relativeRequest);
	const secrets = await secretsOfRun(context);
	const { method } = request.options;
	const cancelled = context.getExecutionCancelSignal();
	let isWaiting = true;
	const sent = queueForItem(context).run(maxRequests, async (queue) => {
		let failingSince: number | undefined;
		let roundStartedAt: number | undefined;
		let round = 1;
		let refusals = 0;
		for (let attempts = 1; ; attempts += 1) {
			const permit = await queue.rateLimiter.acquire(
				() => isStopped(context) || queue.refusal !== undefined,
				cancelled,
			);
			if (isStopped(context) || queue.refusal !== undefined) {
				queue.rateLimiter.release(permit, 'not sent');
				throw isStopped(context) ? new RunAbortedError() : queue.refusal;
			}
			if (isWrite(method)) itemsWithWrite.add(context);
			isWaiting = false;
			const outcome = await outcomeOf(sendAttempt(context, request, secrets));
			isWaiting = true;
			if ('items' in outcome) {
				queue.rateLimiter.release(permit, 'accepted');
				queue.recordSuccess();
				return outcome.items;
			}
			const failure = readFailure(outcome.thrown);
			const isRefused = failure.status === 429;
			queue.rateLimiter.release(permit, rateLimitOutcome(failure), failure);
			if (isRefused) queue.recordRefusal(failure);
			if (!isOutage(failure)) queue.recordResponse(isRefused);
			const isFinal = maxTries === 1 || queue.isOpen;
			if (!isRetryable(failure, method) || isFinal) throw outcome.thrown;
			failingSince ??= monotonic();
			roundStartedAt ??= monotonic();
			const isUp = queue.hasSucceededSince(failingSince);
			if (isExhausted(failure, attempts, maxTries, monotonic() - roundStartedAt)) {
				if (!isUp && isRefused) queue.openCircuit(outcome.thrown);
				if (!isUp && isOutage(failure)) queue.openCircuit();
				if (!isUp || round === MAX_ROUNDS) throw outcome.thrown;
				round += 1;
				attempts = 0;
				roundStartedAt = undefined;
			}
			const outageTime = isUp ? undefined : monotonic() - failingSince;
			const step = isRefused ? (refusals += 1) : attempts;
			// Refusals by the rate limit do not count as attempts.
			if (isRefused && attempts > 0) attempts -= 1;
			await wait(retryDelay(failure, step, outageTime), cancelled);
		}
	});
	return await abortWaiting(sent, () => isWaiting, cancelled);
}

/** Rejects as soon as the execution is cancelled, if the request is still in the queue. */
async function abortWaiting<T>(
	sent: Promise<T>,
	isWaiting: () => boolean,
	cancelled?: AbortSignal,
) {
	let abort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		abort = () => isWaiting() && reject(new RunAbortedError());
	});
	if (cancelled?.aborted) abort();
	cancelled?.addEventListener('abort', abort);
	try {
		return await Promise.race([sent, aborted]);
	} finally {
		cancelled?.removeEventListener('abort', abort);
	}
}

/** Returns the queue of the item's credential. */
function queueForItem(context: Context) {
	return queueFor((runOf(context).credentialId ??= credentialId(context)));
}

/**
 * Reads the headers of an item's responses: the rate limit, and the time. n8n passes headers only to the item's own
 * `postReceive` functions.
 */
export function readHeadersOf(context: Context, { postReceive }: RequestData) {
	const { rateLimiter } = queueForItem(context);
	const read = (headers: IDataObject) => {
		rateLimiter.readHeaders(readRateLimit(headers));
		recordTime(context, headers);
	};
	postReceive.unshift(headerReader(read));
}

/** Returns a request with the base URL of the credential, restricted to its host. */
async function withBaseUrl(context: Context, request: RequestData): Promise<RequestData> {
	const baseURL = await baseUrlOfRun(context);
	const allowedDomains = new URL(baseURL).hostname;
	return { ...request, options: { ...request.options, baseURL, allowedDomains } };
}

/** Returns whether the item sent a write. */
export function hasSentWrite(context: Context): boolean {
	return itemsWithWrite.has(context);
}

/** Returns the outcome of a request: its records, or its error. */
export async function outcomeOf(
	sent: Promise<INodeExecutionData[]>,
): Promise<{ items: INodeExecutionData[] } | { thrown: unknown }> {
	return await sent.then(
		(items) => ({ items }),
		(thrown: unknown) => ({ thrown }),
	);
}

/** Returns whether nothing more is sent for an item. An item that sent a write goes on after another one failed. */
export function isStopped(context: Context): boolean {
	if (context.getExecutionCancelSignal()?.aborted) return true;
	return runOf(context).isAborted && !hasSentWrite(context);
}

/** Sends a request once. @throws InvalidResponseError if the response cannot be from the Payments API */
async function sendAttempt(
	context: Context,
	request: RequestData,
	secrets: Secrets,
): Promise<INodeExecutionData[]> {
	const { method, body } = request.options;
	const sent = asSent(request);
	try {
		const time = Number(sent.options.timeout) + MAX_BODY_MS;
		const items = await sendInTime(
			time,
			sent.options,
			async () => await context.makeRoutingRequest(sent),
		);
		secrets.addTokenOf(sent.options.headers);
		return items.map(({ json }) => ({ json: readResponse(json, method, secrets) as IDataObject }));
	} catch (thrown) {
		secrets.addTokenOf(sent.options.headers);
		throw redactFailure(thrown, secrets, body as object | undefined);
	}
}

/**
 * Returns a request as it is sent: a read with values in its body is a POST, and so is a form. Until here, it counts as the
 * read or the change that it is.
 */
function asSent(request: RequestData): RequestData {
	const { method, body } = request.options;
	if (isForm(request.options)) return { ...request, options: asForm(request.options) };
	const isPost = method === 'GET' && isObject(body) && Object.keys(body).length > 0;
	// A copy: the signal of one attempt is not that of the next.
	return { ...request, options: { ...request.options, ...(isPost && { method: 'POST' }) } };
}
