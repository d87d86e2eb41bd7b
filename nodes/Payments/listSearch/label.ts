import { methodOptions } from '../shared/paymentMethods';
import { parseTime, SERVICE_ZONE, withOffset } from '../shared/time';

/** A value of a record, of any type: it may be missing or unexpected. */
type Value = unknown;

/** Joins texts and numbers to one line, without empty parts, line breaks and characters that are not shown. */
export function line(...parts: Value[]): string {
	return parts
		.map(textOf)
		.filter((part) => part !== '')
		.join(' · ');
}

/** Returns a text or a number as text; an empty text for any other type. */
function textOf(value: Value): string {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return '';
	const shown = value.slice(0, MAX_LENGTH).replace(/[\s\p{Cc}]+/gu, ' ');
	// Marks of direction; joiners are parts of letters and emoji.
	return shown.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

/** The maximum length of a part, in characters (choice): a label is one line, however many records there are. */
const MAX_LENGTH = 255;

/** Formats a code of the API: `partially_refunded` as `Partially Refunded`. */
export function words(code: Value): string {
	const parts = textOf(code).split('_');
	return parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`).join(' ');
}

/** Returns the name of a payment method; an unknown code is formatted by `words`. */
export function method(code: Value): string {
	return methodOptions.find(({ value }) => value === code)?.name ?? words(code);
}

/** Formats the day of a time, such as `1 Mar 2026`. @param text as for `time` */
export function day(text: Value): string | undefined {
	return format(text, 'd LLL yyyy');
}

/** Formats a time as the output shows it, with the name of its zone: `1 Mar 2026, 14:05 UTC+8`. @param text ISO 8601 */
export function time(text: Value): string | undefined {
	return format(text, 'd LLL yyyy, HH:mm ZZZZ');
}

function format(text: Value, pattern: string): string | undefined {
	const read = parseTime(String(withOffset(textOf(text))), SERVICE_ZONE);
	return read.isValid ? read.setLocale('en').toFormat(pattern) : undefined;
}
