import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { decimalsOf, hasDecimals } from './money';
import { SERVICE_ZONE } from './time';

/*
 * The building blocks of the operations' rules. A rule takes what a parameter holds (from the
 * editor or from an expression, where a sheet's numbers are text) and gives what is sent.
 */

/**
 * The message of a rule: two lines.
 *
 * @param what what is wrong, read after the parameter's label: "'Amount' is not a number"
 * @param remedy what to do about it, a sentence
 */
export function says(what: string, remedy: string): string {
	return `${what}\n${remedy}`;
}

/** From anything that a parameter may hold to a T. */
type Rule<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

const empty = (remedy: string) => says('is empty', remedy);

const isBlank = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A value that has to be there: blanks count as missing, and text loses the blanks around it. */
function given<T>(remedy: string, rule: Rule<T>): Rule<T> {
	return z
		.unknown()
		.refine((value) => !isBlank(value), { message: empty(remedy) })
		.transform((value) => (typeof value === 'string' ? value.trim() : value))
		.pipe(rule);
}

/** An optional field of something to be created: left out when it is blank. */
export function optional<T>(rule: Rule<T>): Rule<T | undefined> {
	return z.preprocess((value) => (isBlank(value) ? undefined : value), rule.optional());
}

/**
 * The rules of what an update may change. A field that was added and is blank is refused: left out, it
 * would look as if it had been changed, and sent, it might erase what is there.
 */
export function changes<T extends Record<string, Rule<unknown>>>(rules: T): T {
	const remedy = 'Give it a value, or remove the field: then it stays as it is.';
	// Fatal: nothing else is to be said of it.
	const blank = { code: 'custom', message: empty(remedy), fatal: true } as const;
	const changed = (rule: Rule<unknown>) =>
		z
			.unknown()
			.superRefine((value, context) => {
				if (value !== undefined && isBlank(value)) context.addIssue(blank);
			})
			.pipe(rule)
			.superRefine((value, context) => {
				// Pairs or parts without any.
				const isObject = typeof value === 'object' && value !== null;
				if (isObject && Object.values(value).every(isBlank)) context.addIssue(blank);
			});
	return Object.fromEntries(
		Object.entries(rules).map(([name, rule]) => [name, changed(rule)]),
	) as unknown as T;
}

/** A text, or what a sheet has in place of one: references and ids often look like numbers. */
function plain(message: string): Rule<string> {
	return z
		.union([z.string(), z.number(), z.bigint(), z.boolean()], { errorMap: () => ({ message }) })
		.transform(String);
}

/** Text up to a length. Numbers are taken as text. */
export function text(longest = Number.POSITIVE_INFINITY) {
	const remedy = 'Enter a text, or check the expression that should give it.';
	const notText = says('is not a text', 'Choose one field of the object in the expression.');
	return given(
		remedy,
		plain(notText)
			.refine((value) => !value.includes('[object Object]'), { message: notText })
			.refine((value) => value.length <= longest, {
				message: says(`is longer than ${longest} characters`, 'Shorten it.'),
			}),
	);
}

/** An id that is a UUID. @param whence where a user finds such an id, a sentence */
export function uuid(whence: string) {
	const remedy = `${whence} It looks like 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11.`;
	return given(
		remedy,
		z
			.string({ invalid_type_error: says('is not an ID', remedy) })
			.uuid({ message: says('is not a valid ID', remedy) }),
	);
}

/** An id that the interface calls a text. It becomes a part of the address, where dots lead elsewhere. */
export function id(whence: string) {
	return given(
		whence,
		text().refine((value) => !/^\.+$/.test(value), {
			message: says('is not a valid ID', whence),
		}),
	);
}

/** Several UUIDs, separated by commas, or an array from an expression. */
export function uuids(whence: string) {
	return listOf(uuid(whence), whence);
}

/** A user's id: the interface allows a UUID or a number (docs/interface.md, charges). */
export function userIds() {
	const remedy = 'Enter user IDs separated by commas: each a UUID or a whole number.';
	return listOf(
		given(
			remedy,
			plain(says('is not a valid user ID', remedy)).refine(
				(id) => /^\d+$/.test(id) || z.string().uuid().safeParse(id).success,
				{
					message: says('is not a valid user ID', remedy),
				},
			),
		),
		remedy,
	);
}

/** At least one of something: an array, or values separated by commas. */
function listOf<T>(rule: Rule<T>, remedy: string) {
	return z.preprocess(
		(value) =>
			typeof value === 'string'
				? value.split(',').filter((part) => part.trim() !== '')
				: typeof value === 'number'
					? [value]
					: (value ?? []),
		z
			.array(rule, { invalid_type_error: says('is not a list', remedy) })
			.min(1, { message: empty(remedy) }),
	);
}

/** A number; text that holds one counts, as sheets and CSV files give it. */
function number(remedy: string): Rule<number> {
	const notANumber = says('is not a number', remedy);
	return z.preprocess(
		(value) =>
			typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)
				? Number(value)
				: value,
		z.number({ invalid_type_error: notANumber }).finite({ message: notANumber }),
	);
}

