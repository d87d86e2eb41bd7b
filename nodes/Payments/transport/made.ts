import type { IDataObject, IExecuteData } from 'n8n-workflow';

import { runOf, type Run } from './run';
import type { Context } from './types';

/** How many are remembered in all; the oldest go first (choice). */
const MOST = 20_000;

/** Something that is to happen once, such as a refund of an amount of a charge. */
export interface Attempt<Before> {
	/** The last run of the node that asked for it. */
	run: Run;
	/** What is the same when that run is tried again. */
	tries: WeakRef<IExecuteData>;
	/** From the first failure on that left the outcome open. */
	open?: {
		/** How things were before it was sent. */
		before: Before;
	};
	/** What came of it, once that is known. */
	record?: IDataObject;
}

const attempts = new Map<string, Array<Attempt<never>>>();
let count = 0;

/**
 * The attempt at something that an item asks for. When the node runs again in the same execution
 * (Retry On Fail, a loop), items get the attempts of the runs before it, each of them once; two items
 * of one run that ask for the same get an attempt each.
 *
 * In the memory of this process only, as n8n gives an action node no lasting one.
 *
 * @param what what is asked for; the same text means the same
 * @param isNewInLoops whether a loop that asks for the same means another one
 */
export function attemptAt<Before>(
	context: Context,
	what: string,
	isNewInLoops = false,
): Attempt<Before> {
	const run = runOf(context);
	const tries = new WeakRef(context.getExecuteData());
	const execution = context.getExecutionId();
	if (!execution) return { run, tries };
	const key = `${execution} ${context.getNode().id} ${what}`;
	const known = (attempts.get(key) ?? []) as Array<Attempt<Before>>;
	const earlier = known.find(
		(one) => one.run !== run && !(isNewInLoops && one.record && isOfLoop(context, one)),
	);
	if (earlier) {
		earlier.run = run;
		return earlier;
	}
	const attempt: Attempt<Before> = { run, tries };
	attempts.set(key, [...known, attempt] as Array<Attempt<never>>);
	count += 1;
	for (const [oldest, { length }] of attempts) {
		if (count <= MOST || oldest === key) break;
		attempts.delete(oldest);
		count -= length;
	}
	return attempt;
}

/** Whether an attempt is of another run than this one, and not of an earlier try of it. */
export function isOfLoop(context: Context, { tries }: Attempt<unknown>): boolean {
	return tries.deref() !== context.getExecuteData();
}
