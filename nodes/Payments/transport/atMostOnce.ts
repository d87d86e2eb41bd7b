import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { wait } from './clock';
import { readFailure, type Failure } from './failure';
import type { Attempt } from './made';
import { sendForRecord } from './once';
import { isAmbiguous, waitBefore } from './retry';
import { attempt, limitsOf, NotBegun } from './send';
import type { Context, RequestData } from './types';

/** What is asked of a lookup. */
export interface Question<Before> {
	/** How things were before it was sent for the first time. */
	before: Before;
	/** The last failure; nothing when it was sent in a run before this one. */
	failure?: Failure;
	/** Whether the service was surely not at work on it any more, after each failure so far. */
	isFinal: boolean;
	/** Whether it is not sent again, whatever is found. */
	isLast: boolean;
}

/** How to find out what became of a request whose outcome is open. */
export interface Lookup<Before> {
	/**
	 * @returns the record if it was made; nothing if it was not, or may be sent again without harm
	 * @throws an error that says what is known, when that is not enough
	 */
	settle: (question: Question<Before>) => Promise<IDataObject | undefined>;
	/** The error when it failed each time, and was surely not made. */
	notMade: (before: Before, failure: Failure) => NodeOperationError;
}

/** Waits, in milliseconds, before each look: the service may still be at work. */
const LOOKS = [0, 1_000, 3_000, 6_000];

/**
 * Answers of the service itself, which say that its work is over. Those of what stands in front of it
 * (502, 503, 504) say nothing.
 */
const finalServerErrors = [500, 501];

/** Whether the service is surely not at work on a request that failed so. */
function isFinalAnswer({ status = 0 }: Failure): boolean {
	return finalServerErrors.includes(status) || (status >= 300 && status < 500 && status !== 408);
}

/**
 * Calls `look` until it gives something, as often as there is hope that this changes.
 *
 * @param isFinal whether the service is done: only a copy of its data may be a moment behind
 * @param isOnceEnough whether it does not matter if it is found later
 */
export async function lookAgain<T>(
	context: Context,
	isFinal: boolean,
	isOnceEnough: boolean,
	look: () => Promise<T | undefined>,
): Promise<T | undefined> {
	const times = isOnceEnough ? 1 : isFinal ? 2 : LOOKS.length;
	for (const pause of LOOKS.slice(0, times)) {
		await wait(pause, context.getExecutionCancelSignal());
		const found = await look();
		if (found) return found;
	}
	return undefined;
}

/**
 * Sends what must not be done twice: after a failure that leaves the outcome open, it looks before it
 * sends again (docs/reliability.md). The service knows no idempotency keys.
 *
 * @param known the attempt, with what was known of it in an earlier run
 * @param before how things are now
 */
export async function makeOnce<Before>(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	before: Before,
	{ settle, notMade }: Lookup<Before>,
): Promise<INodeExecutionData[]> {
	const { maxTries } = limitsOf(context);
	if (known.open) {
		const made = await settle({ ...known.open, isLast: false });
		if (made) return keep(known, made);
	}
	for (let tries = 1; ; tries += 1) {
		const outcome = await attempt(sendForRecord(context, request));
		const record = 'items' in outcome ? recordOf(outcome.items) : undefined;
		if (record) return keep(known, record);
		const thrown = 'items' in outcome ? undefined : (outcome.thrown as Error);
		// Nothing was sent at all.
		if (thrown instanceof NotBegun) throw thrown;
		const isNoRecord = thrown === undefined || thrown instanceof NodeOperationError;
		const failure = readFailure(thrown);
		const isOpen = isNoRecord || isAmbiguous(failure, request.options.method);
		// It may come after the work, though nobody should do so.
		const isRedirect = failure.status !== undefined && failure.status < 400;
		// A plain refusal of what was not sent before.
		if (!isOpen && !isRedirect && !known.open) throw thrown;
		known.open ??= { before, isFinal: true };
		known.open.isFinal &&= !isNoRecord && isFinalAnswer(failure);
		const isLast = !isOpen || tries >= maxTries;
		const made = await settle({ ...known.open, failure, isLast });
		if (made) return keep(known, made);
		if (!isOpen) throw thrown;
		if (isLast) throw notMade(known.open.before, failure);
		await wait(waitBefore(failure, tries), context.getExecutionCancelSignal());
	}
}

/** The one record that was answered; something else than a record has no ID. */
function recordOf(items: INodeExecutionData[]): IDataObject | undefined {
	const [item, ...others] = items;
	return item?.json.id && others.length === 0 ? item.json : undefined;
}

function keep(known: Attempt<unknown>, record: IDataObject): INodeExecutionData[] {
	known.record = record;
	return [{ json: { ...record } }];
}

/** What happened, for an error's description. */
export function happened(failure?: Failure): string {
	if (failure?.status) return `The service answered with the status ${failure.status}.`;
	return failure?.code ? `The connection broke off (${failure.code}).` : 'The answer was lost.';
}
