import { verify } from '../../nodes/Payments/webhook/receive/verify';
import { signBody, signFields } from '../../simulator/webhooks/signatures';
import { readNotification } from '../notification';
import { callbacks, events } from './webhook.vectors.json';

const salt = 'the salt';

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

test.each(callbacks)('published vector of a callback: $name', (vector) => {
	const read = form(vector.body);
	expect(verify(read, vector.salt).level).toMatch(/^signed/);
	expect(verify(read, `${vector.salt}x`)).toEqual({ level: 'unsigned', reason: 'mismatch' });
});

test.each(events)('published vector of an event: $name', ({ base64, signature, ...vector }) => {
	const body = Buffer.from(base64, 'base64');
	// Some vectors are only bytes.
	if (!body.toString().startsWith('{')) return;
	expect(verify(json(body, signature), vector.salt)).toEqual({ level: 'signed' });
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
	['50 levels', '{"a":'.repeat(50) + '1' + '}'.repeat(50)],
])('a signed body is accepted: %s', (_, body) => {
	expect(verify(json(body, signBody(body, salt)), salt)).toEqual({ level: 'signed' });
	const forged = verify(json(`${body} `, signBody(body, salt)), salt);
	expect(forged).toEqual({ level: 'unsigned', reason: 'mismatch' });
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
	['a list', { 'a[]': 'b' }],
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
	const sent = form(`${write(body)}&hmac=${hmac}`);
	expect(verify(sent, salt)).toEqual({ level: 'unsigned', reason: 'mismatch' });
});
