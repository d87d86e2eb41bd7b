import * as clock from '../../nodes/Payments/transport/clock';

/** Waits for real. */
export const { monotonic, wait } = clock;

/**
 * Shortens the waits between attempts and lookups to a thousandth, before each test. The node's clock is set ahead by
 * what is left out, so that whoever waits for a moment meets it.
 *
 * @returns how long they were meant to be, in milliseconds
 */
export function shortenWaits(): number[] {
	const waits: number[] = [];
	let ahead = 0;
	beforeEach(() => {
		waits.length = 0;
		jest.spyOn(clock, 'monotonic').mockImplementation(() => monotonic() + ahead);
		jest.spyOn(clock, 'wait').mockImplementation(async (time, cancelled) => {
			if (time > 0) waits.push(time);
			const end = clock.monotonic() + time;
			await wait(time / 1000, cancelled);
			if (!cancelled?.aborted) ahead = Math.max(ahead, end - monotonic());
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

/** Lets the monotonic clock jump. @returns a function that sets it ahead, in milliseconds */
export function jumps() {
	let ahead = 0;
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
	return (time: number) => (ahead += time);
}
