import { runExclusive } from '../../run/exclusive';
import { inTime } from '../../transport/clock';

/** A read that takes longer is not waited for, in milliseconds (choice): n8n needs a few for a credential. */
const STUCK_MS = 10_000;

/**
 * Shares reads between callers. A read that begins after a call is as fresh as one of the caller's own, so all callers
 * during a read share the next one.
 */
export class SharedReads<Result> {
	private readonly waiting = new Map<string, Promise<Result>>();

	/**
	 * Returns the result of a read that begins after this call.
	 *
	 * @param key identifies the data; reads of the same key do not overlap, unless one is stuck
	 * @throws the error of `read`, to all that share it
	 */
	async next(key: string, read: () => Promise<Result>): Promise<Result> {
		const result = this.waiting.get(key) ?? this.afterRunning(key, read);
		this.waiting.set(key, result);
		return await result;
	}

	private async afterRunning(key: string, read: () => Promise<Result>): Promise<Result> {
		return await new Promise((resolve) => {
			void runExclusive(key, async () => {
				this.waiting.delete(key);
				const reading = read();
				resolve(reading);
				await inTime(STUCK_MS, reading).catch(() => undefined);
			});
		});
	}
}
