import type { IDataObject, INodeExecutionData, PostReceiveAction } from 'n8n-workflow';
import { z } from 'zod';

import { optionsField } from '../shared/options';
import { whole } from '../shared/rules';
import { addressOfRun } from './address';
import { asData } from './answer';
import { checkValues } from './check';
import { monotonic, wait } from './clock';
import { credentialId } from './credential';
import { readFailure, withoutSecrets } from './failure';
import { AT_ONCE, lineOf, WIDEST } from './line';
import { readRateLimit } from './rateLimit';
import {
	isEnough,
	isOutage,
	isWrite,
	mayRepeat,
	MOST_TRIES,
	outcomeOf,
	ROUNDS,
	TRIES,
	waitBefore,
} from './retry';
import { runOf } from './run';
import { secretsOfRun, type Secrets } from './secrets';
import type { Context, RequestData } from './types';

/** An item that is not begun any more: the node fails for another item, or was cancelled. */
export class NotBegun extends Error {}

/** The node's Options: how many requests at once, and how often each. */
const limitRules = z.object({
	maxRequests: whole(1, WIDEST).default(AT_ONCE),
	maxTries: whole(1, MOST_TRIES).default(TRIES),
});

type Limits = z.infer<typeof limitRules>;

/** Those of the items that asked for them, as they ask several times. */
const known = new WeakMap<Context, Limits>();

/** @throws an error that names the option */
export function limitsOf(context: Context): Limits {
	const limits =
		known.get(context) ??
		checkValues(context, limitRules, [optionsField], context.getNodeParameter('options', {}));
	known.set(context, limits);
	return limits;
}

/** Items that sent something that may have changed something: they are seen through. */
const underway = new WeakSet<Context>();

/**
 * Sends one request: when it is its turn, and again after a failure that may pass (transport/retry.ts).
 *
 * @param isOnce whether it is not sent again once it was answered, whatever the answer was
 * @returns what was answered, without secrets
 * @throws NotBegun when the run is over already; else what n8n's request helper threw last, without secrets
 */
export async function send(
	context: Context,
	given: RequestData,
	isOnce = false,
): Promise<INodeExecutionData[]> {
	const { maxRequests, maxTries } = limitsOf(context);
	const request = await addressed(context, given);
	const secrets = await secretsOfRun(context);
	const { method } = request.options;
	const cancelled = context.getExecutionCancelSignal();
	let isWaiting = true;
	const sent = lineOfItem(context).run(maxRequests, async (line) => {
		let failedAt: number | undefined;
		let roundAt: number | undefined;
		let round = 1;
		let refusals = 0;
		for (let tries = 1; ; tries += 1) {
			const ticket = await line.pace.turn(
				() => isOver(context) || line.refusal !== undefined,
				cancelled,
			);
			if (isOver(context) || line.refusal !== undefined) {
				line.pace.settle(ticket, 'not sent');
				throw isOver(context) ? new NotBegun() : line.refusal;
			}
			if (isWrite(method)) underway.add(context);
			isWaiting = false;
			const outcome = await attempt(sendOnce(context, request, secrets));
			isWaiting = true;
			if ('items' in outcome) {
				line.pace.settle(ticket, 'taken');
				line.succeeded();
				return outcome.items;
			}
			const failure = readFailure(outcome.thrown);
			const isRefused = failure.status === 429;
			line.pace.settle(ticket, outcomeOf(failure), failure);
			if (isRefused) line.wasRefused(failure);
			if (!isOutage(failure)) line.answered(isRefused);
			const isLast = maxTries === 1 || (isOnce && failure.status !== undefined);
			if (!mayRepeat(failure, method) || isLast || line.isDown) throw outcome.thrown;
			failedAt ??= monotonic();
			roundAt ??= monotonic();
			const isUp = line.hasSucceededSince(failedAt);
			if (isEnough(failure, tries, maxTries, monotonic() - roundAt)) {
				if (!isUp && isRefused) line.wasFoundDown(outcome.thrown);
				if (!isUp && isOutage(failure)) line.wasFoundDown();
				if (!isUp || round === ROUNDS) throw outcome.thrown;
				round += 1;
				tries = 0;
				roundAt = undefined;
			}
			const elapsed = isUp ? undefined : monotonic() - failedAt;
			const times = isRefused ? (refusals += 1) : tries;
			if (isRefused && tries > 0) tries -= 1;
			await wait(waitBefore(failure, times, elapsed), cancelled);
		}
	});
	return await untilStopped(sent, () => isWaiting, cancelled);
}

