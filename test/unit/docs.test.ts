import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const pages = [
	'README.md',
	'CHANGELOG.md',
	...readdirSync(path.join(root, 'docs'), { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

/** What a page links to or shows, within this project. */
function targetsOf(page: string): string[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const found = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
	return found
		.map(([, link, picture]) => (link ?? picture)!.split('#')[0]!)
		.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

test.each(pages)('what %s links to and shows is there', (page) => {
	const missing = targetsOf(page).filter(
		(target) => !existsSync(path.join(root, path.dirname(page), target)),
	);
	expect(missing).toEqual([]);
});

test('the README shows node, trigger, credentials and canvas, light and dark', () => {
	const shown = targetsOf('README.md');
	for (const what of ['node', 'trigger', 'credential-api-key', 'credential-oauth2', 'canvas']) {
		expect(shown).toContain(`docs/images/${what}-light.png`);
		expect(shown).toContain(`docs/images/${what}-dark.png`);
	}
	expect(targetsOf('docs/scaling.md')).toContain('images/scaling.svg');
});
