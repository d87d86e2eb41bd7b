import type { Context } from '../../run/context';
import { runExclusive } from '../../run/exclusive';
import { runOf } from '../../run/run';

/**
 * Runs tasks of the same subject in the order of their items, although the subjects of a run may be found in any order.
 *
 * @param findSubject returns the text that identifies the written record
 */
export async function inItemOrder<T>(
	context: Context,
	findSubject: () => Promise<string>,
	task: (subject: string) => Promise<T>,
): Promise<T> {
	const run = runOf(context);
	const earlier = run.subjectsFound;
	const finding = findSubject();
	const queued = (async () => {
		const [found] = await Promise.allSettled([finding, earlier]);
		if (found.status === 'rejected') throw found.reason;
		// Wrapped in an object, so that nobody awaits the task here.
		return { task: runExclusive(found.value, async () => await task(found.value)) };
	})();
	run.subjectsFound = Promise.allSettled([queued]);
	return await (
		await queued
	).task;
}
