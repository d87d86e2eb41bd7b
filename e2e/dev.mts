/**
 * Develops the nodes in a real n8n: starts the simulator and n8n with the nodes of this checkout, and
 * reloads them in the open editor when a file under nodes/, credentials/ or icons/ is saved.
 *
 *   npm run dev     until Ctrl-C; each start has a fresh n8n with the workflows of examples/
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { practiceValues, setUpCredentials } from './credentials.mjs';
import { DevPackage, sourceFolders } from './devPackage.mjs';
import { Editor, owner } from './editor.mjs';
import { exampleFiles, importExample } from './examples.mjs';
import { installN8n, projectFolder, runFolder } from './install.mjs';
import { withCleanup } from './lifetime.mjs';
import { inSingapore, startN8n } from './n8n.mjs';
import { freePort } from './ports.mjs';
import { startSimulator } from './simulator.mjs';

/** The part of gulp that is used here; it has no types. */
const { watch } = createRequire(import.meta.url)('gulp') as {
	watch: (
		globs: string[],
		options: { cwd: string; delay: number },
		task: () => Promise<void>,
	) => { close: () => Promise<void> };
};

const reason = await withCleanup(async (onCleanup) => {
	console.log('Installing n8n, which takes some minutes the first time');
	await installN8n();
	// n8n compares with the real path which modules it has loaded.
	const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'n8n-payments-dev-')));
	onCleanup(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
	await mkdir(runFolder, { recursive: true });
	const log = path.join(runFolder, 'dev.log');

	const nodes = new DevPackage(
		path.join(folder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-payments'),
	);
	await nodes.update();
	const simulator = await startSimulator({ charges: 1000, anchor: new Date().toISOString() });
	onCleanup(() => simulator.close());
	const env = { ...inSingapore, N8N_DEV_RELOAD: 'true' };
	const n8n = await startN8n(folder, await freePort(5678), log, { env });
	onCleanup(() => n8n.stop());
	await n8n.ready();
	const editor = await Editor.setUpOwner(n8n.url);
	const ids = await setUpCredentials(editor, simulator);
	for (const file of await exampleFiles()) await importExample(editor, file, ids);

	const globs = sourceFolders.map((name) => `${name}/**`);
	const watcher = watch(globs, { cwd: projectFolder, delay: 50 }, async () => {
		const begin = performance.now();
		try {
			const changed = await nodes.update();
			const took = Math.round(performance.now() - begin);
			if (changed > 0) console.log(`Compiled ${changed} changed files in ${took} ms`);
		} catch (error) {
			console.error(error instanceof Error ? error.message : error);
		}
	});
	onCleanup(() => watcher.close());

	console.log(`
  The editor:    ${n8n.url}
  Email:         ${owner.email}
  Password:      ${owner.password}
  n8n's log:     ${log}
${practiceValues(simulator)}
  Save a file under ${sourceFolders.join('/, ')}/ and the editor shows the change.
  Types are not checked: your own editor or 'npm run typecheck' does that.
  Ctrl-C stops n8n and the simulator.
`);
	await new Promise(() => {});
});
console.error(reason);
process.exit(reason?.startsWith('interrupted') ? 0 : 1);
