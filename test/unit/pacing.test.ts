import { Pacing } from '../../nodes/Payments/transport/queue/pacing';

/* A limit that is detected: three requests in a second, counted half-way between request and response. */

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Records accepted requests, by when they were sent and answered. */
function accepted(...requests: Array<[sentAt: number, at: number]>): Pacing {
	const pacing = new Pacing();
	for (const [sentAt, at] of requests) {
		now = at;
		pacing.recordAccepted(sentAt);
	}
	return pacing;
}

/** Requests that were counted at 50, 65 and 60; the fastest took 90. */
const three = () => accepted([0, 100], [20, 110], [0, 120]);

function detected(): Pacing {
	const pacing = three();
	expect(pacing.detectLimit(1000, 0)).toBe(true);
	expect(pacing.detectedLimit).toBe(3);
	return pacing;
}

test('without a limit, nothing waits', () => {
	expect(three().delay(0)).toBe(0);
	expect(new Pacing().delay(5)).toBe(0);
});

test('the next request waits until the oldest of the period is counted no more, in whatever order they were answered', () => {
	const pacing = detected();
	expect(pacing.delay(0)).toBe(50 + 1000 - 120 - 45);
	expect(pacing.delay(1)).toBe(60 + 1000 - 120 - 45);
	expect(pacing.delay(2)).toBe(65 + 1000 - 120 - 45);
});

test('while as many as allowed are in progress, it waits for one of them', () => {
	const pacing = detected();
	expect(pacing.delay(3)).toBe(10);
	expect(pacing.delay(4)).toBe(10);
});

test('a request waits for a period at most', () => {
	const pacing = accepted([0, 2], [100, 102]);
	now = 101;
	pacing.detectLimit(1000, 0);
	pacing.recordAccepted(101);
	now = 101.5;
	expect(pacing.delay(1)).toBeLessThanOrEqual(1000);
});

test.each([
	[1, 1000, 3],
	[1500, 1500, 3],
	[2000, 2000, 3],
])('after Retry-After of %d ms, the limit is one over %d ms', (retryAfter, period, limit) => {
	const pacing = three();
	expect(pacing.detectLimit(retryAfter, 0)).toBe(true);
	expect(pacing.detectedLimit).toBe(limit);
	expect(pacing.delay(0)).toBe(50 + period - 120 - 45);
});

test('no limit is detected over more than two seconds, nor if other clients used it up', () => {
	const pacing = three();
	expect(pacing.detectLimit(2001, 0)).toBe(false);
	now = 5000;
	expect(pacing.detectLimit(1000, 0)).toBe(false);
	expect(pacing.detectLimit(1000, 1)).toBe(true);
	expect(pacing.detectedLimit).toBe(0);
	// Once nothing is in progress, the size of the limit is unknown.
	expect(pacing.delay(1)).toBe(10);
	expect(pacing.delay(0)).toBe(0);
	expect(pacing.detectedLimit).toBeUndefined();
});

test('requests that were in progress when it was detected count', () => {
	const pacing = detected();
	pacing.recordAccepted(120);
	expect(pacing.detectedLimit).toBe(4);
	now = 130;
	pacing.recordAccepted(125);
	expect(pacing.detectedLimit).toBe(4);
});

test('a limit is trusted for five minutes', () => {
	const pacing = detected();
	now = 120 + 299_999;
	expect(pacing.detectedLimit).toBe(3);
	now = 120 + 300_000;
	expect(pacing.detectedLimit).toBeUndefined();
	now = 130;
	pacing.forgetLimit();
	expect(pacing.detectedLimit).toBeUndefined();
});

/** Makes the limit delay a request at a time. */
function busyAt(pacing: Pacing, time: number) {
	now = time;
	for (let count = 0; count < 40; count += 1) pacing.recordAccepted(time);
}

test('if nothing is refused for two periods, the limit grows: by one, two and four', () => {
	const pacing = detected();
	busyAt(pacing, 2119);
	pacing.delay(0);
	expect(pacing.detectedLimit).toBe(3);
	const limits = [2120, 4120, 6120].map((time) => {
		busyAt(pacing, time);
		pacing.delay(0);
		return pacing.detectedLimit;
	});
	expect(limits).toEqual([4, 6, 10]);
	busyAt(pacing, 6121);
	pacing.delay(0);
	expect(pacing.detectedLimit).toBe(10);
});

test('a limit that delays nothing does not grow', () => {
	const pacing = detected();
	now = 10_000;
	expect(pacing.delay(0)).toBeLessThanOrEqual(0);
	expect(pacing.detectedLimit).toBe(3);
});

test('a refusal undoes the last increase, and the next one waits a minute', () => {
	const pacing = detected();
	busyAt(pacing, 2120);
	pacing.delay(0);
	expect(pacing.detectedLimit).toBe(4);
	now = 2200;
	pacing.recordRefused(2130);
	expect(pacing.detectedLimit).toBe(3);
	busyAt(pacing, 62_199);
	pacing.delay(0);
	expect(pacing.detectedLimit).toBe(3);
	busyAt(pacing, 62_200);
	pacing.delay(0);
	expect(pacing.detectedLimit).toBe(4);
});

test('refusals in spite of pacing make it slower: by half a percent each, up to three', () => {
	const pacing = detected();
	const delayAfter = () => {
		const last = pacing.delay(0);
		now += 1;
		return last + now - 1;
	};
	// Requests that were sent before show nothing about the limit.
	pacing.recordRefused(120);
	expect(delayAfter()).toBeCloseTo(50 + 1000 - 45);
	const found = Array.from({ length: 8 }, () => {
		pacing.recordRefused(now);
		now += 1;
		return delayAfter();
	});
	// From then on, the API counts them when they are answered.
	expect(found[0]).toBeCloseTo(50 + 1005 - 90);
	expect(found[1]).toBeCloseTo(50 + 1010 - 90);
	expect(found.at(-1)).toBeCloseTo(50 + 1030 - 90);
});
