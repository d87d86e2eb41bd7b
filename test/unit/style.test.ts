import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/* The words to avoid of docs/style.md. */

const root = path.join(__dirname, '../..');

/** Files, and folders with all that is in them. */
const PLACES = [
	'README.md',
	'CONTRIBUTING.md',
	'CHANGELOG.md',
	'SECURITY.md',
	'docs',
	'credentials',
	'nodes',
	'live',
	'simulator',
	'examples',
	'test',
	'e2e',
];

/** The lists of words themselves. */
const EXCEPT = ['docs/style.md', 'test/unit/style.test.ts'];

/** Made by npm run e2e:install and by runs of e2e. */
const INSTALLED = /\/(?:node_modules|\.run)\//;

const EXTENSIONS = ['.md', '.ts', '.mts', '.json'];

/** Nowhere: pages, labels, messages, comments. */
const AVOID: RegExp[] = [
	/\bcan not\b/i,
	/\b(?:come|comes|came|coming) out\b/i,
	/\b(?:is|are|was|were|be|been|being) (?:told|learnt|believed)\b/i,
	/\b(?:believes?|learnt|anew)\b/i,
	/\bthe (?:service|API|node|trigger)(?: itself)? (?:gives?|gave|says?|said|tells?|told|knows?|knew|takes?|took|believes?)\b/i,
	/\b(?:gives?|gave|given|goes|went|go) back\b/i,
	/\beverything that is left\b/i,
	/\b(?:asked|asks|asking) the (?:service|API)\b/i,
	/\b(?:take|takes|taken|taking|took) (?!part )(?:\w+ )?in\b/i,
	/\bin whole units\b/i,
	/\bat the (?:least|most)\b/i,
	/\bwhat may be said\b/i,
	/\bmax tries\b/i,
	/\b(?:not wanted|known already)\b/i,
];

/** On pages for users and in examples. */
const AVOID_ON_PAGES: RegExp[] = [...AVOID, /\bthe service\b/i, /\bpart of it\b/i];

const isCode = (file: string) => /\.m?ts$/.test(file);

const isIn = (folders: string[]) => (file: string) =>
	folders.some((folder) => file === folder || file.startsWith(`${folder}/`));

const files = PLACES.flatMap((place) => {
	if (!statSync(path.join(root, place)).isDirectory()) return [place];
	return readdirSync(path.join(root, place), { encoding: 'utf8', recursive: true }).map(
		(file) => `${place}/${file}`,
	);
})
	.filter((file) => EXTENSIONS.includes(path.extname(file)))
	.filter((file) => !INSTALLED.test(file))
	.filter((file) => !isIn(EXCEPT)(file));

/** Finds words to avoid, with some text around them. They may be broken between two lines. */
function avoidedIn(text: string, patterns: RegExp[]): string[] {
	const words = text.replace(/\s*\n\s*(?:(?:\/\/|\*(?!\/)|>) ?)?/g, ' ');
	return patterns
		.flatMap((pattern) => [...words.matchAll(new RegExp(pattern, 'gi'))])
		.map(({ 0: found, index }) => words.slice(Math.max(0, index - 30), index + found.length + 30));
}

/** A clause in place of a noun, as in "Returns what the charge shows". */
const CLAUSE = /(?<!@param )\bwhat\b(?! (?:happened|to do)\b)/i;

/** Tests and pages may have such a clause, but do not begin with it. */
const FIRST_CLAUSE = /^What\b/;

/** Finds comments with a clause in place of a noun. */
function clausesIn(text: string, pattern: RegExp): string[] {
	const comments = text.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*/gm) ?? [];
	return comments
		.map((comment) => comment.replace(/\s*\n\s*(?:\*(?!\/))?|^(?:\/\*+|\/\/)|\*\/$/g, ' ').trim())
		.filter((comment) => pattern.test(comment));
}

test.each(files.filter(isCode))('%s has no comment with a clause as its noun', (file) => {
	const isProduct = isIn(['nodes', 'credentials', 'simulator', 'live'])(file);
	const text = readFileSync(path.join(root, file), 'utf8');
	expect(clausesIn(text, isProduct ? CLAUSE : FIRST_CLAUSE)).toEqual([]);
});

test('there are pages to read', () => {
	expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/usage.md']));
	expect(files.length).toBeGreaterThan(10);
});

test.each(files)('%s has no word that docs/style.md avoids', (file) => {
	const patterns = isCode(file) ? AVOID : AVOID_ON_PAGES;
	expect(avoidedIn(readFileSync(path.join(root, file), 'utf8'), patterns)).toEqual([]);
});
