import type { Context } from '../../run/context';
import type { Ending } from '../../run/summary';
import type { State } from './machine';

/** The state in which the write of a failed item ended. */
export type Outcome = Extract<Ending, 'not_sent' | 'refused' | 'unknown'>;

const outcomes = new WeakMap<Context, Outcome>();

/** Records the state in which an item ends. */
export function setOutcome(context: Context, kind: State<unknown>['kind']) {
	if (kind === 'made') outcomes.delete(context);
	else outcomes.set(context, kind === 'new' ? 'not_sent' : kind);
}

/** Returns the outcome of the write of an item that failed. */
export function outcomeOfItem(context: Context): Outcome {
	return outcomes.get(context) ?? 'not_sent';
}
