import type { Context } from '../../run/context';
import { monotonic, wait } from '../../transport/clock';

/** Waits until a time (`monotonic`), or until the execution is cancelled. */
export async function waitUntil(context: Context, time: number) {
	await wait(time - monotonic(), context.getExecutionCancelSignal());
}
