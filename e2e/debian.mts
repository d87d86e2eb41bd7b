import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { execa } from 'execa';

/** What Debian's packages ask before they start a service. */
const policy = '/usr/sbin/policy-rc.d';

/** Whether this runs as root. */
export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * Installs Debian's packages, which takes root, and says so. Their services are not started: we start
 * our own, on other ports.
 *
 * @throws Error that names them, where they can not be installed
 */
export async function installPackages(names: string[]): Promise<void> {
	if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
		throw new Error(`Install these and run this again: ${names.join(', ')}`);
	}
	console.log(`Installing from Debian's packages: ${names.join(', ')}`);
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const isOurs = !existsSync(policy);
	if (isOurs) await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
	try {
		await execa('apt-get', ['update', '-q'], { env });
		await execa('apt-get', ['install', '-y', '-q', ...names], { env });
	} finally {
		if (isOurs) await rm(policy, { force: true });
	}
}
