import { isObject } from '../shared/record';

/** Returns the message and the lines of `errors`, without those that repeat the message. */
export function messagesOf({ message, errors }: Record<string, unknown>): string[] {
	const first = hasText(message) ? message.trim() : '';
	const details = lines(errors).map((line) => line.trim());
	return [first, ...new Set(details)]
		.filter((text, index) => hasText(text) && (index === 0 || !first || !text.endsWith(first)))
		.slice(0, MAX_MESSAGES)
		.map((text) =>
			text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text,
		);
}

/** The maximum number of messages, and of characters in each (choice). Both grow only with the fields of a request. */
const MAX_MESSAGES = 20;
const MAX_MESSAGE_LENGTH = 500;

/** The maximum depth to which `errors` is read (choice): as deep as a request, such as a field in a list of products in an order. */
const MAX_DEPTH = 5;

/** Returns the lines of `errors`: an object of lists by field, or a list (docs/interface.md, Errors). */
export function lines(errors: unknown, depth = 0): string[] {
	if (typeof errors === 'string') return [errors];
	if (depth === MAX_DEPTH) return [];
	const inside = (one: unknown) => lines(one, depth + 1);
	if (Array.isArray(errors)) return errors.flatMap(inside);
	if (!isObject(errors)) return [];
	return Object.entries(errors).flatMap(([field, texts]) =>
		inside(texts).map((line) => `${field}: ${line}`),
	);
}

/** Returns whether a value is text with a letter or a digit. */
export function hasText(text: unknown): text is string {
	return typeof text === 'string' && /[\p{L}\p{N}]/u.test(text);
}
