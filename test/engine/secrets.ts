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

/** The readings of a text by somebody who looks for secrets in it: itself, and its decoded forms. */
function readingsOf(text: string): string {
	const plain = text.replace(/\\+(?=["\\/])/g, '');
	const decoded = plain
		.replaceAll('+', ' ')
		.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	const packed = [...plain.matchAll(/[\w+/-]{8,}={0,2}/g)].map(([part]) =>
		Buffer.from(part, 'base64').toString('latin1'),
	);
	return [text, plain, decoded, ...packed].join('\n').toLowerCase();
}

/**
 * The secrets that are in something that n8n keeps, shows or may print, causes included: as they are, in either
 * case, and as they are written in addresses, JSON and Base64.
 *
 * @param more secrets that the test typed in itself
 */
export function secretsInAll(
	value: unknown,
	{ oauthApp, apiKey, salt }: Simulator,
	more: string[] = [],
): string[] {
	const secrets = [apiKey, salt, oauthApp.clientSecret, 'sim_access_', 'sim_refresh_', ...more];
	const left = readingsOf(everythingIn(value) + inspect(value, { depth: 8, showHidden: true }));
	return secrets.filter((secret) => left.includes(secret.toLowerCase()));
}

/** The secrets that are in what n8n keeps of a run, or may print of its error. */
export function secretsIn({ run, error }: RunResult, ...rest: [Simulator, string[]?]): string[] {
	return [...new Set([run, error].flatMap((one) => secretsInAll(one, ...rest)))];
}
