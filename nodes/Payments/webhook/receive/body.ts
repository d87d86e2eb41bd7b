import { webhookResponses } from '../../shared/messages/webhooks';
import { NotificationRejectedError, rejected, tryTo } from './rejected';
import { safeFields } from './safeFields';

/** The maximum depth of JSON (choice): a charge has 4 levels, and no more if the business grows. */
const MAX_DEPTH = 100;

/** Reads a body as UTF-8. @throws NotificationRejectedError if it is not */
export function readText(rawBody: Buffer): string {
	const text = tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
	if (text === undefined) throw rejected('notUtf8');
	return text;
}

/**
 * Accepts only unambiguous forms: each name once, no malformed escapes. `split` would let a body of & fill the memory.
 */
export function readForm(text: string): Record<string, string> {
	const fields = Object.create(null) as Record<string, string>;
	for (let start = 0, end = 0; start <= text.length; start = end + 1) {
		end = text.indexOf('&', start);
		if (end < 0) end = text.length;
		if (end === start) continue;
		const pair = text.slice(start, end);
		const equals = pair.indexOf('=');
		const name = decode(equals < 0 ? pair : pair.slice(0, equals));
		if (name === '') throw rejected('fieldWithoutName');
		if (name in fields) throw rejected('duplicateField');
		fields[name] = equals < 0 ? '' : decode(pair.slice(equals + 1));
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
