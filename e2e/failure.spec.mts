/**
 * What is left of a run that fails or is interrupted: the tests of failing.mts are run as a user runs
 * tests, in a process of their own.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';

import { installChromium } from './chromium.mjs';
import { expect, temporaryFolder, test, type AtTheEnd } from './fixtures.mjs';
import { e2eFolder, installN8n, projectFolder } from './install.mjs';
import { installServices } from './services.mjs';

const playwright = path.join(projectFolder, 'node_modules', '@playwright', 'test', 'cli.js');

/** How long n8n may take until it is up, in milliseconds: as long as `ready` waits. */
const UP = 180_000;

test.setTimeout(300_000);

test.beforeAll(async () => {
	// Or the tests below would do it, which have less time.
	test.setTimeout(900_000);
	await installN8n();
	await installChromium();
	await installServices();
});

/**
 * Starts a test of failing.mts.
 *
 * @param starter what stands before the command that starts it, such as a program that starts it in turn
 */
async function start(name: string, tarball: string, atTheEnd: AtTheEnd, starter: string[] = []) {
	const folder = await temporaryFolder('failure', atTheEnd);
	// PostgreSQL and nginx are other users, and have their folders in it.
	await chmod(folder, 0o755);
	// Everything that it starts has this in its environment or works in it, by which it is known.
	const temporary = path.join(folder, 'tmp');
	await mkdir(temporary);
	const results = path.join(folder, 'results');
	const config = path.join(e2eFolder, 'failing.config.mts');
	const command = [...starter, process.execPath, playwright, 'test', '--config', config];
	const [file = '', ...args] = command;
	const run = execa(file, [...args, '--grep', `${name}$`, '--output', results], {
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
		for (const pid of processesIn(temporary)) kill(pid);
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

/** The processes that have this folder for what is temporary, or work in it. */
function processesIn(temporary: string): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.filter(
			(pid) =>
				environmentOf(pid).includes(`TMPDIR=${temporary}`) ||
				// Servers that write their title over their environment.
				workingFolderOf(pid).startsWith(`${temporary}/`),
		)
		.map(Number);
}

function environmentOf(pid: string): string[] {
	return read(`/proc/${pid}/environ`).split('\0');
}

function workingFolderOf(pid: string): string {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return '';
	}
}

function kill(pid: number) {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended meanwhile.
	}
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
	expect(await readFile(path.join(kept, 'failing.log'), 'utf8')).toContain(
		'Editor is now accessible',
	);
	expect(await readFile(path.join(kept, 'failing-journal.json'), 'utf8')).toContain('/v1/charges');
	const picture = await readFile(path.join(kept, 'test-failed-1.png'));
	expect(picture.length).toBeGreaterThan(1000);
	expect(run.processes()).toEqual([]);
	expect(run.folders()).toEqual([]);
});

for (const [where, name, log] of [
	['in a test', 'has no n8n', 'no-n8n'],
	['in beforeAll', 'fails in a hook', 'no-n8n-in-a-hook'],
] as const) {
	test(`of an n8n that does not come up ${where}, log and journal are kept`, async ({
		tarball,
		atTheEnd,
	}) => {
		const run = await start(name, tarball, atTheEnd);
		expect((await run.ended).exitCode).toBe(1);
		const said = [...run.output().matchAll(/^Logs, .*: (.+)$/gm)];
		expect(said).toHaveLength(1);
		const kept = said[0]![1]!;
		expect(path.dirname(kept)).toBe(run.results);
		expect(await readFile(path.join(kept, `${log}.log`), 'utf8')).toContain(
			"Cannot find module '/none'",
		);
		expect(await readFile(path.join(kept, `${log}-journal.json`), 'utf8')).toContain('"requests"');
		expect(run.processes()).toEqual([]);
		expect(run.folders()).toEqual([]);
	});
}

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
		await expect.poll(run.output, { timeout: UP }).toContain('n8n and a page are open');
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
		await expect.poll(run.commands, { intervals: [50], timeout: UP }).toContain(command);
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

for (const [what, end, folders] of [
	['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM'), 0],
	[ALL_KILLED, (pid: number) => process.kill(-pid, 'SIGKILL'), 3],
] as const) {
	test(`${what} leaves nothing of the servers of queue mode running`, async ({
		tarball,
		atTheEnd,
	}) => {
		const run = await start('has servers', tarball, atTheEnd);
		await expect.poll(run.output, { timeout: 120_000 }).toMatch(/the servers listen at .*\n/);
		const [, said = ''] = /the servers listen at (.*)\n/.exec(run.output())!;
		const ports = said.split(' ').map(Number);
		expect(ports).toHaveLength(3);
		const answers = () => Promise.all(ports.map(isOpen));
		expect(await answers()).toEqual([true, true, true]);
		await expect.poll(run.commands).toContain('SELECT');
		for (const name of ['postgres: checkpointer', 'redis-server', 'nginx: worker']) {
			expect(run.commands()).toContain(name);
		}
		end(run.pid);
		await expect.poll(answers, { timeout: 30_000 }).toEqual([false, false, false]);
		await expect.poll(run.processes, { timeout: 30_000 }).toEqual([]);
		expect(run.folders()).toHaveLength(folders);
	});
}

/** Whether somebody listens at a port. */
async function isOpen(port: number): Promise<boolean> {
	const socket = createConnection({ host: '127.0.0.1', port });
	return await new Promise<boolean>((resolve) => {
		socket.once('connect', () => resolve(true));
		socket.once('error', () => resolve(false));
	}).finally(() => socket.destroy());
}
