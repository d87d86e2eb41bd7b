import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { readFailure, type HttpFailure } from '../../shared/errors/httpFailure';
import { outcomes } from '../../shared/messages/refunds';
import { monotonic, wait } from '../../transport/clock';
import { isExhausted, isDefiniteRefusal, MAX_ROUNDS, retryDelay } from '../../transport/retry';
import {
	isStopped,
	limitsOf,
	outcomeOf,
	RunAbortedError,
	sendForRecord,
} from '../../transport/send';
import type { Attempt, Sent } from './attempts';

/** What a lookup found of a request whose outcome is unknown. */
export type Finding = { record: IDataObject } | NotFound;

/** The record is not there, or that is uncertain. */
export interface NotFound {
	/** A sentence for the error. */
	reason: string;
	/** Whether another lookup would find the same. */
	isFinal?: boolean;
	/** Whether nothing could be read. */
	isUnreadable?: boolean;
	/** Whether something was found that may be it: even a request that was refused is not sent again then. */
	isPossible?: boolean;
	/** Whether the API would refuse a second one, so that sending the request again does no harm. */
	isSafeToRetry?: boolean;
}

/** Reads what became of a request. */
export interface Reconciler<Before> {
	/** Looks the record up once. @param sent the body of the request */
	reconcile: (before: Before, sent: IDataObject) => Promise<Finding>;
	/** Returns whether a record in a response is the one that was requested. */
	isExpected: (record: IDataObject, before: Before) => boolean;
	/** The field with the ID of the record; by default, `id`. */
	idName?: string;
}

/** What became of a request: the record, or sentences for the error. */
export type Result<Before> = { record: IDataObject } | Unconfirmed<Before>;

export interface Unconfirmed<Before> {
	/** The state before the request was sent for the first time. */
	before: Before;
	/** What happened to the request when its outcome was last unknown. */
	outcome: string;
	/** What the last lookup found. */
	reason: string;
}

/**
 * Delays before each lookup, in milliseconds: processing may end seconds after the response, and reads may come from a
 * copy of the data that is seconds behind.
 */
export const RECHECK_DELAYS_MS = [0, 1_000, 3_000, 6_000, 10_000];

/**
 * How long what was refused may still show up in a later run, in milliseconds (choice). After days, what a loop finds
 * is what somebody else made.
 */
const REFUSED_TTL_MS = 600_000;

/** For how long refusals are recorded as one, in milliseconds (choice): a loop without a wait has many. */
const SAME_REFUSAL_MS = 60_000;

/**
 * Sends what must not happen twice, since the Payments API has no idempotency keys (docs/reliability.md). Unless the
 * API refuses the request with a message of its own, the outcome is unknown and is reconciled. The request is sent
 * again only after a lookup, and only if it was refused by the rate limit or the API would refuse a second one.
 *
 * @param known the attempt, with what an earlier run recorded of it
 * @param before the current state, before the request is sent for the first time
 * @throws what the API refused the request with
 */
