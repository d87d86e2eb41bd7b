import { sleep } from 'n8n-workflow';

/**
 * Waits, unless the execution is cancelled meanwhile.
 *
 * @param time milliseconds
 * @returns when the time is over, or at once when `cancelled` is
 */
export async function wait(time: number, cancelled?: AbortSignal): Promise<void> {
	if (cancelled?.aborted) return;
	let stopWaiting = () => {};
	const cancellation = new Promise<void>((resolve) => {
		stopWaiting = resolve;
		cancelled?.addEventListener('abort', stopWaiting);
	});
	await Promise.race([sleep(time), cancellation]);
	cancelled?.removeEventListener('abort', stopWaiting);
}
