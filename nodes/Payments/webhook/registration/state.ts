import { timingSafeEqual } from 'crypto';
import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import type { TriggerContext } from '../../transport/triggerRequest';

/**
 * The registration of a trigger, in n8n's static data. n8n saves changes that are made while the workflow is published.
 * The webhook can read it, but not change it. A test run has its own.
 */
export interface RegistrationState {
	/** The mode in which it was registered. */
	mode?: string;
	/** The ID of the endpoint or of the payment link. */
	id?: string;
	/** The name of the endpoint, or the mark in the reference number of the payment link. */
	name?: string;
	/** The hash of the registration that the parameters required at that time, and of the account. */
	desired?: string;
	/** The URL of the trigger's webhook. */
	address?: string;
	/** The end of the URL of an endpoint or a payment link, which others cannot guess. */
	token?: string;
	/** The checkout page of the payment link: every event contains its URL, and the trigger's own URL leads to it. */
	checkoutUrl?: string;
	/** Whether payments are derived from charges, since the endpoint could not be registered for events of payments. */
	isDerived?: boolean;
	/** The hash of an endpoint salt that may belong to another endpoint. */
	staleSalt?: string;
}

/** Returns the state of the trigger. */
export function stateOf(context: TriggerContext): RegistrationState {
	return context.getWorkflowStaticData('node');
}

export function modeOf(context: IHookFunctions): string {
	return context.getNodeParameter('mode') as string;
}

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
