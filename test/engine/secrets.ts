import { inspect } from 'node:util';

import type { Simulator } from '../../simulator';
import type { RunResult } from './run';

/** As JSON; what is in it several times, or in itself, once. */
function everythingIn(value: unknown): string {
	const seen = new WeakSet();
	return JSON.stringify(value, (_, part: unknown) => {
		if (typeof part !== 'object' || part === null) return part;
		if (seen.has(part)) return undefined;
		seen.add(part);
		return part;
	});
}

/**
 * The secrets that are in what n8n keeps of a run, or may print of its error, causes included.
 *
 * @param more secrets that the test typed in itself
 */
export function secretsIn(
	{ run, error }: RunResult,
	{ oauthApp, apiKey, salt }: Simulator,
	more: string[] = [],
): string[] {
	const secrets = [apiKey, salt, oauthApp.clientSecret, 'sim_access_', 'sim_refresh_', ...more];
	const left = everythingIn(run) + inspect(error, { depth: 8, showHidden: true });
	return secrets.filter((secret) => left.includes(secret));
}
