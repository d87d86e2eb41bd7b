/** Prints what a test counted, on one line a count, past jest's own console. */
export function print(title: string, counts: Record<string, number>) {
	const lines = Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`);
	process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
