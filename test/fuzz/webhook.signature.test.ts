import fc from 'fast-check';
import { createHmac } from 'node:crypto';

import {
	callbackSignature,
	eventSignature,
	signatureMatches,
} from '../../nodes/Payments/webhook/receive/signature';
import { anyText, anything, invariant, property } from './property';

const body = fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes));
/** Of plain letters, so that a bit can be turned and a text remains. */
const plain = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 80 });
const fields = fc.dictionary(
	fc.oneof(plain, fc.constantFrom('hmac', 'amount', 'toString')),
	plain,
	{
		minKeys: 1,
		maxKeys: 6,
		noNullPrototype: true,
	},
);

/** A text with one bit turned, of a letter somewhere in it. */
function turnText(text: string, at: number): string {
	const letter = Math.floor(at / 7) % text.length;
	const turned = String.fromCharCode(text.charCodeAt(letter) ^ (1 << (at % 7)));
	return text.slice(0, letter) + turned + text.slice(letter + 1);
}

function turnBytes(bytes: Buffer, at: number): Buffer {
	const turned = Buffer.from(bytes);
	const byte = Math.floor(at / 8) % turned.length;
	turned[byte]! ^= 1 << (at % 8);
	return turned;
}

/** The same hex with some of its letters in capitals. */
const inCapitals = (hex: string, at: number) =>
	[...hex]
		.map((letter, index) => ((at >> (index % 31)) & 1 ? letter.toUpperCase() : letter))
		.join('');

test('the right signature of an event signatureMatches, in any capitals; one bit off anywhere and none does', () => {
	property(fc.tuple(body, fc.oneof(plain, anyText), fc.nat()), ([bytes, salt, at]) => {
		const right = eventSignature(bytes, salt);
		if (salt === '') {
			invariant(right === '' && !signatureMatches(right, right));
			return;
		}
		invariant(right === createHmac('sha256', salt).update(bytes).digest('hex'));
		invariant(signatureMatches(right, inCapitals(right, at)));
		invariant(!signatureMatches(right, eventSignature(turnBytes(bytes, at), salt)));
		invariant(!signatureMatches(right, turnBytes(Buffer.from(right, 'hex'), at).toString('hex')));
	});
	property(fc.tuple(body, plain, fc.nat()), ([bytes, salt, at]) => {
		invariant(
			!signatureMatches(eventSignature(bytes, salt), eventSignature(bytes, turnText(salt, at))),
		);
	});
});

test('a letter of a signature that is another is no longer the signature', () => {
	property(fc.tuple(body, plain, fc.nat()), ([bytes, salt, at]) => {
		const right = eventSignature(bytes, salt);
		const turned = turnText(right, at);
		invariant(signatureMatches(right, turned) === (turned.toLowerCase() === right), turned);
	});
});

test('the right signature of a callback signatureMatches, in any order of fields; one bit off anywhere and none does', () => {
	property(fc.tuple(fields, plain, fc.nat(), fc.nat()), ([form, salt, which, at]) => {
		const right = callbackSignature(form, salt);
		const names = Object.keys(form).filter((name) => name !== 'hmac');
		const message = [...names]
			.sort()
			.map((name) => name + form[name])
			.join('');
		invariant(right === createHmac('sha256', salt).update(message).digest('hex'), message);
		const turned = Object.fromEntries(Object.entries(form).reverse());
		invariant(signatureMatches(right, callbackSignature({ ...turned, hmac: 'any' }, salt)));
		invariant(!signatureMatches(right, callbackSignature(form, turnText(salt, at))));
		const name = names[which % names.length];
		if (name === undefined) return;
		const value = turnText(form[name]!, at);
		invariant(
			!signatureMatches(right, callbackSignature({ ...form, [name]: value }, salt)),
			name,
			value,
		);
	});
});

test('the fields of a callback are signed in the order of their bytes', () => {
	const anyFields = fc.dictionary(anyText, anyText, { maxKeys: 6, noNullPrototype: true });
	property(fc.tuple(anyFields, plain), ([form, salt]) => {
		const pairs = Object.entries(form).map(([name, value]) => [
			Buffer.from(name).toString('hex'),
			name + value,
		]);
		const message = pairs
			.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
			.map(([, text]) => text)
			.join('');
		invariant(
			callbackSignature(form, salt) === createHmac('sha256', salt).update(message).digest('hex'),
		);
	});
});

test('what is given as a signature may be anything, and does not fit', () => {
	const right = eventSignature(Buffer.from('a'), 'salt');
	const odd = fc.oneof(
		anything,
		fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 140 }),
		fc.uint8Array({ minLength: 32, maxLength: 32 }),
		fc.constantFrom([right], { toString: () => right, length: 64 }, Object(right), `${right}\n`),
		fc
			.tuple(anyText, anyText)
			.map(([one, other]) => one + right + other)
			.filter((text) => text !== right),
	);
	property(odd, (given) => {
		invariant(!signatureMatches(right, given), given);
		invariant(!signatureMatches('', given), given);
	});
});
