import { webhookResponses, type WebhookResponse } from '../../shared/messages/webhooks';
import { REFUND_MARK } from '../../shared/refundMark';

/** The maximum size of a body, in bytes. Notifications have a few thousand (choice). */
const MAX_BODY_BYTES = 1_000_000;

/** The maximum number of fields, keys and list entries of a body. A charge has about 60 (choice). */
const MAX_FIELDS = 1_000;

/** The maximum depth of JSON. A charge has 4 levels (choice). */
const MAX_DEPTH = 20;

/** Names that could change what all objects inherit, if a workflow copies them (prototype pollution). */
const forbiddenNames = ['__proto__', 'constructor', 'prototype'];

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
	/** All fields except `hmac`, which could be misused and does not belong in the output. */
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
	if (rawBody.length > MAX_BODY_BYTES)
		throw new NotificationRejectedError(webhookResponses.bodyTooLarge);
	const isRefund = isMarked(query);

	const format = formatOf(header('content-type'));
	if (format === 'callback') {
		const { hmac, ...fields } = readForm(readText(rawBody));
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

/** Accepts only unambiguous forms: each name once, no lists, no malformed escapes. */
function readForm(text: string): Record<string, string> {
	const pairs = text.split('&', MAX_FIELDS + 1);
	if (pairs.length > MAX_FIELDS) throw tooMany();
	const fields: Record<string, string> = {};
	for (const pair of pairs.filter((part) => part !== '')) {
		const equals = pair.indexOf('=');
		const name = decode(equals < 0 ? pair : pair.slice(0, equals));
		const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
		checkText(value);
		checkName(name);
		if (name === '') throw new NotificationRejectedError(webhookResponses.fieldWithoutName);
		if (/[[\]]/.test(name)) throw new NotificationRejectedError(webhookResponses.fieldInList);
		if (Object.hasOwn(fields, name))
			throw new NotificationRejectedError(webhookResponses.duplicateField);
		fields[name] = value;
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
	if (checkFields(parsed) < countNames(text))
		throw new NotificationRejectedError(webhookResponses.duplicateField);
	return parsed as Record<string, unknown>;
}

/**
 * Checks all names and values of a parsed body, level by level. Without recursion, so the depth does not matter.
 *
 * @returns the number of names in all its objects
 */
function checkFields(root: object): number {
	let nameCount = 0;
	let fields = 0;
	let level: unknown[] = [root];
	for (let depth = 1; level.length > 0; depth += 1) {
		const next: unknown[] = [];
		for (const value of level) {
			if (typeof value === 'string') checkText(value);
			if (typeof value !== 'object' || value === null) continue;
			if (depth > MAX_DEPTH)
				throw new NotificationRejectedError(webhookResponses.nestedTooDeep(MAX_DEPTH));
			const names = Object.keys(value);
			fields += names.length;
			if (fields > MAX_FIELDS) throw tooMany();
			if (!Array.isArray(value)) nameCount += names.length;
			names.forEach(checkName);
			for (const entry of Object.values(value)) next.push(entry);
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
	const strings = json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g);
	return [...strings].filter(([, colon]) => colon).length;
}

function tryTo<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}

function checkName(name: string) {
	checkText(name);
	if (forbiddenNames.includes(name))
		throw new NotificationRejectedError(webhookResponses.forbiddenName);
}

function checkText(text: string) {
	if (text.includes('\0')) throw new NotificationRejectedError(webhookResponses.nulCharacter);
}

function tooMany(): NotificationRejectedError {
	return new NotificationRejectedError(webhookResponses.tooManyFields(MAX_FIELDS));
}
