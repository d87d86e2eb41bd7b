import { setTimeout as sleep } from 'node:timers/promises';

import { runExclusive } from '../../nodes/Payments/run/exclusive';
import { queueFor } from '../../nodes/Payments/transport/queue/requestQueue';

let queues = 0;
const newQueue = () => queueFor(`credential ${(queues += 1)}`);

/** Creates tasks, and counts how many are in progress at a time. */
function counter() {
	const counts = { now: 0, max: 0, done: [] as number[] };
	const createTask = (number: number) => async () => {
		counts.now += 1;
		counts.max = Math.max(counts.max, counts.now);
		await sleep(2);
		counts.now -= 1;
		counts.done.push(number);
	};
	return { counts, createTask };
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('the request queue of a credential', () => {
	test.each([1, 8, 50])('has at most %i requests in progress, in order', async (maxInFlight) => {
		const queue = newQueue();
		const { counts, createTask } = counter();
		await Promise.all(numbers(120).map((number) => queue.run(maxInFlight, createTask(number))));
		expect(counts.max).toBe(maxInFlight);
		expect(counts.done).toHaveLength(120);
		if (maxInFlight === 1) expect(counts.done).toEqual(numbers(120));
	});

	test('a task with a lower limit waits until fewer are in progress', async () => {
		const queue = newQueue();
		const { counts, createTask } = counter();
		const many = numbers(20).map((number) => queue.run(8, createTask(number)));
		let seen = 0;
		const limited = queue.run(1, () => {
			seen = counts.now;
			return createTask(99)();
		});
		await Promise.all([...many, limited]);
		expect(seen).toBe(0);
	});

	test('lowers its concurrency after many refusals, and raises it again', async () => {
		const queue = newQueue();
		const concurrency = async () => {
			const { counts, createTask } = counter();
			await Promise.all(numbers(60).map((number) => queue.run(20, createTask(number))));
			return counts.max;
		};
		expect(await concurrency()).toBe(20);
		await Promise.all(
			numbers(20).map(() =>
				queue.run(20, async (ownQueue) => {
					await sleep(1);
					ownQueue.recordRefusal();
				}),
			),
		);
		expect(await concurrency()).toBeLessThanOrEqual(10);
		for (let count = 0; count < 300; count += 1) queue.recordSuccess();
		expect(await concurrency()).toBe(20);
	});

	test('keeps its concurrency after single refusals', async () => {
		const queue = newQueue();
		for (let count = 0; count < 100; count += 1) {
			queue.recordSuccess();
			if (count % 10 === 0) queue.recordRefusal();
		}
		const { counts, createTask } = counter();
		await Promise.all(numbers(30).map((number) => queue.run(8, createTask(number))));
		expect(counts.max).toBe(8);
	});

	test('runs the next task after one that fails', async () => {
		const queue = newQueue();
		const failing = numbers(10).map(() =>
			queue
				.run(1, () => Promise.reject(new Error('broken')))
				.catch((error: Error) => error.message),
		);
		expect(await Promise.all(failing)).toEqual(Array(10).fill('broken'));
		expect(await queue.run(1, () => Promise.resolve('fine'))).toBe('fine');
	});
});

describe('tasks with the same key', () => {
	test('run one after the other, also after one that fails', async () => {
		const { counts, createTask } = counter();
		const failed = runExclusive('a', () => Promise.reject(new Error('broken'))).catch(
			() => 'failed',
		);
		await Promise.all([
			failed,
			...numbers(10).map((number) => runExclusive('a', createTask(number))),
		]);
		expect(counts.max).toBe(1);
		expect(counts.done).toEqual(numbers(10));
		expect(await failed).toBe('failed');
	});

	test('do not wait for those of another key', async () => {
		const { counts, createTask } = counter();
		await Promise.all(
			numbers(5).map((number) => runExclusive(`key ${number}`, createTask(number))),
		);
		expect(counts.max).toBe(5);
	});
});
