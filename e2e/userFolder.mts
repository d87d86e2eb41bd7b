import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';

import { modulesOf, n8nScript, nodeForN8n, type Edition } from './install.mjs';
import { inheritedEnv } from './n8n.mjs';

/**
 * Fills an empty user folder with a database as n8n creates it. Creating the tables takes a sixth of the processor
 * time of a start, so n8n does it once for all tests.
 */
export async function fillUserFolder(folder: string, edition: Edition = 'newest'): Promise<void> {
	await cp(await createdFolder(edition), folder, { recursive: true });
}

/** Returns a user folder in which n8n has created its database, beside the installed n8n. */
export async function createdFolder(edition: Edition): Promise<string> {
	const created = path.join(modulesOf(edition), '.user-folder');
	if (existsSync(created)) return created;
	const folder = `${created}-${process.pid}`;
	// Any command that reads the database creates it first.
	await execa(nodeForN8n(edition), [n8nScript(edition), 'list:workflow'], {
		env: { ...inheritedEnv(), N8N_USER_FOLDER: folder, N8N_DIAGNOSTICS_ENABLED: 'false' },
		extendEnv: false,
	});
	// Another process may have been faster.
	await rename(folder, created).catch(async (error: unknown) => {
		if (!existsSync(created)) throw error;
		await rm(folder, { recursive: true });
	});
	return created;
}
