import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

/** The previous version of the package. There is none yet, so it is this one with another number. */
export const PREVIOUS = '0.0.9';

/**
 * Packs the previous version of the package. It differs in the name of the Payments node and in the query
 * of *Business: Get*, so that tests see which version is at work.
 *
 * @param tarball of this version
 * @param folder for its files; it is created
 * @returns its tarball
 */
export async function previousVersion(tarball: string, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	const change = async (file: string, from: string | RegExp, to: string) => {
		const text = await readFile(path.join(folder, file), 'utf8');
		const changed = text.replace(from, to);
		if (changed === text) throw new Error(`${file} has no ${String(from)}`);
		await writeFile(path.join(folder, file), changed);
	};
	await change('package.json', /"version": "[^"]*"/, `"version": "${PREVIOUS}"`);
	await change(
		'dist/payments.js',
		/displayName: (['"])Payments\1/,
		"displayName: 'Payments (previous)'",
	);
	await change('dist/payments.js', /(url: "\/v1\/info)"/, `$1?version=${PREVIOUS}"`);
	const { stdout } = await execa('npm', ['pack', '--json', '--ignore-scripts'], { cwd: folder });
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return path.join(folder, filename);
}
