import { existsSync } from 'node:fs';
import { execa } from 'execa';

/** Whether this runs as root. */
export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * Installs Debian's packages, which takes root, and says so.
 *
 * @throws Error that names them, where they can not be installed
 */
export async function installPackages(names: string[]): Promise<void> {
	if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
		throw new Error(`Install these and run this again: ${names.join(', ')}`);
	}
	console.log(`Installing from Debian's packages: ${names.join(', ')}`);
	const env = {
		DEBIAN_FRONTEND: 'noninteractive',
		// What is installed here is started by us, on ports of our own.
		RUNLEVEL: '1',
	};
	await execa('apt-get', ['update', '-q'], { env });
	await execa('apt-get', ['install', '-y', '-q', ...names], { env });
}
