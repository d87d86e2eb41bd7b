import { existsSync } from 'node:fs';

import { installPackages } from './debian.mjs';

/** The launch options of Debian's Chromium: no sandbox as root, no background requests. */
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

/** Installs Chromium if it is missing. @throws Error when that is not possible */
export async function installChromium(): Promise<void> {
	if (!existsSync(chromium.executablePath)) await installPackages(['chromium']);
}
