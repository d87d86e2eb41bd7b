const startedAt = Date.now();

/** Prints a line with the seconds since the start of the script. */
export function print(text: string): void {
	const seconds = ((Date.now() - startedAt) / 1000).toFixed(0).padStart(5);
	console.log(`${seconds} s  ${text}`);
}

/** Prints a line below the name of a test. */
export function printIndented(text: string): void {
	console.log(`      ${text}`);
}
