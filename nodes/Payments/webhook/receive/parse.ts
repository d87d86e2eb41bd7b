import { hash } from '../../events/event';
import type { Fields } from '../../events/fields';
import {
	callbackMessage,
	hasOneReading,
	type Notification,
	type Received,
} from '../../events/notification';
import { REFUND_MARK } from '../../shared/refundMark';
import { readForm, readJson, readText, safeFields } from './body';
import { rejected } from './rejected';

/** The maximum size of JSON, in bytes: n8n's own default (choice). 10,000 payments of a payment link are 5 MB. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

/**
 * The maximum size of a body that anyone may have sent, in bytes (choice), at any size of the business. A form is one: its
 * fields have to be read before its signature can be verified.
 */
export const MAX_UNPROVEN_BYTES = 64 * 1024;

/** The request to the webhook. n8n's parsed body is not used: only the raw bytes are signed. */
export interface WebhookRequest {
	method?: string;
	/** By their names in lower case, as Node.js reads them. */
	headers: Record<string, string | string[] | undefined>;
	rawBody: Buffer;
	query: Record<string, unknown>;
}

/**
 * Reads a request to the webhook as far as its signature needs it. Nothing is trusted yet: proveEvent.ts verifies it.
 *
 * @throws NotificationRejectedError (400, 405, 413, 415) if HitPay does not send this format
 */
export function receive({ method, headers, rawBody, query }: WebhookRequest): Received {
	if (method !== undefined && method.toUpperCase() !== 'POST') {
		throw rejected('notPost');
	}
	const header = (name: string) => headerOf(headers, name);
	if (!Buffer.isBuffer(rawBody) || rawBody.length === 0) throw rejected('emptyBody');
	const isRefund = isMarked(query);

	const format = formatOf(header('content-type'));
	if (rawBody.length > (format === 'callback' ? MAX_UNPROVEN_BYTES : MAX_JSON_BYTES))
		throw rejected('bodyTooLarge');
	if (format === 'callback') {
		const fields = readForm(readText(rawBody));
		const { hmac: signature } = fields;
		delete fields.hmac;
		const signed = callbackMessage(fields);
		return { format, signed, signature, hasOneReading: hasOneReading(fields), fields, isRefund };
	}
	return {
		format,
		signed: rawBody,
		signature: header('hitpay-signature'),
		hasOneReading: true,
		fields: {},
		type: header('hitpay-event-type'),
		object: header('hitpay-event-object'),
		isRefund,
	};
}

/** Reads the content of a request, whatever its record is. @throws NotificationRejectedError (400) */
export function readNotification(received: Received): Notification {
	const { signed, fields } = received;
	const payload = typeof signed === 'string' ? safeFields(fields) : readJson(readText(signed));
	return { ...received, hash: hash(signed), payload: payload as Fields };
}

/** Node.js joins headers of the same name with a comma, which none of these contains. */
function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
	const value = headers[name];
	if (Array.isArray(value) || value?.includes(',')) throw rejected('duplicateHeader');
	return value;
}

function isMarked(query: Record<string, unknown>): boolean {
	const mark = Object.hasOwn(query, REFUND_MARK.name) ? query[REFUND_MARK.name] : undefined;
	if (mark !== undefined && typeof mark !== 'string') {
		throw rejected('duplicateQueryParameter');
	}
	return mark === REFUND_MARK.value;
}

function formatOf(contentType = ''): Received['format'] {
	const [type = '', ...parameters] = contentType
		.toLowerCase()
		.split(';')
		.map((part) => part.trim());
	const isUtf8 = parameters
		.filter((parameter) => parameter.startsWith('charset='))
		.every((parameter) => ['utf-8', 'utf8'].includes(parameter.slice(8).replaceAll('"', '')));
	if (isUtf8 && type === 'application/x-www-form-urlencoded') return 'callback';
	if (isUtf8 && /^application\/([\w.-]+\+)?json$/.test(type)) return 'event';
	throw rejected('contentType');
}