/** An amount of money in major units of the currency, from `least` to `most`. */
export function amount(
	most = Number.POSITIVE_INFINITY,
	least = 0,
	enough = `Enter an amount of ${least} or more.`,
) {
	const remedy = 'Enter the amount in whole units of the currency, with a point, e.g. 12.50.';
	return given(
		remedy,
		number(remedy)
			.refine((value) => value >= least, {
				message: says(least === 0 ? 'is below zero' : `is below ${least}`, enough),
			})
			.refine((value) => value <= most, {
				message: says(`is above ${most}`, `Enter an amount of at most ${most}.`),
			})
			// Sums in expressions end in digits that nobody meant: 0.1 + 0.2 is 0.30000000000000004.
			.transform((value) => Number(value.toFixed(6))),
	);
}

/** An amount of money that moves: above 0. @param enough what to do about one that is not, a sentence */
export function amountAboveZero(enough = 'Enter an amount above 0.') {
	return amount(undefined, 0, enough).refine((value) => value > 0, {
		message: says('is zero', enough),
	});
}

/**
 * Refuses an amount with more decimals than its currency has: the API rounds it, so that another amount
 * would be paid. Where no currency is given, it may be any with two decimals.
 */
export function inCurrency(values: Record<string, unknown>, context: z.RefinementCtx) {
	const { amount: value, currency: code } = values as { amount?: number; currency?: string };
	const most = decimalsOf(code);
	if (typeof value !== 'number' || hasDecimals(value, most)) return;
	const remedy = code
		? `Round it: an amount of ${code.toUpperCase()} has at most ${most} decimals.`
		: `Round it to ${most} decimals. For a currency with more of them, set 'Currency' too.`;
	issue(context, 'amount', 'has more decimals than the currency', remedy);
}

/** A whole number from `least` to `most`, both included. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER) {
	const range =
		most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
	const remedy = `Enter a whole number ${range}.`;
	return given(
		remedy,
		number(remedy).refine((value) => Number.isInteger(value) && value >= least && value <= most, {
			message: says(`is not a whole number ${range}`, remedy),
		}),
	);
}

/** One of the values that the drop-down of `field` offers. */
export function oneOf(options: INodePropertyOptions[]) {
	const values = options.map((option) => option.value);
	const remedy = `Use one of: ${values.join(', ')}.`;
	return given(
		remedy,
		z
			.string({ invalid_type_error: says('is not a known value', remedy) })
			.refine((value) => values.includes(value), {
				message: says('is not a known value', remedy),
			}),
	);
}

/**
 * Names and values, as a collection of `pairs` holds them, sent as one object.
 *
 * @param most how many pairs there may be
 * @param longest how many characters a value may have
 */
export function pairs(most: number, longest: number) {
	const remedy = 'Give every pair a name of its own and a value.';
	const message = says('is not a list of pairs', remedy);
	const wrong = { invalid_type_error: message, required_error: message };
	const name = text().refine((value) => value !== '__proto__', {
		message: says('is not a name', remedy),
	});
	const pair = z.object({ name, value: text(longest) }, wrong);
	return z
		.object({ pairs: z.array(pair, wrong).default([]) }, wrong)
		.transform(({ pairs: list }) => list)
		.refine((list) => list.length <= most, {
			message: says(`has more than ${most} pairs`, 'Remove some of them.'),
		})
		.refine((list) => new Set(list.map((one) => one.name)).size === list.length, {
			message: says('has the same name twice', remedy),
		})
		.transform((list) => Object.fromEntries(list.map((one) => [one.name, one.value])));
}

/** Parts of one thing, as a collection called `key` holds them; the empty ones are left out. */
export function parts(key: string) {
	const remedy = 'Add the parts one by one.';
	const wrong = { invalid_type_error: says('does not have the right parts', remedy) };
	return z
		.object({ [key]: z.record(z.string(), optional(text()), wrong).default({}) }, wrong)
		.transform((value) => value[key]);
}

/** At least one text; for lists of values that the service may add to. */
export function texts(remedy: string) {
	return listOf(text(), remedy);
}

/** A length of time, such as 5 minutes, 2 hours or 7 days (docs/interface.md, Payment request). */
export function duration() {
	const remedy = 'Enter a number and a unit: minutes, hours or days, e.g. 2 hours.';
	return text().refine((value) => /^[1-9]\d* (minute|hour|day)s?$/.test(value), {
		message: says('is not a length of time', remedy),
	});
}

/** At least one of the values that the list offers. */
export function someOf(
	options: INodePropertyOptions[],
	remedy = 'Choose at least one, or remove the filter to get all.',
) {
	return listOf(oneOf(options), remedy);
}

/**
 * A calendar day, sent as YYYY-MM-DD. A date-time gives the day that it names where it was written
 * down: 2026-03-01T23:30:00-08:00 is 1 March, whatever the time zones of n8n and of the service.
 */
