import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { OutputChoice } from '../../output/simplify';

/** The payment request that an execution waits for, and its output: later, expressions have another input. */
export interface Waiting {
	id: string;
	output: OutputChoice;
}

const NAME = 'waitingFor';

/** Keeps the payment request that the execution waits for. @param ofNode the context of the node in n8n */
export function keepWaiting(ofNode: IDataObject, waiting: Waiting) {
	ofNode[NAME] = { ...waiting };
}

/** Returns the payment request that the execution waits for; nothing if it waits for none. */
export function waitingOf(context: IWebhookFunctions): Waiting | undefined {
	// n8n has no other function for it where a webhook is handled. A name can contain }}, which ends an expression.
	const name = context.getNode().name.replace(/\W/g, escaped);
	const value: unknown = context.evaluateExpression(`{{ $node["${name}"].context.${NAME} }}`);
	return value as Waiting | undefined;
}

function escaped(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
