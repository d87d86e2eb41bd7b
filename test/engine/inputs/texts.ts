import type { Schema } from '../../../contract/contract';
import type { Kind, Refused } from './kind';
import { ID } from './places';

const OBJECTS = [{ a: 1 }, [{ a: 1 }]];

export function text({ maxLength, type }: Schema): Kind {
	const sent = (value: string) => (type === 'array' ? [value] : value);
	const tooLong: Refused = [`is longer than ${maxLength} characters`, 'Shorten it.', []];
	const long = 'x'.repeat(maxLength ?? 0);
	return {
		refused: [
			['is not text', 'Choose one field of the object in the expression.', OBJECTS],
			['is a number of more than 15 digits', 'Enter it as text.', [2 ** 60]],
			...(maxLength ? [tooLong.with(2, [`${long}x`]) as Refused] : []),
		],
		accepted: [
			[' a b ', sent('a b')],
			[42, sent('42')],
			[long || 'A', sent(long || 'A')],
		],
		whenEmpty: 'Enter text, or check the expression that returns it.',
	};
}

export const uuid: Kind = {
	refused: [
		[
			'is not a valid ID',
			`It looks like ${ID}.`,
			['x', '123', `${ID}1`, ID.slice(1), `${ID}/../..`, 'null', '[object Object]'],
		],
		['is not an ID', `It looks like ${ID}.`, [5, true, {}]],
	],
	accepted: [[` ${ID}\n`, ID]],
	whenEmpty: 'returns',
};

/** An ID of another format, which is a part of the path. */
export const id: Kind = {
	refused: [
		[
			'is not a valid ID',
			'but no / \\ % ? # and no invisible ones, such as a line break.',
			['.', '..', '../charges?x=1', '1%2F2', 'a\\b', 'a\nb'],
		],
		['is not text', '', OBJECTS],
	],
	accepted: [
		[' x-1 ', 'x-1'],
		[1042, '1042'],
	],
	whenEmpty: '',
};

/** A name that is a part of the path. */
export const name: Kind = {
	...id,
	refused: [
		['is not a known value', 'enter its name in lower case, e.g. adyen.', ['..', 'a b/c', 'a\nb']],
		['is not text', '', OBJECTS],
	],
};

export const uuids: Kind = {
	refused: [
		['is not a valid ID', 'returns.', [`${ID}, x`, [ID, 'x'], ID.slice(1)]],
		['is not a list', 'returns.', [{}, true]],
	],
	accepted: [
		[`${ID}, ${ID.replace('9', '8')},`, [ID, ID.replace('9', '8')]],
		[[ID], [ID]],
	],
};

const USER_IDS = 'Enter user IDs separated by commas. Each is a UUID or a whole number.';
export const userIds: Kind = {
	refused: [['is not a valid user ID', USER_IDS, ['ann', '10 42', '1.5', '-1']]],
	accepted: [
		[1042, ['1042']],
		[`1042, ${ID}`, ['1042', ID]],
	],
};

/** An ID of which no source states a form, or for which saved workflows may contain another text. */
export const anyText: Kind = { ...text({}), accepted: uuid.accepted };

export const recipients: Kind = {
	refused: [
		[
			'is neither an email address nor a customer ID',
			'Enter email addresses or customer IDs, separated by commas.',
			['Ben', `ben@example.com, ${ID}1`],
		],
	],
	accepted: [[`ben@example.com, ${ID}`, [{ email: 'ben@example.com' }, { customer_id: ID }]]],
};

export const duration: Kind = {
	refused: [
		[
			'is not a duration',
			'Enter a number and a unit: minutes, hours or days, e.g. 2 hours.',
			['5', '0 days', '2 weeks', 'an hour'],
		],
	],
	accepted: ['1 minute', '30 mins', '1 hour', '7 days'].map((one) => [one, one]),
	whenEmpty: 'Enter text, or check the expression that returns it.',
};

/** Operations that send a currency as the reference has it. */
const inLowerCase = /^(Beneficiary: Create|Transfer: (Create|Estimate))$/;

export const currency = (operation: string): Kind => ({
	refused: [
		[
			'is not a currency',
			'Enter the three letters of the currency, e.g. SGD.',
			['S', 'SGDX', 'S$1', 702],
		],
	],
	accepted: [
		['SGD', inLowerCase.test(operation) ? 'sgd' : 'SGD'],
		[' sgd ', 'sgd'],
	],
});

const NO_ADDRESSES = ['example.com', 'ftp://example.com', '//example.com', 'http:// x'];

export function webAddress({ maxLength }: Schema): Kind {
	const start = 'https://a.example/';
	const longest = start.padEnd(maxLength ?? 0, 'x');
	const advice = 'Enter a complete address that begins with https://.';
	const none = [...NO_ADDRESSES, 'https://', 'https:///x', 'javascript:alert(1)', 5];
	const tooLong: Refused = [
		`is longer than ${maxLength} characters`,
		'Use a shorter address.',
		[`${longest}x`],
	];
	return {
		refused: [['is not a web address', advice, none], ...(maxLength ? [tooLong] : [])],
		accepted: [
			[longest, longest],
			['HTTP://localhost:5678/x?y=z', 'HTTP://localhost:5678/x?y=z'],
		],
	};
}

export const email: Kind = {
	refused: [
		[
			'is not an email address',
			'Enter an address such as ann@example.com.',
			['ann', 'ann@', 'a@b@c.de', 5],
		],
	],
	accepted: [[' ben@example.com', 'ben@example.com']],
};
