import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { PaymentsApi } from '../../credentials/PaymentsApi.credentials';
import { PaymentsOAuth2Api } from '../../credentials/PaymentsOAuth2Api.credentials';
import { writeOperations } from '../../docs/generate/tables';
import { resources } from '../../nodes/Payments/resources';
import { eventFields } from '../../nodes/Payments/webhook/panel';

const root = path.join(__dirname, '../..');
const pages = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'examples/README.md',
	...readdirSync(path.join(root, 'docs'), { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The files that a page links to or shows, within this project. */
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

test('every picture of the nodes is on a page', () => {
	const shown = pages.flatMap((page) => targetsOf(page).map((target) => path.basename(target)));
	const images = readdirSync(path.join(root, 'docs/images'));
	expect(images.filter((image) => !shown.includes(image))).toEqual([]);
	expect(images.length).toBeGreaterThan(15);
});

test('examples/README.md lists every example', () => {
	const examples = readdirSync(path.join(root, 'examples')).filter((file) =>
		file.endsWith('.json'),
	);
	const listed = targetsOf('examples/README.md').filter((target) => !target.includes('/'));
	expect(listed.sort()).toEqual(examples.sort());
	expect(read('README.md')).toContain(`[All ${examples.length} examples](examples/README.md)`);
});

test.each([
	[
		'charges-to-postgresql-backfill.json',
		'Make the tables and open the months',
		/CREATE TABLE[^`]*/,
	],
	['business-to-postgresql.json', 'Make the tables', /CREATE TABLE[^;]*;/],
])('docs/sync.md shows the tables of charges that %s makes', (file, name, shown) => {
	const { nodes } = JSON.parse(read(`examples/${file}`)) as {
		nodes: Array<{ name: string; parameters: { query?: string } }>;
	};
	expect(nodes.find((node) => node.name === name)!.parameters.query).toContain(
		shown.exec(read('docs/sync.md'))![0],
	);
});

/** The anchor of a heading at GitHub. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\d\s_-]/gu, '')
		.trim()
		.replaceAll(' ', '-');

function anchorsOf(page: string): string[] {
	const text = read(page).replace(/```[^]*?```/g, '');
	return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));
}

test.each(pages)('every heading that %s links to is there', (page) => {
	const links = [...read(page).matchAll(/\]\(([^)\s:]*\.md)?#([^)\s]+)\)/g)];
	const missing = links.filter(([, target, anchor]) => {
		const other = target ? path.join(path.dirname(page), target) : page;
		return !anchorsOf(other).includes(anchor!);
	});
	expect(missing.map(([link]) => link)).toEqual([]);
});

test('the table of scopes has each resource once', () => {
	const [, table = ''] =
		/^\| Operations +\| Scope +\|$(.*?)\n\n/ms.exec(read('docs/usage.md')) ?? [];
	const named = [...table.matchAll(/^\| ([A-Z][^|]*?) *\|/gm)].flatMap(([, row]) =>
		row!.split(', '),
	);
	expect(named.sort()).toEqual(resources.map(({ option }) => option.name).sort());
});

test('the README begins with the first five minutes', () => {
	const [, first] = /^## (.*)$/m.exec(read('README.md'))!;
	expect(first).toBe('Your first five minutes');
});

test('the README has the headings that n8n links to', () => {
	const folders = ['nodes/Payments', 'credentials'];
	const sources = folders.flatMap((folder) =>
		readdirSync(path.join(root, folder))
			.filter((file) => /\.(json|ts)$/.test(file))
			.map((file) => read(`${folder}/${file}`)),
	);
	const { repository } = JSON.parse(read('package.json')) as { repository: { url: string } };
	const home = repository.url.replace(/^git\+|\.git$/g, '');
	const anchors = sources
		.flatMap((text) => text.match(/https:[^\s'"]+#[\w-]+/g) ?? [])
		.filter((address) => address.startsWith(home))
		.map((address) => address.split('#')[1]);
	expect(new Set(anchors).size).toBeGreaterThan(3);
	expect(anchorsOf('README.md')).toEqual(expect.arrayContaining(anchors));
});

test.each([new PaymentsApi(), new PaymentsOAuth2Api()])(
	'the README names the credential $displayName as the editor does',
	({ displayName }) => {
		expect(read('README.md')).toContain(`**${displayName}**`);
	},
);

test.each([
	['README.md', 'docs/resources'],
	['docs/usage.md', 'resources'],
])('%s has the operations of the node: `npm run docs` writes them', async (page, way) => {
	const text = read(page);
	expect(text).toContain('[Static QR](');
	expect(await writeOperations(text, way)).toBe(text);
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
			'nodes/Payments/resources/info/index.ts',
		]);
		for (const [, file, code] of blocks) expect(read(file!)).toContain(code);
	});

	test('names functions that are there', () => {
		const sources = readdirSync(path.join(root, 'nodes/Payments'), {
			encoding: 'utf8',
			recursive: true,
		})
			.filter((file) => file.endsWith('.ts'))
			.map((file) => read(`nodes/Payments/${file}`))
			.join();
		const named = [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name]) => name!);
		expect(named).toEqual(expect.arrayContaining(['cursorPages', 'createOnce', 'refundOnce']));
		const isThere = (name: string) =>
			new RegExp(`export (async )?function ${name}\\b`).test(sources);
		expect(named.filter((name) => !isThere(name))).toEqual([]);
	});
});

test("each event of the trigger states when HitPay sends it, in the editor and on the trigger's page", () => {
	const page = read('docs/resources/trigger.md');
	const events = eventFields.flatMap(
		({ options }) => options as Array<{ name: string; description?: string }>,
	);
	expect(events.length).toBeGreaterThan(20);
	for (const { name, description } of events) expect(page).toContain(`_${name}_: ${description!}`);
});
