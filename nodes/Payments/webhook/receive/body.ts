import { webhookResponses } from '../../shared/messages/webhooks';
import { isObject } from '../../shared/record';
import { NotificationRejectedError, rejected, type ResponseName } from './rejected';

/** The maximum depth of JSON (choice): a charge has 4 levels, and no more if the business grows. */
const MAX_DEPTH = 100;

/** Reads a body as UTF-8. @throws NotificationRejectedError if it is not */
export function readText(rawBody: Buffer): string {
	return tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(rawBody), 'notUtf8');
}

/** @throws NotificationRejectedError if a function throws */
function tryTo<T>(parse: () => T, response: ResponseName): T {
	try {
		return parse();
	} catch {
		throw rejected(response);
	}
}

/** Accepts only unambiguous forms: each name once, no malformed escapes. */
export function readForm(text: string): Record<string, string> {
	const fields = Object.create(null) as Record<string, string>;
	for (const pair of text.split('&')) {
		if (pair === '') continue;
		const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
		const name = decode(pair.slice(0, end));
		if (name === '') throw rejected('fieldWithoutName');
		if (name in fields) throw rejected('duplicateField');
		fields[name] = decode(pair.slice(end + 1));
	}
	if (Object.keys(fields).length === 0) throw rejected('emptyBody');
	return fields;
}

/** Decodes without URLSearchParams, which repairs malformed escapes, so that one text could be written in two ways. */
function decode(text: string): string {
	return tryTo(() => decodeURIComponent(text.replaceAll('+', ' ')), 'malformedForm');
}

/** Reads JSON without a name that occurs twice. @throws NotificationRejectedError if it is not an object */
export function readJson(text: string): Record<string, unknown> {
	const parsed = tryTo(() => JSON.parse(text) as unknown, 'malformedJson');
	if (!isObject(parsed)) throw rejected('notAnObject');
	// Parsing keeps only the last value of a name that occurs twice in an object.
	if (namesInText(text) > namesIn(parsed)) throw rejected('duplicateField');
	return safeFields(parsed) as Record<string, unknown>;
}

/** Counts the names in valid JSON. @throws NotificationRejectedError if it is too deep for functions that are recursive */
function namesInText(json: string): number {
	let [names, depth] = [0, 0];
	for (let at = 0; at < json.length; at += 1) {
		const sign = json[at];
		if (sign === ':') names += 1;
		else if (sign === '{' || sign === '[') depth += 1;
		else if (sign === '}' || sign === ']') depth -= 1;
		else if (sign === '"') {
			// No regular expression: it would exhaust the stack at millions of escapes.
			for (at += 1; json[at] !== '"'; at += 1) if (json[at] === '\\') at += 1;
		}
		if (depth > MAX_DEPTH)
			throw new NotificationRejectedError(webhookResponses.nestedTooDeep(MAX_DEPTH));
	}
	return names;
}

function namesIn(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const own = Array.isArray(value) ? 0 : Object.keys(value).length;
	return Object.values(value).reduce<number>((sum, one) => sum + namesIn(one), own);
}

/** Names that could change the prototype of all objects, if a workflow copies them (prototype pollution). */
const unsafeNames = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns fields without unsafe names, and without NUL characters, which databases refuse: a name with one is left out,
 * since it could become another name.
 */
export function safeFields(value: unknown): unknown {
	if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(safeFields);
	const entries = Object.entries(value).filter(([name]) => isSafe(name));
	return Object.fromEntries(entries.map(([name, one]) => [name, safeFields(one)]));
}

function isSafe(name: string): boolean {
	return !unsafeNames.includes(name) && !name.includes('\0');
}
