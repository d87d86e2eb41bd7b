/** Returns the last four digits of an account number; nothing if it is not one. */
export function lastDigits(accountNumber: unknown): string | undefined {
	const isText = typeof accountNumber === 'string' || typeof accountNumber === 'number';
	return isText ? String(accountNumber).replaceAll(/\D/g, '').slice(-4) : undefined;
}
