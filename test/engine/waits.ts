import * as clock from '../../nodes/Payments/transport/clock';

/** Waits for real. */
export const { monotonic, wait } = clock;

/**
 * Makes the waits between tries and looks a thousand times shorter, before each test.
 *
 * @returns how long they were meant to be, in milliseconds
 */
export function shortenWaits(): number[] {
	const waits: number[] = [];
	beforeEach(() => {
		waits.length = 0;
		jest.spyOn(clock, 'wait').mockImplementation(async (time, cancelled) => {
			if (time > 0) waits.push(time);
			await wait(time / 1000, cancelled);
		});
	});
	return waits;
}

/**
 * Lets time go by so many times faster for the node, before each test.
 *
 * @returns the same clock for a simulator, in milliseconds since 1970
 */
export function speedUp(times: number): () => number {
	const begin = monotonic();
	const fast = () => begin + (monotonic() - begin) * times;
	beforeEach(() => {
		jest.spyOn(clock, 'monotonic').mockImplementation(fast);
		jest
			.spyOn(clock, 'wait')
			.mockImplementation(async (time, cancelled) => await wait(time / times, cancelled));
	});
	return () => Math.round(Date.UTC(2026, 0, 1) + fast());
}
