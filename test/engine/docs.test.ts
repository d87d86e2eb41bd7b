import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { writeInterface } from '../../docs/generate/interface';
import { makePages } from '../../docs/generate/pages';
import { memory } from '../../nodes/Payments/handlers/once/ledger/memory';
import { takeViolations } from '../contract/observer';

const folder = path.join(__dirname, '../../docs/resources');

test('docs/resources is what `npm run docs` makes', async () => {
	// n8n has been running for long.
	jest.replaceProperty(memory.ledger, 'startedAt', -1e9);
	const made = await makePages();
	expect(takeViolations()).toEqual([]);
	const other = [...new Set([...made.keys(), ...readdirSync(folder)])].filter((file) => {
		const page = path.join(folder, file);
		return !existsSync(page) || readFileSync(page, 'utf8') !== made.get(file);
	});
	if (other.length > 0) {
		throw new Error(`Run \`npm run docs\` and look at what changes in ${other.join(', ')}`);
	}
	// It runs all operations, and prettier.
}, 120_000);

test('the tables of docs/interface.md are those of the contract', async () => {
	const page = readFileSync(path.join(folder, '../interface.md'), 'utf8');
	expect((await writeInterface(page)) === page || 'Run `npm run docs`').toBe(true);
	expect(page.match(/<!-- contract: /g)!.length).toBeGreaterThan(20);
});
