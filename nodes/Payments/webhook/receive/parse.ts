import { webhookResponses, type WebhookResponse } from '../../shared/messages/webhooks';
import { REFUND_MARK } from '../../shared/refundMark';
import { safeFields } from './safeFields';

/**
 * The maximum size of JSON, in bytes: n8n's own default. A payment link lists its payments, 10,000 of them in 5 MB
 * (choice).
 */
const MAX_JSON_BYTES = 16 * 1024 * 1024;

/** The maximum size of a form, in bytes. It is about one payment or refund, in a few hundred (choice). */
const MAX_FORM_BYTES = 1024 * 1024;

/** The maximum depth of JSON. A charge has 4 levels (choice). */
const MAX_DEPTH = 100;

/** The request to the webhook. n8n's parsed body is not used: only the raw bytes are signed. */
export interface WebhookRequest {
	method?: string;
	headers: Record<string, string | string[] | undefined>;
	rawBody: Buffer;
	query: Record<string, unknown>;
}

/** A form, sent to the webhook URL of one payment request or refund. */
export interface Callback {
	format: 'callback';
	/** All fields except `hmac`, as they were signed: not all can be output (safeFields). It has no prototype. */
	fields: Record<string, string>;
	/** The signature, if there is one. */
	hmac?: string;
	/** Whether the URL has the mark of a refund. */
	isRefund: boolean;
}

/** JSON, sent to an endpoint that is registered for the account. */
export interface ServiceEvent {
	format: 'event';
	payload: Record<string, unknown>;
	/** The signed bytes. */
	rawBody: Buffer;
	/** Hitpay-Signature. */
	signature?: string;
	/** Hitpay-Event-Type, such as `created`. No signature covers it. */
	type?: string;
	/** Hitpay-Event-Object, such as `charge`. No signature covers it. */
	object?: string;
	/** Whether the URL has the mark of a refund. */
	isRefund: boolean;
}

export type Notification = Callback | ServiceEvent;

/** A notification that is rejected. The message is the response: it repeats nothing of the request. */
export class NotificationRejectedError extends Error {
	override readonly name = 'NotificationRejectedError';

	/** The HTTP status of the response. */
	readonly status: number;

	constructor({ status, message }: WebhookResponse) {
		super(message);
		this.status = status;
	}
}

/**
 * Reads a request to the webhook. Nothing is trusted yet: handleWebhook.ts verifies who sent it. Unknown records
 * are accepted; only a format that HitPay does not send is rejected.
 *
 * @throws NotificationRejectedError with the status 400, 405, 413 or 415
 */
export function readNotification({
	method,
	headers,
	rawBody,
	query,
}: WebhookRequest): Notification {
	if (method !== undefined && method.toUpperCase() !== 'POST') {
		throw new NotificationRejectedError(webhookResponses.notPost);
	}
	const header = headerReader(headers);
	if (!Buffer.isBuffer(rawBody) || rawBody.length === 0)
		throw new NotificationRejectedError(webhookResponses.emptyBody);
	const isRefund = isMarked(query);

	const format = formatOf(header('content-type'));
	if (rawBody.length > (format === 'callback' ? MAX_FORM_BYTES : MAX_JSON_BYTES))
		throw new NotificationRejectedError(webhookResponses.bodyTooLarge);
	if (format === 'callback') {
		const fields = readForm(readText(rawBody));
		const { hmac } = fields;
		delete fields.hmac;
		return { format, fields, ...(hmac !== undefined && { hmac }), isRefund };
	}
	return {
		format,
		payload: readJson(readText(rawBody)),
		rawBody,
		signature: header('hitpay-signature'),
		type: header('hitpay-event-type'),
		object: header('hitpay-event-object'),
		isRefund,
	};
}

/** Returns a function that reads headers by their name in lower case. */
function headerReader(headers: WebhookRequest['headers']) {
	const known = new Map<string, string>();
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) continue;
		const key = name.toLowerCase();
		if (Array.isArray(value) || known.has(key))
			throw new NotificationRejectedError(webhookResponses.duplicateHeader);
		known.set(key, value);
	}
	return (name: string) => {
		const value = known.get(name);
		// Node.js joins headers of the same name with a comma, which none of these contains.
		if (value?.includes(',')) throw new NotificationRejectedError(webhookResponses.duplicateHeader);
		return value;
	};
}

