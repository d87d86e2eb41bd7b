import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Schema } from '../../../contract/contract';
import { ID, type Place } from './places';

/** Values that are refused: the message behind the label, the advice, and the values. */
type Refused = [says: string, advice: string, values: unknown[]];

/** A kind of value. */
export interface Kind {
	refused: Refused[];
	/** Values that are accepted, each with what is sent. */
	accepted: Array<[entered: unknown, sent: unknown]>;
	/** The advice for a value that is required, and empty; by default, that for the first refused one. */
	whenEmpty?: string;
}

const OBJECTS = [{ a: 1 }, [{ a: 1 }]];

function text({ maxLength, type }: Schema): Kind {
	const sent = (value: string) => (type === 'array' ? [value] : value);
	const tooLong: Refused = [`is longer than ${maxLength} characters`, 'Shorten it.', []];
	const long = 'x'.repeat(maxLength ?? 0);
	return {
		refused: [
			['is not text', 'Choose one field of the object in the expression.', OBJECTS],
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

const uuid: Kind = {
	refused: [
		[
			'is not a valid ID',
			`It looks like ${ID}.`,
			['x', '123', `${ID}1`, ID.slice(1), `${ID}/../..`, 'null', '[object Object]'],
		],
		['is not an ID', `It looks like ${ID}.`, [5, true, {}]],
	],
	accepted: [[` ${ID}\n`, ID]],
	whenEmpty: 'returns.',
};

/** An ID of another format, which is a part of the path. */
const id: Kind = {
	refused: [
		['is not a valid ID', '', ['.', '..']],
		['is not text', '', OBJECTS],
	],
	accepted: [
		[' x-1 ', 'x-1'],
		[1042, '1042'],
	],
};

const uuids: Kind = {
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
const userIds: Kind = {
	refused: [['is not a valid user ID', USER_IDS, ['ann', '10 42', '1.5', '-1']]],
	accepted: [
		[1042, ['1042']],
		[`1042, ${ID}`, ['1042', ID]],
	],
};

function amount({ minimum = 0, exclusiveMinimum, maximum = 900_000_000_000 }: Schema): Kind {
	const advice = 'Enter the amount in major units, with a decimal point, e.g. 12.50.';
	const isAboveZero = exclusiveMinimum === 0;
	const more = `Enter an amount ${isAboveZero ? 'above 0' : `of ${minimum} or more`}.`;
	const below = minimum === 0 ? 'is below zero' : `is below ${minimum}`;
	const noNumbers = ['abc', '12,50', '1,000', '$5', '0x10', '1e999', true, [5]];
	return {
		refused: [
			['is not a number', advice, noNumbers],
			[below, more, [minimum - 0.01, '-1']],
			...(isAboveZero ? [['is zero', more, [0, '0.00']] satisfies Refused] : []),
			[`is above ${maximum}`, `Enter an amount of ${maximum} or less.`, [maximum + 1, '1e21']],
		],
		accepted: [
			['12.50', 12.5],
			[' 7 ', 7],
			['1e2', 100],
			['.5', 0.5],
			[0.1 + 0.2, 0.3],
			...(minimum === 0 && !isAboveZero ? [[0, 0] satisfies [number, number]] : []),
		],
		whenEmpty: isAboveZero ? '' : advice,
	};
}

const percentage: Kind = {
	refused: [
		['is not a percentage above 0, up to 100', 'Enter a percentage such as 10 or 7.5.', [0, 100.5]],
		['is not a number', 'Enter a percentage such as 10 or 7.5.', ['ten']],
	],
	accepted: [],
};

function integer({ minimum = 1, maximum }: Schema): Kind {
	const range = maximum ? `from ${minimum} to ${maximum}` : `of ${minimum} or more`;
	const advice = `Enter a whole number ${range}.`;
	const above = maximum ? [maximum + 1, String(maximum + 1)] : [];
	const wrong = [minimum - 1, -1, minimum + 0.5, '1.5', ...above];
	return {
		refused: [
			[`is not a whole number ${range}`, advice, wrong],
			['is not a number', advice, ['two']],
		],
		accepted: [
			[String(maximum ?? 28), maximum ?? 28],
			[minimum, minimum],
		],
	};
}

const NO_DATES = [
	...['tomorrow', '2026-02-30', '2026-13-01', '2026-3-1', '01/03/2026', '20260301'],
	...['2026-03-01T25:00:00', '2026-03-01Tnoon', 20260301, []],
];

const day: Kind = {
	refused: [
		[
			'is not a date',
			'Pick a day in the calendar and select OK. Or use a date such as 2026-03-01, or an ISO date-time such as 2026-03-01T09:30:00+08:00.',
			NO_DATES,
		],
	],
	accepted: [
		['2098-03-01', '2098-03-01'],
		['2098-04-01T23:30:00-11:00', '2098-04-01'],
	],
};

const moment: Kind = {
	refused: [
		[
			'is not a date and time',
			'Use a date and time such as 2026-03-01T09:30:00, or one with an offset.',
			NO_DATES,
		],
	],
	accepted: [
		['2098-03-01T09:30:00', '2098-03-01 09:30:00'],
		['2098-03-01T09:30:00+01:00', '2098-03-01 16:30:00'],
	],
};

const duration: Kind = {
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

const currency: Kind = {
	refused: [
		[
			'is not a currency',
			'Enter the three letters of the currency, e.g. SGD.',
			['S', 'SGDX', 'S$1', 702],
		],
	],
	accepted: [
		['SGD', 'SGD'],
		[' sgd ', 'sgd'],
	],
};

const NO_ADDRESSES = ['example.com', 'ftp://example.com', '//example.com', 'http:// x'];

function webAddress({ maxLength }: Schema): Kind {
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

const email: Kind = {
	refused: [
		[
			'is not an email address',
			'Enter an address such as ann@example.com.',
			['ann', 'ann@', 'a@b@c.de', 5],
		],
	],
	accepted: [[' ben@example.com', 'ben@example.com']],
};

/** The values of a drop-down or a list, in the order of the editor. */
export const offered = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value as string);

function choice({ field, schema, collection }: Place): Kind {
	const values = offered(field);
	// All is several requests. Custom changes with other fields: test/engine/badInput.test.ts.
	const alone = values.filter(
		(value) =>
			schema.enum?.includes(value) && (value !== 'custom' || collection !== 'updateFields'),
	);
	const refused = ['nonsense', 7, ['paid'], values[0]!.toUpperCase()];
	return {
		refused: [['is not a known value', `Use one of: ${values.join(', ')}.`, refused]],
		accepted: alone.map((value) => [value, value]),
	};
}

function choices(field: INodeProperties): Kind {
	const values = offered(field);
	return {
		refused: [
			[
				'is not a known value',
				`Use one of: ${values.join(', ')}.`,
				['nonsense', 7, [values[0], 'x']],
			],
			['is not a list', 'Choose at least one', [{ a: 1 }, true]],
		],
		accepted: [
			[values, values],
			[values.join(', '), values],
			...values.map((one) => [[one], [one]] as [unknown, unknown]),
		],
		whenEmpty: 'Choose at least one',
	};
}

/** A list that HitPay may extend. */
const codes: Kind = {
	refused: [
		['is not a list', 'Choose at least one method, or remove the field.', [{ a: 1 }, true]],
	],
	accepted: [
		[
			['card', 'new_method'],
			['card', 'new_method'],
		],
		['card, giro', ['card', 'giro']],
	],
};

function isOn({ type }: Schema): Kind {
	const sent = (value: boolean) =>
		type === 'string' ? String(value) : type === 'integer' ? Number(value) : value;
	return {
		refused: [['is neither true nor false', 'Use true or false.', ['maybe', 1, 'TRUE', []]]],
		accepted: [
			['true', sent(true)],
			[false, sent(false)],
		],
	};
}

const recipients: Kind = {
	refused: [
		[
			'is neither an email address nor a customer ID',
			'Enter email addresses or customer IDs, separated by commas.',
			['Ben', `ben@example.com, ${ID}1`],
		],
	],
	accepted: [[`ben@example.com, ${ID}`, [{ email: 'ben@example.com' }, { customer_id: ID }]]],
};

/** Saved workflows may contain another text. */
const staff: Kind = { ...text({}), accepted: uuid.accepted };

/** IDs that are no UUIDs, as far as it is known, and texts of a form that the contract does not state. */
const byName: Record<string, Kind> = {
	beneficiary_id: id,
	expires_after: duration,
	expiry_date: moment,
	invoice_id: id,
	percentage_discount: percentage,
	provider: id,
	recipients,
	refund_id: id,
	static_qr_id: id,
	transfer_id: id,
	user_ids: userIds,
};

/** Returns the kind of value that a parameter has, by its type in the editor and its schema in the contract. */
export function kindOf(place: Place): Kind {
	const { api, field, schema } = place;
	const { name, type, typeOptions } = field;
	const known = byName[api ?? ''] ?? byName[name];
	if (known) return known;
	if ((type === 'string' && /url|webhook/i.test(name)) || schema.format === 'uri')
		return webAddress(schema);
	if (/email$/i.test(name) && type === 'string') return email;
	switch (type) {
		case 'boolean':
			return isOn(schema);
		case 'dateTime':
			return day;
		case 'multiOptions':
			if (typeOptions?.loadOptionsMethod) return uuids;
			return name === 'paymentMethods' ? codes : choices(field);
		case 'number':
			return [schema.type].flat().includes('integer') ? integer(schema) : amount(schema);
		case 'options':
			return choice(place);
		case 'resourceLocator':
			return /currency/i.test(name) ? currency : name === 'staffId' ? staff : uuid;
		default:
			return schema.format === 'uuid' ? uuid : text(schema);
	}
}
