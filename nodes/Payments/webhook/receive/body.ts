import { webhookResponses } from '../../shared/messages/webhooks';
import { NotificationRejectedError, rejected, tryTo } from './rejected';

/** The maximum depth of JSON (choice): a charge has 4 levels, and no more if the business grows. */
const MAX_DEPTH = 100;

/** Reads a body as UTF-8. @throws NotificationRejectedError if it is not */
export function readText(rawBody: Buffer): string {
	const text = tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
	if (text === undefined) throw rejected('notUtf8');
	return text;
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
	const decoded = tryTo(() => decodeURIComponent(text.replaceAll('+', ' ')));
	if (decoded === undefined) throw rejected('malformedForm');
	return decoded;
}

/** Reads JSON without a name that occurs twice. @throws NotificationRejectedError if it is not an object */
export function readJson(text: string): Record<string, unknown> {
	const parsed = tryTo(() => JSON.parse(text) as unknown);
	if (parsed === undefined) throw rejected('malformedJson');
	if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
		throw rejected('notAnObject');
	}
	if (checkDepth(parsed) < countNames(text)) throw rejected('duplicateField');
	return safeFields(parsed) as Record<string, unknown>;
}

/**
 * Checks the depth of a parsed body, level by level: recursion could exhaust the stack.
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
	let end = 0;
	for (let start = json.indexOf('"'); start >= 0; start = json.indexOf('"', end)) {
		end = start + 1;
		// No regular expression: it would exhaust the stack at millions of escapes.
		for (; json[end] !== '"'; end += 1) if (json[end] === '\\') end += 1;
		for (end += 1; ' \t\n\r'.includes(json[end] ?? '-');) end += 1;
		if (json[end] === ':') count += 1;
	}
	return count;
}

/** Names that could change the prototype of all objects, if a workflow copies them (prototype pollution). */
const unsafeNames = ['__proto__', 'constructor', 'prototype'];

/**
 * Returns fields without unsafe names, and without NUL characters, which databases refuse. A name with a NUL character
 * is left out, since it could become another name. parse.ts limits the depth.
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
