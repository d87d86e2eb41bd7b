import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { hints } from '../shared/messages/hints';
import { parameters } from '../shared/messages/parameters';
import { isObject } from '../shared/record';
import { isBlank, optional, required, ruleMessage, type Rule } from './rule';
import { currency, plainText, text, uuid } from './texts';

/** Accepts a switch; an expression may return it as text. */
export function boolean() {
	const message = ruleMessage(parameters.notBoolean);
	return z.preprocess(
		(value) => (value === 'true' ? true : value === 'false' ? false : value),
		z.boolean({ required_error: message, invalid_type_error: message }),
	);
}

/** Accepts a switch that a person has turned on, and no expression. */
export function switchedOn() {
	const message = ruleMessage(parameters.switchedOff(hints.allowChanges));
	return z.literal(true, { errorMap: () => ({ message }) });
}

/** Accepts a switch that is sent as the text "true" or "false" (docs/interface.md, bodies). */
export function booleanAsText() {
	return boolean().transform(String);
}

/** Accepts one of the values of a drop-down. @param earlier values that are no longer offered */
export function oneOf(options: INodePropertyOptions[], earlier: string[] = []) {
	const values = options.map((option) => option.value);
	const message = unknownValue(options);
	return required(
		choiceOf(options),
		z
			.string({ invalid_type_error: message })
			.refine((value) => [...values, ...earlier].includes(value), { message }),
	);
}

/** Returns the error about a value that a drop-down does not offer. */
export function unknownValue(options: INodePropertyOptions[]): string {
	return ruleMessage(parameters.unknownValue(choiceOf(options)));
}

function choiceOf(options: INodePropertyOptions[]): string {
	return hints.oneOf(options.map(({ value }) => value).join(', '));
}

/** Accepts one or more values of a list. @param hint the advice if there are none @param earlier as in `oneOf` */
export function someOf(
	options: INodePropertyOptions[],
	hint: string = hints.someOf,
	earlier?: string[],
) {
	return listOf(oneOf(options, earlier), hint);
}

/** Accepts one or more texts: for lists of values that HitPay may extend. @param hint as in `someOf` */
export function texts(hint: string) {
	return listOf(text(), hint);
}

/** Accepts one or more UUIDs. @param source a sentence about where a user finds them */
export function uuids(source: string) {
	return listOf(uuid(source), source);
}

/** Accepts one or more currencies. @param hint as in `someOf` */
export function currencies(hint: string) {
	return listOf(currency(), hint);
}

/** Accepts one or more user IDs, each a UUID or a number (docs/interface.md, charges). */
export function userIds() {
	const message = ruleMessage(parameters.notUserId(hints.userIds));
	const isUserId = (id: string) => /^\d+$/.test(id) || z.string().uuid().safeParse(id).success;
	return listOf(
		required(hints.userIds, plainText(message).refine(isUserId, { message })),
		hints.userIds,
	);
}

/** Returns the values of a text that are separated by commas. */
export function separated(text: string): string[] {
	return text.split(',').filter((part) => part.trim() !== '');
}

/** Accepts an array, or values separated by commas. */
function listOf<T>(rule: Rule<T>, hint: string) {
	return z.preprocess(
		(value) =>
			typeof value === 'string'
				? separated(value)
				: typeof value === 'number'
					? [value]
					: (value ?? []),
		z
			.array(rule, { invalid_type_error: ruleMessage(parameters.notList(hint)) })
			.min(1, { message: ruleMessage(parameters.empty(hint)) }),
	);
}

/** Accepts names and values of a collection of `pairs`, sent as one object. */
export function pairs(maxPairs: number, maxLength: number) {
	const message = ruleMessage(parameters.notPairs(hints.pairs));
	const wrong = { invalid_type_error: message, required_error: message };
	const name = text().refine((value) => value !== '__proto__', {
		message: ruleMessage(parameters.reservedName),
	});
	const pair = z.object({ name, value: text(maxLength) }, wrong);
	return z
		.object({ pairs: z.array(pair, wrong).default([]) }, wrong)
		.transform(({ pairs: list }) => list)
		.refine((list) => list.length <= maxPairs, {
			message: ruleMessage(parameters.tooManyPairs(maxPairs)),
		})
		.refine((list) => new Set(list.map((one) => one.name)).size === list.length, {
			message: ruleMessage(parameters.repeatedName),
		})
		.transform((list) => Object.fromEntries(list.map((one) => [one.name, one.value])));
}

/** Accepts a name and a value of `pairs`, of which the editor adds one. */
export function pair(maxLength: number) {
	return z.preprocess(
		(value) => (isObject(value) && isObject(value.pairs) ? { pairs: [value.pairs] } : value),
		pairs(1, maxLength).refine((all) => Object.keys(all).length > 0, {
			message: ruleMessage(parameters.emptyFilter),
		}),
	);
}

/**
 * Accepts the entries of a collection called `key`, sent as a list.
 *
 * @param rules the rules of an entry, by the names of the Payments API
 */
export function entries<T extends z.ZodRawShape>(key: string, rules: T) {
	return listAt(key, z.preprocess(withoutModes, z.object(rules, noEntries)));
}

/** The same, with nothing in the place of each entry that has no values: messages name entries by their places. */
export function filledEntries<T extends z.ZodRawShape>(key: string, rules: T) {
	const isFilled = (entry: unknown) => !isObject(entry) || !Object.values(entry).every(isBlank);
	return listAt(
		key,
		z.preprocess(
			(entry) => (isFilled(entry) ? withoutModes(entry) : undefined),
			z.object(rules, noEntries).optional(),
		),
	);
}

const noEntriesMessage = ruleMessage(parameters.notList(hints.entries));
const noEntries = { invalid_type_error: noEntriesMessage, required_error: noEntriesMessage };

function listAt<T extends z.ZodTypeAny>(key: string, entry: T) {
	return z.preprocess(
		(value) => (isObject(value) ? (value[key] ?? []) : value),
		z.array(entry, noEntries),
	);
}

/** Replaces each selection from a list by its value: n8n does so only outside of collections. */
function withoutModes(entry: unknown): unknown {
	if (!isObject(entry)) return entry;
	return Object.fromEntries(
		Object.entries(entry).map(([name, value]) => [
			name,
			isObject(value) && value.__rl === true ? value.value : value,
		]),
	);
}

/** Accepts the parts of a collection called `key`, without those that are blank. */
export function parts(key: string) {
	const wrong = { invalid_type_error: ruleMessage(parameters.notParts) };
	return z
		.object({ [key]: z.record(z.string(), optional(text()), wrong).default({}) }, wrong)
		.transform((value) => value[key]);
}
