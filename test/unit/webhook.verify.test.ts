import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { callbackMessage } from '../../nodes/Payments/events/notification';
import { signatureMatches, signatureOf, verify } from '../../nodes/Payments/webhook/receive/verify';
import { signBody, signFields } from '../../simulator/webhooks/signatures';
import { readNotification } from '../notification';
import { callbacks, events } from './webhook.vectors.json';

const salt = 'the salt';
const mismatch = { level: 'unsigned', reason: 'mismatch' };

const form = (body: string) =>
	readNotification({
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		rawBody: Buffer.from(body),
		query: {},
	});

const json = (body: string | Buffer, signature?: string) =>
	readNotification({
		headers: { 'content-type': 'application/json', 'hitpay-signature': signature },
		rawBody: Buffer.from(body as string),
		query: {},
	});

/** Returns a signed form. */
const signedForm = (fields: Record<string, string>) =>
	form(new URLSearchParams({ ...fields, hmac: signFields(fields, salt) }).toString());

describe('signatures that openssl computed', () => {
	test.each(callbacks)('callback: $name', (vector) => {
		const read = form(vector.body);
		expect(verify(read, vector.salt).level).toMatch(/^signed/);
		expect(verify(read, `${vector.salt}x`)).toEqual(mismatch);
	});

	test.each(events)('event: $name', ({ base64, signature, ...vector }) => {
		const body = Buffer.from(base64, 'base64');
		expect(signatureOf(body, vector.salt)).toBe(signature);
		// Some vectors are only bytes.
		if (!body.toString().startsWith('{')) return;
		expect(verify(json(body, signature), vector.salt)).toEqual({ level: 'signed' });
	});

	// Skipped only where there is no openssl to run the script with: the tests above use the file it made. CI has openssl.
	const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
	(hasOpenssl ? test : test.skip)('the committed script makes the committed file', () => {
		const file = path.join(__dirname, 'webhook.vectors.json');
		const made = execFileSync(path.join(__dirname, 'make-webhook-vectors.sh'));
		expect(made.toString()).toBe(readFileSync(file, 'utf8'));
	});
});

describe('the signature of a forged or damaged notification does not match', () => {
	const fields = { amount: '599.00', currency: 'SGD', status: 'completed' };
	const right = signatureOf(callbackMessage(fields), salt);

	test('the right signature matches, in capitals too', () => {
		expect(signatureMatches(right, right)).toBe(true);
		expect(signatureMatches(right, right.toUpperCase())).toBe(true);
	});

	test.each<[string, unknown]>([
		['none', undefined],
		['empty', ''],
		['a list with the right one', [right]],
		['an object that looks like text', { toString: () => right, length: 64 }],
		['cut off', right.slice(0, 63)],
		['too long', `${right}0`],
		['with a line end', `${right}\n`],
		['with a wrong letter', `g${right.slice(1)}`],
		['very long', 'a'.repeat(1_000_000)],
		['with another salt', signatureOf(callbackMessage(fields), 'the salt ')],
	])('%s', (_, given) => {
		expect(signatureMatches(right, given)).toBe(false);
	});

	test('without a salt nothing matches, not even the signature of an empty key', () => {
		expect(signatureOf(Buffer.from('{}'), '')).toBe('');
		expect(signatureMatches('', '')).toBe(false);
	});
});

const records = {
	id: 'r',
	payments: Array.from({ length: 10_000 }, (_, at) => ({ id: `p${at}` })),
};

test.each([
	['a payment link of 10,000 payments', JSON.stringify(records)],
	['5 MB', JSON.stringify({ id: 'x'.repeat(5_000_000) })],
	['a key that is called constructor', '{"metadata":{"constructor":"a","__proto__":{"b":1}}}'],
	['NUL in a name', '{"a\\u0000":1}'],
])('a signed body is accepted: %s', (_, body) => {
	expect(verify(json(body, signBody(body, salt)), salt)).toEqual({ level: 'signed' });
	expect(verify(json(`${body} `, signBody(body, salt)), salt)).toEqual(mismatch);
});

test.each<[string, Record<string, string>]>([
	['1,500 fields', Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`f${at}`, 'x']))],
	[
		'a field that is called __proto__',
		Object.fromEntries([
			['__proto__', 'x'],
			['a', 'b'],
		]),
	],
	['NUL', { a: '\0' }],
])('the text of a signed form is accepted: %s', (_, fields) => {
	expect(verify(signedForm(fields), salt)).toEqual({ level: 'signedText' });
});

test('a form of a payment is signed as a whole', () => {
	const fields = {
		payment_id: 'p',
		payment_request_id: 'r',
		phone: '',
		amount: '1.00',
		currency: 'SGD',
		status: 'completed',
		reference_number: '',
	};
	expect(verify(signedForm(fields), salt)).toEqual({ level: 'signed' });
	const divided = { ...fields, phone: '1amount5.00' };
	expect(verify(signedForm(divided), salt)).toEqual({ level: 'signedText' });
	const unsigned = form(new URLSearchParams(fields).toString());
	expect(verify(unsigned, salt)).toEqual({ level: 'unsigned', reason: 'noSignature' });
	expect(verify(signedForm(fields), '')).toEqual({ level: 'unsigned', reason: 'noSalt' });
});

test.each([
	['as one field', (body: string) => `${encodeURIComponent(body)}=`],
	['as a field and its value', (body: string) => body.replace('": "', '%22%3A%20%22=')],
])('a signed event, sent as a form %s, is not signed', (_, write) => {
	const body = '{"id": "c-1"}';
	const hmac = signBody(body, salt);
	expect(verify(form(`${write(body)}&hmac=${hmac}`), salt)).toEqual(mismatch);
});
