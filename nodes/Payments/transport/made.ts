import type { IDataObject, IExecuteData } from 'n8n-workflow';

import { BoundedMap } from '../shared/boundedMap';
import { isAlone, runOf } from './run';
import type { Context, RequestData } from './types';

/** How many names are remembered (choice). */
const MOST_NAMES = 20_000;

/** Something that is to happen once, such as a refund of an amount of a charge. */
export interface Attempt<Before> {
	/** The run whose item has it: one try of the node after another is one run, a loop begins another. */
	run: object;
	/** The execution data of the run that began it. */
	readonly begun: WeakRef<IExecuteData>;
	/** From the first time on that the outcome was unknown. */
	open?: {
		/** How things were before it was sent. */
		before: Before;
		/** What was sent, without what n8n does with the answer. */
		options: RequestData['options'];
	};
	/** What was made, once that is known. */
	record?: IDataObject;
}

/** The attempts of items, by the index of the item: n8n tries a node again with the same execution data. */
const ofItems = new WeakMap<IExecuteData, Map<number, Attempt<never>>>();

/** The attempts of an execution, by what was asked for. */
const byName = new BoundedMap<string, Array<Attempt<never>>>(MOST_NAMES);

/**
 * The attempt of an item. When n8n tries the node again, it is the one of the earlier try, whatever the parameters
 * are by now: an expression may work out another amount or time.
 *
 * In the memory of this process only, as n8n gives an action node no lasting one.
 */
export function attemptOfItem<Before>(context: Context): Attempt<Before> {
	const data = context.getExecuteData();
	// An agent calls its tools one by one, all with its own execution data.
	if (isAlone(context)) return { run: runOf(context), begun: new WeakRef(data) };
	const attempts = ofItems.get(data) ?? new Map<number, Attempt<Before>>();
	ofItems.set(data, attempts as Map<number, Attempt<never>>);
	const index = context.getItemIndex();
	const attempt = attempts.get(index) ?? {
		run: data,
		begun: new WeakRef(data),
	};
	attempts.set(index, attempt);
	return attempt;
}

/**
 * Takes over an attempt of an earlier run of this execution (a loop, an agent that calls its tool again), each of
 * them for one item; otherwise remembers the item's own under that name.
 *
 * @param own the attempt of the item
 * @param name what is asked for; the same text means the same
 * @param isNewInLoops whether a loop that asks for what was made means another one
 * @returns the attempt that counts
 */
export function attemptByName<Before>(
	context: Context,
	own: Attempt<Before>,
	name: string,
	isNewInLoops = false,
): Attempt<Before> {
	const execution = context.getExecutionId();
	if (!execution) return own;
	const key = `${execution} ${context.getNode().id} ${name}`;
	const attempts = (byName.get(key) ?? []) as Array<Attempt<Before>>;
	if (attempts.includes(own)) return own;
	const isOver = (one: Attempt<Before>) => one.record !== undefined && isOfLoop(context, one);
	const earlier = attempts.find((one) => one.run !== own.run && !(isNewInLoops && isOver(one)));
	if (earlier) {
		earlier.run = own.run;
		ofItems.get(context.getExecuteData())?.set(context.getItemIndex(), earlier as never);
		return earlier;
	}
	const kept = isNewInLoops ? attempts.filter((one) => !isOver(one)) : attempts;
	byName.set(key, [...kept, own] as Array<Attempt<never>>);
	return own;
}

/** Whether an attempt was begun by another run than this one, and not by an earlier try of it. */
export function isOfLoop(context: Context, { begun }: Attempt<unknown>): boolean {
	return begun.deref() !== context.getExecuteData();
}
