import { timingSafeEqual } from 'crypto';
import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { hash } from '../../events/event';
import type { TriggerContext } from '../../transport/triggerRequest';

/** Returns whether the editor listens for a test event. This is not reliable while n8n removes a test webhook. */
export function isTest(context: TriggerContext): boolean {
	return context.getMode() === 'manual';
}

/**
 * Returns the name of a trigger's endpoint, and the mark of its payment link: the workflow, the node and the n8n
 * instance. A test run has another name, so that it does not change the registration of the published workflow.
 */
export function registrationName(context: IHookFunctions, isOfTest = isTest(context)): string {
	const trigger = `n8n:${context.getWorkflow().id}:${context.getNode().id}:${instanceOf(context)}`;
	return isOfTest ? `${trigger}:test` : trigger;
}

/** Identifies the n8n instance: by the base URL of its webhooks, too, since a copy of its database has the same ID. */
function instanceOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	// An expression may return a number, or nothing.
	const entered = (context.getNodeParameter('path', '') as string | number | null) ?? '';
	// The path begins with an ID or is, in one mode, that which a user entered.
	const path = [
		`/${context.getNode().webhookId ?? context.getWorkflow().id}/`,
		`/${String(entered).replace(/^\/+/, '')}`,
	]
		.map((one) => url.lastIndexOf(one))
		.find((at) => at >= 0);
	// The part before the path differs between the test URL and the production URL.
	const base = path === undefined ? url : url.slice(0, url.lastIndexOf('/', path - 1));
	return hash(JSON.stringify([context.getInstanceId(), base])).slice(0, 12);
}

/** The registration of a trigger, in n8n's static data, which only hooks can change. A test run has its own. */
export interface RegistrationState {
	/** The mode in which it was registered. */
	mode?: string;
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
	/** Whether events are derived from others, since the endpoint could not be registered for them. */
	isDerived?: boolean;
	/** The hash of an endpoint salt that may belong to another endpoint. */
	staleSalt?: string;
}

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
export function tokenOf(url: unknown): string | undefined {
	if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
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
	// It may be a list or an object, which n8n reads from `token[a]=b`.
	if (typeof received !== 'string') return 'other';
	// Hashes have the same length, which constant time requires.
	const [one, other] = [received, token].map((text) => Buffer.from(hash(text)));
	return timingSafeEqual(one!, other!) ? 'registered' : 'other';
}
