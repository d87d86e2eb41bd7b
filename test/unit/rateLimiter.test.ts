import { sleep } from 'n8n-workflow';

import { queueFor } from '../../nodes/Payments/transport/requestQueue';
import { Random } from '../../simulator/records/random';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let queues = 0;

/** Counts a request. @returns 0 if it is accepted, else Retry-After in milliseconds */
type Limiter = () => number;

/** Accepts a number of requests in any period (milliseconds). */
function slidingWindow(limit: number, period: number): Limiter {
	const accepted: number[] = [];
	return () => {
		const now = Date.now();
		const recent = accepted.filter((at) => at > now - period);
		if (recent.length >= limit) return Math.ceil((recent[0]! + period - now) / 1000) * 1000;
		accepted.push(now);
		return 0;
	};
}

/** Accepts a number of requests in each full period (milliseconds). */
function fixedWindow(limit: number, period: number): Limiter {
	let window = -1;
	let count = 0;
	return () => {
		const now = Date.now();
		if (Math.floor(now / period) !== window) count = 0;
		window = Math.floor(now / period);
		count += 1;
		return count <= limit ? 0 : Math.ceil((period - (now % period)) / 1000) * 1000;
	};
}

interface BulkOptions {
	/** Milliseconds until a response. */
	latency?: number;
	/** Milliseconds until a refusal; default `latency`. */
	refusalLatency?: number;
	/** Default 8. */
	concurrency?: number;
	/** The maximum of additional latency, in milliseconds / 12. */
	jitter?: number;
	/** When a request is counted: after this share of the latency. Default 0.5. */
	countedAt?: number;
	/** Called for how late each request and each response is, in milliseconds; default 0. */
	noise?: () => number;
	/** Called with the number of requests so far. */
	onRequest?: (sent: number) => void;
	/** Returns when a request is due, in milliseconds; default at once. */
	dueAt?: (number: number) => number;
}

/** Sends requests as transport/send.ts does, with fake timers. */
async function sendBulk(
	limiter: Limiter,
	count: number,
	{
		latency = 20,
		refusalLatency = latency,
		concurrency = 8,
		jitter = 0,
		countedAt = 0.5,
		noise = () => 0,
		onRequest,
		dueAt = () => 0,
	}: BulkOptions = {},
) {
	const queue = queueFor(`credential ${(queues += 1)}`);
	const startedAt = Date.now();
	let refused = 0;
	let sent = 0;
	let isDone = false;
	const send = async (number: number) => {
		await sleep(dueAt(number));
		await queue.run(concurrency, async () => {
			for (;;) {
				const permit = await queue.rateLimiter.acquire();
				const oneWay = Math.min(latency, refusalLatency) * countedAt;
				await sleep(oneWay + ((number * 7919) % 13) * jitter + noise());
				onRequest?.((sent += 1));
				const retryAfter = limiter();
				await sleep((retryAfter === 0 ? latency : refusalLatency) - oneWay + noise());
				queue.rateLimiter.release(permit, retryAfter === 0 ? 'accepted' : 'refused');
				if (retryAfter === 0) return queue.recordSuccess();
				refused += 1;
				queue.recordRefusal({ retryAfter });
				await sleep(retryAfter);
			}
		});
	};
	const all = Promise.all(Array.from({ length: count }, (_, number) => send(number))).then(() => {
		isDone = true;
	});
	while (!isDone) await jest.advanceTimersByTimeAsync(50);
	await all;
	return { seconds: (Date.now() - startedAt) / 1000, refused };
}

