import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';

import { readFailure } from '../../errors/httpFailure';
import { operationError } from '../../errors/nodeErrors';
import type { Context } from '../../run/context';
import { once } from '../../shared/messages/once';
import { monotonic } from '../../transport/clock';
import { isDefiniteRefusal, isNotProcessed } from '../../transport/queue/retry';
import { outcomeOf, RunAbortedError } from '../../transport/send';
import type { Event, Sent } from './machine';
import { NotSentError, type Strategy } from './strategy';

/** The event of an attempt to send a request. */
type AttemptEvent<S> = Event<S> & { kind: 'made' | 'notProcessed' | 'refused' | 'lost' };

/**
 * Returns the event of an attempt to send a request: `made`, `refused`, `lost` or `notProcessed`. Unless the response
 * is the requested record or certainly a refusal, the request may have been processed.
 *
 * @param sending the attempt, which returns the items of the response
 */
export async function attempt<S>(
	context: Context,
	sent: Sent<S>,
	sending: Promise<INodeExecutionData[]>,
	{
		isExpected = () => true,
		isRefusal = () => false,
		refusalOf,
	}: Pick<Strategy<S>, 'isExpected' | 'isRefusal' | 'refusalOf'>,
): Promise<AttemptEvent<S>> {
	const response = await outcomeOf(sending);
	const at = monotonic();
	if ('thrown' in response) {
		const { thrown } = response;
		if (thrown instanceof NotSentError) return { kind: 'notProcessed', thrown: thrown.thrown };
		const failure = readFailure(thrown);
		if (thrown instanceof RunAbortedError || isNotProcessed(failure)) {
			return { kind: 'notProcessed', thrown, status: failure.status };
		}
		if (isDefiniteRefusal(failure) || isRefusal(failure))
			return { kind: 'refused', sent, thrown, at };
		return { kind: 'lost', sent, outcome: describe(thrown), at };
	}
	const [item, ...others] = response.items;
	const record = item?.json;
	if (!record || others.length > 0 || !isExpected(record, sent)) {
		return { kind: 'lost', sent, outcome: once.unexpected, at };
	}
	const refusal = refusalOf?.(record);
	if (!refusal) return { kind: 'made', sent, record };
	return { kind: 'refused', sent, thrown: operationError(context, refusal), at };
}

/** Returns the outcome of a request, in a sentence for an error. */
export function describe(thrown: unknown): string {
	if (thrown instanceof NodeOperationError) return once.unusable(thrown.message);
	const { status, isInvalidResponse, message, code, messages, tokenFailure } = readFailure(thrown);
	if (tokenFailure) return once.noToken;
	if (status !== undefined) {
		const words = status < 500 ? messages.join('; ') : '';
		if (!words) return once.status(status);
		return once.statusWith(status, words.replace(/\.$/, ''));
	}
	if (isInvalidResponse) return once.unusable(message!);
	return code ? once.connectionLost(code) : once.responseLost;
}
