import { sleep } from 'n8n-workflow';

/** How soon a cancellation is noticed, in milliseconds. n8n's `sleep` can not be woken up. */
const SLICE = 200;

/**
 * Waits, unless the execution is cancelled meanwhile.
 *
 * @param time milliseconds
 * @returns when the time is over, or soon after `cancelled` is
 */
export async function wait(time: number, cancelled?: AbortSignal): Promise<void> {
	const end = Date.now() + time;
	for (let left = time; left > 0 && !cancelled?.aborted; left = end - Date.now()) {
		await sleep(Math.min(left, SLICE));
	}
}
