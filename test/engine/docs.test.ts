import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { makePages } from '../../docs/generate/pages';

const folder = path.join(__dirname, '../../docs/resources');

test('docs/resources is what `npm run docs` makes', async () => {
	const made = await makePages();
	const other = [...new Set([...made.keys(), ...readdirSync(folder)])].filter((file) => {
		const page = path.join(folder, file);
		return !existsSync(page) || readFileSync(page, 'utf8') !== made.get(file);
	});
	if (other.length > 0) {
		throw new Error(`Run \`npm run docs\` and look at what changes in ${other.join(', ')}`);
	}
	// It runs all operations, and prettier.
}, 120_000);
