import type { OutputMapper } from '../../output/outputMapper';
import { webhookMessages } from '../../shared/messages/webhooks';
import { hasWebhook } from '../../transport/webhookProbe';
import { notifiedTrigger } from './webhookUrl';

/**
 * Adds the URL of the notified Payments Trigger to the output, as `notification_url`, and a warning in front if no
 * trigger listens there. The record was created in any case.
 *
 * @param isRefund as in `notifyAddress`
 * @param mapOutput maps the record to the rest of the item
 */
export function withNotificationUrl(isRefund: boolean, mapOutput: OutputMapper): OutputMapper {
	const noTestListener = isRefund
		? webhookMessages.noTestListenerForRefund
		: webhookMessages.noTestListener;
	return (context) => {
		const mapItems = mapOutput(context);
		const trigger = notifiedTrigger(context, isRefund);
		if (!trigger) return mapItems;
		const { url, isTest } = trigger;
		// This runs while the record is created.
		const isListening = hasWebhook(context, url);
		return async (items) => {
			const { message, description } = isTest ? noTestListener : webhookMessages.noListener;
			const warning = (await isListening) === false && {
				notification_warning: `${message}. ${description}`,
			};
			const mapped = await mapItems(items);
			// The warning first: the editor cuts off fields further to the right.
			return mapped.map((item) => ({
				...item,
				json: { ...warning, ...item.json, notification_url: url },
			}));
		};
	};
}
