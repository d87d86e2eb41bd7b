/** Digits, in thousands or not, with or without decimals. */
const written = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * Reads an amount of the service: a number in a charge, text in a form or a payment request, there sometimes
 * with its thousands grouped (docs/interface.md, Choices).
 *
 * @returns major units, or null for what is no amount
 */
export function amountOf(given: unknown): number | null {
	const isWritten = typeof given === 'string' && written.test(given);
	const amount = isWritten ? Number(given.replaceAll(',', '')) : given;
	return typeof amount === 'number' && Math.abs(amount) <= Number.MAX_SAFE_INTEGER ? amount : null;
}
