import { sleep } from 'n8n-workflow';

/** How long a cancellation may go unnoticed, as n8n's `sleep` cannot be interrupted. */
const MAX_SLEEP_MS = 200;

/** Returns milliseconds of a monotonic clock: the system's clock may be adjusted at any time. */
export function monotonic(): number {
	return performance.now();
}

/** Waits for a time in milliseconds, or until shortly after the execution is cancelled. */
export async function wait(time: number, cancelled?: AbortSignal): Promise<void> {
	const end = monotonic() + time;
	for (let left = time; left > 0 && !cancelled?.aborted; left = end - monotonic()) {
		await sleep(Math.min(left, MAX_SLEEP_MS));
	}
}
