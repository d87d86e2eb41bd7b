import * as parse from '../nodes/Payments/webhook/receive/parse';

/** Reads a request to the webhook, whoever sent it. */
export function readNotification(request: parse.WebhookRequest): parse.Notification {
	return parse.readNotification(parse.receive(request));
}
