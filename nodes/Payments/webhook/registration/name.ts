import type { IHookFunctions } from 'n8n-workflow';

import { hash } from '../../shared/events/event';
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

/** How much of a text goes in front of a mark, in characters: a reference number has up to 255. */
const MAX_TEXT = 100;

/** Returns the reference number of a payment link, which customers see: a text for them, then the mark. */
export function withMark(text: string, mark: string): string {
	const short = Array.from(text).slice(0, MAX_TEXT).join('').trim();
	return `${short} (${mark})`;
}

/** Returns whether a reference number has a mark. */
export function hasMark(referenceNumber: string | null | undefined, mark: string): boolean {
	return referenceNumber?.endsWith(` (${mark})`) === true;
}

/**
 * Identifies the n8n instance. A copy of the database and of the encryption key has the same instance ID, so the
 * base URL of the webhooks is included.
 */
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