export async function sendAtMostOnce<Before>(
	context: Context,
	request: RequestData,
	known: Attempt<Before>,
	before: Before,
	reconciler: Reconciler<Before>,
): Promise<Result<Before>> {
	const { maxTries } = limitsOf(context);
	const first = known.open ?? { before, options: request.options };
	const pollUntilFound = async (isSufficient: (finding: NotFound) => boolean) => {
		let finding: Finding = { reason: '' };
		for (const delay of RECHECK_DELAYS_MS) {
			await wait(delay, context.getExecutionCancelSignal());
			finding = await reconciler.reconcile(first.before, first.options.body as IDataObject);
			if ('record' in finding || finding.isFinal || isSufficient(finding)) break;
		}
		return finding;
	};
	const unconfirmed = ({ reason }: NotFound) => ({
		before: first.before,
		outcome: known.outcome ?? outcomes.responseLost,
		reason,
	});

	if (known.open) {
		const finding = await pollUntilFound(() => false);
		if ('record' in finding) return confirm(known, finding.record);
		if (!finding.isSafeToRetry) return unconfirmed(finding);
	}
	const begin = monotonic();
	// Refusals have a maximum of their own, as in send.ts.
	let unknownOutcomes = 0;
	for (let attempts = 1; ; attempts += 1) {
		const response = await outcomeOf(
			sendForRecord(context, { ...request, options: first.options }, true, reconciler.idName),
		);
		const record = 'items' in response ? recordOf(response.items, reconciler.idName) : undefined;
		if (record && reconciler.isExpected(record, first.before)) return confirm(known, record);
		const thrown = 'items' in response ? undefined : (response.thrown as Error);
		// Nothing was sent.
		if (thrown instanceof RunAbortedError) throw thrown;
		const failure = readFailure(thrown);
		const isRefused = thrown !== undefined && isDefiniteRefusal(failure);
		const isLimited = isRefused && failure.status === 429;
		if (!isRefused) {
			known.open ??= first;
			known.outcome = describeOutcome(failure);
			unknownOutcomes += 1;
		}
		const mayRetry = isLimited
			? maxTries > 1 &&
				!isExhausted(failure, attempts, maxTries * MAX_ROUNDS, (monotonic() - begin) / MAX_ROUNDS)
			: !isRefused && unknownOutcomes < maxTries;
		const isOpen = known.open !== undefined;
		const pause = async () =>
			await wait(retryDelay(failure, attempts), context.getExecutionCancelSignal());
		// If it was only refused, one lookup is enough: it finds out whether a gateway repeated the request. It is the last
		// step before the request is sent again, since what it reads may be behind.
		if (!isOpen && mayRetry) await pause();
		const finding = await pollUntilFound(
			({ isSafeToRetry }) => !isOpen || (mayRetry && isSafeToRetry === true),
		);
		if ('record' in finding) return confirm(known, finding.record);
		if (!isOpen && finding.isPossible) {
			known.open = first;
			known.outcome = describeOutcome(failure);
			return unconfirmed(finding);
		}
		if (isOpen && !(mayRetry && finding.isSafeToRetry)) return unconfirmed(finding);
		if (!isOpen && (!mayRetry || finding.isUnreadable)) {
			addRefusal(known, first);
			known.outcome = describeOutcome(failure);
			throw thrown!;
		}
		if (isOpen) await pause();
	}
}

/**
 * Reads the state before a request, and reopens an attempt that was refused in an earlier try if a lookup shows it by
 * now, or what may be it: a gateway may refuse what was made, and the reads may have been behind. The lookup comes
 * first: the current state contains it, too. In another run (a loop), a refusal is final after ten minutes. In n8n's
 * retries of the same run it is not: a run of many items takes longer.
 *
 * @param readNow reads the current state
 * @returns the state before the request was sent for the first time, or the current one
 * @throws what readNow throws, or RunAbortedError
 */
export async function stateBefore<Before>(
	context: Context,
	known: Attempt<Before>,
	{ reconcile }: Reconciler<Before>,
	readNow: () => Promise<Before>,
): Promise<Before> {
	const begin = monotonic() - REFUSED_TTL_MS;
	known.refused = known.refused?.filter(({ run, at }) => run === known.run || at > begin);
	const oldest = known.refused?.[0];
	if (known.open) return known.open.before;
	if (!oldest) return await readNow();
	const lookUp = async () => await reconcile(oldest.before, oldest.options.body as IDataObject);
	const isThere = (finding: Finding) => 'record' in finding || finding.isPossible === true;
	const isUnreadable = (finding: Finding) =>
		!('record' in finding) && finding.isUnreadable === true;
	let finding = await lookUp();
	if (!isThere(finding)) {
		const now = await readNow();
		if (isUnreadable(finding)) finding = await lookUp();
		// What another item stopped could not look anything up.
		if (isUnreadable(finding) && isStopped(context)) throw new RunAbortedError();
		if (!isThere(finding) && !isUnreadable(finding)) return now;
	}
	known.open = oldest;
	return oldest.before;
}

/** Records a refusal. Of several, each has its own time: the latest one may be what was made. */
function addRefusal<Before>(known: Attempt<Before>, sent: Sent<Before>) {
	const { run, refused = [] } = known;
	const now = monotonic();
	const last = refused.at(-1);
	// The state before the first of them shows all of them.
	if (last && (last.run === run || now - last.since < SAME_REFUSAL_MS)) {
		Object.assign(last, { run, at: now });
	} else {
		known.refused = [...refused, { ...sent, run, since: now, at: now }];
	}
}

/** Returns the one record of a response; anything else has no ID. */
function recordOf(items: INodeExecutionData[], idName = 'id'): IDataObject | undefined {
	const [item, ...others] = items;
	return item?.json[idName] && others.length === 0 ? item.json : undefined;
}

function confirm(known: Attempt<unknown>, record: IDataObject): { record: IDataObject } {
	known.record = record;
	return { record };
}

function describeOutcome({ status, isInvalidResponse, message, code }: HttpFailure): string {
	if (status) return outcomes.status(status);
	if (isInvalidResponse) return outcomes.unusable(message!);
	return code ? outcomes.connectionLost(code) : outcomes.responseLost;
}
