import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

import { isCi } from '../../cases';
import { apiKeyOf } from '../run';
import { startPoller } from './poller';

/*
 * The cost of polls. POLL_CHARGES=20000,1000000 tries other counts of charges, each with a Look Back of a
 * year and of a month.
 */

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds that each response takes while it is published. */
const LATENCY = 20;

const { POLL_CHARGES } = process.env;
const COUNTS = (POLL_CHARGES ?? (isCi ? '100000' : '10000')).split(',').map(Number);
const LOOK_BACKS = POLL_CHARGES === undefined ? [365] : [365, 30];

/** How many charges are new in one poll. */
const NEW = isCi ? 10_000 : 5_000;

const workers: Worker[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

/** Starts a list of so many charges of the last days, and a clock for it and n8n. */
async function startList(count: number, days: number) {
	const workerData = { interval: Math.floor((days * DAY) / count) };
	const worker = new Worker(path.join(__dirname, 'longList.js'), { workerData });
	workers.push(worker);
	const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
	let now = 0;
	return {
		credentials: apiKeyOf({ url: `http://127.0.0.1:${port}`, apiKey: 'test' }),
		/** Sets the clock. @returns how many requests came since the last time */
		async setTime(at: number, latency = 0): Promise<number> {
			now = at;
			jest.spyOn(Date, 'now').mockImplementation(() => now);
			worker.postMessage({ at, latency });
			const [{ requests }] = (await once(worker, 'message')) as [{ requests: number }];
			return requests;
		},
	};
}

/**
 * Measures how long something takes, and how long it blocked the event loop at most. Milliseconds. A gap between two
 * ticks counts as far as this process was working: on a busy machine, it waits for others, too.
 */
async function measure(work: () => Promise<void>) {
	const worked = () => {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	};
	const begin = performance.now();
	let last = { time: begin, worked: worked() };
	let blocked = 0;
	const tick = () => {
		const next = { time: performance.now(), worked: worked() };
		blocked = Math.max(blocked, Math.min(next.time - last.time, next.worked - last.worked));
		last = next;
	};
	const timer = setInterval(tick, 1);
	await work();
	tick();
	clearInterval(timer);
	return { time: performance.now() - begin, blocked };
}

/**
 * Returns how long this machine works at present to read so many pages of 100 charges, in milliseconds of processor time:
 * what blocks is compared with it, since machines differ.
 */
function timeOfPages(pages: number): number {
	const charge = {
		id: 'x'.repeat(36),
		remark: 'x'.repeat(2000),
		method: { card: { last4: '4242' } },
	};
	const page = JSON.stringify({ data: Array.from({ length: 100 }, () => charge) });
	const begin = process.cpuUsage();
	for (let count = 0; count < pages; count += 1) JSON.stringify(JSON.parse(page));
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / 1000;
}

describe.each(COUNTS)('with %i charges in Look Back', (count) => {
	const cost = async (lookBack: number) => {
		const list = await startList(count, lookBack);
		const published = Date.parse('2026-03-01T12:30:00Z');
		await list.setTime(published, LATENCY);
		const poller = startPoller(list.credentials, { options: { lookBack } });
		const first = await measure(async () => await poller.publish());
		const firstRequests = await list.setTime(published);
		const { length: saved } = poller.saved;

		const perPoll: number[] = [];
		let blocked = 0;
		for (let hour = 1; hour <= 24; hour += 1) {
			await list.setTime(published + hour * HOUR);
			const hourly = await measure(async () => await poller.poll());
			blocked = Math.max(blocked, hourly.blocked);
			perPoll.push(await list.setTime(published + hour * HOUR));
		}
		const perHour = perPoll.reduce((sum, requests) => sum + requests, 0) / 24;
		console.log(
			[
				`${count} charges, Look Back ${lookBack}`,
				`published in ${(first.time / 1000).toFixed(1)} s with ${firstRequests} requests`,
				`${saved} bytes saved`,
				`${perHour.toFixed(1)} requests an hour (${Math.min(...perPoll)}, once a day ${Math.max(...perPoll)})`,
				`blocked ${first.blocked.toFixed()} ms at publishing, ${blocked.toFixed()} ms later`,
			].join('; '),
		);
		expect(poller.failed).toEqual([]);
		// Those that were made meanwhile.
		const perDay = count / lookBack;
		expect(Math.abs(poller.runs.flat().length - perDay)).toBeLessThan(perDay / 100 + 2);
		// Each page twice, and the days where parts of the list begin; 1.5 MB for 100,000.
		expect(firstRequests).toBeLessThan((count / 100) * 2.6);
		expect(saved / count).toBeLessThan(15);
		expect(Math.max(first.blocked, blocked)).toBeLessThan(timeOfPages(1000));
		// All once a day, 7 days each hour; with the days for other time zones, and the ends of date ranges.
		const needed = (count + 2 * perDay) / 100 + 23 * (1 + ((7 + 1 / 24) * perDay) / 100);
		expect(perHour).toBeLessThan((needed / 24) * 1.05 + 1);
	};
	test.each(LOOK_BACKS)('of %i days, a poll costs what is new', cost, 1_800_000);
});

test(`${5 * NEW} charges in Look Back and ${NEW} new ones block nothing else`, async () => {
	const list = await startList(5 * NEW, 10);
	const published = Date.parse('2026-03-01T12:30:00Z');
	await list.setTime(published);
	const poller = startPoller(list.credentials, { options: { lookBack: 3, calendarDay: true } });
	await poller.publish();
	await list.setTime(published + 2 * DAY);
	const { blocked } = await measure(async () => await poller.poll());
	expect(poller.failed).toEqual([]);
	expect(poller.runs[0]!.length).toBe(NEW);
	expect(blocked).toBeLessThan(timeOfPages(NEW / 20));
}, 120_000);
