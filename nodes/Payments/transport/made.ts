import type { IDataObject } from 'n8n-workflow';

import { runOf, type Run } from './run';
import type { Context } from './types';

/** How many are remembered in all; the oldest go first. Some 50 MB at most (choice). */
const MOST = 50_000;

/** Something that is to happen once, such as a refund of an amount of a charge. */
export interface Attempt<Before> {
	/** The last run of the node that asked for it. */
	run: Run;
	/** How things were before it was sent, from the first failure on that left the outcome open. */
	open?: { before: Before };
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
 */
export function attemptAt<Before>(context: Context, what: string): Attempt<Before> {
	const run = runOf(context);
	const execution = context.getExecutionId();
	if (!execution) return { run };
	const key = `${execution} ${context.getNode().id} ${what}`;
	const known = (attempts.get(key) ?? []) as Array<Attempt<Before>>;
	const earlier = known.find((attempt) => attempt.run !== run);
	if (earlier) {
		earlier.run = run;
		return earlier;
	}
	const attempt: Attempt<Before> = { run };
	attempts.set(key, [...known, attempt] as Array<Attempt<never>>);
	count += 1;
	for (const [oldest, { length }] of attempts) {
		if (count <= MOST || oldest === key) break;
		attempts.delete(oldest);
		count -= length;
	}
	return attempt;
}
