import type { IWebhookFunctions } from 'n8n-workflow';

/** Where the node keeps the ID of the payment request that the execution waits for, in its context of n8n. */
export const WAITING_FOR = 'waitingFor';

/** Returns the ID of the payment request that the execution waits for; nothing if it waits for none. */
export function waitingFor(context: IWebhookFunctions): string | undefined {
	// n8n has no other function for it where a webhook is handled.
	const name = JSON.stringify(context.getNode().name);
	const id = context.evaluateExpression(`{{ $node[${name}].context.${WAITING_FOR} }}`);
	return typeof id === 'string' ? id : undefined;
}
