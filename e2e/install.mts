import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa, ExecaError } from 'execa';

import { installPackages } from './debian.mjs';

export const projectFolder = path.resolve(import.meta.dirname, '..');
export const e2eFolder = path.join(projectFolder, 'e2e');

/** The output of the last run: logs, files, figures. */
export const runFolder = path.join(e2eFolder, '.run');

/** The n8n versions that are tested, each a private package with a committed lock file. */
export type Edition = 'newest' | 'oldest';

/** These versions, in the order of the README. */
export const editions: Edition[] = ['oldest', 'newest'];

/** The start script of an installed n8n. */
export function n8nScript(edition: Edition): string {
	return path.join(modulesOf(edition), 'n8n', 'bin', 'n8n');
}

/**
 * Installs n8n by its committed lock file, unless it is already installed. Install scripts do not run,
 * except the one of sqlite3, which has to be compiled or downloaded.
 *
 * @throws Error with the end of npm's output, or with the compilers to install
 */
export async function installN8n(edition: Edition = 'newest'): Promise<void> {
	const folder = folderOf(edition);
	const lock = await readFile(path.join(folder, 'package-lock.json'));
	const wanted = createHash('sha256').update(lock).digest('hex');
	const marker = path.join(modulesOf(edition), '.installed-lock');
	if (existsSync(marker) && (await readFile(marker, 'utf8')) === wanted) return;
	await installByLock(edition);
	await buildSqlite(edition);
	await writeFile(marker, wanted);
}

interface Lock {
	packages: Record<string, { name?: string; version?: string; resolved?: string }>;
}

/**
 * Installs with a copy of the lock file that has the addresses of all packages, which the committed one leaves
 * out: without them, npm first reads the manifests of all 2,200 packages, which takes as long as the rest.
 */
async function installByLock(edition: Edition): Promise<void> {
	const folder = folderOf(edition);
	const copy = path.join(runFolder, 'install', edition);
	await rm(copy, { recursive: true, force: true });
	await mkdir(copy, { recursive: true });
	for (const name of ['package.json', '.npmrc']) {
		await cp(path.join(folder, name), path.join(copy, name));
	}
	const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as Lock;
	const { stdout } = await npm(['config', 'get', 'registry'], { cwd: folder });
	await writeFile(
		path.join(copy, 'package-lock.json'),
		JSON.stringify(withAddresses(lock, stdout)),
	);
	const ci = (cwd: string) => npm(['ci', '--ignore-scripts'], { cwd });
	try {
		await ci(copy);
		await rm(modulesOf(edition), { recursive: true, force: true });
		await rename(path.join(copy, 'node_modules'), modulesOf(edition));
	} catch {
		// A registry may have addresses of its own.
		await ci(folder);
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
}

/** Adds where a registry has each package by convention: `name/-/name-1.0.0.tgz`, without the scope in the file. */
function withAddresses(lock: Lock, registry: string): Lock {
	const packages = Object.entries(lock.packages).map(([location, one]) => {
		const name = one.name ?? location.split('node_modules/').at(-1)!;
		if (location === '' || one.resolved !== undefined) return [location, one];
		const file = `${name.split('/').at(-1)}-${one.version}.tgz`;
		return [location, { ...one, resolved: new URL(`${name}/-/${file}`, registry).href }];
	});
	return { ...lock, packages: Object.fromEntries(packages) as Lock['packages'] };
}

/** Builds sqlite3, or copies it from the other n8n: by Node-API, one build fits all versions of Node. */
async function buildSqlite(edition: Edition): Promise<void> {
	const [own, other] = (edition === 'newest' ? ['newest', 'oldest'] : ['oldest', 'newest']).map(
		(one) => path.join(modulesOf(one as Edition), 'sqlite3'),
	) as [string, string];
	const built = path.join(other, 'build', 'Release', 'node_sqlite3.node');
	const manifest = (of: string) => readFile(path.join(of, 'package.json'), 'utf8');
	if (existsSync(built) && (await manifest(own)) === (await manifest(other))) {
		await cp(built, path.join(own, path.relative(other, built)));
		return;
	}
	// With less optimization, compiling takes half as long. n8n's work here is not in SQLite.
	const env = { CFLAGS: '-O1', CXXFLAGS: '-O1' };
	const rebuild = () => npm(['rebuild', 'sqlite3'], { cwd: folderOf(edition), env });
	await rebuild().catch(async () => {
		await installPackages(['python3', 'make', 'g++']);
		await rebuild();
	});
}

/**
 * Returns the Node that runs n8n. The newest n8n needs 24 or later, which is a dependency where npm has a
 * binary of it. The oldest n8n runs on the current Node.
 *
 * @throws Error when there is none and the current Node is too old
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

/** Returns the folder with an installed n8n and its dependencies. */
export function modulesOf(edition: Edition): string {
	return path.join(folderOf(edition), 'node_modules');
}

/** Builds and packs the project, unless TARBALL names the file. @returns the tarball, as npm would publish it */
export async function pack(into: string): Promise<string> {
	if (process.env.TARBALL) return process.env.TARBALL;
	await npm(['run', 'build'], { cwd: projectFolder });
	await mkdir(into, { recursive: true });
	const { stdout } = await npm(['pack', '--json', '--pack-destination', into], {
		cwd: projectFolder,
	});
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return path.join(into, filename);
}

/**
 * Installs a tarball as n8n installs community packages: as a dependency of the private package in its
 * user folder, without install scripts.
 *
 * @param userFolder N8N_USER_FOLDER
 */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n', 'nodes');
	await mkdir(folder, { recursive: true });
	const ledger = { name: 'installed-nodes', private: true, dependencies: {} };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(ledger));
	await npm(['install', tarball, '--ignore-scripts', '--legacy-peer-deps'], { cwd: folder });
}

async function npm(args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
	const { cwd } = options;
	// The settings of the npm that runs this script would override those of the folder.
	const own = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_(config|package)_/i.test(name)),
	);
	try {
		return await execa('npm', args, { cwd, env: { ...own, ...options.env }, extendEnv: false });
	} catch (error) {
		if (!(error instanceof ExecaError)) throw error;
		// The reason is at the end, after pages of warnings about peers and engines.
		const end = String(error.stderr).slice(-1000);
		throw new Error(`npm ${args.join(' ')} did not succeed in ${cwd}:\n${end}`);
	}
}
