/*
 * Amounts are numbers in major units of the currency. They are compared in whole ten-thousandths, which are exact.
 */

/** Currencies without decimals and with three; all others have two (ISO 4217, minor units). */
const WITHOUT_DECIMALS =
	'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'.split(' ');
const WITH_THREE_DECIMALS = 'bhd iqd jod kwd lyd omr tnd'.split(' ');

/** The maximum of a single amount in major units (choice): up to here, whole ten-thousandths are exact. */
export const MAX_AMOUNT = 900_000_000_000;

/** The maximum of decimals of any currency. */
export const MAX_DECIMALS = 3;

/**
 * Returns how many decimals an amount of a currency may have.
 *
 * @param currency three letters in either case; an unknown one has two decimals
 */
export function decimalsOf(currency: unknown): number {
	const code = currencyCode(currency);
	if (WITHOUT_DECIMALS.includes(code)) return 0;
	return WITH_THREE_DECIMALS.includes(code) ? 3 : 2;
}

/** Returns whether an amount in major units has no more decimals than allowed. */
export function hasDecimals(amount: number, maxDecimals: number): boolean {
	return Number(amount.toFixed(maxDecimals)) === amount;
}

/** Digits, which may be grouped in thousands and have decimals. */
const AMOUNT_PATTERN = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * Parses an amount of the API: a number in a charge, text in a form or a payment request, there sometimes with
 * grouped thousands (docs/interface.md, Choices).
 *
 * @returns major units; NaN if it is not an amount
 */
export function parseAmount(value: unknown): number {
	if (typeof value === 'number') return value;
	const isAmount = typeof value === 'string' && AMOUNT_PATTERN.test(value);
	return isAmount ? Number(value.replaceAll(',', '')) : Number.NaN;
}

/** Parses an amount as `parseAmount` does; null if it is not an amount, or too large to be exact. */
export function amountOf(value: unknown): number | null {
	const amount = parseAmount(value);
	return Math.abs(amount) <= Number.MAX_SAFE_INTEGER ? amount : null;
}

/** Converts an amount from major units to whole ten-thousandths, to compare it. */
export function toTenThousandths(amount: number): number {
	return Math.round(amount * 10_000);
}

/** Converts whole ten-thousandths to an amount in major units. */
export function fromTenThousandths(value: number | bigint): number {
	return Number(value) / 10_000;
}

/** Removes the rounding error of floating point from an amount, such as a difference of others. */
export function exactAmount(amount: number): number {
	return fromTenThousandths(toTenThousandths(amount));
}

/** Returns a currency in lower case, to compare it. */
export function currencyCode(currency: unknown): string {
	return String(currency).toLowerCase();
}

/** Adds amounts. @returns whole ten-thousandths, exact for a sum of any size */
export function sumOf(amounts: number[]): bigint {
	return amounts.reduce((sum, one) => sum + BigInt(toTenThousandths(one)), 0n);
}

/**
 * Returns a percentage of an amount, rounded down and rounded up to the decimals of the currency.
 *
 * @param amount in whole ten-thousandths, like the result
 */
export function percentOf(amount: bigint, percentage: number, currency: unknown) {
	const unit = 10n ** BigInt(4 - decimalsOf(currency));
	const product = amount * BigInt(toTenThousandths(percentage));
	const divisor = 1_000_000n * unit;
	const down = (product / divisor) * unit;
	return { down, up: product % divisor === 0n ? down : down + unit };
}

/**
 * Formats an amount with the decimals of its currency, such as `12.50 SGD` or `1200 JPY`.
 *
 * @param amount in major units, as `amountOf` reads it
 * @returns nothing if it is not an amount
 */
export function money(amount: unknown, currency: unknown): string | undefined {
	const value = amountOf(amount);
	if (value === null) return undefined;
	const code = typeof currency === 'string' ? currency.toUpperCase() : '';
	const decimals = decimalsOf(code);
	// Removes the error of differences, but no further decimal of the API.
	const exact = Number(value.toFixed(4));
	const text = hasDecimals(exact, decimals) ? exact.toFixed(decimals) : String(exact);
	return `${text} ${code}`.trim();
}

/** Formats an amount as `money` does, for a message. */
export function moneyInWords(amount: unknown, currency: unknown): string {
	return money(amount, currency) ?? 'an unknown amount';
}
