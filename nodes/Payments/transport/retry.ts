import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Failure } from './failure';

/** How often a request is sent at most, unless the node's options say otherwise. */
export const TRIES = 5;

/** How often the options may say at most. */
export const MOST_TRIES = 10;

/**
 * How many times that, as long as other requests of the credential get through meanwhile: in a bulk of
 * thousands, some are unlucky five times in a row.
 */
export const ROUNDS = 3;

/** The first wait is at most as long, each further one GROWTH times the one before. Milliseconds. */
const FIRST_WAIT = 500;
const GROWTH = 4;
const LONGEST_WAIT = 30_000;

/** A service that asks to wait longer is asked again after this time, in milliseconds. */
export const LONGEST_RETRY_AFTER = 60_000;

/** Those that were asked to wait for the same time come back within this one, in milliseconds. */
export const TOGETHER = 100;

/**
 * A request that is refused as one too many is sent for at least this time, in milliseconds, however often
 * that is: limits are counted by the minute or shorter as a rule, and others may use up the next minute.
 */
const OUTLASTED_LIMIT = 150_000;

/** Where a limit does not say how long it lasts, it is asked again after this time, in milliseconds. */
export const LONGEST_PAUSE = 10_000;

/**
 * When nothing gets through, the fifth try comes no sooner after the first failure, in milliseconds:
 * random waits may all be short, and a restart of the service should be outlasted.
 */
const OUTLASTED = 25_000;

/** After which failures a request is sent again (docs/reliability.md). */
const retried = {
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
	// Only when the service surely did nothing.
	write: { statuses: [429], network: 'never opened' },
} as const;

/** Whether a request may change something at the service. */
export function isWrite(method: IHttpRequestMethods = 'GET'): boolean {
	return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Whether a request that failed so may be sent again without looking. */
export function mayRepeat(failure: Failure, method?: IHttpRequestMethods): boolean {
	const { status, code, neverOpened } = failure;
	const { statuses } = isWrite(method) ? retried.write : retried.read;
	if (status !== undefined) return (statuses as readonly number[]).includes(status);
	if (neverOpened) return true;
	return !isWrite(method) && (retried.read.network as readonly unknown[]).includes(code);
}

/** What a failed request was to a service that counts them. */
export function outcomeOf({ status, neverOpened }: Failure) {
	if (neverOpened) return 'not sent';
	return status === 429 ? 'refused' : 'taken';
}

/**
 * Whether a request was sent often enough, unless others get through.
 *
 * @param tries how often it was sent, without those that were refused as one too many
 * @param time for how long it has failed, in milliseconds
 */
export function isEnough(
	{ status }: Failure,
	tries: number,
	maxTries: number,
	time: number,
): boolean {
	return status === 429 ? time >= OUTLASTED_LIMIT : tries >= maxTries;
}

/** Whether nobody can tell if a write that failed so was done. */
export function isAmbiguous(failure: Failure, method?: IHttpRequestMethods): boolean {
	const { status, code, neverOpened } = failure;
	if (!isWrite(method)) return false;
	if (status === undefined) return code !== undefined && !neverOpened;
	return status >= 500 || status === 408;
}

/** Refusals that may come after the work all the same: of a conflict, a repeat, or a client that hung up. */
const AFTER_WORK = [408, 409, 425, 499];

/** What n8n throws when the API answered 401 and the token could not be renewed (n8n-core, oauth). */
const RECONNECT = /^The credential .+ needs to be reconnected/;

/**
 * Whether a request that failed so has surely changed nothing: the API refused it in its own words, or it never
 * arrived. Whatever stands in front of the API may answer with any other status after the work, too.
 */
export function isRefusal({ status, neverOpened, words, message }: Failure): boolean {
	if (status === undefined) return neverOpened || RECONNECT.test(message ?? '');
	// A key that is refused does no work, and n8n has words of its own for it.
	if (status === 401 || status === 429) return true;
	return status >= 400 && status < 500 && !AFTER_WORK.includes(status) && words.length > 0;
}

/** Whether the failure is one of the service as a whole rather than of the request. */
export function isOutage({ status, code }: Failure): boolean {
	return status === undefined ? code !== undefined : status >= 500;
}

/**
 * How long to wait before a request is sent again, in milliseconds: what the service asks for, or
 * else a random time (full jitter) up to an exponentially growing one, so that many clients do not
 * come back at once.
 *
 * @param tries how often it was sent
 * @param outage since when nothing got through, in milliseconds, if so
 * @param random from 0 to 1
 */
export function waitBefore(
	{ status, retryAfter }: Pick<Failure, 'status' | 'retryAfter'>,
	tries: number,
	outage?: number,
	random = Math.random(),
): number {
	// Not all at the same moment.
	if (retryAfter) return Math.min(retryAfter + random * TOGETHER, LONGEST_RETRY_AFTER);
	const longest = status === 429 ? LONGEST_PAUSE : LONGEST_WAIT;
	const jittered = random * Math.min(longest, FIRST_WAIT * GROWTH ** Math.max(0, tries - 1));
	return status === 429 || outage === undefined || tries < TRIES - 1
		? jittered
		: Math.max(jittered, OUTLASTED - outage);
}
