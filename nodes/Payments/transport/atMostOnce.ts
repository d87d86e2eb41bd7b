import type { IDataObject, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { monotonic, wait } from './clock';
import { readFailure, type Failure } from './failure';
import type { Attempt } from './made';
import { sendForRecord } from './once';
import { isEnough as isEnoughTries, isRefusal, ROUNDS, waitBefore } from './retry';
import { attempt, limitsOf, NotBegun } from './send';
import type { Context, RequestData } from './types';

/** What a look at the service found of a request whose outcome is unknown. */
export type Finding =
	/** It was made: the record, as far as it can be read. */
	| { record: IDataObject }
	/**
	 * It is not there, or that cannot be told: a sentence for the error. `isPointless`: another look finds the
	 * same. `isBlind`: nothing could be read. `mayRepeat`: the API would refuse a second one, so that sending it again
	 * does no harm.
	 */
	| NotFound;

interface NotFound {
	reason: string;
	isPointless?: boolean;
	isBlind?: boolean;
	mayRepeat?: boolean;
}

/** How to find out what became of a request, and what to say when that fails. */
export interface Reconciler<Before> {
	/** Looks once. @param sent what was sent */
	look: (before: Before, sent: IDataObject) => Promise<Finding>;
	/** Whether a record that was returned is the one that was asked for. */
	isAnswer: (record: IDataObject, before: Before) => boolean;
	/** The error when the outcome stays unknown; of two sentences: what became of the request, what was found. */
	notConfirmed: (before: Before, happened: string, reason: string) => NodeOperationError;
}

/**
 * Waits before each look, in milliseconds: the work may end seconds after its answer, and the read may come
 * from a copy that is seconds behind.
 */
export const LOOKS = [0, 1_000, 3_000, 6_000, 10_000];

/**
 * Sends what must not happen twice: the service knows no idempotency keys (docs/reliability.md). Until the API
 * refuses it in its own words, the outcome of a request is unknown: then this looks for what was made. It sends
 * again only after a look, and only what was refused as one too many, or what the API would refuse to do a second time.
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
	const { options } = request;
	/** Looks until there is a record, as often as there is hope. @param isEnough whether a finding will do */
	const look = async (isEnough: (finding: NotFound) => boolean) => {
		const first = known.open ?? { before, options };
		let finding: Finding = { reason: '' };
		for (const pause of LOOKS) {
			await wait(pause, context.getExecutionCancelSignal());
			finding = await reconciler.look(first.before, first.options.body as IDataObject);
			if ('record' in finding || finding.isPointless) break;
			if (isEnough(finding)) break;
		}
		return finding;
	};
	const unconfirmed = ({ reason }: { reason: string }, failure?: Failure) =>
		reconciler.notConfirmed(known.open!.before, happened(failure), reason);

	if (known.open) {
		const finding = await look(() => false);
		if ('record' in finding) return keep(known, finding.record);
		if (!finding.mayRepeat) throw unconfirmed(finding);
	}
	const begin = monotonic();
	for (let tries = 1; ; tries += 1) {
		const first = known.open ?? { before, options };
		const outcome = await attempt(
			sendForRecord(context, { ...request, options: first.options }, true),
		);
		const record = 'items' in outcome ? recordOf(outcome.items) : undefined;
		if (record && reconciler.isAnswer(record, first.before)) return keep(known, record);
		const thrown = 'items' in outcome ? undefined : (outcome.thrown as Error);
		// Nothing was sent at all.
		if (thrown instanceof NotBegun) throw thrown;
		const failure = readFailure(thrown);
		const isRefused = thrown !== undefined && isRefusal(failure);
		const isLimited = isRefused && failure.status === 429;
		if (!isRefused) known.open ??= first;
		const mayGoOn = isLimited
			? maxTries > 1 &&
				!isEnoughTries(failure, tries, maxTries * ROUNDS, (monotonic() - begin) / ROUNDS)
			: !isRefused && tries < maxTries;
		const isOpen = known.open !== undefined;
		// Of what was never sent before, a refusal says it all: one look is for a gateway that repeated it.
		const finding = await look(({ mayRepeat }) => !isOpen || (mayGoOn && mayRepeat === true));
		if ('record' in finding) return keep(known, finding.record);
		if (isOpen && !(mayGoOn && finding.mayRepeat)) throw unconfirmed(finding, failure);
		if (!isOpen && (!mayGoOn || finding.isBlind)) throw thrown!;
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
	if (failure?.isNoData) return `${failure.message}.`;
	return failure?.code ? `The connection broke off (${failure.code}).` : 'The answer was lost.';
}
