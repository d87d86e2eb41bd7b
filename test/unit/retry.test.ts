import {
	isOutcomeUnknown,
	readFailure,
	redactFailure,
} from '../../nodes/Payments/errors/httpFailure';
import { Secrets } from '../../nodes/Payments/run/secrets';
import {
	isDefiniteRefusal,
	isExhausted,
	isNotProcessed,
	isRetryable,
	rateLimitOutcome,
	retryDelay,
} from '../../nodes/Payments/transport/queue/retry';

/** The failures of responses and of connections, as the HTTP client throws them. */
const answered = (status: number, headers: Record<string, string> = {}) =>
	readFailure(Object.assign(new Error('x'), { response: { status, headers } }));
const broken = (code: string, syscall?: string) =>
	readFailure(Object.assign(new Error('x'), { code, syscall }));

describe('sent again', () => {
	test.each([408, 429, 500, 502, 503, 504])('a read with the status %i', (status) => {
		expect(isRetryable(answered(status), 'GET')).toBe(true);
	});

	test.each([
		'ECONNRESET',
		'ETIMEDOUT',
		'ECONNABORTED',
		'EPIPE',
		'EAI_AGAIN',
		'ENOTFOUND',
		'ECONNREFUSED',
	])('a read whose connection failed with %s', (code) => {
		expect(isRetryable(broken(code), 'GET')).toBe(true);
	});

	test('a write with the status 429', () => {
		expect(isRetryable(answered(429), 'POST')).toBe(true);
	});

	test.each([
		['ECONNREFUSED', undefined],
		['ENOTFOUND', 'getaddrinfo'],
		['EAI_AGAIN', 'getaddrinfo'],
		['ETIMEDOUT', 'connect'],
		['EHOSTUNREACH', 'connect'],
	])('a write whose connection never opened: %s', (code, syscall) => {
		expect(isRetryable(broken(code, syscall), 'POST')).toBe(true);
		expect(isOutcomeUnknown(broken(code, syscall), 'POST')).toBe(false);
	});
});

describe('not sent again', () => {
	test.each([301, 400, 401, 403, 404, 409, 422, 501, 505])(
		'any request with the status %i',
		(status) => {
			expect(isRetryable(answered(status), 'GET')).toBe(false);
			expect(isRetryable(answered(status), 'POST')).toBe(false);
		},
	);

	test.each(['CERT_HAS_EXPIRED', 'ERR_INVALID_URL', 'ERR_BAD_OPTION'])(
		'a request that fails in the same way each time: %s',
		(code) => expect(isRetryable(broken(code), 'GET')).toBe(false),
	);

	test.each([408, 500, 502, 503, 504])(
		'a write with the status %i, whose outcome is unknown',
		(status) => {
			for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
				expect(isRetryable(answered(status), method)).toBe(false);
				expect(isOutcomeUnknown(answered(status), method)).toBe(true);
			}
		},
	);

	test.each([
		['ECONNRESET', 'read'],
		['ETIMEDOUT', 'read'],
		['EHOSTUNREACH', 'read'],
		['ECONNABORTED', undefined],
	])('a write whose open connection failed: %s', (code, syscall) => {
		expect(isRetryable(broken(code, syscall), 'POST')).toBe(false);
		expect(isOutcomeUnknown(broken(code, syscall), 'POST')).toBe(true);
	});
});

/** A response in the API's own words. */
const inWords = (status: number) =>
	readFailure(Object.assign(new Error('x'), { response: { status, data: { message: 'No.' } } }));
const ofN8n = (message: string) => readFailure(new Error(message));
/** The request of a token failed; it is read from the copy without secrets. */
const ofToken = (parts: object) =>
	readFailure(redactFailure(Object.assign(new Error('x'), parts), new Secrets()));
const tokenUnavailable = ofToken({
	config: { url: 'https://api.hit-pay.com/v1/open/oauth/token' },
	code: 'ERR_BAD_RESPONSE',
	response: { status: 503, data: { message: 'Down' } },
});

test('a write is sent again without a lookup if only the token could not be renewed, but not if HitPay refuses the app', () => {
	expect(isRetryable(tokenUnavailable, 'POST')).toBe(true);
	expect(isRetryable(ofToken({ code: 'ESTATUS' }), 'POST')).toBe(true);
	expect(isRetryable(ofToken({ code: 'EAUTH' }), 'POST')).toBe(false);
	expect(isRetryable(ofToken({ code: 'ESTATUS', status: 429 }), 'POST')).toBe(true);
	expect(
		isRetryable(ofToken({ code: 'EAUTH', body: { error: 'Too many requests' } }), 'POST'),
	).toBe(true);
	expect(isRetryable(ofToken({ code: 'EAUTH', body: { error: 'invalid_client' } }), 'POST')).toBe(
		false,
	);
	expect(isRetryable(ofToken({ code: 'ESTATUS', status: 404 }), 'POST')).toBe(false);
	expect(isRetryable(ofN8n('The credential "HitPay" needs to be reconnected'), 'GET')).toBe(false);
	expect(isOutcomeUnknown(tokenUnavailable, 'POST')).toBe(false);
	expect(tokenUnavailable).toMatchObject({ status: undefined, messages: [] });
	const other = { config: { url: 'https://api.hit-pay.com/v1/refund' }, code: 'ECONNRESET' };
	expect(isOutcomeUnknown(ofToken(other), 'POST')).toBe(true);
});

