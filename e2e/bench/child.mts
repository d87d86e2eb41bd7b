import path from 'node:path';
import { execa } from 'execa';

import { nodeForN8n } from '../install.mjs';
import { benchFolder } from './service.mjs';

/** What `bare.mts` tells of its run. */
export interface Bare {
	milliseconds: number;
	count: number;
	/** SHA-256 of the IDs in their order, one a line. */
	ids: string;
	lastId: string;
}

/**
 * Runs a script of the bench by the Node that runs n8n.
 *
 * @param input what it gets on standard input, as JSON
 * @returns what it prints, read as JSON
 */
export async function runScript<T>(
	script: string,
	args: string[],
	{ input, env }: { input?: unknown; env?: Record<string, string> } = {},
): Promise<T> {
	const { stdout } = await execa(
		nodeForN8n('newest'),
		[path.join(benchFolder, script), ...args],
		// The settings of a tool that this one was started with are not for it.
		{ env: { NODE_OPTIONS: '', ...env }, input: JSON.stringify(input ?? null) },
	);
	return JSON.parse(stdout) as T;
}
