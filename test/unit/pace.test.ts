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

/** Sends requests as transport/send.ts does, in made-up time. */
async function bulk(service: Service, count: number, { latency = 20, wide = 8, jitter = 0 } = {}) {
	const line = lineOf(`credential ${(names += 1)}`);
	const begin = Date.now();
	let refused = 0;
	let isDone = false;
	const one = async (number: number) =>
		await line.run(wide, async () => {
			for (;;) {
				const ticket = await line.pace.turn();
				await sleep(latency / 2 + ((number * 7919) % 13) * jitter);
				const wait = service();
				await sleep(latency / 2);
				line.pace.settle(ticket, wait === 0);
				if (wait === 0) return line.succeeded();
				refused += 1;
				line.wasRefused(wait);
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
			expect(refused).toBeLessThan(10);
		},
	);

	test('is kept although answers take different times', async () => {
		const { seconds, refused } = await bulk(slidingWindow(20, 1000), 1200, { jitter: 3 });
		expect(1200 / seconds / 20).toBeGreaterThan(0.93);
		expect(refused).toBeLessThan(60);
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

	test('is not asked for where nothing is refused', async () => {
		const { seconds, refused } = await bulk(() => 0, 800);
		expect(seconds).toBeLessThan(2.2);
		expect(refused).toBe(0);
	});

	test('is forgotten after five minutes', async () => {
		const { pace } = lineOf('forgetful');
		for (let turn = 0; turn < 5; turn += 1) pace.settle(await pace.turn(), true);
		pace.learn(1000);
		const waits = async () => {
			const begin = Date.now();
			const turns = Promise.all([1, 2, 3, 4, 5].map(() => pace.turn()));
			await jest.advanceTimersByTimeAsync(10_000);
			for (const ticket of await turns) pace.settle(ticket, false);
			return Math.max(...(await turns).map(({ sentAt }) => sentAt - begin));
		};
		expect(await waits()).toBeGreaterThan(900);
		await jest.advanceTimersByTimeAsync(300_000);
		expect(await waits()).toBe(0);
	});

	test('is waited for only until the execution is stopped', async () => {
		const { pace } = lineOf('stopped');
		pace.settle(await pace.turn(), true);
		pace.learn(60_000);
		const stop = new AbortController();
		let isThrough = false;
		const turn = pace.turn(stop.signal).then(() => (isThrough = true));
		await jest.advanceTimersByTimeAsync(5_000);
		expect(isThrough).toBe(false);
		stop.abort();
		await jest.advanceTimersByTimeAsync(500);
		await turn;
		expect(isThrough).toBe(true);
	});
});
