import type { IDataObject, IExecuteData } from 'n8n-workflow';

import { BoundedMap } from '../../shared/boundedMap';
import type { Context, RequestData } from '../../shared/context';
import type { Message } from '../../shared/messages/message';
import { isToolCall, runOf } from '../../shared/run';

/** How many names are recorded (choice). */
const MAX_NAMES = 20_000;

/** A request that was sent. */
export interface Sent<Before> {
	/** The state before the request was sent. */
	before: Before;
	/** What was sent, without what n8n does with the response. */
	options: RequestData['options'];
}

/** A request that the API refused. */
export interface Refused<Before> extends Sent<Before> {
	/** Stands for the run that was refused last. */
	run: object;
	/** When it was refused for the first time, in milliseconds of the monotonic clock. */
	since: number;
	/** When it was refused last, in milliseconds of the monotonic clock. */
	at: number;
}

/** What must happen once, such as a refund of an amount of a charge. */
export interface Attempt<Before> {
	/**
	 * Stands for the run whose item has it: n8n's retries of the node are one run, a loop starts another. An attempt is
	 * kept longer than the data of its run.
	 */
	run: object;
	/** The execution data of the run that started it. */
	readonly begun: WeakRef<IExecuteData>;
	/** Set as soon as the outcome was unknown for the first time. */
	open?: Sent<Before>;
	/**
	 * What happened when the outcome was last unknown: a sentence for the error. Refusals since then do not count. If it
	 * was never unknown, the last refusal.
	 */
	outcome?: string;
	/** What the item fails with in each later try, since its outcome is unknown. */
	failure?: Message;
	/** What the API refused of late, if the outcome was never unknown, the oldest first. */
	refused?: Array<Refused<Before>>;
	/** What was made, once that is confirmed. */
	record?: IDataObject;
	/** The charge of a refund, as far as the output names it. */
	charge?: IDataObject;
	/** What remains of the charge after the refund, in major units; null if it is not certain. */
	remainingAmount?: number | null;
}

/** What stands for a run, by its data. */
const runTokens = new WeakMap<object, object>();

/** Attempts by the index of the item: n8n retries a node with the same execution data. */
const byItem = new WeakMap<IExecuteData, Map<number, Attempt<never>>>();

/** Attempts by execution and by what was requested. */
const byName = new BoundedMap<string, Array<Attempt<never>>>(MAX_NAMES);

/**
 * Returns the attempt of an item. When n8n retries the node, it is that of the earlier try, even if an expression now
 * returns another amount or time. It is kept in memory: n8n has no storage for an action node.
 */
export function attemptOfItem<Before>(context: Context): Attempt<Before> {
	const data = context.getExecuteData();
	// An agent calls its tools one by one, all with its own execution data.
	if (isToolCall(context)) return newAttempt(context);
	const attempts = byItem.get(data) ?? new Map<number, Attempt<Before>>();
	byItem.set(data, attempts as Map<number, Attempt<never>>);
	const index = context.getItemIndex();
	const attempt = attempts.get(index) ?? newAttempt(context);
	attempts.set(index, attempt);
	return attempt;
}

/** Returns an attempt of which nothing is known yet. */
export function newAttempt<Before>(context: Context): Attempt<Before> {
	const data = context.getExecuteData();
	const key = isToolCall(context) ? runOf(context) : data;
	const run = runTokens.get(key) ?? {};
	runTokens.set(key, run);
	return { run, begun: new WeakRef(data) };
}

/**
 * Returns the attempt of an earlier run of this execution (a loop, an agent that calls its tool again), each for one
 * item; otherwise records the item's own attempt by that name.
 *
 * @param own the attempt of the item
 * @param name what is requested; the same text means the same request
 * @param isNewInLoops whether a repeated request in a loop means another record
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
		byItem.get(context.getExecuteData())?.set(context.getItemIndex(), earlier as never);
		return earlier;
	}
	const kept = isNewInLoops ? attempts.filter((one) => !isOver(one)) : attempts;
	byName.set(key, [...kept, own] as Array<Attempt<never>>);
	return own;
}

/** Returns whether an attempt was started by another run, and not by an earlier try of this one. */
function isOfLoop(context: Context, { begun }: Attempt<unknown>): boolean {
	return begun.deref() !== context.getExecuteData();
}

/**
 * Returns whether an attempt with a record is that of an earlier request: of a loop, or of an agent, which has one
 * execution data for all calls of its tools.
 */
export function isRepeated(context: Context, attempt: Attempt<unknown>): boolean {
	return isToolCall(context) || isOfLoop(context, attempt);
}
