import { runExclusive } from '../../run/exclusive';
import { inTime, timeLimit } from '../../transport/clock';

/** A read that takes longer is not waited for, in milliseconds (choice): n8n needs a few for a credential. */
const STUCK_MS = 10_000;

/** Shares reads between callers: all that call during a read share the next one, which is as fresh as their own. */
export class SharedReads<Result> {
	private readonly waiting = new Map<string, Promise<Result>>();

	/**
	 * Returns the result of a read that begins after this call.
	 *
	 * @param key identifies the data; reads of the same key do not overlap, unless one is stuck
	 * @throws the error of `read`, to all that share it
	 */
	async next(key: string, read: () => Promise<Result>): Promise<Result> {
		const afterRunning = (resolve: (reading: Promise<Result>) => void) => {
			void runExclusive(key, async () => {
				this.waiting.delete(key);
				const reading = read();
				resolve(reading);
				await inTime(timeLimit(STUCK_MS), reading).catch(() => undefined);
			});
		};
		const result = this.waiting.get(key) ?? new Promise<Result>(afterRunning);
		this.waiting.set(key, result);
		return await result;
	}
}
