import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.join(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const { version } = JSON.parse(read('package.json')) as { version: string };

describe('CHANGELOG.md', () => {
	const text = read('CHANGELOG.md');
	const versions = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);

	test('starts with the version of package.json', () => {
		expect(versions[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} - `));
	});

	test('has a date for each version; only the first may be unreleased', () => {
		const form = /^\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/;
		expect(versions.slice(1).filter((heading) => !form.test(heading))).toEqual([]);
		expect(versions[0]!.replace('unreleased', '2026-01-01')).toMatch(form);
	});

	test('uses the headings of Keep a Changelog', () => {
		const kinds = [...text.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind!);
		const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
		expect(kinds.length).toBeGreaterThanOrEqual(versions.length);
		expect(kinds.filter((kind) => !known.includes(kind))).toEqual([]);
	});
});

describe('A tag', () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	/** Checks a tag with version 1.2.0 in package.json and a heading in CHANGELOG.md. */
	function check(tag: string, heading: string) {
		writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.0" }');
		const older = '\n\n### Added\n\n## 1.1.0 - 2026-01-01\n';
		writeFileSync(path.join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${heading}${older}`);
		const script = path.join(root, '.ci/check-release.mjs');
		const { status, stderr } = spawnSync('node', [script, tag], { cwd: folder, encoding: 'utf8' });
		return { status, stderr };
	}

	test('is published if package.json and CHANGELOG.md have its version, with a date', () => {
		expect(check('v1.2.0', '1.2.0 - 2026-11-21')).toEqual({ status: 0, stderr: '' });
	});

	test.each([
		['is not the version of package.json', 'v1.3.0', '1.2.0 - 2026-11-21', 'the tag is v1.3.0'],
		['has no v', '1.2.0', '1.2.0 - 2026-11-21', 'the tag is 1.2.0'],
		[
			'is not in CHANGELOG.md',
			'v1.2.0',
			'1.1.0 - 2026-11-21',
			'the top version of CHANGELOG.md is 1.1.0',
		],
		['has no date yet', 'v1.2.0', '1.2.0 - unreleased', 'CHANGELOG.md says "unreleased"'],
	])('is not published if it %s', (_, tag, heading, reason) => {
		const { status, stderr } = check(tag, heading);
		expect(status).toBe(1);
		expect(stderr).toContain(`Release: ${reason}`);
	});
});

interface Job {
	if?: string;
	uses?: string;
	'timeout-minutes'?: number;
	permissions?: Record<string, string>;
	steps?: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}
interface Workflow {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const workflowFiles = readdirSync(path.join(root, '.github/workflows'));
const workflow = (file: string) => parse(read(`.github/workflows/${file}`)) as Workflow;

describe.each(workflowFiles)('The workflow %s', (file) => {
	const { permissions, jobs } = workflow(file);
	const all = Object.values(jobs);
	const steps = all.flatMap((job) => job.steps ?? []);

	test('pins actions to a commit, with the version in a comment', () => {
		const lines = [...read(`.github/workflows/${file}`).matchAll(/uses: (?!\.\/)(.*)$/gm)];
		expect(lines.length).toBeGreaterThan(0);
		for (const [, action] of lines) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
	});

	test('has timeouts, read-only permissions and no secrets', () => {
		for (const job of all) expect(job.uses ?? job['timeout-minutes']).toBeTruthy();
		expect(permissions).toEqual({ contents: 'read' });
		expect(read(`.github/workflows/${file}`)).not.toContain('secrets.');
		for (const { uses, with: options } of steps) {
			if (uses?.startsWith('actions/checkout@')) {
				expect(options).toMatchObject({ 'persist-credentials': false });
			}
		}
	});
});

describe('CI', () => {
	const { on, jobs } = workflow('ci.yml');
	const commands = (job: string) => jobs[job]!.steps!.flatMap(({ run }) => run ?? []);

	test('runs the quick job for each pull request, and only for those', () => {
		const types = expect.arrayContaining(['opened', 'synchronize', 'reopened', 'labeled']) as [];
		expect(on).toMatchObject({ pull_request: { types } });
		expect(jobs.quick!.if).toBe("github.event_name == 'pull_request'");
		const scripts = ['npm run lint', 'npm test', 'npm run build'];
		const checks = ['node .ci/check-pack.mjs', 'node .ci/scan.mjs'];
		expect(commands('quick')).toEqual(['npm ci', ...scripts, ...checks]);
	});

	test("runs .ci/run for each push to main, every night, before a version is published and with the label 'full CI'", () => {
		expect(on).toMatchObject({ push: { branches: ['main'] }, schedule: [{ cron: '17 3 * * *' }] });
		expect(on).toHaveProperty('workflow_call');
		const [isOther, isLabeled] = jobs.everything!.if!.split(' || ');
		expect(isOther).toBe("github.event_name != 'pull_request'");
		expect(isLabeled).toBe("contains(github.event.pull_request.labels.*.name, 'full CI')");
		expect(commands('everything')).toEqual(['.ci/run']);
	});
});

test('a version is published by its tag, after all of CI, with provenance and without a token', () => {
	const { on, jobs } = workflow('publish.yml');
	expect(on).toEqual({ push: { tags: ['v*'] } });
	expect(jobs).toMatchObject({
		version: { steps: [{}, { run: 'node .ci/check-release.mjs "$GITHUB_REF_NAME"' }] },
		ci: { needs: 'version', uses: './.github/workflows/ci.yml' },
		publish: { needs: 'ci', permissions: { contents: 'read', 'id-token': 'write' } },
	});
	expect(jobs.publish!.steps!.at(-1)!.run).toBe('npm publish --provenance --access public');
	// With it, setup-node writes an .npmrc that makes npm expect a token.
	expect(JSON.stringify(jobs)).not.toContain('registry-url');
});

describe('A report', () => {
	const folder = '.github/ISSUE_TEMPLATE';
	const forms = readdirSync(path.join(root, folder)).filter((file) => file !== 'config.yml');

	test.each(forms)('has a form that GitHub can show: %s', (file) => {
		const form = parse(read(`${folder}/${file}`)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string; value?: string } }>;
		};
		expect(form.name && form.description).toBeTruthy();
		for (const { type, attributes } of form.body) {
			expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			expect(type === 'markdown' ? attributes.value : attributes.label).toBeTruthy();
		}
		const ids = form.body.flatMap(({ id }) => id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		const labels = form.body.flatMap(({ attributes: { label } }) => label ?? []);
		expect(new Set(labels).size).toBe(labels.length);
	});

	test('starts with a warning about secrets, and a link for security reports', () => {
		const { body } = parse(read(`${folder}/bug.yml`)) as {
			body: Array<{ attributes: { value: string } }>;
		};
		expect(body[0]!.attributes.value).toMatch(/^\*\*Never paste an API key, a salt/);
		const { blank_issues_enabled: blank, contact_links: links } = parse(
			read(`${folder}/config.yml`),
		) as { blank_issues_enabled: boolean; contact_links: Array<{ url: string }> };
		const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
		expect(blank).toBe(false);
		expect(links[0]!.url).toBe(homepage.replace('#readme', '/security/advisories/new'));
	});
});
