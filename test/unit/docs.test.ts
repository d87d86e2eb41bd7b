import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const pages = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	...readdirSync(path.join(root, 'docs'), { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What a page links to or shows, within this project. */
function targetsOf(page: string): string[] {
	const text = read(page);
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

test.each([...pages, '.github/pull_request_template.md'])(
	'every npm script in %s exists',
	(page) => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const named = [...read(page).matchAll(/npm run ([\w:-]*\w)/g)].map(([, script]) => script!);
		expect(named.filter((script) => !(script in scripts))).toEqual([]);
		if (page === 'CONTRIBUTING.md') expect(named.length).toBeGreaterThan(7);
	},
);

describe('CONTRIBUTING.md', () => {
	const text = read('CONTRIBUTING.md');

	test('names files and folders that are there', () => {
		const named = [
			...text.matchAll(/`((?:\.ci|\.github|credentials|nodes|simulator|test)\/[\w./-]*)`/g),
		]
			.map(([, file]) => file!)
			.concat(
				[...text.matchAll(/(?:node|npx jest) ([\w.-]+\/[\w./-]+)/g)].map(([, file]) => file!),
			);
		expect(named.length).toBeGreaterThan(12);
		expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	});

	test('shows code as it is', () => {
		const blocks = [...text.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)];
		expect(blocks.map(([, file]) => file)).toEqual([
			'nodes/Payments/resources/plan/get.ts',
			'nodes/Payments/resources/plan/index.ts',
		]);
		for (const [, file, code] of blocks) expect(read(file!)).toContain(code);
	});

	test('names functions of transport/', () => {
		const sends = readdirSync(path.join(root, 'nodes/Payments/transport'))
			.map((file) => read(`nodes/Payments/transport/${file}`))
			.join();
		const named = [...text.matchAll(/`([a-z]+[A-Z]\w*|once)`/g)].map(([, name]) => name!);
		expect(named).toEqual(
			expect.arrayContaining(['once', 'cursorPages', 'createOnce', 'refundOnce']),
		);
		expect(named.filter((name) => !sends.includes(`export function ${name}(`))).toEqual([]);
	});
});
