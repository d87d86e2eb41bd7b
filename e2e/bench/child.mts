import path from 'node:path';
import { execa } from 'execa';

import { nodeForN8n } from '../install.mjs';
import { benchFolder } from './service.mjs';

/** The output of `bare.mts`. */
export interface Bare {
	milliseconds: number;
	count: number;
	/** The SHA-256 of the IDs in order, one a line. */
	ids: string;
	lastId: string;
}

/**
 * Runs a script of the bench on n8n's Node.
 *
 * @param input its standard input, as JSON
 * @returns its output, parsed as JSON
 */
export async function runScript<T>(
	script: string,
	args: string[],
	{ input, env }: { input?: unknown; env?: Record<string, string> } = {},
): Promise<T> {
	const { stdout } = await execa(
		nodeForN8n('newest'),
		[path.join(benchFolder, script), ...args],
		// NODE_OPTIONS of this process must not reach n8n's Node.
		{ env: { NODE_OPTIONS: '', ...env }, input: JSON.stringify(input ?? null) },
	);
	return JSON.parse(stdout) as T;
}
