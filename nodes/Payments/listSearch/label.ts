import { DateTime } from 'luxon';

import { methodOptions } from '../shared/paymentMethods';

/** What a record of the service holds: nothing is sure to be there, or to be what it should be. */
type Value = unknown;

/** Puts the parts that are there into one line: texts and numbers. */
export function line(...parts: Value[]): string {
	return parts
		.map(textOf)
		.filter((part) => part !== '')
		.join(' · ');
}

/** A text, or a number as text; of everything else nothing. */
function textOf(value: Value): string {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value.slice(0, LONGEST) : '';
}

/** Nobody reads more than this of a part, in characters (choice). */
const LONGEST = 255;

/** An amount with its currency, such as `12.50 SGD`. @param amount in major units, or text of them */
export function money(amount: Value, currency: Value): string | undefined {
	const text = textOf(amount).trim();
	if (text === '' || !Number.isFinite(Number(text))) return undefined;
	const code = textOf(currency).toUpperCase();
	return `${Number(text).toFixed(decimals(code))} ${code}`.trim();
}

function decimals(code: string): number | undefined {
	if (!/^[A-Z]{3}$/.test(code)) return 2;
	const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
	return format.resolvedOptions().maximumFractionDigits;
}

/** A code of the service in words: `partially_refunded` is `Partially Refunded`. */
export function words(code: Value): string {
	const parts = textOf(code).split('_');
	return parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`).join(' ');
}

/** A way to pay as people know it; a code that is not known, in words. */
export function method(code: Value): string {
	return methodOptions.find(({ value }) => value === code)?.name ?? words(code);
}

/** The day of a moment, such as `1 Mar 2026`. @param zone, text as in `time` */
export function day(text: Value, zone: string): string | undefined {
	return format(text, zone, 'd LLL yyyy');
}

/**
 * A moment, such as `1 Mar 2026, 14:05`.
 *
 * @param text ISO 8601; one without an offset is shown as it is written, since nobody says its zone
 * @param zone where the time is shown; unless n8n knows it, the time is shown as it is written
 */
export function time(text: Value, zone: string): string | undefined {
	return format(text, zone, 'd LLL yyyy, HH:mm');
}

function format(text: Value, zone: string, pattern: string): string | undefined {
	const iso = textOf(text).replace(' ', 'T');
	const written = DateTime.fromISO(iso, { setZone: true, zone: 'utc', locale: 'en' });
	if (!written.isValid) return undefined;
	const hasOffset = /T.*(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso);
	const moved = written.setZone(zone);
	return (hasOffset && moved.isValid ? moved : written).toFormat(pattern);
}
