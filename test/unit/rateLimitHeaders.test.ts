import { readRateLimit, sentAtOf } from '../../nodes/Payments/errors/rateLimitHeaders';

const AT = Date.parse('2026-03-01T00:00:00Z');
const date = new Date(AT).toUTCString();
const remaining = (value: string, more = {}) =>
	readRateLimit({ 'x-ratelimit-remaining': value, ...more }, false, AT);
const reset = (value: string) => remaining('0', { 'x-ratelimit-reset': value }).retryAfter;

test('the remaining requests are a whole number within the limit', () => {
	expect(remaining('7').remaining).toBe(7);
	expect(remaining(' 0 ').remaining).toBe(0);
	expect(remaining('7', { 'x-ratelimit-limit': '60' }).remaining).toBe(7);
	for (const value of ['', '-1', '1.5', 'many', '1e3', '9'.repeat(40)]) {
		expect(remaining(value).remaining).toBeUndefined();
	}
	expect(remaining('61', { 'x-ratelimit-limit': '60' }).remaining).toBeUndefined();
	expect(remaining('0', { 'x-ratelimit-limit': '0' }).remaining).toBeUndefined();
});

test('the reset is a duration in seconds, or a moment in seconds or milliseconds since 1970', () => {
	expect(reset('30')).toBe(30_000);
	expect(reset(String(AT / 1000 + 30))).toBe(30_000);
	expect(reset(String(AT + 30_000))).toBe(30_000);
	expect(reset(String(AT / 1000 - 30))).toBe(0);
	for (const value of ['', '-1', 'soon', date]) expect(reset(value)).toBeUndefined();
});

test('the reset counts only if no request remains, or the request was refused', () => {
	const headers = { 'x-ratelimit-reset': '30' };
	expect(remaining('1', headers).retryAfter).toBeUndefined();
	expect(readRateLimit(headers, false, AT).retryAfter).toBeUndefined();
	expect(readRateLimit(headers, true, AT).retryAfter).toBe(30_000);
	expect(remaining('0', { ...headers, 'retry-after': '5' }).retryAfter).toBe(5_000);
});

test('a moment is compared with the Date of the response, whatever the local clock shows', () => {
	const later = new Date(AT + 9_000).toUTCString();
	const headers = { date, 'retry-after': later, 'x-ratelimit-reset': String(AT / 1000 + 7) };
	for (const localTime of [0, AT - 3_600_000, AT + 9e10]) {
		expect(readRateLimit(headers, true, localTime).retryAfter).toBe(9_000);
		const resetOnly = { ...headers, 'retry-after': undefined };
		expect(readRateLimit(resetOnly, true, localTime).retryAfter).toBe(7_000);
	}
});

test('the time of a response is its Date, if that is an HTTP date', () => {
	expect(sentAtOf({ date })).toBe(AT);
	for (const value of ['', '12', 'today', undefined, null, 5]) {
		expect(sentAtOf({ date: value })).toBeUndefined();
	}
});

test.each([undefined, null, {}])('without headers there is no rate limit: %p', (headers) => {
	expect(readRateLimit(headers)).toEqual({ remaining: undefined, retryAfter: undefined });
	expect(sentAtOf(headers)).toBeUndefined();
});
