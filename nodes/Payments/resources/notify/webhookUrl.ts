import type { Context } from '../../shared/context';
import { operationError } from '../../shared/errors/nodeErrors';
import { webhookMessages } from '../../shared/messages/webhooks';
import { REFUND_MARK } from '../../shared/refundMark';

/**
 * Resolves the parameter 'Notify' to the URL that is notified.
 *
 * @param isRefund whether the notification is about a refund. The URL then carries the mark, since the
 *   notification itself may not show it
 * @returns the field `webhook` of the request, or no field
 * @throws NodeOperationError when the URL cannot be determined
 */
export function notifyAddress(isRefund: boolean) {
	return (context: Context): { webhook?: unknown } => {
		const notify = context.getNodeParameter('notify', 'nobody');
		if (notify === 'url') {
			// An expression without a result is an empty URL, and not an absent one.
			return { webhook: context.getNodeParameter('notifyUrl', '') ?? '' };
		}
		if (notify !== 'trigger') return {};
		const path = (context.getNodeParameter('triggerPath', '') as string)
			.trim()
			.replace(/^\/+|\/+$/g, '');
		if (!/^[\w-]+(\/[\w-]+)*$/.test(path)) {
			throw operationError(context, webhookMessages.triggerPath);
		}
		const mark = isRefund ? `?${REFUND_MARK.name}=${REFUND_MARK.value}` : '';
		return { webhook: triggerUrl(context, path, mark) };
	};
}

/**
 * Derives the URL of a webhook of this n8n. An action node can only read the URL that resumes its execution.
 * The others are beside it, under `webhook/` and, for test events, `webhook-test/`. Whether n8n is configured to
 * use other names cannot be read here.
 */
function triggerUrl(context: Context, path: string, mark: string): string {
	const resume = context.evaluateExpression('{{ $execution.resumeUrl }}', context.getItemIndex());
	const base = /^(.*)\/webhook-waiting\//.exec(resume as string)?.[1];
	if (!base) {
		throw operationError(
			context,
			mark ? webhookMessages.triggerUrlUnknownForRefund(mark) : webhookMessages.triggerUrlUnknown,
		);
	}
	return `${base}/${context.getMode() === 'manual' ? 'webhook-test' : 'webhook'}/${path}${mark}`;
}
