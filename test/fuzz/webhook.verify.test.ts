import { createHmac } from 'node:crypto';
import fc from 'fast-check';

import { callbackSignature, eventSignature, fits } from '../../nodes/Payments/webhook/verify';
import { anything, anyText, holds, must } from './fuzz';

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

test('the right signature of an event fits, in any capitals; one bit off anywhere and none does', () => {
	holds(fc.tuple(body, fc.oneof(plain, anyText), fc.nat()), ([bytes, salt, at]) => {
		const right = eventSignature(bytes, salt);
		if (salt === '') {
			must(right === '' && !fits(right, right));
			return;
		}
		must(right === createHmac('sha256', salt).update(bytes).digest('hex'));
		must(fits(right, inCapitals(right, at)));
		must(!fits(right, eventSignature(turnBytes(bytes, at), salt)));
		must(!fits(right, turnBytes(Buffer.from(right, 'hex'), at).toString('hex')));
	});
	holds(fc.tuple(body, plain, fc.nat()), ([bytes, salt, at]) => {
		must(!fits(eventSignature(bytes, salt), eventSignature(bytes, turnText(salt, at))));
	});
});

test('a letter of a signature that is another is no longer the signature', () => {
	holds(fc.tuple(body, plain, fc.nat()), ([bytes, salt, at]) => {
		const right = eventSignature(bytes, salt);
		const turned = turnText(right, at);
		must(fits(right, turned) === (turned.toLowerCase() === right), turned);
	});
});

test('the right signature of a callback fits, in any order of fields; one bit off anywhere and none does', () => {
	holds(fc.tuple(fields, plain, fc.nat(), fc.nat()), ([form, salt, which, at]) => {
		const right = callbackSignature(form, salt);
		const names = Object.keys(form).filter((name) => name !== 'hmac');
		const message = [...names]
			.sort()
			.map((name) => name + form[name])
			.join('');
		must(right === createHmac('sha256', salt).update(message).digest('hex'), message);
		const turned = Object.fromEntries(Object.entries(form).reverse());
		must(fits(right, callbackSignature({ ...turned, hmac: 'any' }, salt)));
		must(!fits(right, callbackSignature(form, turnText(salt, at))));
		const name = names[which % names.length];
		if (name === undefined) return;
		const value = turnText(form[name]!, at);
		must(!fits(right, callbackSignature({ ...form, [name]: value }, salt)), name, value);
	});
});

test('the fields of a callback are signed in the order of their bytes', () => {
	const anyFields = fc.dictionary(anyText, anyText, { maxKeys: 6, noNullPrototype: true });
	holds(fc.tuple(anyFields, plain), ([form, salt]) => {
		const pairs = Object.entries(form).map(([name, value]) => [
			Buffer.from(name).toString('hex'),
			name + value,
		]);
		const message = pairs
			.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
			.map(([, text]) => text)
			.join('');
		must(
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
	holds(odd, (given) => {
		must(!fits(right, given), given);
		must(!fits('', given), given);
	});
});
