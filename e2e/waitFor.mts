import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks for something until it is there.
 *
 * @param what its name in the error
 * @param look returns undefined or false as long as it is not there
 * @param timeout in milliseconds
 * @throws Error when it is not there in time, or when `look` throws
 */
export async function waitFor<T>(
	what: string,
	look: () => Promise<T | undefined | false> | T | undefined | false,
	timeout = 60_000,
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s for ${what}`);
		await sleep(200);
	}
}
