import { queueFor } from '../../nodes/Payments/transport/queue/requestQueue';
import { Random } from '../../simulator/records/sample/random';
import { useVirtualClock } from '../clock';

const clock = useVirtualClock();

let queues = 0;

/** Counts a request. @returns 0 if it is accepted, else Retry-After in milliseconds */
type Limiter = () => number;

/** Accepts a number of requests in any period (milliseconds). */
function slidingWindow(limit: number, period = 1000): Limiter {
	const accepted: number[] = [];
	return () => {
		while (accepted[0]! <= clock.now - period) accepted.shift();
		if (accepted.length >= limit) {
			return Math.ceil((accepted[0]! + period - clock.now) / 1000) * 1000;
		}
		accepted.push(clock.now);
		return 0;
	};
}

/** Accepts a number of requests in each full period (milliseconds). */
function fixedWindow(limit: number, period: number): Limiter {
	let window = -1;
	let count = 0;
	return () => {
		if (Math.floor(clock.now / period) !== window) count = 0;
		window = Math.floor(clock.now / period);
		count += 1;
		return count <= limit ? 0 : Math.ceil((period - (clock.now % period)) / 1000) * 1000;
	};
}

/** Passes requests to one limiter after another: each counts so many of them. */
function inTurn(count: number, first: Limiter, then: Limiter): Limiter {
	let sent = 0;
	return () => ((sent += 1) <= count ? first() : then());
}

/** Passes requests to another limiter at first, for a time in milliseconds. */
function atFirst(time: number, first: Limiter, then: Limiter): Limiter {
	let end: number | undefined;
	return () => (clock.now < (end ??= clock.now + time) ? first() : then());
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
	/** How late each request and each response is at most, in milliseconds; default 0. */
	noise?: number;
	/** Returns when a request is due, in milliseconds; default at once. */
	dueAt?: (number: number) => number;
}

/** Sends requests as transport/send.ts does. */
async function sendBulk(limiter: Limiter, count: number, options: BulkOptions = {}) {
	const { latency = 20, concurrency = 8, jitter = 0, countedAt = 0.5, noise = 0 } = options;
	const { refusalLatency = latency, dueAt = () => 0 } = options;
	const random = new Random(1, 'noise');
	const queue = queueFor(`credential ${(queues += 1)}`);
	const startedAt = clock.now;
	let refused = 0;
	const send = async (number: number) => {
		await clock.pass(dueAt(number));
		await queue.run(concurrency, async () => {
			for (;;) {
				const permit = await queue.rateLimiter.acquire();
				const oneWay = Math.min(latency, refusalLatency) * countedAt;
				await clock.pass(oneWay + ((number * 7919) % 13) * jitter + random.next() * noise);
				const retryAfter = limiter();
				const whole = retryAfter === 0 ? latency : refusalLatency;
				await clock.pass(whole - oneWay + random.next() * noise);
				queue.rateLimiter.release(permit, retryAfter === 0 ? 'accepted' : 'refused');
				if (retryAfter === 0) return queue.recordSuccess();
				refused += 1;
				queue.recordRefusal({ retryAfter });
				await clock.pass(retryAfter);
			}
		});
	};
	await Promise.all(Array.from({ length: count }, async (_, number) => await send(number)));
	return { seconds: (clock.now - startedAt) / 1000, refused };
}

interface Bulk {
	limit: string;
	limiter: () => Limiter;
	count: number;
	options?: BulkOptions;
	/** It is used: how long all take at most. */
	seconds: number;
	/** It is kept: how many requests it refuses at most. */
	refused: number;
}

const usedUpAtFirst = () => atFirst(1500, () => 1000, slidingWindow(20));

