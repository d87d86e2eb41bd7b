/*
 * Amounts of money. In memory they are numbers in major units of the currency; what is compared is
 * counted in whole ten-thousandths, without what floating point adds.
 */

/** Currencies without decimals, and those with three; all others have two (ISO 4217, minor units). */
const WITHOUT_DECIMALS =
	'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'.split(' ');
const WITH_THREE_DECIMALS = 'bhd iqd jod kwd lyd omr tnd'.split(' ');

/** The most decimals that an amount of any of them may have. */
export const MAX_DECIMALS = 3;

/**
 * How many decimals an amount of a currency may have.
 *
 * @param currency three letters in either case; an unknown one counts as most of them do
 */
export function decimalsOf(currency: unknown): number {
	const code = String(currency).toLowerCase();
	if (WITHOUT_DECIMALS.includes(code)) return 0;
	return WITH_THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** Whether an amount (major units) has no more decimals than allowed. */
export function hasDecimals(amount: number, most: number): boolean {
	return Number(amount.toFixed(most)) === amount;
}

/** Digits, in thousands or not, with or without decimals. */
const written = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * Reads an amount of the API: a number in a charge, text in a form or a payment request, there sometimes
 * with its thousands grouped (docs/interface.md, Choices).
 *
 * @returns major units; NaN for what is no amount
 */
export function readAmount(value: unknown): number {
	if (typeof value === 'number') return value;
	const isWritten = typeof value === 'string' && written.test(value);
	return isWritten ? Number(value.replaceAll(',', '')) : Number.NaN;
}

/** As `readAmount`; null for what is no amount, or one too large to be counted. */
export function amountOf(value: unknown): number | null {
	const amount = readAmount(value);
	return Math.abs(amount) <= Number.MAX_SAFE_INTEGER ? amount : null;
}

/** An amount (major units) in whole ten-thousandths, to be compared. */
export function exact(amount: number): number {
	return Math.round(amount * 10_000);
}

/** An amount for a message, such as `12.5 SGD`. */
export function money(amount: number, currency?: unknown): string {
	if (Number.isNaN(amount)) return 'an unknown amount';
	const code = typeof currency === 'string' ? ` ${currency.toUpperCase()}` : '';
	return `${Number(amount.toFixed(4))}${code}`;
}
