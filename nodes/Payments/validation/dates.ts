import { DateTime } from 'luxon';
import { z } from 'zod';

import { hints } from '../shared/messages/hints';
import { parameters } from '../shared/messages/parameters';
import { SERVICE_ZONE } from '../shared/time';
import { issue, required, ruleMessage } from './rule';

/**
 * Accepts a calendar day, sent as YYYY-MM-DD. The day of a date-time is the one in its text: 2026-03-01T23:30:00-08:00
 * is 1 March, whatever the time zones of n8n and of the Payments API.
 */
export function day() {
	return required(
		hints.date,
		z.unknown().transform((value, context) => {
			const date = readDate(value);
			// The one in the text, also of 24:00.
			if (date?.isValid) return typeof value === 'string' ? value.slice(0, 10) : date.toISODate();
			context.addIssue({ code: 'custom', message: ruleMessage(parameters.notDate(hints.date)) });
			return z.NEVER;
		}),
	);
}

/**
 * Accepts a date and time, sent as YYYY-MM-DD HH:mm:ss in Singapore time (docs/interface.md, Payment request). A time
 * without an offset, as the editor writes it, is in the workflow's time zone, which n8n sets as luxon's default.
 */
export function dateTime() {
	return required(
		hints.dateTime,
		z.unknown().transform((value, context) => {
			const date = readDate(value)?.setZone(SERVICE_ZONE);
			if (date?.isValid) return date.toFormat('yyyy-MM-dd HH:mm:ss');
			context.addIssue({
				code: 'custom',
				message: ruleMessage(parameters.notDateTime(hints.dateTime)),
			});
			return z.NEVER;
		}),
	);
}

/** The largest offset of a time zone, in minutes. */
const MAX_OFFSET_MIN = 14 * 60;

function readDate(value: unknown): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	// Luxon's default zone is that of the workflow. A Date has no zone of its own.
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?=$|[T ])/.test(value)) return undefined;
	const date = DateTime.fromISO(value.replace(' ', 'T'), { setZone: true });
	// luxon accepts any offset. Without one, it is that of the zone, long ago an odd one.
	const hasOffset = /[+-]\d\d(:?\d\d)?$/.test(value.slice(10));
	return hasOffset && Math.abs(date.offset) > MAX_OFFSET_MIN ? undefined : date;
}

/** Two filters that make a range: the second one must not be before the first one. */
export interface Range {
	from: string;
	to: string;
	/** The label of the first filter. */
	label: string;
}

/** Refuses a range that contains nothing. Days are compared as text: YYYY-MM-DD sorts by time. */
export function inOrder({ from, to, label }: Range) {
	return (values: Record<string, unknown>, context: z.RefinementCtx) => {
		const [first, last] = [values[from], values[to]];
		// A value that was refused is not reported again.
		if (!isComparable(first) || !isComparable(last) || first <= last) return;
		issue(context, to, parameters.endsBeforeStart(label));
	};
}

function isComparable(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
