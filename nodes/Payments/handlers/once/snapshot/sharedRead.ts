import type { Context } from '../../../shared/context';
import { runOf, type Run } from '../../../shared/run';
import { monotonic } from '../../../transport/clock';
import { SNAPSHOT_TTL_MS } from '../lifetimes';

/** What items of a run read, by its name, and when (`monotonic`). */
const reads = new WeakMap<Run, Map<string, { at: number; reading: Promise<unknown> }>>();

/**
 * Reads something that items of a run share if they start in the same seconds. What the run itself makes meanwhile is
 * recorded anyway.
 *
 * @returns what `read` returned for the first of them
 */
export async function sharedOfRun<T>(
	context: Context,
	name: string,
	read: () => Promise<T>,
): Promise<T> {
	const run = runOf(context);
	const ofRun = reads.get(run) ?? new Map<string, { at: number; reading: Promise<unknown> }>();
	reads.set(run, ofRun);
	const last = ofRun.get(name);
	if (last && monotonic() - last.at < SNAPSHOT_TTL_MS) return (await last.reading) as T;
	const reading = read();
	ofRun.set(name, { at: monotonic(), reading });
	// The next item reads it again.
	reading.catch(() => ofRun.delete(name));
	return await reading;
}
