import { sleep } from 'n8n-workflow';

import { lineOf } from '../../nodes/Payments/transport/line';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

let names = 0;

/** How long a service asks to wait when it takes no more, in milliseconds; 0 when it takes one. */
type Service = () => number;

/** So many requests in any period (milliseconds). */
function slidingWindow(limit: number, period: number): Service {
	const taken: number[] = [];
	return () => {
		const now = Date.now();
		const recent = taken.filter((at) => at > now - period);
		if (recent.length >= limit) return Math.ceil((recent[0]! + period - now) / 1000) * 1000;
		taken.push(now);
		return 0;
	};
}

/** So many requests from each full period to the next. */
function fixedWindow(limit: number, period: number): Service {
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
	/** Milliseconds until an answer. */
	latency?: number;
	/** Milliseconds until it is said that it was too much; default as long. */
	refusal?: number;
	/** How many at once; default 8. */
	wide?: number;
	/** How much, at most, the way to the service takes longer at times, in milliseconds / 12. */
	jitter?: number;
	/** Is told how many requests were sent so far. */
	after?: (sent: number) => void;
}

/** Sends requests as transport/send.ts does, in made-up time. */
async function bulk(
	service: Service,
	count: number,
	{ latency = 20, refusal = latency, wide = 8, jitter = 0, after }: BulkOptions = {},
) {
	const line = lineOf(`credential ${(names += 1)}`);
	const begin = Date.now();
	let refused = 0;
	let sent = 0;
	let isDone = false;
	const one = async (number: number) =>
		await line.run(wide, async () => {
			for (;;) {
				const ticket = await line.pace.turn();
				const way = Math.min(latency, refusal) / 2;
				await sleep(way + ((number * 7919) % 13) * jitter);
				after?.((sent += 1));
				const wait = service();
				await sleep((wait === 0 ? latency : refusal) - way);
				line.pace.settle(ticket, wait === 0 ? 'taken' : 'refused');
				if (wait === 0) return line.succeeded();
				refused += 1;
				line.wasRefused({ retryAfter: wait });
				await sleep(wait);
			}
		});
	const all = Promise.all(Array.from({ length: count }, (_, number) => one(number))).then(() => {
		isDone = true;
	});
	while (!isDone) await jest.advanceTimersByTimeAsync(50);
	await all;
	return { seconds: (Date.now() - begin) / 1000, refused };
}

describe('the pace of a service', () => {
	test.each([
		{ limit: 5, latency: 20 },
		{ limit: 20, latency: 20 },
		{ limit: 20, latency: 100 },
		{ limit: 50, latency: 20 },
		{ limit: 100, latency: 5 },
	])(
		'of $limit requests in any second is found: at least 95 % of it is used, and next to nothing refused',
		async ({ limit, latency }) => {
			const { seconds, refused } = await bulk(slidingWindow(limit, 1000), limit * 60, { latency });
			expect((limit * 60) / seconds / limit).toBeGreaterThan(latency === 20 ? 0.95 : 0.9);
			// Those under way when it is found, and when twice as much is tried.
			expect(refused).toBeLessThan(20);
		},
	);

	test.each([
		{ limit: 4, wide: 8 },
		{ limit: 20, wide: 50 },
	])(
		'of $limit in any second is found although refusals are faster than answers, $wide at once',
		async ({ limit, wide }) => {
			const { seconds } = await bulk(slidingWindow(limit, 1000), limit * 60, {
				...{ latency: 500, refusal: 5, wide },
			});
			expect(60 / seconds).toBeGreaterThan(0.6);
		},
	);

	test('is not guessed when others have used it up', async () => {
		const begin = Date.now();
		const limited = slidingWindow(20, 1000);
		const { seconds } = await bulk(() => (Date.now() - begin < 1500 ? 1000 : limited()), 400);
		expect(seconds).toBeLessThan(25);
	});

	test('is found by and by when others use less of it', async () => {
		const begin = Date.now();
		const [all, rest] = [slidingWindow(20, 1000), slidingWindow(2, 1000)];
		const { seconds } = await bulk(() => (Date.now() - begin < 2000 ? rest() : all()), 1200);
		// A minute after a raise that was refused, the next one is tried.
		expect(seconds).toBeLessThan(130);
	});

	test('is kept although answers take different times', async () => {
		const { seconds, refused } = await bulk(slidingWindow(20, 1000), 1200, { jitter: 3 });
		expect(1200 / seconds / 20).toBeGreaterThan(0.93);
		expect(refused).toBeLessThan(100);
	});

	test('of 400 requests from minute to minute is found: no minute is left out', async () => {
		const { seconds, refused } = await bulk(fixedWindow(400, 60_000), 2000);
		expect(seconds).toBeLessThan(5.2 * 60);
		// At the end of a minute, those that are under way.
		expect(refused).toBeLessThanOrEqual(8 * 5);
	});

	test('that is one request a second is kept', async () => {
		const { seconds } = await bulk(slidingWindow(1, 1000), 20);
		expect(seconds).toBeLessThan(22);
	});

	test('that gets slower is followed: no more than a third is refused', async () => {
		let service = slidingWindow(20, 1000);
		const { refused } = await bulk(() => service(), 1000, {
			after: (sent) => {
				if (sent === 200) service = slidingWindow(10, 1000);
			},
		});
		expect(refused).toBeLessThan(1000 / 3);
	});

	test('is not asked for where nothing is refused', async () => {
		const { seconds, refused } = await bulk(() => 0, 800);
		expect(seconds).toBeLessThan(2.2);
		expect(refused).toBe(0);
	});

	test('is forgotten after five minutes', async () => {
		const { pace } = lineOf('forgetful');
		for (let turn = 0; turn < 5; turn += 1) pace.settle(await pace.turn(), 'taken');
		pace.learn(1000);
		const waits = async () => {
			const begin = performance.now();
			const turns = Promise.all([1, 2, 3, 4, 5].map(() => pace.turn()));
			await jest.advanceTimersByTimeAsync(10_000);
			for (const ticket of await turns) pace.settle(ticket, 'not sent');
			return Math.max(...(await turns).map(({ sentAt }) => sentAt - begin));
		};
		expect(await waits()).toBeGreaterThan(900);
		await jest.advanceTimersByTimeAsync(300_000);
		expect(await waits()).toBe(0);
	});

	test('is waited for only until the execution is stopped', async () => {
		const { pace } = lineOf('stopped');
		pace.settle(await pace.turn(), 'taken');
		pace.learn(2_000);
		const stop = new AbortController();
		let isThrough = false;
		const turn = pace.turn(() => stop.signal.aborted, stop.signal).then(() => (isThrough = true));
		await jest.advanceTimersByTimeAsync(1_000);
		expect(isThrough).toBe(false);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await turn;
		expect(isThrough).toBe(true);
	});
});
