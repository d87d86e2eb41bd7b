import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa, ExecaError } from 'execa';

import { installPackages } from './debian.mjs';

export const projectFolder = path.resolve(import.meta.dirname, '..');
export const e2eFolder = path.join(projectFolder, 'e2e');

/** What stays behind of a run to be looked at: logs, files, figures. */
export const runFolder = path.join(e2eFolder, '.run');

/** The n8n versions that are tested: private packages with a committed lock file each. */
export type Edition = 'newest' | 'oldest';

/** The start script of an installed n8n. */
export function n8nScript(edition: Edition): string {
	return path.join(modulesOf(edition), 'n8n', 'bin', 'n8n');
}

/**
 * Installs n8n as the committed lock file says, unless that very lock is installed already. n8n's
 * install scripts are left out, but for sqlite3, which has to be compiled or downloaded.
 *
 * @throws Error with the end of what npm said, or with what has to be installed for compiling
 */
export async function installN8n(edition: Edition = 'newest'): Promise<void> {
	const folder = folderOf(edition);
	const lock = await readFile(path.join(folder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).digest('hex');
	const marker = path.join(modulesOf(edition), '.installed-lock');
	if (existsSync(marker) && (await readFile(marker, 'utf8')) === wanted) return;
	await npm(['ci', '--ignore-scripts'], { cwd: folder });
	const rebuild = () => npm(['rebuild', 'sqlite3'], { cwd: folder });
	await rebuild().catch(async () => {
		await installPackages(['python3', 'make', 'g++']);
		await rebuild();
	});
	await writeFile(marker, wanted);
}

/**
 * The Node that runs n8n: the newest n8n wants 24 or newer, which its package brings along for the
 * machines that have a binary package of it. The oldest one runs on this one.
 *
 * @throws Error where there is none and the Node that runs this is too old
 */
export function nodeForN8n(edition: Edition): string {
	if (edition === 'oldest') return process.execPath;
	const brought = path.join(modulesOf(edition), '.bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new Error(
		`n8n needs Node 24 or newer, and no package of it exists for ${process.platform}-${process.arch}: install it and run this again`,
	);
}

function folderOf(edition: Edition): string {
	return path.join(e2eFolder, 'n8n', edition);
}

function modulesOf(edition: Edition): string {
	return path.join(folderOf(edition), 'node_modules');
}

/** Builds and packs the project. @returns the tarball, as npm would publish it */
export async function pack(into: string): Promise<string> {
	await npm(['run', 'build'], { cwd: projectFolder });
	await mkdir(into, { recursive: true });
	const { stdout } = await npm(['pack', '--json', '--pack-destination', into], {
		cwd: projectFolder,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return path.join(into, filename);
}

/**
 * Puts a tarball where n8n keeps community packages: as a dependency of the private package in
 * its user folder, without install scripts.
 *
 * @param userFolder what N8N_USER_FOLDER says
 */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	const ledger = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(ledger));
	await npm(['install', tarball, '--ignore-scripts', '--legacy-peer-deps'], { cwd: folder });
}

async function npm(args: string[], { cwd }: { cwd: string }) {
	// Settings of the npm that runs this script would overrule those of the folder.
	const env = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_(config|package)_/i.test(name)),
	);
	try {
		return await execa('npm', args, { cwd, env, extendEnv: false });
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		// What npm says of peers and engines fills pages, and stands before what went wrong.
		const end = String(error.stderr).slice(-1000);
		throw new Error(`npm ${args.join(' ')} did not succeed in ${cwd}:\n${end}`);
	}
}
