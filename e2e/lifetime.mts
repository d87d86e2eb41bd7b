import { setInterval } from 'node:timers';

/**
 * Runs a script and its cleanups: when it ends or throws, after Ctrl-C (once or repeatedly), and when the npm
 * that started it has ended.
 *
 * @param work receives a function that registers a cleanup; the last one runs first. Whoever starts
 *   something registers its end at once
 * @returns the reason why the work did not complete, if it did not
 */
export async function withCleanup(
	work: (onCleanup: (cleanup: () => Promise<unknown>) => void) => Promise<void>,
): Promise<string | undefined> {
	const cleanups: Array<() => Promise<unknown>> = [];
	const reasons: string[] = [];
	try {
		const interrupted = interruption();
		const reason = await Promise.race([work((cleanup) => cleanups.push(cleanup)), interrupted]);
		if (reason) reasons.push(reason);
	} catch (error) {
		reasons.push(messageOf(error));
	}
	reasons.push(...(await cleanUp(cleanups)));
	return reasons.length > 0 ? reasons.join('; ') : undefined;
}

/** Runs all cleanups, the last one first. @returns their errors */
export async function cleanUp(cleanups: Array<() => Promise<unknown>>): Promise<string[]> {
	const reasons: string[] = [];
	while (cleanups.length > 0) {
		try {
			await cleanups.pop()?.();
		} catch (error) {
			reasons.push(`cleaning up: ${messageOf(error)}`);
		}
	}
	return reasons;
}

/** Resolves when the script is asked to end. Later signals do not interrupt the cleanup. */
export function interruption(): Promise<string> {
	const parent = process.ppid;
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => resolve(`interrupted by ${signal}`));
		}
		// npm does not forward SIGTERM to its scripts.
		setInterval(() => {
			if (process.ppid !== parent) resolve('the process that started it is gone');
		}, 500).unref();
	});
}

/**
 * Returns the command line that starts a program with a guard, which kills its process group when the
 * pipe to its standard input closes: that happens even when the parent is killed. Start it as a process
 * group of its own, with a pipe.
 */
export function withParentGuard(file: string, args: string[]): [file: string, args: string[]] {
	if (process.platform === 'win32') return [file, args];
	const guard = 'exec 3<&0 </dev/null; (read _ <&3; kill -9 -$$) & exec 3<&-; exec "$@"';
	return ['sh', ['-c', guard, 'sh', file, ...args]];
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
