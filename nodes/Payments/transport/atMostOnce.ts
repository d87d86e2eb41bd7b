import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { wait } from './clock';
import { readFailure, type Failure } from './failure';
import type { Attempt } from './made';
import { sendForRecord } from './once';
import { isAmbiguous, waitBefore } from './retry';
import { attempt, limitsOf, NotBegun } from './send';
import type { Context, RequestData } from './types';

/** How to find out what became of a request whose outcome is open. */
export interface Lookup<Before> {
	/**
	 * @param before how things were before it was sent for the first time
	 * @param failure nothing when it was sent in a run before this one
	 * @returns the record if it was made; nothing if it was not, and may be sent again
	 * @throws an error that says what is known, when that is not enough
	 */
	settle: (before: Before, failure?: Failure) => Promise<IDataObject | undefined>;
	/** The error when it failed each time, and was surely not made. */
	notMade: (before: Before, failure: Failure) => NodeOperationError;
}

/** Waits, in milliseconds, before looking again: the service may still be at work. */
export const LOOKS_AGAIN = [1_000, 3_000, 6_000];

/** Answers of the service itself: its work is over. Those of a gateway before it say nothing. */
const finalServerErrors = [500, 501, 503];

/** Whether the service is surely not at work on a request that failed so. */
export function isFinal({ status = 0 }: Failure): boolean {
	return finalServerErrors.includes(status) || (status >= 400 && status < 500 && status !== 408);
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
		const made = await settle(known.open.before);
		if (made) return keep(known, made);
	}
	for (let tries = 1; ; tries += 1) {
		const outcome = await attempt(sendForRecord(context, request));
		if ('items' in outcome) return keep(known, outcome.items[0]?.json ?? {});
		const { thrown } = outcome;
		const failure = readFailure(thrown);
		const isOpen =
			thrown instanceof NodeOperationError || isAmbiguous(failure, request.options.method);
		// Nothing was sent at all, or a plain refusal of what was not sent before.
		if (thrown instanceof NotBegun || (!isOpen && !known.open)) throw thrown;
		known.open ??= { before };
		const made = await settle(known.open.before, failure);
		if (made) return keep(known, made);
		if (!isOpen) throw thrown;
		if (tries >= maxTries) throw notMade(known.open.before, failure);
		await wait(waitBefore(failure, tries), context.getExecutionCancelSignal());
	}
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
