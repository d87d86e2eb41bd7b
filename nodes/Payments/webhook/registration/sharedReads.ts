import { monotonic, wait } from '../../transport/clock';

/** A read that takes longer is not waited for, in milliseconds (choice): n8n needs a few for a credential. */
const STUCK_MS = 10_000;

interface Running {
	ended: Promise<void>;
	/** By the monotonic clock. */
	begunAt: number;
}

/**
 * Shares reads between callers. A read that begins after a call is as fresh as one of the caller's own, so all callers
 * during a read share the next one.
 */
export class SharedReads<Result> {
	private readonly running = new Map<string, Running>();
	private readonly waiting = new Map<string, Promise<Result>>();

	/**
	 * Returns the result of a read that begins after this call.
	 *
	 * @param key identifies the data; reads of the same key do not overlap, unless one is stuck
	 * @throws the error of `read`, to all that share it
	 */
	async next(key: string, read: () => Promise<Result>): Promise<Result> {
		return await (this.waiting.get(key) ?? this.afterRunning(key, read));
	}

	private afterRunning(key: string, read: () => Promise<Result>): Promise<Result> {
		const result = this.untilFree(key).then(async () => {
			this.waiting.delete(key);
			const reading = read();
			const one: Running = { ended: reading.then(ignore, ignore), begunAt: monotonic() };
			this.running.set(key, one);
			void one.ended.then(() => {
				if (this.running.get(key) === one) this.running.delete(key);
			});
			return await reading;
		});
		this.waiting.set(key, result);
		return result;
	}

	/** Waits for the read that is running, but not for one that is stuck. */
	private async untilFree(key: string) {
		const { ended, begunAt } = this.running.get(key) ?? {};
		if (begunAt === undefined) return;
		const left = begunAt + STUCK_MS - monotonic();
		const over = new AbortController();
		await Promise.race([ended, wait(left, over.signal)]);
		over.abort();
	}
}

/** Nothing of a credential is kept. */
const ignore = () => undefined;
