import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { WebhookResponse } from '../shared/messages/webhooks';

/** Responds to a notification, which then starts or continues nothing. */
export function respond(
	context: IWebhookFunctions,
	{ status, message }: WebhookResponse,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
