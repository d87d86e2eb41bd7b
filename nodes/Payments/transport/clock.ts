import { sleep } from 'n8n-workflow';

/** How soon a cancellation is noticed, in milliseconds. n8n's `sleep` can not be woken up. */
const SLICE = 200;

/**
 * The time that went by since some moment, in milliseconds, by a monotonic clock: the computer's own can be
 * set back and forth at any time.
 */
export function monotonic(): number {
	return performance.now();
}

/**
 * Waits, unless the execution is cancelled meanwhile.
 *
 * @param time milliseconds
 * @returns when the time is over, or soon after `cancelled` is
 */
export async function wait(time: number, cancelled?: AbortSignal): Promise<void> {
	const end = monotonic() + time;
	for (let left = time; left > 0 && !cancelled?.aborted; left = end - monotonic()) {
		await sleep(Math.min(left, SLICE));
	}
}
