import { hasNetworkCode } from '../errors/oneMessage';
import type { Secrets } from '../run/secrets';
import { isObject } from '../shared/record';
import { separated } from './choices';
import { isBlank } from './rule';

/** The names and positions that lead to a value. */
export type Path = Array<string | number>;

/** Characters of a value in a message (choice): enough to find it in a sheet. Values do not grow with the business. */
const MAX_LENGTH = 60;

/** Returns the value that a rule refused, as it was entered: the rules read lists and collections in other forms. */
export function valueAt(value: unknown, [name, ...rest]: Path): unknown {
	if (name === undefined) return isObject(value) && value.__rl === true ? value.value : value;
	// A list in one text, or of one number.
	if (typeof value === 'string') return valueAt(separated(value)[Number(name)], rest);
	if (!isObject(value) && !Array.isArray(value)) return value;
	// n8n keeps the entries of a collection in a field of their own.
	const holder = isObject(value) && typeof name === 'number' ? Object.values(value)[0] : value;
	return valueAt((holder as Record<string | number, unknown> | undefined)?.[name], rest);
}

/**
 * Returns a value for a message: in one line, cut if it is long, without secrets. Returns nothing for an object, a
 * blank, a value that may be a part of a secret, or one for which n8n would replace the message.
 */
export function quoted(value: unknown, secrets: Secrets): string | undefined {
	if (isBlank(value)) return undefined;
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
		return undefined;
	const characters = [
		...secrets
			.redact(String(value))
			.trim()
			.replace(/[\s\p{C}]+/gu, ' '),
	];
	const isLong = characters.length > MAX_LENGTH;
	const text = isLong ? `${characters.slice(0, MAX_LENGTH).join('')}…` : characters.join('');
	if (hasNetworkCode(text) || secrets.resembles(text)) return undefined;
	return typeof value === 'string' ? `"${text}"` : text;
}