describe('after a failure: the outcome for the rate limit, not processed, certainly nothing changed', () => {
	test.each([
		['the status 302, in words', inWords(302), 'accepted', false, false],
		['the status 400, in words', inWords(400), 'accepted', false, true],
		['the status 400, without words', answered(400), 'accepted', false, false],
		['the status 401, without words', answered(401), 'accepted', true, true],
		['the status 405, without words', answered(405), 'accepted', true, true],
		['the status 408, in words', inWords(408), 'accepted', false, false],
		['the status 409, in words', inWords(409), 'accepted', false, false],
		['the status 422, in words', inWords(422), 'accepted', false, true],
		['the status 425, in words', inWords(425), 'accepted', false, false],
		['the status 429, without words', answered(429), 'refused', true, true],
		['the status 499, in words', inWords(499), 'accepted', false, false],
		['the status 500, in words', inWords(500), 'accepted', false, false],
		['no connection', broken('ECONNREFUSED'), 'not sent', true, true],
		['a lost connection', broken('ECONNRESET', 'read'), 'accepted', false, false],
		[
			'a token that n8n cannot renew',
			ofN8n('The credential "HitPay" needs to be reconnected'),
			'accepted',
			true,
			true,
		],
		['a token that HitPay refuses to renew', ofToken({ code: 'EAUTH' }), 'accepted', true, true],
		['a token endpoint that is unavailable', tokenUnavailable, 'accepted', true, true],
		[
			'no refresh token',
			ofN8n('OAuth access token expired and no refresh token is available.'),
			'accepted',
			true,
			true,
		],
		['another error of n8n', ofN8n('It failed'), 'accepted', false, false],
	])('%s', (_, failure, outcome, wasNotProcessed, changedNothing) => {
		expect(rateLimitOutcome(failure)).toBe(outcome);
		expect(isNotProcessed(failure)).toBe(wasNotProcessed);
		expect(isDefiniteRefusal(failure)).toBe(changedNothing);
	});

	test('attempts end at their number, but those that the rate limit refuses end after 2.5 minutes', () => {
		expect(isExhausted(answered(503), 4, 5, 1e9)).toBe(false);
		expect(isExhausted(answered(503), 5, 5, 0)).toBe(true);
		expect(isExhausted(answered(429), 99, 5, 149_999)).toBe(false);
		expect(isExhausted(answered(429), 0, 5, 150_000)).toBe(true);
	});
});

describe('the delay before a retry', () => {
	const maxDelay = (attempts: number) => retryDelay({}, attempts, undefined, 1);

	test('is random, up to 0.5 s, 2 s, 8 s, and then 30 s', () => {
		expect([1, 2, 3, 4, 5, 9].map(maxDelay)).toEqual([500, 2_000, 8_000, 30_000, 30_000, 30_000]);
		expect(retryDelay({}, 3, undefined, 0)).toBe(0);
		expect(retryDelay({}, 3, undefined, 0.25)).toBe(2_000);
	});

	test('is random after a 429, up to 0.5 s, 2 s, 8 s, and then 10 s', () => {
		const maxDelayAfter429 = (attempts: number) =>
			retryDelay(answered(429), attempts, undefined, 1);
		expect([1, 2, 3, 4, 9].map(maxDelayAfter429)).toEqual([500, 2_000, 8_000, 10_000, 10_000]);
	});

	test('during an outage puts the fifth attempt at least 25 s after the first failure', () => {
		expect(retryDelay({}, 4, 3_000, 0)).toBe(22_000);
		expect(retryDelay({}, 4, 3_000, 1)).toBe(30_000);
		expect(retryDelay({}, 3, 1_000, 0)).toBe(0);
		expect(retryDelay({}, 5, undefined, 0)).toBe(0);
		expect(retryDelay(answered(429), 5, 1_000, 0)).toBe(0);
	});

	test('after Retry-After, is spread over 0.1 s', () => {
		expect(retryDelay({ retryAfter: 2_000 }, 1, undefined, 0.5)).toBe(2_050);
		expect(retryDelay({ retryAfter: 59_990 }, 1, undefined, 0.5)).toBe(60_000);
	});

	test.each<[string, number]>([
		['7', 7_000],
		['0', 0],
		['3600', 60_000],
		['Sun, 01 Mar 2026 00:00:09 GMT', 9_000],
		['Sun, 01 Mar 2026 01:00:00 GMT', 60_000],
		['Sat, 28 Feb 2026 00:00:00 GMT', 0],
		// A value that cannot be read is ignored.
		['soon', 0],
	])('is Retry-After, up to a minute: %s', (value, expected) => {
		const response = { status: 429, headers: { 'retry-after': value } };
		const now = Date.parse('2026-03-01T00:00:00Z');
		const failure = readFailure(Object.assign(new Error('x'), { response }), now);
		expect(retryDelay(failure, 1, undefined, 0)).toBe(expected);
	});
});
