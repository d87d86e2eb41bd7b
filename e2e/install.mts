import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

/** The project, and the private package with n8n in it. */
export const projectFolder = path.resolve(import.meta.dirname, '..');
export const e2eFolder = path.join(projectFolder, 'e2e');

const modules = path.join(e2eFolder, 'node_modules');

/** The start script of the installed n8n. */
export const n8nScript = path.join(modules, 'n8n', 'bin', 'n8n');

/**
 * Installs n8n as the committed lock file says, unless that very lock is installed already. n8n's
 * install scripts are left out, but for sqlite3, which has to be compiled or downloaded.
 */
export async function installN8n(): Promise<void> {
	const lock = await readFile(path.join(e2eFolder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).digest('hex');
	const marker = path.join(modules, '.installed-lock');
	if (existsSync(marker) && (await readFile(marker, 'utf8')) === wanted) return;
	await npm(['ci', '--ignore-scripts'], { cwd: e2eFolder });
	await npm(['rebuild', 'sqlite3'], { cwd: e2eFolder });
	await writeFile(marker, wanted);
}

/**
 * The Node that runs n8n: n8n wants 24 or newer, which the e2e package brings along for the
 * machines that have a binary package of it.
 *
 * @throws Error where there is none and the Node that runs this is too old
 */
export function nodeForN8n(): string {
	const brought = path.join(modules, '.bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new Error(
		`n8n needs Node 24 or newer, and no package of it exists for ${process.platform}-${process.arch}: install it and run this again`,
	);
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
	return await execa('npm', args, {
		cwd,
		env,
		extendEnv: false,
	});
}
