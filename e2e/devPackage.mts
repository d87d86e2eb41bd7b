import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

import { projectFolder } from './install.mjs';

/** The files that the package is made of. */
export const sourceFolders = ['nodes', 'credentials', 'icons'];

/** Compiles the sources one by one, each with the npm packages in it that n8n does not bring along. */
const oneByOne: Plugin = {
	name: 'one by one',
	setup(build) {
		build.onResolve({ filter: /^\./ }, ({ importer, path: to }) =>
			importer === '' || importer.includes(`${path.sep}node_modules${path.sep}`)
				? undefined
				: { path: to, external: true },
		);
	},
};

/** The package in a folder from which n8n loads it, compiled without a check of its types. */
export class DevPackage {
	private readonly written = new Map<string, string>();

	/** @param folder where it goes */
	constructor(private readonly folder: string) {}

	/**
	 * Compiles all files, which takes a fraction of a second, and writes those that have changed.
	 *
	 * @returns how many have
	 * @throws Error when a file cannot be compiled; then nothing is written
	 */
	async update(): Promise<number> {
		const files = new Map<string, Uint8Array>();
		for (const name of ['package.json', 'index.js']) files.set(name, await read(name));
		const sources = (await Promise.all(sourceFolders.map(filesIn))).flat();
		for (const source of sources) {
			if (/\.(svg|json)$/.test(source)) files.set(path.join('dist', source), await read(source));
		}
		const { outputFiles } = await build({
			absWorkingDir: projectFolder,
			entryPoints: sources.filter((source) => source.endsWith('.ts')),
			outbase: projectFolder,
			outdir: path.join(this.folder, 'dist'),
			bundle: true,
			platform: 'node',
			external: ['luxon', 'n8n-workflow', 'p-limit', 'zod'],
			plugins: [oneByOne],
			logLevel: 'silent',
			write: false,
		});
		for (const { path: to, contents } of outputFiles) {
			files.set(path.relative(this.folder, to), contents);
		}
		return await this.write(files);
	}

	private async write(files: Map<string, Uint8Array>): Promise<number> {
		let changed = 0;
		for (const [name, contents] of files) {
			const text = Buffer.from(contents).toString('base64');
			if (this.written.get(name) === text) continue;
			const file = path.join(this.folder, name);
			await mkdir(path.dirname(file), { recursive: true });
			await writeFile(file, contents);
			this.written.set(name, text);
			changed += 1;
		}
		for (const name of this.written.keys()) {
			if (files.has(name)) continue;
			await rm(path.join(this.folder, name));
			this.written.delete(name);
			changed += 1;
		}
		return changed;
	}
}

async function read(name: string): Promise<Uint8Array> {
	return await readFile(path.join(projectFolder, name));
}

async function filesIn(folder: string): Promise<string[]> {
	const names = await readdir(path.join(projectFolder, folder), { recursive: true });
	return names.map((name) => path.join(folder, name));
}
