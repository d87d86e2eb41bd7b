/** `npm run dev` in a copy of this checkout. */
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

import { signIn } from './browser.mjs';
import { expect, temporaryFolder, test } from './fixtures.mjs';
import { installN8n, projectFolder } from './install.mjs';
import { nodeOnCanvas, openNode } from './panel.mjs';

const n8nModules = path.join('e2e', 'n8n', 'newest', 'node_modules');

test.use({ testIdAttribute: 'data-test-id' });

test('shows a label in the open editor when its file is saved', async ({ page, onCleanup }) => {
	test.setTimeout(900_000);
	await installN8n();
	const copy = path.join(await temporaryFolder('dev', onCleanup), 'checkout');
	const isLeftOut = /[\\/](node_modules|dist|coverage|\.git|\.run)$/;
	await cp(projectFolder, copy, {
		recursive: true,
		filter: (source) => !isLeftOut.test(source.slice(projectFolder.length)),
	});
	for (const modules of ['node_modules', n8nModules]) {
		await symlink(path.join(projectFolder, modules), path.join(copy, modules));
	}

	let output = '';
	const dev = execa('npm', ['run', 'dev'], { cwd: copy, reject: false, all: true });
	dev.all.on('data', (chunk: Buffer) => (output += chunk.toString()));
	onCleanup(async () => {
		dev.kill('SIGTERM');
		// It ends when all that it started has ended.
		await dev;
	});
	await expect.poll(() => output, { timeout: 240_000 }).toContain('Ctrl-C stops');
	const [, url = ''] = /The editor: +(\S+)/.exec(output)!;
	await signIn(page.request, url);
	const settings = await page.request.get(`${url}/rest/settings`);
	expect(await settings.json()).toMatchObject({ data: { timezone: 'Asia/Singapore' } });
	const found = await page.request.get(`${url}/rest/workflows`);
	const { data } = (await found.json()) as { data: Array<{ id: string; name: string }> };
	const { id } = data.find(({ name }) => name === 'All charges to a CSV file')!;
	await page.goto(`${url}/workflow/${id}`);
	const view = await openNode(page, 'Get all charges');
	const label = (text: string) => view.getByText(text, { exact: true });
	await expect(label('Resource')).toBeVisible();

	const file = path.join(copy, 'nodes', 'Payments', 'Payments.node.ts');
	const source = await readFile(file, 'utf8');
	const change = source.replace("displayName: 'Resource'", "displayName: 'Kind of Record'");
	const begin = performance.now();
	await writeFile(file, change);
	await expect(label('Kind of Record')).toBeVisible();
	const seconds = ((performance.now() - begin) / 1000).toFixed(1);
	console.log(`From save to the label in the open editor: ${seconds} s`);
	await expect(nodeOnCanvas(page, 'Get all charges')).toBeVisible();
});
