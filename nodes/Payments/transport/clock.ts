import { sleep } from 'n8n-workflow';

/** How long a cancellation may go unnoticed, as n8n's `sleep` cannot be interrupted. */
const MAX_SLEEP_MS = 200;

/** The longest time of a timer, in milliseconds. Longer ones are no limit. */
export const MAX_TIME_MS = 2 ** 31 - 1;

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

/**
 * Waits for a response for a time in milliseconds: n8n's timeout counts only the time without data, and a body may never end.
 *
 * @throws an error with the code ETIMEDOUT, as if the response had never begun
 */
export async function inTime<T>(time: number, response: Promise<T>): Promise<T> {
	const over = AbortSignal.timeout(time > 0 && time < MAX_TIME_MS ? time : MAX_TIME_MS);
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT', isOpen: true }));
	});
	over.addEventListener('abort', end);
	try {
		return await Promise.race([response, ended]);
	} finally {
		over.removeEventListener('abort', end);
	}
}
