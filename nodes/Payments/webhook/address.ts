import type { Context } from '../transport/types';
import { stop } from '../transport/errors';
import { REFUND_MARK } from './read';

/**
 * The parameter 'Notify' of an operation, turned into the address that the service notifies.
 *
 * @param isRefund whether the notification will be one of a refund, which the address then says,
 *   since nothing else might
 * @returns what goes into the request: `webhook`, or nothing
 * @throws an error that names the parameter when the address can not be told
 */
export function notifyAddress(isRefund: boolean) {
	return (context: Context): { webhook?: unknown } => {
		const notify = context.getNodeParameter('notify', 'nobody');
		if (notify === 'url') {
			// An expression that gave nothing is an empty address, not one that nobody asked for.
			return { webhook: context.getNodeParameter('notifyUrl', '') ?? '' };
		}
		if (notify !== 'trigger') return {};
		const path = (context.getNodeParameter('triggerPath', '') as string)
			.trim()
			.replace(/^\/+|\/+$/g, '');
		if (!/^[\w-]+(\/[\w-]+)*$/.test(path)) {
			throw stop(
				context,
				"'Trigger Path' is not the path of a Payments Trigger",
				"Enter what the trigger has as 'Path', made of letters, digits, - and _.",
			);
		}
		const mark = isRefund ? `?${REFUND_MARK.name}=${REFUND_MARK.value}` : '';
		return { webhook: triggerAddress(context, path, mark) };
	};
}

/**
 * The address of a webhook of this n8n. n8n tells an action node none but the one that resumes its
 * execution; the others lie beside it, under `webhook/` and, while the editor listens for a test
 * event, `webhook-test/`. n8n can be told to call them otherwise, and does not say so here.
 */
function triggerAddress(context: Context, path: string, mark: string): string {
	const resume = context.evaluateExpression('{{ $execution.resumeUrl }}', context.getItemIndex());
	const base = /^(.*)\/webhook-waiting\//.exec(resume as string)?.[1];
	if (!base) {
		throw stop(
			context,
			'The address of the Payments Trigger can not be told, since this n8n has webhook paths of its own',
			`Set 'Notify' to URL and enter the trigger's production address${mark && `, with ${mark} behind it`}.`,
		);
	}
	return `${base}/${context.getMode() === 'manual' ? 'webhook-test' : 'webhook'}/${path}${mark}`;
}
