import type { TriggerContext } from '../transport/request';

/** Whether the editor listens for a test event. n8n does not say so when it removes a test webhook. */
export function isTest(context: TriggerContext): boolean {
	return context.getMode() === 'manual';
}

/**
 * The name under which a trigger's endpoint or payment link stands at the service: the workflow and
 * the node. A test run has one of its own, so that it does not touch the published one.
 */
export function ownName(context: TriggerContext, isOfTest = isTest(context)): string {
	return `n8n:${context.getWorkflow().id}:${context.getNode().id}${isOfTest ? ':test' : ''}`;
}
