import type { Message, Section } from './message';

/** How an expression rounds: the field is one of many. */
export const rounding = (decimals: number) =>
	`In an expression: {{ Number($json.amount).round(${decimals}) }}.`;

/** The reports about decimals, read after the label of a parameter. */
export const decimals = {
	tooManyDecimals: (decimals: number): Message => ({
		message: `has more than ${decimals} decimals`,
		description: `Round it to the decimals of the currency. ${rounding(2)}`,
	}),
	moreDecimalsThanCurrency: (currency: string, decimals: number): Message => ({
		message: 'has more decimals than the currency',
		description: `Round it: an amount of ${currency} has a maximum of ${decimals} decimals. ${rounding(decimals)}`,
	}),
	moreDecimalsThanUsual: (decimals: number): Message => ({
		message: 'has more decimals than the currency',
		description: `Round it to ${decimals} decimals. ${rounding(decimals)} For a currency with more decimals, set 'Currency' too.`,
	}),
} satisfies Section;
