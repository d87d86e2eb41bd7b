import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { callbackMessage } from '../../nodes/Payments/events/notification';
import { signatureMatches, signatureOf } from '../../nodes/Payments/webhook/receive/verify';
import { callbacks, events } from './webhook.vectors.json';

/** Returns the signature of a callback with these fields. */
const callbackSignature = (fields: Record<string, string>, salt: string) =>
	signatureOf(callbackMessage(fields), salt);

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('signatures that openssl computed', () => {
	test.each(callbacks)('callback: $name', ({ salt, fields, hmac }) => {
		const all: Record<string, string> = fields as object as Record<string, string>;
		expect(callbackSignature(all, salt)).toBe(hmac);
		const turned = Object.fromEntries(Object.entries(all).reverse());
		expect(callbackSignature(turned, salt)).toBe(hmac);
	});

	test.each(events)('event: $name', ({ salt, base64, signature }) => {
		expect(signatureOf(Buffer.from(base64, 'base64'), salt)).toBe(signature);
	});

	test('there are enough of them, and no two events have the same', () => {
		expect(callbacks.length).toBeGreaterThanOrEqual(8);
		expect(events.length).toBeGreaterThanOrEqual(6);
		expect(new Set(events.map(({ signature }) => signature)).size).toBe(events.length);
	});

	// Skipped only where there is no openssl to run the script with: the tests above use the file it made. CI has openssl.
	(hasOpenssl ? test : test.skip)('the committed script makes the committed file', () => {
		const file = path.join(__dirname, 'webhook.vectors.json');
		const made = execFileSync(path.join(__dirname, 'make-webhook-vectors.sh'));
		expect(made.toString()).toBe(readFileSync(file, 'utf8'));
	});
});

describe('the signature of a forged or damaged notification does not match', () => {
	const fields = { amount: '599.00', currency: 'SGD', status: 'completed' };
	const salt = 'the salt';
	const right = callbackSignature(fields, salt);

	test('the right signature matches, in capitals too', () => {
		expect(signatureMatches(right, right)).toBe(true);
		expect(signatureMatches(right, right.toUpperCase())).toBe(true);
	});

	test.each<[string, unknown]>([
		['none', undefined],
		['null', null],
		['empty', ''],
		['a list with the right one', [right]],
		['an object that looks like text', { toString: () => right, length: 64 }],
		['a Buffer', Buffer.from(right, 'hex')],
		['a number', 64],
		['cut off', right.slice(0, 63)],
		['half of it', right.slice(0, 32)],
		['too long', `${right}0`],
		['twice', right + right],
		['with a blank', `${right} `],
		['with a line end', `${right}\n`],
		['with 0x', `0x${right.slice(2)}`],
		['with a wrong letter', `g${right.slice(1)}`],
		['base64', Buffer.from(right, 'hex').toString('base64')],
		['full-width digits', right.replace(/\d/, '１')],
		['very long', 'a'.repeat(1_000_000)],
		['of other content', callbackSignature({ ...fields, amount: '0.01' }, salt)],
		['with another salt', callbackSignature(fields, 'the salt ')],
		['a bare hash', createHash('sha256').update('amount599.00').digest('hex')],
	])('%s', (_, given) => {
		expect(signatureMatches(right, given)).toBe(false);
	});

	test('without a salt nothing matches, not even the signature of an empty key', () => {
		expect(callbackSignature(fields, '')).toBe('');
		expect(signatureOf(Buffer.from('{}'), '')).toBe('');
		expect(signatureMatches('', '')).toBe(false);
		expect(signatureMatches('', undefined)).toBe(false);
		expect(signatureMatches('', right)).toBe(false);
	});
});
