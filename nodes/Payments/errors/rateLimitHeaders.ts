import { toInteger } from '../shared/record';

/** The rate limit as the headers of a response report it (docs/interface.md, Rate limits). */
export interface RateLimit {
	/** How many more requests are accepted until the limit is reset. */
	remaining?: number;
	/** How long to wait before the next request, in milliseconds. */
	retryAfter?: number;
}

/** X-RateLimit-Reset up to this number is a duration in seconds; a larger one is a moment since 1970. */
const MAX_DURATION_S = 1e8;

/** A moment up to this number is in seconds since 1970; a larger one is in milliseconds. */
const MAX_EPOCH_S = 1e11;

/**
 * Reads the headers of a response. Retry-After (RFC 9110, 10.2.3) takes precedence over X-RateLimit-Reset, which counts
 * only if no request remains. Headers that cannot be read are ignored.
 *
 * @param isRefused whether the request exceeded the limit
 * @param now milliseconds since 1970, used if the response has no Date
 */
export function readRateLimit(
	headers: Record<string, unknown> | null | undefined,
	isRefused = false,
	now = Date.now(),
): RateLimit {
	const at = sentAtOf(headers) ?? now;
	const limit = toInteger(headers?.['x-ratelimit-limit']);
	const reported = toInteger(headers?.['x-ratelimit-remaining']);
	const isPlausible = reported !== undefined && limit !== 0 && reported <= (limit ?? reported);
	const remaining = isPlausible ? reported : undefined;
	const isUsedUp = remaining === 0 || (isRefused && reported === undefined);
	const reset = isUsedUp ? readReset(headers?.['x-ratelimit-reset'], at) : undefined;
	return { remaining, retryAfter: readRetryAfter(headers?.['retry-after'], at) ?? reset };
}

/** Returns the Date of a response in milliseconds since 1970, if it has one. */
export function sentAtOf(headers: Record<string, unknown> | null | undefined): number | undefined {
	const date = headers?.date;
	return typeof date === 'string' ? readDate(date) : undefined;
}

/** Reads Retry-After: a number of seconds, or a date. */
function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
	const date = readDate(value);
	return date === undefined ? undefined : Math.max(0, date - now);
}

/** Reads X-RateLimit-Reset, which APIs use for a duration in seconds or a moment since 1970. */
function readReset(value: unknown, now: number): number | undefined {
	const number = toInteger(value);
	if (number === undefined) return undefined;
	if (number < MAX_DURATION_S) return number * 1000;
	return Math.max(0, (number < MAX_EPOCH_S ? number * 1000 : number) - now);
}

/** Reads an HTTP date; not all that `Date.parse` accepts, such as -1. */
function readDate(value: string): number | undefined {
	const date = /^\s*[a-z]{3,9}, /i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : date;
}
