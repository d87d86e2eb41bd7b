// n8n's own scan of community packages, before publishing: the same rules on the same files, without
// what it asks npm and GitHub for, which is there only afterwards (provenance, the sources of the tag).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'scan-'));
// Loading the scan makes a temporary folder that it leaves behind: here it goes with ours.
process.env.TMPDIR = folder;
const { analyzePackage, SOURCE_FILE_PATTERNS } =
	await import('@n8n/scan-community-package/scanner/scanner.mjs');
let passed = true;

/** Scans the files of a folder, and says what is found there. */
async function scan(what, where, patterns) {
	const result = await analyzePackage(where, patterns);
	console.log(`n8n's scan of ${what}: ${result.passed ? 'passed' : result.message}`);
	if (result.details) console.log(result.details);
	// It passes a folder without files, with a message.
	passed &&= result.passed && result.message === undefined;
}

try {
	const pack = ['pack', '--json', '--pack-destination', folder];
	const [{ filename }] = JSON.parse(execFileSync('npm', pack, { encoding: 'utf8' }));
	execFileSync('tar', ['-xzf', path.join(folder, filename), '-C', folder]);

	await scan('the sources', process.cwd(), SOURCE_FILE_PATTERNS);
	await scan('the package', path.join(folder, 'package'), ['**/*.js', 'package.json']);
} finally {
	rmSync(folder, { recursive: true });
}
process.exit(passed ? 0 : 1);
