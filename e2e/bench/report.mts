import type { Outcome } from './targets.mjs';
import { formatted, short, type Results } from './results.mjs';

/** Formats all figures as a table for a terminal. */
export function formatFigures({ cases, figures }: Results): string {
	return cases
		.map(({ name, title, unit }) => {
			const rows = figures
				.filter((figure) => figure.case === name)
				.map(({ candidate, median, rounds }) => [
					`  ${candidate}`,
					formatted(median, unit),
					rounds.length > 1 ? `of ${rounds.map((one) => formatted(one, unit)).join(', ')}` : '',
				]);
			return [title, aligned(rows)].join('\n');
		})
		.join('\n\n');
}

/** Formats the targets as a table for a terminal. */
export function formatOutcomes(outcomes: Outcome[]): string {
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
