import type { IHttpRequestMethods } from 'n8n-workflow';

import type { HttpFailure } from '../../errors/httpFailure';
import { isWrite } from '../../errors/httpFailure';
import { isCertificateRefused } from '../../errors/networkCause';
import { DEFAULT_ATTEMPTS } from '../../run/limits';

/**
 * How many rounds of attempts a request has while other requests of the credential succeed: of thousands of requests, a
 * few fail five times in a row by chance.
 */
export const MAX_ROUNDS = 3;

/** The longest first delay; each further one is BACKOFF_FACTOR times as long. */
const BASE_DELAY_MS = 500;
const BACKOFF_FACTOR = 4;
const MAX_DELAY_MS = 30_000;

/** The maximum of Retry-After that is followed. */
export const MAX_RETRY_AFTER_MS = 60_000;

/** Requests with the same Retry-After are spread over this time. */
export const RETRY_AFTER_JITTER_MS = 100;

/**
 * A request that the rate limit refuses is repeated for this time, any number of times: most limits are per minute,
 * and other clients may use up the next minute.
 */
const MIN_RATE_LIMIT_MS = 150_000;

/** The longest pause for a rate limit without Retry-After. */
export const MAX_PAUSE_MS = 10_000;

/**
 * During an outage, the earliest fifth attempt after the first failure: random delays may all be short, and the
 * attempts should outlast a restart of the API.
 */
const MIN_OUTAGE_MS = 25_000;

/** The failures after which a request is sent again (docs/reliability.md). */
const RETRYABLE = {
	read: {
		statuses: [408, 429, 500, 502, 503, 504],
		network: [
			'EAI_AGAIN',
			'ECONNABORTED',
			'ECONNREFUSED',
			'ECONNRESET',
			'EHOSTDOWN',
			'EHOSTUNREACH',
			'ENETDOWN',
			'ENETUNREACH',
			'ENOTFOUND',
			'EPIPE',
			'ERR_BAD_RESPONSE',
			'ERR_NETWORK',
			'ERR_STREAM_PREMATURE_CLOSE',
			'ETIMEDOUT',
			'Z_BUF_ERROR',
			'Z_DATA_ERROR',
		],
	},
	// Only if the request was certainly not processed.
	write: { statuses: [429], network: 'never opened' },
} as const;

/** Returns whether a failed request may be sent again without a lookup. */
export function isRetryable(failure: HttpFailure, method?: IHttpRequestMethods): boolean {
	const { status, code, notConnected, tokenFailure } = failure;
	if (tokenFailure) return tokenFailure === 'passing';
	const { statuses } = isWrite(method) ? RETRYABLE.write : RETRYABLE.read;
	if (status !== undefined) return (statuses as readonly number[]).includes(status);
	// The certificate does not change within seconds.
	if (notConnected) return code === undefined || !isCertificateRefused(code);
	return !isWrite(method) && (RETRYABLE.read.network as readonly unknown[]).includes(code);
}

/** Returns how the rate limit counts a failed request. */
export function rateLimitOutcome({ status, notConnected }: HttpFailure) {
	if (notConnected) return 'not sent';
	return status === 429 ? 'refused' : 'accepted';
}

/**
 * Returns whether a round of attempts is over.
 *
 * @param attempts how many times the request was sent, without those that the rate limit refused
 * @param time since the first failure, in milliseconds
 */
export function isExhausted(
	{ status }: HttpFailure,
	attempts: number,
	maxAttempts: number,
	time: number,
): boolean {
	return status === 429 ? time >= MIN_RATE_LIMIT_MS : attempts >= maxAttempts;
}

/** Statuses that may follow a processed request: of a conflict, a repetition, or a client that disconnected. */
const INCONCLUSIVE_STATUSES = [408, 409, 425, 499];

/**
 * Returns whether a failed request was certainly not processed, in the API's own words: it never arrived, or was
 * refused for its key, its method or the rate limit (assumed, docs/reliability.md).
 */
export function isNotProcessed({ status, notConnected, tokenFailure }: HttpFailure): boolean {
	if (status === undefined) return notConnected || tokenFailure !== undefined;
	return [401, 405, 429].includes(status);
}

/**
 * Returns whether a failed request certainly changed nothing: the API refused it with a message, or it never arrived.
 * A gateway may return any other status after the request was processed.
 */
export function isDefiniteRefusal(failure: HttpFailure): boolean {
	const { status, messages } = failure;
	// n8n replaces the message of the API after a 401.
	if (status === undefined || isNotProcessed(failure)) return isNotProcessed(failure);
	return (
		status >= 400 && status < 500 && !INCONCLUSIVE_STATUSES.includes(status) && messages.length > 0
	);
}

/**
 * Returns the delay before a request is sent again, in milliseconds: Retry-After, or else exponential backoff with
 * full jitter.
 *
 * @param attempts how many times the request was sent
 * @param outageTime for how long no request has succeeded, in milliseconds
 * @param random from 0 to 1
 */
export function retryDelay(
	{ status, retryAfter }: Pick<HttpFailure, 'status' | 'retryAfter'>,
	attempts: number,
	outageTime?: number,
	random = Math.random(),
): number {
	if (retryAfter) return Math.min(retryAfter + random * RETRY_AFTER_JITTER_MS, MAX_RETRY_AFTER_MS);
	const maxDelay = status === 429 ? MAX_PAUSE_MS : MAX_DELAY_MS;
	const jittered =
		random * Math.min(maxDelay, BASE_DELAY_MS * BACKOFF_FACTOR ** Math.max(0, attempts - 1));
	return status === 429 || outageTime === undefined || attempts < DEFAULT_ATTEMPTS - 1
		? jittered
		: Math.max(jittered, MIN_OUTAGE_MS - outageTime);
}
