import { sleep, type IHttpRequestOptions } from 'n8n-workflow';

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

/** Returns a signal that is aborted after a time in milliseconds. */
export function timeLimit(time: number): AbortSignal {
	return AbortSignal.timeout(time > 0 && time < MAX_TIME_MS ? time : MAX_TIME_MS);
}

/**
 * Waits for a response until a signal is aborted: n8n's timeout counts only the time without data, and a body may never end.
 *
 * @throws an error with the code ETIMEDOUT, as if the response had never begun
 */
export async function inTime<T>(over: AbortSignal, response: Promise<T>): Promise<T> {
	let end = () => {};
	const ended = new Promise<never>((_, reject) => {
		end = () => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
	});
	over.addEventListener('abort', end);
	try {
		return await Promise.race([response, ended]);
	} finally {
		over.removeEventListener('abort', end);
	}
}

/**
 * Sends a request, and waits for its response for a time in milliseconds. Then its connection is closed, and it is not sent any
 * more: n8n may still wait for a token, and would send it minutes later.
 *
 * @param options of the request that `send` passes to n8n
 * @throws as `inTime`
 */
export async function sendInTime<T>(
	time: number,
	options: Pick<IHttpRequestOptions, 'abortSignal'>,
	send: () => Promise<T>,
): Promise<T> {
	const over = timeLimit(time);
	const response = send();
	// n8n sets the signal of the execution when it gets the options, and reads it when it sends them.
	const cancelled = options.abortSignal as AbortSignal | undefined;
	options.abortSignal = cancelled ? AbortSignal.any([cancelled, over]) : over;
	return await inTime(over, response);
}
