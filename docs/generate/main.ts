import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { writeCoverage } from './coverage';
import { writeInterface } from './interface';
import { makePages } from './pages';
import { writeOperations } from './tables';

const folder = path.join(__dirname, '../resources');
const page = path.join(__dirname, '../interface.md');
const coverage = path.join(__dirname, '../coverage.md');

/** The pages with tables of operations, and the way from each to docs/resources. */
const pagesWithOperations = [
	['../../README.md', 'docs/resources'],
	['../usage.md', 'resources'],
] as const;

async function main() {
	// Examples run first: if one fails, nothing is written.
	const pages = await makePages();
	await writeFile(page, await writeInterface(await readFile(page, 'utf8')));
	await writeFile(coverage, await writeCoverage(await readFile(coverage, 'utf8')));
	for (const [name, way] of pagesWithOperations) {
		const file = path.join(__dirname, name);
		await writeFile(file, await writeOperations(await readFile(file, 'utf8'), way));
	}
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const [file, text] of pages) await writeFile(path.join(folder, file), text);
	console.log(
		`The tables of README.md, docs/usage.md, docs/interface.md and docs/coverage.md, and ${pages.size} pages in docs/resources`,
	);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