const bulks: Bulk[] = [
	...[
		{ limit: 5, latency: 20 },
		{ limit: 20, latency: 100 },
		{ limit: 50, latency: 20 },
		{ limit: 100, latency: 5 },
	].map(({ limit, latency }) => ({
		limit: `${limit} in any second, with a latency of ${latency} ms`,
		limiter: () => slidingWindow(limit),
		count: limit * 60,
		options: { latency },
		seconds: 60 / 0.95,
		// Those in progress when it is detected, and when it is doubled.
		refused: 20,
	})),
	...[
		{ limit: 4, concurrency: 8 },
		{ limit: 20, concurrency: 50 },
	].map(({ limit, concurrency }) => ({
		limit: `${limit} in any second, if refusals are faster than other responses`,
		limiter: () => slidingWindow(limit),
		count: limit * 60,
		options: { latency: 500, refusalLatency: 5, concurrency },
		seconds: 100,
		refused: 40,
	})),
	{
		limit: '20 in any second that other clients use up for a second and a half',
		limiter: usedUpAtFirst,
		count: 400,
		seconds: 25,
		refused: 40,
	},
	{
		limit: '20 in any second that others use up at first, with slow requests',
		limiter: usedUpAtFirst,
		count: 400,
		options: { latency: 500, concurrency: 50 },
		seconds: 60,
		refused: 120,
	},
	{
		limit: '20 in any second, with a Retry-After of a millisecond',
		limiter: () => {
			const limited = slidingWindow(20);
			return () => Math.min(1, limited());
		},
		count: 400,
		options: { latency: 200 },
		seconds: 25,
		refused: 20,
	},
	{
		// A minute after an increase that led to a refusal, there is the next one.
		limit: '20 in any second, of which other clients use 18 for two seconds',
		limiter: () => atFirst(2000, slidingWindow(2), slidingWindow(20)),
		count: 1200,
		seconds: 130,
		refused: 60,
	},
	{
		limit: '20 in any second, with responses of different times',
		limiter: () => slidingWindow(20),
		count: 1200,
		options: { jitter: 3 },
		seconds: 60 / 0.93,
		refused: 100,
	},
	{
		limit: '50 in any second that are counted late and not evenly',
		limiter: () => slidingWindow(50),
		count: 3000,
		options: { countedAt: 1, noise: 10 },
		seconds: 60 / 0.95,
		refused: 20,
	},
	{
		limit: '400 in each full minute',
		limiter: () => fixedWindow(400, 60_000),
		count: 2000,
		seconds: 5.2 * 60,
		// Those in progress at the end of each minute.
		refused: 8 * 5,
	},
	{
		limit: 'one in any second',
		limiter: () => slidingWindow(1),
		count: 20,
		seconds: 22,
		refused: 20,
	},
	...[
		{ from: 20, to: 10 },
		{ from: 50, to: 40 },
		{ from: 100, to: 20 },
	].map(({ from, to }) => ({
		limit: `${from} in any second that is lowered to ${to}`,
		limiter: () => inTurn(10 * from, slidingWindow(from), slidingWindow(to)),
		count: 10 * from + 60 * to,
		seconds: 1.05 * 70,
		refused: 100,
	})),
	{
		limit: '20 in any second while few are sent, and by a later bulk',
		limiter: () => slidingWindow(20),
		count: 660,
		// 200 at once, then one every two and a half seconds, then 400 at once.
		options: {
			dueAt: (number) =>
				number < 200 ? 0 : number < 260 ? 20_000 + (number - 200) * 2_500 : 175_000,
		},
		seconds: 200,
		refused: 15,
	},
];

test.each(bulks)(
	'a limit of $limit is used in full, and few requests are refused',
	async ({ limiter, count, options, ...most }) => {
		const { seconds, refused } = await sendBulk(limiter(), count, options);
		expect(seconds).toBeLessThan(most.seconds);
		expect(refused).toBeLessThan(most.refused);
	},
);

test('no limit is derived if no request is refused', async () => {
	expect((await sendBulk(() => 0, 800)).seconds).toBeLessThan(2.2);
});

test('a limit is forgotten after five minutes', async () => {
	const { rateLimiter } = queueFor('forgotten');
	const timeOf = async (count: number) => {
		const startedAt = clock.now;
		for (let sent = 0; sent < count; sent += 1) {
			rateLimiter.release(await rateLimiter.acquire(), 'accepted');
		}
		return clock.now - startedAt;
	};
	expect(await timeOf(5)).toBe(0);
	rateLimiter.detectLimit(1000);
	expect(await timeOf(10)).toBeGreaterThan(900);
	await clock.pass(300_000);
	expect(await timeOf(10)).toBe(0);
});

test('a limit no longer delays requests when the execution is cancelled', async () => {
	const { rateLimiter } = queueFor('stopped');
	rateLimiter.release(await rateLimiter.acquire(), 'accepted');
	rateLimiter.detectLimit(2_000);
	const stop = new AbortController();
	const startedAt = clock.now;
	clock.add(() => stop.abort(), 1_000);
	await rateLimiter.acquire(() => stop.signal.aborted, stop.signal);
	expect(clock.now - startedAt).toBeCloseTo(1_000, 0);
});
