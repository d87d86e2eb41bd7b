import { z } from 'zod';

import { hints } from '../shared/messages/hints';
import type { Message } from '../shared/messages/message';
import { parameters } from '../shared/messages/parameters';
import { isObject } from '../shared/record';

/** Turns anything that a parameter may hold into a T that is sent. */
export type Rule<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/** The rules of an operation: from the values of its parameters to the values that are sent. */
export type Rules = Rule<Record<string, unknown>>;

/** Returns the text that a rule reports to zod: message and description in two lines, read by `describeIssues`. */
export function ruleMessage({ message, description }: Message): string {
	return `${message}\n${description}`;
}

/** Returns text without blanks around it; other values as they are. */
export function trimmed(value: unknown): unknown {
	return typeof value === 'string' ? value.trim() : value;
}

export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** Refuses a blank value, and trims text. @param hint the advice for a blank value */
export function required<T>(hint: string, rule: Rule<T>): Rule<T> {
	return z
		.unknown()
		.refine((value) => !isBlank(value), { message: ruleMessage(parameters.empty(hint)) })
		.transform(trimmed)
		.pipe(rule);
}

/** Returns whether a value is an object without a filled value, such as the parts of an address. */
function isEmptyObject(value: unknown): boolean {
	return isObject(value) && Object.values(value).every(isBlank);
}

/** Leaves out a blank value, and an object of blank values: for optional fields of a record that is created. */
export function optional<T>(rule: Rule<T>): Rule<T | undefined> {
	return z
		.preprocess((value) => (isBlank(value) ? undefined : value), rule.optional())
		.transform((value) => (isEmptyObject(value) ? undefined : value));
}

/**
 * Refuses blank values among the fields of an update. If a blank field were left out, it would look as if it had been
 * changed. If it were sent, it might erase the current value.
 */
export function changes<T extends Record<string, Rule<unknown>>>(rules: T): T {
	const message = ruleMessage(parameters.empty(hints.change));
	// Fatal: no other rule reports anything about the field.
	const blank = { code: 'custom', message, fatal: true } as const;
	const changed = (rule: Rule<unknown>) =>
		z
			.unknown()
			.superRefine((value, context) => {
				if (value !== undefined && isBlank(value)) context.addIssue(blank);
			})
			.pipe(rule.optional())
			.superRefine((value, context) => {
				// An empty collection of pairs or parts is blank, too.
				if (isEmptyObject(value) || (Array.isArray(value) && value.every(isBlank)))
					context.addIssue(blank);
			});
	return Object.fromEntries(
		Object.entries(rules).map(([name, rule]) => [name, changed(rule)]),
	) as unknown as T;
}

/**
 * Returns the rules for filters, which are optional. An empty filter is refused: without it, all records would be
 * returned. It is null if its expression returned nothing.
 */
export function filterRules<T extends Record<string, Rule<unknown>>>(rules: T) {
	const returnedNothing = ruleMessage(parameters.returnedNothing);
	const empty = ruleMessage(parameters.emptyFilter);
	const filter = (rule: Rule<unknown>) =>
		z
			.unknown()
			.superRefine((value, context) => {
				if (value !== null && (!isBlank(value) || rule.safeParse(value).success)) return;
				const message = value === null ? returnedNothing : empty;
				// Fatal: no other rule reports anything about the filter.
				context.addIssue({ code: 'custom', message, fatal: true });
			})
			.pipe(rule);
	return z
		.object(Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, filter(rule)])))
		.partial();
}

/**
 * Reports an issue that concerns several fields.
 *
 * @param field the field to change; in a collection of entries, also the index of the entry, and its part
 */
export function issue(
	context: z.RefinementCtx,
	field: string | [string, number, string],
	message: Message,
) {
	context.addIssue({ code: 'custom', path: [field].flat(), message: ruleMessage(message) });
}

/** Refuses an update without changes. @param id the field that identifies the record */
export function somethingToChange(id: string) {
	return (values: Record<string, unknown>, context: z.RefinementCtx) => {
		const names = Object.keys(values).filter((name) => values[name] !== undefined);
		if (names.some((name) => name !== id)) return;
		issue(context, 'updateFields', parameters.empty(hints.someChange));
	};
}