/** What waits its turn is over at once when the execution is stopped, whoever is in front of it. */
async function untilStopped<T>(
	sent: Promise<T>,
	isWaiting: () => boolean,
	cancelled?: AbortSignal,
) {
	let leave = () => {};
	const stopped = new Promise<never>((_, reject) => {
		leave = () => isWaiting() && reject(new NotBegun());
	});
	if (cancelled?.aborted) leave();
	cancelled?.addEventListener('abort', leave);
	try {
		return await Promise.race([sent, stopped]);
	} finally {
		cancelled?.removeEventListener('abort', leave);
	}
}

/** The line of the credential that an item uses. */
function lineOfItem(context: Context) {
	return lineOf((runOf(context).credential ??= credentialId(context)));
}

/**
 * Has the answers to an item's requests followed that say something of the service's rate limit. n8n hands over
 * the headers of an answer to these functions alone, and to no others than those of the item.
 */
export function followAnswers(context: Context, { postReceive }: RequestData) {
	const follow: PostReceiveAction = (items, { headers, body }) => {
		lineOfItem(context).pace.follow(readRateLimit(headers));
		// As n8n does without such a function.
		const records: unknown[] | undefined = Array.isArray(body) ? body : undefined;
		return Promise.resolve(records?.map((json) => ({ json: json as IDataObject })) ?? items);
	};
	postReceive.unshift({ data: { parameterValue: undefined }, actions: [follow] });
}

/** A request with the address in front of its path, which may go to no other host. */
async function addressed(context: Context, request: RequestData): Promise<RequestData> {
	const baseURL = await addressOfRun(context);
	const allowedDomains = new URL(baseURL).hostname;
	return { ...request, options: { ...request.options, baseURL, allowedDomains } };
}

/** Whether the item sent something that may have changed something. */
export function isUnderway(context: Context): boolean {
	return underway.has(context);
}

/** What came of a request. */
export async function attempt(
	sent: Promise<INodeExecutionData[]>,
): Promise<{ items: INodeExecutionData[] } | { thrown: unknown }> {
	return await sent.then(
		(items) => ({ items }),
		(thrown: unknown) => ({ thrown }),
	);
}

/**
 * Reads something else than what the operation is about.
 *
 * @param request the operation's own, for the credential and the host
 * @returns the answer as it came
 */
export async function read(
	context: Context,
	request: RequestData,
	url: string,
	qs: IDataObject = {},
): Promise<unknown> {
	const rest = { url, qs, body: undefined, headers: undefined };
	const options = { ...request.options, method: 'GET' as const, ...rest };
	const [answer] = await send(context, { ...request, options, postReceive: [] });
	// n8n makes no item of an empty list.
	return answer ? answer.json : [];
}

/** What was begun with money is brought to an end; all else stops. */
function isOver(context: Context): boolean {
	if (context.getExecutionCancelSignal()?.aborted) return true;
	return runOf(context).isOver && !isUnderway(context);
}

/** Sends one request, once. @throws NoData when the answer can't be the service's */
async function sendOnce(
	context: Context,
	request: RequestData,
	secrets: Secrets,
): Promise<INodeExecutionData[]> {
	try {
		const items = await context.makeRoutingRequest(request);
		secrets.addTokenOf(request.options.headers);
		const { method } = request.options;
		return items.map(({ json }) => ({ json: asData(json, method, secrets) as IDataObject }));
	} catch (thrown) {
		secrets.addTokenOf(request.options.headers);
		throw withoutSecrets(thrown, secrets);
	}
}
