/** The leftovers of an interrupted run, which starts Playwright as a user does. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

import { installChromium } from './chromium.mjs';
import {
	cleanUpAfterAll,
	expect,
	logFile,
	temporaryFolder,
	test,
	type OnCleanup,
} from './fixtures.mjs';
import { e2eFolder, installN8n, projectFolder } from './install.mjs';
import { installServices, startNginx, startPostgres, startRedis } from './services.mjs';

if (process.env.INNER_RUN) {
	test.use({ environmentName: 'failing' });

	const onCleanup = cleanUpAfterAll();

	test('goes on', async ({ environment, page }) => {
		test.setTimeout(0);
		await page.goto(environment.n8n.url);
		const folder = await temporaryFolder('servers', onCleanup);
		const postgres = await startPostgres(await logFile('failing-postgres'), onCleanup);
		await startRedis(folder, await logFile('failing-redis'), onCleanup);
		await startNginx('server { listen 80; }', await logFile('failing-nginx'), onCleanup);
		// A server that is busy has to end, too.
		const query = postgres.query('select pg_sleep(600)');
		console.log('everything runs');
		await query.catch(() => {});
		await new Promise(() => {});
	});
} else {
	test.beforeAll(async () => {
		// Installing takes longer than the tests below may.
		test.setTimeout(900_000);
		await installN8n();
		await installChromium();
		await installServices();
	});

	test('leaves nothing running when the npm that started it is stopped', async ({
		tarball,
		onCleanup,
	}) => {
		// As npm does, it ends on SIGTERM and does not pass the signal on.
		const npm = `require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`;
		const run = await start(tarball, onCleanup, [process.execPath, '--eval', npm, '--']);
		await expect.poll(run.output, { timeout: 240_000 }).toContain('everything runs');
		await expect.poll(run.commands).toContain('SELECT');
		const servers = ['postgres: checkpointer', 'redis-server', 'nginx: worker'];
		for (const name of ['workerProcessEntry', 'bin/n8n', 'chromium', ...servers]) {
			expect(run.commands()).toContain(name);
		}
		process.kill(run.pid, 'SIGTERM');
		await expect.poll(run.processes).toEqual([]);
		expect(run.folders()).toEqual([]);
	});
}

/**
 * Runs the test above that stands under INNER_RUN.
 *
 * @param starter the command that starts Playwright in turn
 */
async function start(tarball: string, onCleanup: OnCleanup, starter: string[]) {
	const folder = await temporaryFolder('failure', onCleanup);
	// PostgreSQL and nginx run as other users, and have their folders in it.
	await chmod(folder, 0o755);
	// The processes of the run are recognized by it.
	const temporary = path.join(folder, 'tmp');
	await mkdir(temporary);
	const results = path.join(folder, 'results');
	const playwright = path.join(projectFolder, 'node_modules', '@playwright', 'test', 'cli.js');
	const config = path.join(e2eFolder, 'playwright.config.mts');
	const command = [...starter, process.execPath, playwright, 'test', 'failure', '--config', config];
	const [file = '', ...args] = command;
	const run = execa(file, [...args, '--output', results], {
		cwd: projectFolder,
		env: { TMPDIR: temporary, TARBALL: tarball, INNER_RUN: 'true' },
		detached: true,
		reject: false,
		all: true,
	});
	let output = '';
	run.all.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const processes = () => processesIn(temporary).map(Number);
	onCleanup(async () => {
		for (const pid of processes()) await execa('kill', ['-9', String(pid)], { reject: false });
		await run;
	});
	return {
		pid: run.pid!,
		output: () => output,
		processes,
		commands: () => processesIn(temporary).map(commandOf).join('\n'),
		folders: () => readdirSync(temporary).filter((one) => one.startsWith('n8n-payments-')),
	};
}

/** The processes that use a folder for temporary files, or work in it. */
function processesIn(temporary: string): string[] {
	return readdirSync('/proc').filter((pid) => {
		if (!/^\d+$/.test(pid)) return false;
		const environment = unlessGone(() => readFileSync(`/proc/${pid}/environ`, 'utf8'));
		// Servers write their title over their environment.
		const folder = unlessGone(() => readlinkSync(`/proc/${pid}/cwd`));
		return environment.includes(`TMPDIR=${temporary}\0`) || folder.startsWith(`${temporary}/`);
	});
}

function commandOf(pid: string): string {
	return unlessGone(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
}

/** Reads something of a process. @returns nothing when it is gone, or another user's */
function unlessGone(read: () => string): string {
	try {
		return read();
	} catch {
		return '';
	}
}