function isMarked(query: Record<string, unknown>): boolean {
	const mark = Object.hasOwn(query, REFUND_MARK.name) ? query[REFUND_MARK.name] : undefined;
	if (mark !== undefined && typeof mark !== 'string') {
		throw new NotificationRejectedError(webhookResponses.duplicateQueryParameter);
	}
	return mark === REFUND_MARK.value;
}

function formatOf(contentType = ''): Notification['format'] {
	const [type = '', ...parameters] = contentType
		.toLowerCase()
		.split(';')
		.map((part) => part.trim());
	const isUtf8 = parameters
		.filter((parameter) => parameter.startsWith('charset='))
		.every((parameter) => ['utf-8', 'utf8'].includes(parameter.slice(8).replaceAll('"', '')));
	if (isUtf8 && type === 'application/x-www-form-urlencoded') return 'callback';
	if (isUtf8 && /^application\/([\w.-]+\+)?json$/.test(type)) return 'event';
	throw new NotificationRejectedError(webhookResponses.contentType);
}

function readText(rawBody: Buffer): string {
	const text = tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
	if (text === undefined) throw new NotificationRejectedError(webhookResponses.notUtf8);
	return text;
}

/** Accepts only unambiguous forms: each name once, no malformed escapes. Without `split`, which a body of & would fill. */
function readForm(text: string): Record<string, string> {
	const fields = Object.create(null) as Record<string, string>;
	for (let start = 0, end = 0; start <= text.length; start = end + 1) {
		end = text.indexOf('&', start);
		if (end < 0) end = text.length;
		if (end === start) continue;
		const pair = text.slice(start, end);
		const equals = pair.indexOf('=');
		const name = decode(equals < 0 ? pair : pair.slice(0, equals));
		if (name === '') throw new NotificationRejectedError(webhookResponses.fieldWithoutName);
		if (name in fields) throw new NotificationRejectedError(webhookResponses.duplicateField);
		fields[name] = equals < 0 ? '' : decode(pair.slice(equals + 1));
	}
	if (Object.keys(fields).length === 0)
		throw new NotificationRejectedError(webhookResponses.emptyBody);
	return fields;
}

/** Decodes without URLSearchParams, which repairs malformed escapes: one text could be written in two ways. */
function decode(text: string): string {
	const decoded = tryTo(() => decodeURIComponent(text.replaceAll('+', ' ')));
	if (decoded === undefined) throw new NotificationRejectedError(webhookResponses.malformedForm);
	return decoded;
}

function readJson(text: string): Record<string, unknown> {
	const parsed = tryTo(() => JSON.parse(text) as unknown);
	if (parsed === undefined) throw new NotificationRejectedError(webhookResponses.malformedJson);
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new NotificationRejectedError(webhookResponses.notAnObject);
	}
	if (checkDepth(parsed) < countNames(text))
		throw new NotificationRejectedError(webhookResponses.duplicateField);
	return safeFields(parsed) as Record<string, unknown>;
}

/**
 * Checks the depth of a parsed body, level by level: without recursion, so the depth does not matter.
 *
 * @returns the number of names in all its objects
 */
function checkDepth(root: object): number {
	let nameCount = 0;
	let level: object[] = [root];
	for (let depth = 1; level.length > 0; depth += 1) {
		if (depth > MAX_DEPTH)
			throw new NotificationRejectedError(webhookResponses.nestedTooDeep(MAX_DEPTH));
		const next: object[] = [];
		for (const one of level) {
			const values = Object.values(one) as unknown[];
			if (!Array.isArray(one)) nameCount += values.length;
			for (const value of values) {
				if (typeof value === 'object' && value !== null) next.push(value);
			}
		}
		level = next;
	}
	return nameCount;
}

/**
 * Counts the names in valid JSON: strings followed by a colon. Parsing keeps only the last value of a name that
 * occurs twice in an object, so a difference shows a duplicate.
 */
function countNames(json: string): number {
	let count = 0;
	for (const [, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) if (colon) count += 1;
	return count;
}

function tryTo<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}
