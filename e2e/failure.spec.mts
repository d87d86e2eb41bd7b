/**
 * What is left of a run that fails or is interrupted: the tests of failing.mts are run as a user runs
 * tests, in a process of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

import { expect, temporaryFolder, test, type AtTheEnd } from './fixtures.mjs';
import { e2eFolder, projectFolder } from './install.mjs';

const playwright = path.join(projectFolder, 'node_modules', '@playwright', 'test', 'cli.js');

test.setTimeout(240_000);

/**
 * Starts a test of failing.mts.
 *
 * @param starter what stands before the command that starts it, such as a program that starts it in turn
 */
async function start(name: string, tarball: string, atTheEnd: AtTheEnd, starter: string[] = []) {
	const folder = await temporaryFolder('failure', atTheEnd);
	// Everything that it starts has this in its environment, by which it is known.
	const temporary = path.join(folder, 'tmp');
	await mkdir(temporary);
	const results = path.join(folder, 'results');
	const config = path.join(e2eFolder, 'failing.config.mts');
	const command = [...starter, process.execPath, playwright, 'test', '--config', config];
	const [file = '', ...args] = command;
	const run = execa(file, [...args, '--grep', name, '--output', results], {
		cwd: projectFolder,
		env: { TMPDIR: temporary, TARBALL: tarball },
		// As a terminal does: Ctrl-C goes to all of it.
		detached: true,
		reject: false,
		all: true,
	});
	let output = '';
	run.all.on('data', (chunk: Buffer) => (output += chunk.toString()));
	atTheEnd(async () => {
		for (const pid of processesIn(temporary)) process.kill(pid, 'SIGKILL');
		await run;
	});
	return {
		pid: run.pid!,
		ended: run,
		results,
		output: () => output,
		processes: () => processesIn(temporary),
		commands: () => processesIn(temporary).map(commandOf).join('\n'),
		folders: () => readdirSync(temporary).filter((one) => one.startsWith('n8n-payments-')),
	};
}

/** The processes that have this folder for what is temporary. */
function processesIn(temporary: string): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => environmentOf(pid).includes(`TMPDIR=${temporary}`))
		.map(Number);
}

function environmentOf(pid: string): string[] {
	return read(`/proc/${pid}/environ`).split('\0');
}

function commandOf(pid: number): string {
	return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

function read(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		// The process is gone, or somebody else's.
		return '';
	}
}

test('of a test that fails, the log of n8n, the page and the journal are kept', async ({
	tarball,
	atTheEnd,
}) => {
	const run = await start('fails', tarball, atTheEnd);
	expect((await run.ended).exitCode).toBe(1);
	const [, kept = ''] = /^Logs, screenshots and the simulator's journal: (.+)$/m.exec(
		run.output(),
	)!;
	expect(path.dirname(kept)).toBe(run.results);
	expect(await readFile(path.join(kept, 'n8n.log'), 'utf8')).toContain('Editor is now accessible');
	expect(await readFile(path.join(kept, 'n8n-journal.json'), 'utf8')).toContain('/v1/charges');
	const picture = await readFile(path.join(kept, 'test-failed-1.png'));
	expect(picture.length).toBeGreaterThan(1000);
	expect(run.processes()).toEqual([]);
	expect(run.folders()).toEqual([]);
});

test('of an n8n that does not come up, the log is kept', async ({ tarball, atTheEnd }) => {
	const run = await start('has no n8n', tarball, atTheEnd);
	expect((await run.ended).exitCode).toBe(1);
	const [, kept = ''] = /^Logs, .*: (.+)$/m.exec(run.output())!;
	expect(await readFile(path.join(kept, 'no-n8n.log'), 'utf8')).toContain(
		"Cannot find module '/none'",
	);
	expect(run.processes()).toEqual([]);
	expect(run.folders()).toEqual([]);
});

const ALL_KILLED = 'SIGKILL of all its processes';

/** Starts what comes behind it, and ends on SIGTERM without telling it, as npm does. */
const starter = `require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' })`;

for (const [what, end, by] of [
	['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
	['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
	['SIGKILL', (pid: number) => process.kill(pid, 'SIGKILL')],
	[ALL_KILLED, (pid: number) => process.kill(-pid, 'SIGKILL')],
	[
		'the end of the npm that started it',
		(pid: number) => process.kill(pid, 'SIGTERM'),
		[process.execPath, '--eval', starter, '--'],
	],
] as Array<[string, (pid: number) => void, string[]?]>) {
	test(`${what} in the middle of a test leaves nothing running`, async ({ tarball, atTheEnd }) => {
		const run = await start('goes on', tarball, atTheEnd, by);
		await expect.poll(run.output, { timeout: 120_000 }).toContain('n8n and a page are open');
		for (const name of ['workerProcessEntry', 'bin/n8n', 'chromium']) {
			expect(run.commands()).toContain(name);
		}
		end(run.pid);
		await expect.poll(run.processes, { timeout: 45_000 }).toEqual([]);
		// Only somebody who is left can clear up.
		expect(run.folders()).toHaveLength(what === ALL_KILLED ? 1 : 0);
	});
}

for (const [what, command] of [
	['its package is installed', 'npm install'],
	['n8n starts', 'bin/n8n start'],
] as const) {
	test(`SIGTERM while ${what} leaves nothing running`, async ({ tarball, atTheEnd }) => {
		const run = await start('goes on', tarball, atTheEnd);
		await expect.poll(run.commands, { intervals: [50], timeout: 60_000 }).toContain(command);
		process.kill(run.pid, 'SIGTERM');
		await expect.poll(run.processes, { timeout: 45_000 }).toEqual([]);
		expect(run.folders()).toEqual([]);
		expect(run.output()).not.toContain('are open');
	});
}

test('SIGTERM leaves no folder that several tests share', async ({ tarball, atTheEnd }) => {
	const run = await start('waits', tarball, atTheEnd);
	await expect.poll(run.output, { timeout: 60_000 }).toContain('the folder is there');
	expect(run.folders()).toHaveLength(1);
	process.kill(run.pid, 'SIGTERM');
	await expect.poll(run.processes, { timeout: 45_000 }).toEqual([]);
	expect(run.folders()).toEqual([]);
});
