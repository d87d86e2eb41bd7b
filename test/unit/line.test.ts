import { setTimeout as sleep } from 'node:timers/promises';

import { inTurn, lineOf } from '../../nodes/Payments/transport/line';

let names = 0;
const newLine = () => lineOf(`credential ${(names += 1)}`);

/** Work that counts how much of it is under way at once. */
function counter() {
	const counts = { now: 0, most: 0, done: [] as number[] };
	const work = (number: number) => async () => {
		counts.now += 1;
		counts.most = Math.max(counts.most, counts.now);
		await sleep(2);
		counts.now -= 1;
		counts.done.push(number);
	};
	return { counts, work };
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('the line of a credential', () => {
	test.each([1, 8, 50])('has at most %i requests under way, in their order', async (most) => {
		const line = newLine();
		const { counts, work } = counter();
		await Promise.all(numbers(120).map((number) => line.run(most, work(number))));
		expect(counts.most).toBe(most);
		expect(counts.done).toHaveLength(120);
		if (most === 1) expect(counts.done).toEqual(numbers(120));
	});

	test('is one for all that use the credential', async () => {
		const { counts, work } = counter();
		const name = `credential ${(names += 1)}`;
		await Promise.all(numbers(40).map((number) => lineOf(name).run(4, work(number))));
		expect(counts.most).toBe(4);
	});

	test('one that asks for less waits until there is less', async () => {
		const line = newLine();
		const { counts, work } = counter();
		const many = numbers(20).map((number) => line.run(8, work(number)));
		let seen = 0;
		const careful = line.run(1, () => {
			seen = counts.now;
			return work(99)();
		});
		await Promise.all([...many, careful]);
		expect(seen).toBe(0);
	});

	test('gets narrower when many are refused, and wider again', async () => {
		const line = newLine();
		const widest = async () => {
			const { counts, work } = counter();
			await Promise.all(numbers(60).map((number) => line.run(20, work(number))));
			return counts.most;
		};
		expect(await widest()).toBe(20);
		await Promise.all(
			numbers(20).map(() =>
				line.run(20, async (own) => {
					await sleep(1);
					own.wasRefused();
				}),
			),
		);
		expect(await widest()).toBeLessThanOrEqual(10);
		for (let turn = 0; turn < 300; turn += 1) line.succeeded();
		expect(await widest()).toBe(20);
	});

	test('a single refusal among many answers changes nothing', async () => {
		const line = newLine();
		for (let turn = 0; turn < 100; turn += 1) {
			line.succeeded();
			if (turn % 10 === 0) line.wasRefused();
		}
		const { counts, work } = counter();
		await Promise.all(numbers(30).map((number) => line.run(8, work(number))));
		expect(counts.most).toBe(8);
	});

	test('what fails makes room for the next', async () => {
		const line = newLine();
		const failing = numbers(10).map(() =>
			line.run(1, () => Promise.reject(new Error('broken'))).catch((error: Error) => error.message),
		);
		expect(await Promise.all(failing)).toEqual(Array(10).fill('broken'));
		expect(await line.run(1, () => Promise.resolve('fine'))).toBe('fine');
	});
});

describe('what has the same key', () => {
	test('is done one after the other, also after a failure', async () => {
		const { counts, work } = counter();
		const failed = inTurn('a', () => Promise.reject(new Error('broken'))).catch(() => 'failed');
		await Promise.all([failed, ...numbers(10).map((number) => inTurn('a', work(number)))]);
		expect(counts.most).toBe(1);
		expect(counts.done).toEqual(numbers(10));
		expect(await failed).toBe('failed');
	});

	test('does not wait for another key', async () => {
		const { counts, work } = counter();
		await Promise.all(numbers(5).map((number) => inTurn(`key ${number}`, work(number))));
		expect(counts.most).toBe(5);
	});
});