export function day() {
	const remedy =
		'Use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00.';
	return given(
		remedy,
		z.unknown().transform((value, context) => {
			const date = readDate(value);
			if (date?.isValid) return date.toISODate();
			context.addIssue({ code: 'custom', message: says('is not a date', remedy) });
			return z.NEVER;
		}),
	);
}

function readDate(value: unknown): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	// n8n's default zone of luxon is the workflow's, the only sensible one for a bare instant.
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?=$|[T ])/.test(value)) return undefined;
	return DateTime.fromISO(value.replace(' ', 'T'), { setZone: true });
}

/**
 * A moment, sent as YYYY-MM-DD HH:mm:ss in Singapore time (docs/interface.md, Payment request). A
 * time without an offset, as the editor gives it, is one in the workflow's time zone, which n8n
 * makes luxon's default.
 */
export function moment() {
	const remedy = 'Use a date and time such as 2026-03-01T09:30:00, or one with an offset.';
	return given(
		remedy,
		z.unknown().transform((value, context) => {
			const date = readDate(value)?.setZone(SERVICE_ZONE);
			if (date?.isValid) return date.toFormat('yyyy-MM-dd HH:mm:ss');
			context.addIssue({ code: 'custom', message: says('is not a date and time', remedy) });
			return z.NEVER;
		}),
	);
}

/** A currency: three letters, sent as they were given. */
export function currency() {
	const remedy = 'Enter the three letters of the currency, e.g. SGD.';
	return given(
		remedy,
		z
			.string({ invalid_type_error: says('is not a currency', remedy) })
			.regex(/^[a-z]{3}$/i, { message: says('is not a currency', remedy) }),
	);
}

/** Whether a text is a complete web address, http or https. */
export function isWebAddress(value: string): boolean {
	return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}

/** A web address, http or https, up to a length. */
export function webAddress(longest = Number.POSITIVE_INFINITY) {
	const remedy = 'Enter a complete address that begins with https://.';
	return given(
		remedy,
		z
			.string({ invalid_type_error: says('is not a web address', remedy) })
			.refine(isWebAddress, { message: says('is not a web address', remedy) })
			.refine((value) => value.length <= longest, {
				message: says(`is longer than ${longest} characters`, 'Use a shorter address.'),
			}),
	);
}

/** An email address. */
export function email() {
	const remedy = 'Enter an address such as ann@example.com.';
	return given(
		remedy,
		z
			.string({ invalid_type_error: says('is not an email address', remedy) })
			.email({ message: says('is not an email address', remedy) }),
	);
}

/** A switch; an expression may give it as text. */
export function flag() {
	const neither = says('is neither true nor false', 'Use true or false.');
	return z.preprocess(
		(value) => (value === 'true' ? true : value === 'false' ? false : value),
		z.boolean({ required_error: neither, invalid_type_error: neither }),
	);
}

/** A switch that the service takes as the text "true" or "false" (docs/interface.md, bodies). */
export function flagAsText() {
	return flag().transform(String);
}

/** Adds a rule that concerns several fields: the issue is laid at the field to be changed. */
export function issue(context: z.RefinementCtx, field: string, what: string, remedy: string) {
	context.addIssue({ code: 'custom', path: [field], message: says(what, remedy) });
}

/** Refuses an update that changes nothing. @param id what says which record it is about */
export function somethingToChange(id: string) {
	return (values: Record<string, unknown>, context: z.RefinementCtx) => {
		const names = Object.keys(values).filter((name) => values[name] !== undefined);
		if (names.some((name) => name !== id)) return;
		const remedy = 'Add at least one field, with the value that it is to have.';
		issue(context, 'updateFields', 'is empty', remedy);
	};
}

/** Two filters that make a range: the second one must not lie before the first one. */
export interface Range {
	from: string;
	to: string;
	/** The label of the first one. */
	label: string;
}

/** Refuses ranges that nothing can lie in. Days are compared as text: YYYY-MM-DD sorts by time. */
export function inOrder(...ranges: Range[]) {
	return (values: Record<string, unknown>, context: z.RefinementCtx) => {
		for (const { from, to, label } of ranges) {
			const [first, last] = [values[from], values[to]] as Array<string | number | undefined>;
			if (first === undefined || last === undefined || first <= last) continue;
			issue(context, to, `lies before '${label}'`, 'Exchange the two, or correct one of them.');
		}
	};
}

/** The rules of an operation: from what the parameters hold to what is sent. */
export type Rules = Rule<Record<string, unknown>>;

/** The label that the editor shows for a field, given in the service's words or by parameter name. */
export function labelOf(fields: INodeProperties[], name: string): string {
	for (const field of fields) {
		const inner = field.type === 'collection' ? (field.options as INodeProperties[]) : [];
		const named = [field, ...inner].find(
			(one) => (one.routing?.send?.property ?? one.name) === name,
		);
		if (named) return named.displayName;
	}
	return name;
}
