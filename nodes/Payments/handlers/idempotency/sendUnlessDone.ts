import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Context, RequestData } from '../../shared/context';
import { isWrite, readFailure } from '../../shared/errors/httpFailure';
import { earlierError, toNodeError } from '../../shared/errors/nodeErrors';
import { remedies } from '../../shared/messages/requests';
import { isDefiniteRefusal } from '../../transport/retry';
import { hasSentWrite, outcomeOf, RunAbortedError } from '../../transport/send';
import { attemptOfItem, type Attempt } from './attempts';
import { runExclusive } from './mutex';

/**
 * Sends an update or a deletion, unless it succeeded in an earlier try of n8n: with Retry On Fail, n8n runs all items
 * again when one failed. Then what it returned is returned. One that failed is sent again, but not if it may have sent
 * an email or a text message: it fails as before. Reads are sent each time.
 *
 * @param request of the item
 * @param prepare reads what the request lacks
 * @param send sends what `prepare` returned; `mayBeDone` is whether an earlier try sent it with an unknown outcome
 */
export async function sendUnlessDone(
	context: Context,
	request: RequestData,
	prepare: () => Promise<RequestData>,
	send: (complete: RequestData, mayBeDone: boolean) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	if (!isWrite(request.options.method)) return await send(await prepare(), false);
	const own = attemptOfItem<undefined>(context);
	return await runExclusive(own, async () => {
		if (own.record) return [{ json: { ...own.record } }];
		if (own.failure) throw earlierError(context, own.failure);
		const complete = await prepare();
		// An expression may name another record by now.
		const mayBeDone = own.open?.options.url === complete.options.url;
		const outcome = await outcomeOf(send(complete, mayBeDone));
		if ('thrown' in outcome) {
			recordFailure(context, own, complete, outcome.thrown);
			throw outcome.thrown;
		}
		own.record = { ...outcome.items[0]!.json };
		return outcome.items;
	});
}

/** Records that the outcome of a write is unknown, if it is. */
function recordFailure(
	context: Context,
	own: Attempt<undefined>,
	{ options }: RequestData,
	thrown: unknown,
) {
	const { method } = options;
	const failure = readFailure(thrown);
	// A response of success that is not about the record is an error of the node. A 404 needs no words: nothing was there.
	const isUnknown =
		thrown instanceof NodeOperationError || !(isDefiniteRefusal(failure) || failure.status === 404);
	if (thrown instanceof RunAbortedError || !isUnknown || !hasSentWrite(context)) return;
	own.open ??= { before: undefined, options };
	if (!sendsMessage(options.body as IDataObject | undefined)) return;
	const { message } = toNodeError(context.getNode(), thrown, context.getItemIndex(), method);
	own.failure = { message, description: remedies.outcomeUnknown };
}

/** Returns whether a request asks the Payments API to send an email or a text message. */
function sendsMessage({ send_email, send_sms }: IDataObject = {}): boolean {
	return [send_email, send_sms].some((value) => value === 1 || value === 'true');
}
