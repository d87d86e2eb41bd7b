import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { makePages } from './pages';

const folder = path.join(__dirname, '../resources');

async function main() {
	const pages = await makePages();
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const [file, text] of pages) await writeFile(path.join(folder, file), text);
	console.log(`${pages.size} pages in docs/resources`);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
