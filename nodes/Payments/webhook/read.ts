/** The largest body that is read, in bytes. Real ones have a few thousand (choice). */
const LARGEST_BODY = 1_000_000;

/** How many fields, keys and list entries a body may have in all. A charge has about 60 (choice). */
const MOST_PARTS = 1_000;

/** How deep JSON may be nested. A charge is nested 4 deep (choice). */
const DEEPEST = 20;

/** Names that could change what all objects inherit, wherever somebody copies them carelessly. */
const forbiddenNames = ['__proto__', 'constructor', 'prototype'];

/**
 * The query parameter that the node puts on a refund's webhook address, by which the notification
 * of a refund is known (docs/interface.md, Notification of a refund). No signature covers it.
 */
export const REFUND_MARK = { name: 'event', value: 'refund' } as const;

/** What came to the webhook, as n8n has it. Its parsed body is not used: only raw bytes are signed. */
export interface WebhookRequest {
	method?: string;
	headers: Record<string, string | string[] | undefined>;
	rawBody: Buffer;
	query: Record<string, unknown>;
}

/** A form, sent to the webhook address of one payment request or refund. */
export interface Callback {
	format: 'callback';
	/** All fields but `hmac`, which is worth something to a forger and has no place in an output. */
	fields: Record<string, string>;
	/** The signature, if there was one. */
	hmac?: string;
	/** Whether the address carries the mark of a refund. */
	isRefund: boolean;
}

/** JSON, sent to an endpoint that was registered for the account. */
export interface ServiceEvent {
	format: 'event';
	payload: Record<string, unknown>;
	/** The bytes that the signature is about. */
	rawBody: Buffer;
	/** Hitpay-Signature. */
	signature?: string;
	/** Hitpay-Event-Type, such as `created`. No signature covers it. */
	type?: string;
	/** Hitpay-Event-Object, such as `charge`. No signature covers it. */
	object?: string;
	/** Whether the address carries the mark of a refund. */
	isRefund: boolean;
}

export type Notification = Callback | ServiceEvent;

/** A request that is not taken. The message may be answered: it repeats nothing of the request. */
export class Refused extends Error {
	override readonly name = 'Refused';

	/** @param status the HTTP status to answer with */
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/**
 * Reads what came to the webhook. Nothing is believed yet: whether the service sent it is for
 * verify.ts to say. A shape that is new is no reason to refuse one, only a form that no such
 * service sends.
 *
 * @throws Refused with the status 400, 405, 413 or 415
 */
export function readNotification({
	method,
	headers,
	rawBody,
	query,
}: WebhookRequest): Notification {
	if (method !== undefined && method.toUpperCase() !== 'POST') {
		throw new Refused(405, 'A notification comes with POST');
	}
	const header = headerReader(headers);
	if (!Buffer.isBuffer(rawBody) || rawBody.length === 0)
		throw new Refused(400, 'The body is empty');
	if (rawBody.length > LARGEST_BODY) throw new Refused(413, 'The body is larger than 1 MB');
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

/** Gives headers by their name in small letters. */
function headerReader(headers: WebhookRequest['headers']) {
	const known = new Map<string, string>();
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) continue;
		const key = name.toLowerCase();
		if (Array.isArray(value) || known.has(key)) throw new Refused(400, 'A header came twice');
		known.set(key, value);
	}
	return (name: string) => {
		const value = known.get(name);
		// Node.js joins headers of the same name with a comma, and none of ours may hold one.
		if (value?.includes(',')) throw new Refused(400, 'A header came twice');
		return value;
	};
}

function isMarked(query: Record<string, unknown>): boolean {
	const mark = Object.hasOwn(query, REFUND_MARK.name) ? query[REFUND_MARK.name] : undefined;
	if (mark !== undefined && typeof mark !== 'string') {
		throw new Refused(400, 'A query parameter came twice');
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
	throw new Refused(415, 'A notification is a form or JSON, in UTF-8');
}

function readText(rawBody: Buffer): string {
	const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
	if (text === undefined) throw new Refused(400, 'The body is not UTF-8');
	return text;
}

/** Takes only what has one meaning: each name once, no lists, no broken escapes. */
function readForm(text: string): Record<string, string> {
	const pairs = text.split('&', MOST_PARTS + 1);
	if (pairs.length > MOST_PARTS) throw tooMany();
	const fields: Record<string, string> = {};
	for (const pair of pairs.filter((part) => part !== '')) {
		const equals = pair.indexOf('=');
		const name = decode(equals < 0 ? pair : pair.slice(0, equals));
		const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
		checkText(value);
		checkName(name);
		if (name === '') throw new Refused(400, 'A field has no name');
		if (/[[\]]/.test(name)) throw new Refused(400, 'A field is part of a list');
		if (Object.hasOwn(fields, name)) throw new Refused(400, 'A field came twice');
		fields[name] = value;
	}
	if (Object.keys(fields).length === 0) throw new Refused(400, 'The body is empty');
	return fields;
}

/** Not URLSearchParams, which repairs broken escapes silently, so that one text could come in two ways. */
function decode(text: string): string {
	const decoded = attempt(() => decodeURIComponent(text.replaceAll('+', ' ')));
	if (decoded === undefined) throw new Refused(400, 'The form is broken');
	return decoded;
}

function readJson(text: string): Record<string, unknown> {
	const parsed = attempt(() => JSON.parse(text) as unknown);
	if (parsed === undefined) throw new Refused(400, 'The JSON is broken');
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw new Refused(400, 'The JSON is not an object');
	}
	if (checkParts(parsed) < namesIn(text)) throw new Refused(400, 'A field came twice');
	return parsed as Record<string, unknown>;
}

/**
 * Looks at everything in a parsed body, level by level: without recursion, however deep it is.
 *
 * @returns how many names there are in all its objects
 */
function checkParts(root: object): number {
	let namesInAll = 0;
	let parts = 0;
	let level: unknown[] = [root];
	for (let depth = 1; level.length > 0; depth += 1) {
		const next: unknown[] = [];
		for (const value of level) {
			if (typeof value === 'string') checkText(value);
			if (typeof value !== 'object' || value === null) continue;
			if (depth > DEEPEST) throw new Refused(400, `The JSON is nested more than ${DEEPEST} deep`);
			const names = Object.keys(value);
			parts += names.length;
			if (parts > MOST_PARTS) throw tooMany();
			if (!Array.isArray(value)) namesInAll += names.length;
			names.forEach(checkName);
			for (const entry of Object.values(value)) next.push(entry);
		}
		level = next;
	}
	return namesInAll;
}

/**
 * How many names are written in a text of JSON that was parsed already: texts with a colon behind.
 * Of a name that came twice in one object, parsing keeps the last value only.
 */
function namesIn(json: string): number {
	const strings = json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g);
	return [...strings].filter(([, colon]) => colon).length;
}

function attempt<T>(parse: () => T): T | undefined {
	try {
		return parse();
	} catch {
		return undefined;
	}
}

function checkName(name: string) {
	checkText(name);
	if (forbiddenNames.includes(name))
		throw new Refused(400, 'A field has a name that is not allowed');
}

function checkText(text: string) {
	if (text.includes('\0')) throw new Refused(400, 'A text holds a NUL character');
}

function tooMany(): Refused {
	return new Refused(400, `The body has more than ${MOST_PARTS} fields`);
}
