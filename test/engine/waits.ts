import * as clock from '../../nodes/Payments/transport/clock';

/** Waits for real. */
export const { wait } = clock;

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
