/** The fewest characters of an account number (choice): the last four of a shorter one are most of it. */
const MIN_LENGTH = 7;

/** Returns the last four characters of an account number, without blanks and dashes; nothing if it is not one. */
export function lastDigits(accountNumber: unknown): string | undefined {
	// JSON rounds a long number.
	const isExact = typeof accountNumber === 'string' || Number.isSafeInteger(accountNumber);
	const text = isExact ? String(accountNumber).replaceAll(/[\s-]/g, '') : '';
	return text.length >= MIN_LENGTH && /^\+?[\dA-Z*]+$/i.test(text) ? text.slice(-4) : undefined;
}
