import type { Result } from './check';

/** Returns the report in Markdown. It has no values of records, so that it can be pasted into an issue. */
export function reportOf(result: Result, environment: string, version: string): string {
	const { byEndpoint, rows, bearer, newFields, left, requests, isComplete } = result;
	const endpoints = [...byEndpoint].flatMap(([name, { result: outcome, details }]) =>
		(details.length > 0 ? details : ['']).map((detail) => [name, outcome, detail]),
	);
	const seen = rows.map(([row, topic, text]) => [`Row ${row}`, topic, text]);
	const sections = [
		`# Payments API: comparison with the contract\n\nn8n-nodes-payments ${version}, ${environment}, ${requests} requests`,
		isComplete ? '' : 'The check was stopped before its end.',
		table(['Endpoint', 'Result', 'What was seen'], endpoints),
		section('Where the records differ', table(['Row', 'Topic', 'What was seen'], seen)),
		section(
			'Bearer',
			table(
				['Endpoint', 'Status'],
				bearer.map(([path, status]) => [path, String(status)]),
			),
		),
		section(
			'Fields that the contract does not have',
			newFields.map((field) => `- ${field}`).join('\n'),
		),
		section(
			'Left behind',
			left.map((list) => `- Could not confirm that ${list} is as before.`).join('\n'),
		),
	];
	return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function section(title: string, text: string): string {
	return text && `## ${title}\n\n${text}`;
}

function table(head: string[], rows: string[][]): string {
	if (rows.length === 0) return '';
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((cells) => cells[column]!.length)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
