import { ifFound } from '../../errors/httpFailure';
import { webhookResponses, type WebhookResponse } from '../../shared/messages/webhooks';

/** A notification that is rejected. The message is the response: it repeats nothing of the request. */
export class NotificationRejectedError extends Error {
	override readonly name = 'NotificationRejectedError';

	constructor(readonly response: WebhookResponse) {
		super(response.message);
	}
}

/** A response that rejects a notification, by its name in the catalogue. */
export type ResponseName = Exclude<keyof typeof webhookResponses, 'nestedTooDeep'>;

export function rejected(response: ResponseName): NotificationRejectedError {
	return new NotificationRejectedError(webhookResponses[response]);
}

/** Returns the response of a request, as `ifFound`. @throws NotificationRejectedError if the request fails otherwise */
export async function foundOr<T>(
	response: ResponseName,
	request: Promise<T>,
): Promise<T | undefined> {
	return await ifFound(request).catch(() => {
		throw rejected(response);
	});
}
