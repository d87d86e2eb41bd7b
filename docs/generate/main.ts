import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { writeInterface } from './interface';
import { makePages } from './pages';

const folder = path.join(__dirname, '../resources');
const page = path.join(__dirname, '../interface.md');

async function main() {
	await writeFile(page, await writeInterface(await readFile(page, 'utf8')));
	const pages = await makePages();
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const [file, text] of pages) await writeFile(path.join(folder, file), text);
	console.log(`docs/interface.md, and ${pages.size} pages in docs/resources`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
