import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { operationError } from '../../errors/nodeErrors';
import type { Context } from '../../run/context';
import { resumeUrlOf } from '../../run/resumeUrl';
import { webhookMessages } from '../../shared/messages/webhooks';
import { REFUND_MARK } from '../../shared/refundMark';
import { webhookPathOf } from '../../shared/webhookPath';
import { oneOf } from '../../validation/rules';
import { validate } from '../../validation/validate';
import { notifyField, notifyOfPaymentField, urlInManualRunsField } from './fields';

/** The URL of a Payments Trigger. */
export interface TriggerUrl {
	url: string;
	/** Whether it is the URL for test events. */
	isTest: boolean;
}

/**
 * Resolves the parameter 'Send Notification To' to the URL that is notified.
 *
 * @param isRefund whether the notification is about a refund. The URL then carries the mark, since the notification
 * itself may not show it
 * @returns the field `webhook` of the request, without a value if no trigger is notified
 * @throws NodeOperationError if a parameter is not valid, or the URL cannot be determined
 */
export function notifyAddress(isRefund: boolean) {
	return (context: Context): { webhook?: unknown } => {
		const choice = choiceOf(context, isRefund ? notifyField : notifyOfPaymentField);
		if (choice === 'wait') return { webhook: resumeUrlOf(context) };
		if (choice === 'url') {
			// An expression without a result is an empty URL, and not an absent one.
			return { webhook: context.getNodeParameter('notifyUrl', '') ?? '' };
		}
		// If the choice is an expression, n8n adds the field 'URL' to the request, whatever the choice is.
		return { webhook: notifiedTrigger(context, isRefund)?.url };
	};
}

/**
 * Derives the URL of the Payments Trigger that is notified. An action node can only read the URL that resumes its
 * execution. URLs of webhooks are beside it, under `webhook/` and, for test events, `webhook-test/`. Other names in
 * n8n's configuration cannot be read here.
 *
 * @param isRefund as in `notifyAddress`
 * @returns nothing if no trigger is notified
 * @throws as `notifyAddress`
 */
export function notifiedTrigger(context: Context, isRefund: boolean): TriggerUrl | undefined {
	const choice = choiceOf(context, isRefund ? notifyField : notifyOfPaymentField);
	if (choice !== 'trigger') return undefined;
	const mark = isRefund ? `?${REFUND_MARK.name}=${REFUND_MARK.value}` : '';
	const base = /^(.*)\/webhook-waiting\//.exec(resumeUrlOf(context) as string)?.[1];
	if (!base) {
		throw operationError(
			context,
			mark ? webhookMessages.triggerUrlUnknownForRefund(mark) : webhookMessages.triggerUrlUnknown,
		);
	}
	const folders = { test: `${base}/webhook-test/`, production: `${base}/webhook/` };
	const path = pathIn(Object.values(folders), context.getNodeParameter('triggerPath', ''));
	if (path === undefined) throw operationError(context, webhookMessages.triggerPath);
	const inManualRuns = choiceOf(context, urlInManualRunsField);
	const isTest = context.getMode() === 'manual' && inManualRuns === 'test';
	return { url: `${isTest ? folders.test : folders.production}${path}${mark}`, isTest };
}

/** Returns the value of a drop-down. @throws an error that names it if an expression returned something else */
function choiceOf(context: Context, field: INodeProperties): string {
	const rules = z.object({ [field.name]: oneOf(field.options as INodePropertyOptions[]) });
	const value = context.getNodeParameter(field.name, field.default);
	return validate(context, rules, [field], { [field.name]: value })[field.name]!;
}

/** Returns the path that the user entered. It may be in a URL of this n8n, as the editor copies whole URLs. */
function pathIn(folders: string[], entered: unknown): string | undefined {
	if (typeof entered !== 'string') return webhookPathOf(entered);
	const text = entered.trim();
	const folder = folders.find((one) => text.startsWith(one)) ?? '';
	return webhookPathOf(text.slice(folder.length));
}
