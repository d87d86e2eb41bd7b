import { hash } from '../nodes/Payments/events/event';
import {
	callbackMessage,
	hasOneReading,
	type Notification,
} from '../nodes/Payments/events/notification';
import { safeFields } from '../nodes/Payments/webhook/receive/body';
import * as parse from '../nodes/Payments/webhook/receive/parse';

/** Reads a request to the webhook, whoever sent it. */
export function readNotification(request: parse.WebhookRequest): Notification {
	return parse.readNotification(parse.receive(request));
}

/** Returns a form as it is read, also with fields that no form can have. */
export function readCallback(fields: Record<string, string>, isRefund = false): Notification {
	const signed = callbackMessage(fields);
	return {
		...{ format: 'callback', signed, hash: hash(signed), fields, isRefund },
		hasOneReading: hasOneReading(fields),
		payload: safeFields(fields) as Record<string, unknown>,
	};
}

/** Returns an event of the account as it is read. @param more its headers, and the mark of its URL */
export function readServiceEvent(
	payload: Record<string, unknown>,
	more: Partial<Notification> = {},
): Notification {
	const signed = Buffer.of();
	return {
		...{ format: 'event', signed, hash: hash(signed), hasOneReading: true, fields: {}, payload },
		...{ isRefund: false, ...more },
	};
}

/** Returns an event of the account as it is read. @param name as in its headers, e.g. order.created */
export function readNamedEvent(
	name: string,
	payload: Record<string, unknown>,
	more: Partial<Notification> = {},
): Notification {
	const [object, type] = name.split('.');
	return readServiceEvent(payload, { object, type, ...more });
}
