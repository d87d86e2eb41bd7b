import type { Context } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { webhookMessages } from '../../shared/messages/webhooks';
import { REFUND_MARK } from '../../shared/refundMark';
import { webhookPathOf } from '../../shared/webhookPath';

/** The URL of a Payments Trigger. */
export interface TriggerUrl {
	url: string;
	/** Whether it is the URL for test events. */
	isTest: boolean;
}

/**
 * Resolves the parameter 'Send Notification To' to the URL that is notified.
 *
 * @param isRefund whether the notification is about a refund. The URL then carries the mark, since the
 *   notification itself may not show it
 * @returns the field `webhook` of the request, or no field
 * @throws NodeOperationError when the URL cannot be determined
 */
export function notifyAddress(isRefund: boolean) {
	return (context: Context): { webhook?: unknown } => {
		if (context.getNodeParameter('notify', 'nobody') === 'url') {
			// An expression without a result is an empty URL, and not an absent one.
			return { webhook: context.getNodeParameter('notifyUrl', '') ?? '' };
		}
		const trigger = notifiedTrigger(context, isRefund);
		return trigger ? { webhook: trigger.url } : {};
	};
}

/**
 * Derives the URL of the Payments Trigger that is notified. An action node can only read the URL that resumes its
 * execution. The others are beside it, under `webhook/` and, for test events, `webhook-test/`. Whether n8n is
 * configured to use other names cannot be read here.
 *
 * @param isRefund as in `notifyAddress`
 * @returns nothing if no trigger is notified
 * @throws NodeOperationError when the URL cannot be determined
 */
export function notifiedTrigger(context: Context, isRefund: boolean): TriggerUrl | undefined {
	if (context.getNodeParameter('notify', 'nobody') !== 'trigger') return undefined;
	const mark = isRefund ? `?${REFUND_MARK.name}=${REFUND_MARK.value}` : '';
	const resume = context.evaluateExpression('{{ $execution.resumeUrl }}', context.getItemIndex());
	const base = /^(.*)\/webhook-waiting\//.exec(resume as string)?.[1];
	if (!base) {
		throw operationError(
			context,
			mark ? webhookMessages.triggerUrlUnknownForRefund(mark) : webhookMessages.triggerUrlUnknown,
		);
	}
	const folders = { test: `${base}/webhook-test/`, production: `${base}/webhook/` };
	const path = pathIn(Object.values(folders), context.getNodeParameter('triggerPath', ''));
	if (path === undefined) throw operationError(context, webhookMessages.triggerPath);
	const isProduction = context.getNodeParameter('urlInManualRuns', 'test') === 'production';
	const isTest = context.getMode() === 'manual' && !isProduction;
	return { url: `${isTest ? folders.test : folders.production}${path}${mark}`, isTest };
}

/** Returns the path that the user entered, also as a URL of this n8n: the editor copies whole URLs. */
function pathIn(folders: string[], entered: unknown): string | undefined {
	if (typeof entered !== 'string') return webhookPathOf(entered);
	const text = entered.trim();
	const folder = folders.find((one) => text.startsWith(one)) ?? '';
	return webhookPathOf(text.slice(folder.length));
}
