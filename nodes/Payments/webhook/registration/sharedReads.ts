import { monotonic } from '../../transport/clock';

/** A read that takes longer is not waited for, in milliseconds: n8n reads a credential in a few (choice). */
const STUCK_MS = 10_000;

interface Read<Result> {
	result: Promise<Result>;
	/** When it was called, by the monotonic clock. */
	calledAt: number;
}

/**
 * Reads that callers share. A read that began after a call is as fresh as one of its own, so all that call while one is
 * running share the next.
 */
export class SharedReads<Result> {
	private readonly running = new Map<string, Read<unknown>>();
	private readonly waiting = new Map<string, Read<Result>>();

	/**
	 * Returns the result of a read that begins after this call.
	 *
	 * @param key what is read; reads of the same key do not overlap, unless one is stuck
	 * @throws what `read` throws, to all that share it
	 */
	async next(key: string, read: () => Promise<Result>): Promise<Result> {
		const shared = recent(this.waiting.get(key)) ?? this.afterRunning(key, read);
		return await shared.result;
	}

	private afterRunning(key: string, read: () => Promise<Result>): Read<Result> {
		const before = recent(this.running.get(key))?.result ?? Promise.resolve();
		const own: Read<Result> = {
			result: before.then(async () => {
				if (this.waiting.get(key) === own) this.waiting.delete(key);
				return await read();
			}),
			calledAt: monotonic(),
		};
		this.waiting.set(key, own);
		// Nothing of a credential is kept.
		const ended = own.result.then(ignore, ignore);
		this.running.set(key, { ...own, result: ended });
		return own;
	}
}

const ignore = () => undefined;

function recent<T extends Read<unknown>>(read: T | undefined): T | undefined {
	return read && monotonic() - read.calledAt < STUCK_MS ? read : undefined;
}
