import { z } from 'zod';

import { hints } from '../shared/messages/hints';
import { parameters } from '../shared/messages/parameters';
import { decimalsOf, hasDecimals, MAX_AMOUNT } from '../shared/money';
import { issue, required, ruleMessage, type Rule } from './rule';

/**
 * Accepts a number, or text that contains one, as in sheets and CSV files. Text such as 1E+05 is refused: a sheet shows
 * rounded numbers so.
 */
function number(hint: string): Rule<number> {
	const message = ruleMessage(parameters.notNumber(hint));
	const isNumber = (value: unknown) =>
		typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value);
	return z.preprocess(
		(value) => {
			const read = isNumber(value) ? Number(value) : value;
			// Other rules would report infinity, too.
			return typeof read === 'number' && !Number.isFinite(read) ? Number.NaN : read;
		},
		z.number({ invalid_type_error: message }),
	);
}

/** Accepts a whole number from `minimum` to `maximum`, both included. */
export function integer(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
	const isOpen = maximum === Number.MAX_SAFE_INTEGER;
	const hint = isOpen ? hints.integer(minimum) : hints.integerBetween(minimum, maximum);
	const notInteger = isOpen
		? parameters.notIntegerFrom(minimum, hint)
		: parameters.notIntegerBetween(minimum, maximum, hint);
	return required(
		hint,
		number(hint).refine(
			(value) => Number.isInteger(value) && value >= minimum && value <= maximum,
			{ message: ruleMessage(notInteger) },
		),
	);
}

/**
 * Accepts an amount in major units of the currency, from `minimum` to `maximum`.
 *
 * @param belowMinimum the advice for a smaller amount
 * @param blank the advice for an empty one
 */
export function amount(
	maximum = MAX_AMOUNT,
	minimum = 0,
	belowMinimum = hints.amountOrMore(minimum),
	blank: string = hints.amount,
) {
	const tooSmall =
		minimum === 0 ? parameters.belowZero(belowMinimum) : parameters.below(minimum, belowMinimum);
	return required(
		blank,
		number(hints.amount)
			.refine((value) => value >= minimum, { message: ruleMessage(tooSmall) })
			.refine((value) => value <= maximum, { message: ruleMessage(parameters.above(maximum)) })
			// Sums in expressions end in digits that nobody meant: 0.1 + 0.2 is 0.30000000000000004.
			.transform((value) => Number(value.toFixed(6))),
	);
}

/** Accepts an amount above 0, up to `maximum`. @param hint the advice for another amount, or for none */
export function amountAboveZero(hint?: string, maximum?: number) {
	const aboveZero = hint ?? hints.amountAboveZero;
	return amount(maximum, 0, aboveZero, hint).refine((value) => value > 0, {
		message: ruleMessage(parameters.zero(aboveZero)),
	});
}

/** Accepts a percentage above 0, up to 100. */
export function percentage() {
	return required(
		hints.percentage,
		number(hints.percentage).refine((value) => value > 0 && value <= 100, {
			message: ruleMessage(parameters.notPercentage(hints.percentage)),
		}),
	);
}

/** The fields with an amount in the `currency` beside them. */
export const AMOUNTS = ['amount', 'discount_amount'];

/** Refuses an amount with more decimals than its currency, as `fitsCurrency` does. */
export function inCurrency(values: Record<string, unknown>, context: z.RefinementCtx) {
	for (const name of AMOUNTS) {
		fitsCurrency(context, name, values[name], values.currency as string | undefined);
	}
}

/**
 * Refuses an amount with more decimals than its currency: the Payments API would round it, so that another amount
 * would be paid. Without a currency, two decimals are allowed.
 *
 * @param field as in `issue`
 */
export function fitsCurrency(
	context: z.RefinementCtx,
	field: Parameters<typeof issue>[1],
	value: unknown,
	code?: string,
) {
	const maximum = decimalsOf(code);
	if (typeof value !== 'number' || hasDecimals(value, maximum)) return;
	const message = code
		? parameters.moreDecimalsThanCurrency(code.toUpperCase(), maximum)
		: parameters.moreDecimalsThanUsual(maximum);
	issue(context, field, message);
}