describe('a rate limit', () => {
	test.each([
		{ limit: 5, latency: 20 },
		{ limit: 20, latency: 20 },
		{ limit: 20, latency: 100 },
		{ limit: 50, latency: 20 },
		{ limit: 50, latency: 100 },
		{ limit: 100, latency: 5 },
	])(
		'of $limit requests in any second is detected: at least 95 % of it is used, and hardly any request refused',
		async ({ limit, latency }) => {
			const { seconds, refused } = await sendBulk(slidingWindow(limit, 1000), limit * 60, {
				latency,
			});
			expect((limit * 60) / seconds / limit).toBeGreaterThan(0.95);
			// Those in progress when it is detected, and when it is doubled.
			expect(refused).toBeLessThan(20);
		},
	);

	test.each([
		{ limit: 4, concurrency: 8 },
		{ limit: 20, concurrency: 50 },
	])(
		'of $limit in any second is detected although refusals are faster than other responses, with $concurrency at once',
		async ({ limit, concurrency }) => {
			const { seconds } = await sendBulk(slidingWindow(limit, 1000), limit * 60, {
				...{ latency: 500, refusalLatency: 5, concurrency },
			});
			expect(60 / seconds).toBeGreaterThan(0.6);
		},
	);

	/** A limit that other clients use up for a second and a half. */
	const usedUpAtFirst = () => {
		const startedAt = Date.now();
		const limited = slidingWindow(20, 1000);
		return () => (Date.now() - startedAt < 1500 ? 1000 : limited());
	};

	test('is not derived while other clients use it up', async () => {
		const { seconds } = await sendBulk(usedUpAtFirst(), 400);
		expect(seconds).toBeLessThan(25);
	});

	test('of which other clients left nothing is forgotten: slow requests are not sent one by one for minutes', async () => {
		const { seconds } = await sendBulk(usedUpAtFirst(), 400, { latency: 500, concurrency: 50 });
		expect(seconds).toBeLessThan(60);
	});

	test('with a Retry-After of a millisecond slows nothing down', async () => {
		const limited = slidingWindow(20, 1000);
		const { seconds } = await sendBulk(() => Math.min(1, limited()), 400, { latency: 200 });
		expect(seconds).toBeLessThan(25);
	});

	test('is raised step by step when other clients use less of it', async () => {
		const startedAt = Date.now();
		const [all, rest] = [slidingWindow(20, 1000), slidingWindow(2, 1000)];
		const { seconds } = await sendBulk(
			() => (Date.now() - startedAt < 2000 ? rest() : all()),
			1200,
		);
		// A minute after an increase that led to a refusal, there is the next one.
		expect(seconds).toBeLessThan(130);
	});

	test('is kept although responses take different times', async () => {
		const { seconds, refused } = await sendBulk(slidingWindow(20, 1000), 1200, { jitter: 3 });
		expect(1200 / seconds / 20).toBeGreaterThan(0.93);
		expect(refused).toBeLessThan(100);
	});

	test('is used, and hardly any request refused, although the API counts late and not evenly', async () => {
		const random = new Random(1, 'noise');
		const { seconds, refused } = await sendBulk(slidingWindow(50, 1000), 3000, {
			countedAt: 1,
			noise: () => random.next() * 10,
		});
		expect(3000 / seconds / 50).toBeGreaterThan(0.95);
		expect(refused).toBeLessThan(20);
	});

	test('of 400 requests in each full minute is detected: every minute is used', async () => {
		const { seconds, refused } = await sendBulk(fixedWindow(400, 60_000), 2000);
		expect(seconds).toBeLessThan(5.2 * 60);
		// Those in progress at the end of each minute.
		expect(refused).toBeLessThanOrEqual(8 * 5);
	});

	test('of one request a second is kept', async () => {
		const { seconds } = await sendBulk(slidingWindow(1, 1000), 20);
		expect(seconds).toBeLessThan(22);
	});

	test('that is lowered is followed: at most a third of the requests is refused', async () => {
		let limiter = slidingWindow(20, 1000);
		const { refused } = await sendBulk(() => limiter(), 1000, {
			onRequest: (sent) => {
				if (sent === 200) limiter = slidingWindow(10, 1000);
			},
		});
		expect(refused).toBeLessThan(1000 / 3);
	});

	test.each([
		{ from: 50, to: 40 },
		{ from: 100, to: 20 },
	])(
		'that is lowered from $from to $to is used, and few requests refused',
		async ({ from, to }) => {
			let limiter = slidingWindow(from, 1000);
			const { seconds, refused } = await sendBulk(() => limiter(), 10 * from + 60 * to, {
				onRequest: (sent) => {
					if (sent === 10 * from) limiter = slidingWindow(to, 1000);
				},
			});
			expect(seconds).toBeLessThan(1.05 * 70);
			expect(refused).toBeLessThan(60);
		},
	);

	test('is kept while few requests are sent: a later bulk does not exceed it', async () => {
		// 200 at once, then one every two and a half seconds, then 400 at once.
		const dueAt = (number: number) =>
			number < 200 ? 0 : number < 260 ? 20_000 + (number - 200) * 2_500 : 175_000;
		const { refused } = await sendBulk(slidingWindow(20, 1000), 660, { dueAt });
		expect(refused).toBeLessThan(20);
	});

	test('is not derived if no request is refused', async () => {
		const { seconds, refused } = await sendBulk(() => 0, 800);
		expect(seconds).toBeLessThan(2.2);
		expect(refused).toBe(0);
	});

	test('is forgotten after five minutes', async () => {
		const { rateLimiter } = queueFor('forgotten');
		for (let count = 0; count < 5; count += 1)
			rateLimiter.release(await rateLimiter.acquire(), 'accepted');
		rateLimiter.detectLimit(1000);
		const longestWait = async () => {
			const startedAt = performance.now();
			const permits = Promise.all([1, 2, 3, 4, 5].map(() => rateLimiter.acquire()));
			await jest.advanceTimersByTimeAsync(10_000);
			for (const permit of await permits) rateLimiter.release(permit, 'not sent');
			return Math.max(...(await permits).map(({ sentAt }) => sentAt - startedAt));
		};
		expect(await longestWait()).toBeGreaterThan(900);
		await jest.advanceTimersByTimeAsync(300_000);
		expect(await longestWait()).toBe(0);
	});

	test('no longer delays requests when the execution is cancelled', async () => {
		const { rateLimiter } = queueFor('stopped');
		rateLimiter.release(await rateLimiter.acquire(), 'accepted');
		rateLimiter.detectLimit(2_000);
		const stop = new AbortController();
		let isAcquired = false;
		const permit = rateLimiter
			.acquire(() => stop.signal.aborted, stop.signal)
			.then(() => (isAcquired = true));
		await jest.advanceTimersByTimeAsync(1_000);
		expect(isAcquired).toBe(false);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await permit;
		expect(isAcquired).toBe(true);
	});
});
