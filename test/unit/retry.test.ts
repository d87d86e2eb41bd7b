import { isAmbiguous, mayRepeat, waitBefore } from '../../nodes/Payments/transport/retry';
import { readFailure } from '../../nodes/Payments/transport/failure';

/** What the HTTP client throws. */
const answered = (status: number, headers: Record<string, string> = {}) =>
	readFailure(Object.assign(new Error('x'), { response: { status, headers } }));
const broken = (code: string, syscall?: string) =>
	readFailure(Object.assign(new Error('x'), { code, syscall }));

describe('what is sent again', () => {
	test.each([408, 429, 500, 502, 503, 504])('a read that was answered with %i', (status) => {
		expect(mayRepeat(answered(status), 'GET')).toBe(true);
	});

	test.each([
		'ECONNRESET',
		'ETIMEDOUT',
		'ECONNABORTED',
		'EPIPE',
		'EAI_AGAIN',
		'ENOTFOUND',
		'ECONNREFUSED',
	])('a read that broke off with %s', (code) => {
		expect(mayRepeat(broken(code), 'GET')).toBe(true);
	});

	test('a write that was answered with 429', () => {
		expect(mayRepeat(answered(429), 'POST')).toBe(true);
	});

	test.each([
		['ECONNREFUSED', undefined],
		['ENOTFOUND', 'getaddrinfo'],
		['EAI_AGAIN', 'getaddrinfo'],
		['ETIMEDOUT', 'connect'],
		['EHOSTUNREACH', 'connect'],
	])('a write whose connection never opened: %s', (code, syscall) => {
		expect(mayRepeat(broken(code, syscall), 'POST')).toBe(true);
		expect(isAmbiguous(broken(code, syscall), 'POST')).toBe(false);
	});
});

describe('what is not sent again', () => {
	test.each([301, 400, 401, 403, 404, 409, 422, 501, 505])(
		'anything answered with %i',
		(status) => {
			expect(mayRepeat(answered(status), 'GET')).toBe(false);
			expect(mayRepeat(answered(status), 'POST')).toBe(false);
		},
	);

	test.each(['CERT_HAS_EXPIRED', 'ERR_INVALID_URL', 'ERR_BAD_OPTION'])(
		'what fails in the same way each time: %s',
		(code) => expect(mayRepeat(broken(code), 'GET')).toBe(false),
	);

	test.each([408, 500, 502, 503, 504])(
		'a write answered with %i: nobody knows what became of it',
		(status) => {
			for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
				expect(mayRepeat(answered(status), method)).toBe(false);
				expect(isAmbiguous(answered(status), method)).toBe(true);
			}
		},
	);

	test.each([
		['ECONNRESET', 'read'],
		['ETIMEDOUT', 'read'],
		['EHOSTUNREACH', 'read'],
		['ECONNABORTED', undefined],
	])('a write that broke off after the connection was open: %s', (code, syscall) => {
		expect(mayRepeat(broken(code, syscall), 'POST')).toBe(false);
		expect(isAmbiguous(broken(code, syscall), 'POST')).toBe(true);
	});
});

describe('how long it waits before', () => {
	const longest = (tries: number, outage?: number) => waitBefore({}, tries, outage, 1);

	test('a random time up to 0.5 s, 2 s, 8 s, and then 30 s', () => {
		expect([1, 2, 3, 4, 5, 9].map((tries) => longest(tries))).toEqual([
			500, 2_000, 8_000, 30_000, 30_000, 30_000,
		]);
		expect(waitBefore({}, 3, undefined, 0)).toBe(0);
		expect(waitBefore({}, 3, undefined, 0.25)).toBe(2_000);
	});

	test('after a 429, a random time up to 0.5 s, 2 s, 8 s, and then 10 s', () => {
		const longest = (tries: number) => waitBefore(answered(429), tries, undefined, 1);
		expect([1, 2, 3, 4, 9].map(longest)).toEqual([500, 2_000, 8_000, 10_000, 10_000]);
	});

	test('when nothing gets through, the fifth try comes 25 s after the first failure or later', () => {
		expect(waitBefore({}, 4, 3_000, 0)).toBe(22_000);
		expect(waitBefore({}, 4, 3_000, 1)).toBe(30_000);
		expect(waitBefore({}, 3, 1_000, 0)).toBe(0);
	});

	test('what the service asks for, up to a minute', () => {
		const now = Date.parse('2026-03-01T00:00:00Z');
		const asked = (value: string) =>
			waitBefore(
				readFailure(
					Object.assign(new Error('x'), {
						response: { status: 429, headers: { 'retry-after': value } },
					}),
					now,
				),
				1,
				undefined,
				0,
			);
		expect(asked('7')).toBe(7_000);
		expect(asked('0')).toBe(0);
		expect(asked('3600')).toBe(60_000);
		expect(asked('Sun, 01 Mar 2026 00:00:09 GMT')).toBe(9_000);
		expect(asked('Sun, 01 Mar 2026 01:00:00 GMT')).toBe(60_000);
		expect(asked('Sat, 28 Feb 2026 00:00:00 GMT')).toBe(0);
		// Not readable: as if it had not been there.
		expect(asked('soon')).toBe(0);
		expect(waitBefore(answered(429, { 'retry-after': 'soon' }), 1, undefined, 1)).toBe(500);
	});
});
