import { z } from 'zod';

import { isId } from '../shared/id';
import { hints } from '../shared/messages/hints';
import { parameters } from '../shared/messages/parameters';
import { required, ruleMessage, type Rule } from './rule';

/**
 * Accepts text, and numbers and booleans of a sheet: references and IDs often look like numbers. A number that has lost
 * digits is refused.
 */
export function plainText(message: string): Rule<string> {
	return z
		.union([z.string(), z.number(), z.bigint(), z.boolean()], { errorMap: () => ({ message }) })
		.refine((value) => typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER, {
			message: ruleMessage(parameters.inexactNumber),
		})
		.transform(String);
}

/** Accepts text up to a length; numbers become text. */
export function text(maxLength = Number.POSITIVE_INFINITY) {
	const message = ruleMessage(parameters.notText);
	return required(
		hints.text,
		plainText(message)
			.refine((value) => !value.includes('[object Object]'), { message })
			.refine((value) => value.length <= maxLength, {
				message: ruleMessage(parameters.tooLong(maxLength)),
			}),
	);
}

/** Accepts an ID that is a UUID. @param source a sentence about where a user finds it */
export function uuid(source: string) {
	const hint = hints.uuid(source);
	return required(
		hint,
		z
			.string({ invalid_type_error: ruleMessage(parameters.notId(hint)) })
			.uuid({ message: ruleMessage(parameters.malformedId(hint)) }),
	);
}

/**
 * Accepts an ID of another format. It becomes a part of the path.
 *
 * @param source a sentence about where a user finds it
 * @param malformed the report about another text, where it is called otherwise
 */
export function id(source: string, malformed = parameters.malformedId(hints.id(source))) {
	return required(source, text().refine(isId, { message: ruleMessage(malformed) }));
}

/** Accepts a duration, such as 5 minutes, 30 mins, 2 hours or 7 days (docs/interface.md, Payment request). */
export function duration() {
	return text().refine((value) => /^[1-9]\d* (min|minute|hour|day)s?$/.test(value), {
		message: ruleMessage(parameters.notDuration(hints.duration)),
	});
}

/** Accepts the three letters of a currency, and sends them as they are. */
export function currency() {
	const message = ruleMessage(parameters.notCurrency(hints.currency));
	return required(
		hints.currency,
		z.string({ invalid_type_error: message }).regex(/^[a-z]{3}$/i, { message }),
	);
}

/** Returns whether a text is a complete web address, http or https. */
export function isWebAddress(value: unknown): value is string {
	return typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}

/** Accepts a web address, http or https, up to a length. */
export function webAddress(maxLength = Number.POSITIVE_INFINITY) {
	const message = ruleMessage(parameters.notWebAddress(hints.webAddress));
	return required(
		hints.webAddress,
		z
			.string({ invalid_type_error: message })
			.refine(isWebAddress, { message })
			.refine((value) => value.length <= maxLength, {
				message: ruleMessage(parameters.webAddressTooLong(maxLength)),
			}),
	);
}

/**
 * One name, one @ and a domain with a dot, in any script: zod refuses names such as r&d and jürgen, which RFC 5321 and 6531
 * allow.
 */
const EMAIL =
	/^(?!\.)(?!.*\.[.@])[^\s\p{C}@"(),:;<>[\]\\]+@([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Accepts an email address. */
export function email() {
	const message = ruleMessage(parameters.notEmail(hints.email));
	return required(hints.email, z.string({ invalid_type_error: message }).regex(EMAIL, { message }));
}
