import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { execa } from 'execa';

/** The policy that Debian's packages consult before they start a service. */
const policy = '/usr/sbin/policy-rc.d';

/** Whether this runs as root. */
export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/**
 * Installs Debian packages as root and logs it. Their services are not started: the tests start their
 * own on other ports.
 *
 * @throws Error with their names when they cannot be installed
 */
export async function installPackages(names: string[]): Promise<void> {
	if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
		throw new Error(`Install these packages and run this again: ${names.join(', ')}`);
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
