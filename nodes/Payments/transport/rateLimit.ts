/** What an answer says of the service's rate limit (docs/interface.md, Rate limits). */
export interface RateLimit {
	/** How many more requests the service takes until its limit is reset, if it says. */
	remaining?: number;
	/** How long it asks to wait before the next request, in milliseconds, if it does. */
	retryAfter?: number;
}

/** A reset that is a larger number is a moment in seconds since 1970, a smaller one a number of seconds. */
const LARGEST_DURATION = 1e8;

/** The same of milliseconds since 1970. */
const LARGEST_IN_SECONDS = 1e11;

/**
 * Reads the headers of an answer: Retry-After (RFC 9110, 10.2.3) goes first, and X-RateLimit-Reset counts
 * where nothing remains. What cannot be read counts as not there.
 *
 * @param isRefused whether the request was one too many
 * @param now milliseconds since 1970, where the answer does not say when it was sent
 */
export function readRateLimit(
	given: Record<string, unknown> | null | undefined,
	isRefused = false,
	now = Date.now(),
): RateLimit {
	const headers = given ?? {};
	const at = timeOf(headers) ?? now;
	const limit = wholeOf(headers['x-ratelimit-limit']);
	const said = wholeOf(headers['x-ratelimit-remaining']);
	const remaining = said === undefined || limit === 0 || said > (limit ?? said) ? undefined : said;
	const isUsedUp = remaining === 0 || (isRefused && said === undefined);
	const reset = isUsedUp ? readReset(headers['x-ratelimit-reset'], at) : undefined;
	return { remaining, retryAfter: readRetryAfter(headers['retry-after'], at) ?? reset };
}

/** When an answer was sent by the service's clock, in milliseconds since 1970, if it says. */
export function timeOf(headers: Record<string, unknown> | null | undefined): number | undefined {
	const date = headers?.date;
	return typeof date === 'string' ? readDate(date) : undefined;
}

/** Retry-After is a number of seconds or a date. */
function readRetryAfter(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
	const date = readDate(value);
	return date === undefined ? undefined : Math.max(0, date - now);
}

/** Services count seconds, or give a moment in seconds or milliseconds since 1970. */
function readReset(value: unknown, now: number): number | undefined {
	const number = wholeOf(value);
	if (number === undefined) return undefined;
	if (number < LARGEST_DURATION) return number * 1000;
	return Math.max(0, (number < LARGEST_IN_SECONDS ? number * 1000 : number) - now);
}

/** Anything else that Date takes, such as -1, is no date. */
function readDate(value: string): number | undefined {
	const date = /^\s*[a-z]{3,9}, /i.test(value) ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? undefined : date;
}

function wholeOf(value: unknown): number | undefined {
	return typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}
