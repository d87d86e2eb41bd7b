import type { IHookFunctions } from 'n8n-workflow';
import { createHash } from 'crypto';

import type { TriggerContext } from '../transport/request';

/** Whether the editor listens for a test event. n8n does not say so when it removes a test webhook. */
export function isTest(context: TriggerContext): boolean {
	return context.getMode() === 'manual';
}

/**
 * The name under which a trigger's endpoint or payment link stands at the service: the workflow, the node and
 * which n8n it is. A test run has one of its own, so that it does not touch the published one.
 */
export function ownName(context: IHookFunctions, isOfTest = isTest(context)): string {
	return [nameOfBefore(context), instanceOf(context), ...(isOfTest ? ['test'] : [])].join(':');
}

/** The same in version 0.1.0, where every copy of an n8n had it. */
export function nameOfBefore(context: IHookFunctions, isOfTest = false): string {
	return `n8n:${context.getWorkflow().id}:${context.getNode().id}${isOfTest ? ':test' : ''}`;
}

/**
 * Which n8n this is. A copy of the database and of the encryption key has n8n's own ID as well, so the address
 * below which its webhooks lie counts, too.
 */
function instanceOf(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default') ?? '';
	const path = pathsOf(context)
		.map((one) => url.lastIndexOf(one))
		.find((at) => at >= 0);
	// In front of the path there is another part, which tells a test's address from the published one's.
	const base = path === undefined ? url : url.slice(0, url.lastIndexOf('/', path - 1));
	const text = JSON.stringify([context.getInstanceId(), base]);
	return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** What n8n may put behind the address of its webhooks: an ID, or in one mode the path that a user chose. */
function pathsOf(context: IHookFunctions): string[] {
	const path = context.getNodeParameter('path', '') as string;
	return [
		`/${context.getNode().webhookId ?? context.getWorkflow().id}/`,
		`/${path.replace(/^\/+/, '')}`,
	];
}

/** Whether two addresses are those of one webhook: what stands behind a question mark does not count. */
export function isSameAddress(one: unknown, other: unknown): boolean {
	const address = webhookOf(one);
	return address !== undefined && address === webhookOf(other);
}

function webhookOf(address: unknown): string | undefined {
	if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
	const { origin, pathname } = new URL(address);
	return origin + pathname.replace(/\/+$/, '');
}
