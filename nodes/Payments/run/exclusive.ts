const tails = new Map<unknown, Promise<unknown>>();

/** Runs a task after all others with the same key (a text or an object) in this process. */
export async function runExclusive<T>(key: unknown, task: () => Promise<T>): Promise<T> {
	const result = (tails.get(key) ?? Promise.resolve()).then(task);
	const settled = Promise.allSettled([result]);
	tails.set(key, settled);
	try {
		return await result;
	} finally {
		if (tails.get(key) === settled) tails.delete(key);
	}
}
