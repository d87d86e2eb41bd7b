import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { dialects } from '../../simulator/dialects';

const root = path.join(__dirname, '../..');
const folder = path.join(root, 'test/engine/records');
const page = readFileSync(path.join(root, 'docs/dialects.md'), 'utf8');

/** The rows of the table: number, and the last two cells. */
const rows = [...page.matchAll(/^\| (\d+) .*\| ([^|]*) \| ([^|]*) \|$/gm)].map(
	([, number, names, test]) => ({
		row: Number(number),
		names: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
		test: test!.trim(),
	}),
);

/** The tests with a title that begins with a row. */
const titlesIn = (file: string) =>
	[...readFileSync(path.join(folder, file), 'utf8').matchAll(/['"`]Row (\d+): /g)].map(
		([, number]) => Number(number),
	);

test('docs/dialects.md has the 33 rows of the list of cases, and those that were found since', () => {
	expect(rows.length).toBeGreaterThanOrEqual(33);
	expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
});

test('docs/interface.md leads to them under a heading of its own', () => {
	const text = readFileSync(path.join(root, 'docs/interface.md'), 'utf8');
	expect(text).toMatch(/^## The rows\n[^#]*\]\(dialects\.md\)/m);
});

test.each(rows)('the test of row $row exists, as the page names it', ({ row, test }) => {
	const [, file = '', number] = /^`(.+)`: Row (\d+)$/.exec(test) ?? [];
	expect(Number(number)).toBe(row);
	expect(titlesIn(file)).toContain(row);
});

test('each dialect of the simulator is in its rows, and no other name is', () => {
	const documented = rows.flatMap(({ row, names }) => names.map((name) => `${name} ${row}`));
	const spoken = Object.entries(dialects).flatMap(([name, { rows: numbers }]) =>
		numbers.map((row) => `${name} ${row}`),
	);
	expect(documented.sort()).toEqual(spoken.sort());
});

test('no test is named after a row that the page does not have', () => {
	const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
	const numbers = files.flatMap(titlesIn);
	expect(numbers.filter((number) => number < 1 || number > rows.length)).toEqual([]);
});
