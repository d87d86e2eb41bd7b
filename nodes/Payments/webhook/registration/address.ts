import { timingSafeEqual } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { TriggerContext } from '../../transport/triggerRequest';
import { stateOf } from './staticData';

/** The query parameter with the token. */
const TOKEN = 'token';

/** Returns the URL that the trigger registers: without its token, it could be guessed from that of a payment link. */
export function addressOf(context: TriggerContext): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const { token } = stateOf(context);
	return token === undefined ? url : `${url}?${TOKEN}=${token}`;
}

/** Returns the token in a URL; undefined if there is none. */
export function tokenOf(url: string | undefined): string | undefined {
	if (url === undefined || !URL.canParse(url)) return undefined;
	return new URL(url).searchParams.get(TOKEN) || undefined;
}

/** Compares the token of a request with that of the registered URL: `open` if that URL has none, so that anyone may know it. */
export function addressedBy(
	context: TriggerContext,
	query: IDataObject,
): 'registered' | 'other' | 'open' {
	const { token } = stateOf(context);
	if (token === undefined || context.getNodeParameter('mode') === 'requests') return 'open';
	const received = query[TOKEN];
	if (typeof received !== 'string') return 'other';
	const [one, other] = [Buffer.from(received), Buffer.from(token)];
	const isSame = one.length === other.length && timingSafeEqual(one, other);
	return isSame ? 'registered' : 'other';
}
