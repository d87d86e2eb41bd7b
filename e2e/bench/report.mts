import type { Outcome } from './targets.mjs';
import { inWords, short, type Results } from './results.mjs';

/** All figures as a table for a terminal. */
export function figuresInWords({ cases, figures }: Results): string {
	return cases
		.map(({ name, title, unit }) => {
			const rows = figures
				.filter((figure) => figure.case === name)
				.map(({ contender, median, rounds }) => [
					`  ${contender}`,
					inWords(median, unit),
					rounds.length > 1 ? `of ${rounds.map((one) => inWords(one, unit)).join(', ')}` : '',
				]);
			return [title, aligned(rows)].join('\n');
		})
		.join('\n\n');
}

/** The targets as a table for a terminal. */
export function outcomesInWords(outcomes: Outcome[]): string {
	const rows = outcomes.map((outcome) => [
		outcome.case,
		outcome.wanted,
		short(outcome.measured),
		verdictOf(outcome),
	]);
	return aligned([['Case', 'Target', 'Measured', ''], ...rows]);
}

function verdictOf({ isReached, isFarOff }: Outcome): string {
	return isReached ? 'ok' : isFarOff ? 'FAR OFF' : 'missed';
}

function aligned(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((row) => row[column]!.length)),
	);
	return rows
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column]!))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
