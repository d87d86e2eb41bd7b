import { existsSync } from 'node:fs';

import { installPackages } from './debian.mjs';

/** How Debian's Chromium is started: as root it has no sandbox, and nothing of it calls home. */
export const chromium = {
	executablePath: '/usr/bin/chromium',
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
	],
};

/** Installs Chromium where it is missing. @throws Error where that can not be done */
export async function installChromium(): Promise<void> {
	if (!existsSync(chromium.executablePath)) await installPackages(['chromium']);
}
