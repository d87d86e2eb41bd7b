import type { IDataObject, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { wait } from './clock';
import { readFailure, type Failure } from './failure';
import type { Attempt } from './made';
import { sendForRecord } from './once';
import { isRefusal, waitBefore } from './retry';
import { attempt, limitsOf, NotBegun } from './send';
import type { Context, RequestData } from './types';

/** What a look at the service found of a request whose outcome is unknown. */
export type Finding =
	/** It was made: the record, as far as it can be read. */
	| { record: IDataObject }
	/**
	 * It is not there, or that cannot be told: a sentence for the error. `isPointless`: another look finds the
	 * same. `isBlind`: nothing could be read.
	 */
	| { reason: string; isPointless?: boolean; isBlind?: boolean };

/** How to find out what became of a request, and what to say when that fails. */
export interface Reconciler<Before> {
	/** Looks once. */
	look: (before: Before) => Promise<Finding>;
	/** Whether the API would refuse a second one, so that sending it again does no harm. */
	isHarmlessToRepeat: (before: Before) => boolean;
	/** Whether a record that was returned is the one that was asked for. */
	isAnswer: (record: IDataObject) => boolean;
	/** The error when the outcome stays unknown; of two sentences: what became of the request, what was found. */
	notConfirmed: (before: Before, happened: string, reason: string) => NodeOperationError;
}

/**
 * Waits before each look, in milliseconds: the work may end seconds after its answer, and the read may come
 * from a copy that is seconds behind.
 */
export const LOOKS = [0, 1_000, 3_000, 6_000, 10_000];

/**
 * Looks until there is a record, as often as there is hope.
 *
 * @param isOnceEnough whether it does not matter if it is found later
 */
async function lookUntilFound<Before>(
	context: Context,
	{ look }: Reconciler<Before>,
	before: Before,
	isOnceEnough: boolean,
): Promise<Finding> {
	let finding: Finding = { reason: '' };
	for (const pause of LOOKS) {
		await wait(pause, context.getExecutionCancelSignal());
		finding = await look(before);
		if ('record' in finding || finding.isPointless) break;
		if (isOnceEnough && !finding.isBlind) break;
	}
	return finding;
}

/**
 * Sends what must not happen twice: the service knows no idempotency keys (docs/reliability.md). Until the API
 * refuses it in its own words, the outcome of a request is unknown: then this looks for what was made. It sends
 * again only what the API would refuse to do a second time.
 *
 * @param known the attempt, with what was known of it in an earlier run
 * @param before how things are now, before it is sent for the first time
 * @throws what the API refused it with; the error of `notConfirmed`
 */
export async function sendAtMostOnce<Before>(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	before: Before,
	reconciler: Reconciler<Before>,
): Promise<INodeExecutionData[]> {
	const { maxTries } = limitsOf(context);
	const unconfirmed = (finding: Finding, failure?: Failure) => {
		const { reason } = finding as { reason: string };
		return reconciler.notConfirmed(known.open!.before, happened(failure), reason);
	};
	if (known.open) {
		const { before: first } = known.open;
		const finding = await lookUntilFound(context, reconciler, first, false);
		if ('record' in finding) return keep(known, finding.record);
		const isRepeatable = reconciler.isHarmlessToRepeat(first) && !finding.isBlind;
		if (finding.isPointless || !isRepeatable) throw unconfirmed(finding);
	}
	for (let tries = 1; ; tries += 1) {
		const outcome = await attempt(sendForRecord(context, request));
		const record = 'items' in outcome ? recordOf(outcome.items) : undefined;
		if (record && reconciler.isAnswer(record)) return keep(known, record);
		const thrown = 'items' in outcome ? undefined : (outcome.thrown as Error);
		// Nothing was sent at all.
		if (thrown instanceof NotBegun) throw thrown;
		const failure = readFailure(thrown);
		const isRefused = thrown !== undefined && isRefusal(failure);
		if (isRefused && !known.open) throw thrown;
		known.open ??= { before };
		const isLast =
			isRefused || tries >= maxTries || !reconciler.isHarmlessToRepeat(known.open.before);
		const finding = await lookUntilFound(context, reconciler, known.open.before, !isLast);
		if ('record' in finding) return keep(known, finding.record);
		if (isLast || finding.isPointless || finding.isBlind) throw unconfirmed(finding, failure);
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
function happened(failure?: Failure): string {
	if (failure?.status) return `The API answered with the status ${failure.status}.`;
	return failure?.code ? `The connection broke off (${failure.code}).` : 'The answer was lost.';
}
