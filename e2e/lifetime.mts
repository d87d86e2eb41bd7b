import { setInterval } from 'node:timers';

/**
 * Runs a script's work, and cleans up after it whatever happens: when it ends or throws, when
 * somebody presses Ctrl-C (once or often), and when the npm that started it is gone.
 *
 * @param work gets a function that registers what is to be done at the end; the last one is done
 *   first. Whoever starts something registers its end at once
 * @returns why the work did not come to its end, if it did not
 */
export async function withCleanup(
	work: (atTheEnd: (cleanup: () => Promise<unknown>) => void) => Promise<void>,
): Promise<string | undefined> {
	const cleanups: Array<() => Promise<unknown>> = [];
	const reasons: string[] = [];
	try {
		const interrupted = interruption();
		const reason = await Promise.race([work((cleanup) => cleanups.push(cleanup)), interrupted]);
		if (reason) reasons.push(reason);
	} catch (error) {
		reasons.push(wordsOf(error));
	}
	reasons.push(...(await cleanUp(cleanups)));
	return reasons.length > 0 ? reasons.join('; ') : undefined;
}

/** Does what is to be done at the end, all of it, the last one first. @returns what went wrong */
export async function cleanUp(cleanups: Array<() => Promise<unknown>>): Promise<string[]> {
	const reasons: string[] = [];
	while (cleanups.length > 0) {
		try {
			await cleanups.pop()?.();
		} catch (error) {
			reasons.push(`cleaning up: ${wordsOf(error)}`);
		}
	}
	return reasons;
}

/** Resolves when the script is asked to end. Later signals are ignored: cleaning up goes on. */
export function interruption(): Promise<string> {
	const parent = process.ppid;
	return new Promise((resolve) => {
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
			process.on(signal, () => resolve(`interrupted by ${signal}`));
		}
		// npm ends on SIGTERM without telling its scripts.
		setInterval(() => {
			if (process.ppid !== parent) resolve('the process that started it is gone');
		}, 500).unref();
	});
}

/**
 * The command line that starts a program on a leash: its whole process group ends when the pipe to its
 * standard input closes, which it does even when nobody had the chance to clean up. To be started as a
 * group of its own, with a pipe.
 */
export function leashed(file: string, args: string[]): [file: string, args: string[]] {
	if (process.platform === 'win32') return [file, args];
	const leash = 'exec 3<&0 </dev/null; (read _ <&3; kill -9 -$$) & exec 3<&-; exec "$@"';
	return ['sh', ['-c', leash, 'sh', file, ...args]];
}

function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
