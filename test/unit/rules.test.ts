import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

import * as rules from '../../nodes/Payments/validation/rules';
import { labelOf } from '../../nodes/Payments/validation/validate';

const options = [
	{ name: 'One', value: 'one' },
	{ name: 'Two', value: 'two' },
];

/** Returns what is sent for a value, or the first line of the message. */
function outcome(rule: z.ZodTypeAny, value: unknown): unknown {
	const result = rule.safeParse(value);
	if (result.success) return { sends: result.data as unknown };
	const lines = result.error.issues[0]!.message.split('\n');
	// Every message has what happened, and what to do.
	expect(lines).toHaveLength(2);
	expect(lines[1]).toMatch(/^[A-Z].*\.$/);
	return lines[0];
}

const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

const cases: Array<[rule: string, z.ZodTypeAny, value: unknown, outcome: unknown]> = [
	['a text', rules.text(), ' a b ', { sends: 'a b' }],
	['a text', rules.text(), 0, { sends: '0' }],
	['a text', rules.text(3), 'abcd', 'is longer than 3 characters'],
	['a text', rules.text(3), ' abc ', { sends: 'abc' }],
	['a text', rules.text(), { a: 1 }, 'is not text'],
	['an ID', rules.uuid('Here.'), 5, 'is not an ID'],
	['an ID', rules.uuid('Here.'), ` ${ID} `, { sends: ID }],
	['IDs', rules.uuids('Here.'), `${ID}, ${ID},`, { sends: [ID, ID] }],
	['IDs', rules.uuids('Here.'), [ID], { sends: [ID] }],
	['IDs', rules.uuids('Here.'), [], 'is empty'],
	['IDs', rules.uuids('Here.'), ' , ', 'is empty'],
	['IDs', rules.uuids('Here.'), [ID, null], 'is empty'],
	['user IDs', rules.userIds(), 1042, { sends: ['1042'] }],
	['user IDs', rules.userIds(), `1042, ${ID}`, { sends: ['1042', ID] }],
	['user IDs', rules.userIds(), [7, 8], { sends: ['7', '8'] }],
	['an amount', rules.amount(), 0, { sends: 0 }],
	['an amount', rules.amount(10), '10', { sends: 10 }],
	['an amount', rules.amount(10), 10.01, 'is above 10'],
	['an amount', rules.amount(), '1,000', 'is not a number'],
	['an amount', rules.amount(), '1e999', 'is not a number'],
	['an amount', rules.amount(), '+5', { sends: 5 }],
	['an amount', rules.amount(), '5.', { sends: 5 }],
	['an amount', rules.amount(), 10n, 'is not a number'],
	['an amount above zero', rules.amountAboveZero(), '0.00', 'is zero'],
	['an amount above zero', rules.amountAboveZero(), 0.01, { sends: 0.01 }],
	['a whole number', rules.integer(1, 28), 28, { sends: 28 }],
	['a whole number', rules.integer(1, 28), '1', { sends: 1 }],
	['a whole number', rules.integer(1, 28), 29, 'is not a whole number from 1 to 28'],
	['a whole number', rules.integer(1), 2.5, 'is not a whole number of 1 or more'],
	['a whole number', rules.integer(1), 'two', 'is not a number'],
	['a choice', rules.oneOf(options), 'two', { sends: 'two' }],
	['a choice', rules.oneOf(options), 'Two', 'is not a known value'],
	['choices', rules.someOf(options), ['one', 'two'], { sends: ['one', 'two'] }],
	['choices', rules.someOf(options), ['one', 'three'], 'is not a known value'],
	['choices', rules.someOf(options), [], 'is empty'],
	['choices', rules.someOf(options), 'one, two', { sends: ['one', 'two'] }],
	['choices', rules.someOf(options), { one: true }, 'is not a list'],
	['a refund ID', rules.id('Here.'), ' re-1 ', { sends: 're-1' }],
	['a refund ID', rules.id('Here.'), '..', 'is not a valid ID'],
	['a switch', rules.boolean(), undefined, 'is neither true nor false'],
	['an amount', rules.amount(), 0.1 + 0.2, { sends: 0.3 }],
	['an amount', rules.amount(), 0.0000001, { sends: 0 }],
	['a day', rules.day(), '2024-02-29', { sends: '2024-02-29' }],
	['a day', rules.day(), '2026-02-29', 'is not a date'],
	[
		'a day',
		rules.day(),
		DateTime.fromISO('2026-03-01T23:30:00-11:00', { setZone: true }),
		{ sends: '2026-03-01' },
	],
	['a day', rules.day(), DateTime.invalid('test'), 'is not a date'],
	['a day', rules.day(), new Date(2026, 2, 1, 12), { sends: '2026-03-01' }],
	['a day', rules.day(), new Date(NaN), 'is not a date'],
	['a currency', rules.currency(), ' sgd ', { sends: 'sgd' }],
	['a currency', rules.currency(), 'dollar', 'is not a currency'],
	[
		'a web address',
		rules.webAddress(),
		'HTTP://localhost:5678/x?y',
		{ sends: 'HTTP://localhost:5678/x?y' },
	],
	['a web address', rules.webAddress(), 'http:// x', 'is not a web address'],
	['a web address', rules.webAddress(), '//example.com', 'is not a web address'],
	['an email address', rules.email(), ' ann@example.com', { sends: 'ann@example.com' }],
	['an email address', rules.email(), 'ann@', 'is not an email address'],
	['a switch', rules.boolean(), 'false', { sends: false }],
	['a switch', rules.boolean(), 1, 'is neither true nor false'],
	['a switch as text', rules.booleanAsText(), true, { sends: 'true' }],
	['an optional text', rules.optional(rules.text()), ' ', { sends: undefined }],
	['an optional text', rules.optional(rules.text()), null, { sends: undefined }],
	['an optional text', rules.optional(rules.text()), 'a', { sends: 'a' }],
	['an optional amount', rules.optional(rules.amount()), 0, { sends: 0 }],
	['an optional amount', rules.optional(rules.amount()), 'x', 'is not a number'],
];

test.each(cases)('%s: %#. value %p', (_, rule, value, expected) => {
	expect(outcome(rule, value)).toEqual(expected);
});

const required: Array<[string, z.ZodTypeAny]> = [
	['text', rules.text()],
	['ID', rules.uuid('Here.')],
	['IDs', rules.uuids('Here.')],
	['user IDs', rules.userIds()],
	['amount', rules.amount()],
	['amount above zero', rules.amountAboveZero()],
	['whole number', rules.integer(1)],
	['choice', rules.oneOf(options)],
	['choices', rules.someOf(options)],
	['day', rules.day()],
	['currency', rules.currency()],
	['web address', rules.webAddress()],
	['email address', rules.email()],
];
test.each(required)('%s: a missing value is refused', (_, rule) => {
	for (const missing of [undefined, null, '', ' ']) expect(outcome(rule, missing)).toBe('is empty');
});

test('a label is found by the name in the editor or in the API, also in collections', () => {
	const fields = [
		{ displayName: 'Limit', name: 'limit', type: 'number', default: 1 },
		{
			displayName: 'ID',
			name: 'chargeId',
			type: 'string',
			default: '',
			routing: { send: { property: 'charge_id' } },
		},
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			default: {},
			options: [
				{
					displayName: 'Search',
					name: 'search',
					type: 'string',
					default: '',
					routing: { send: { property: 'keywords' } },
				},
			],
		},
	] as INodeProperties[];
	expect(['limit', 'charge_id', 'keywords', 'other'].map((name) => labelOf(fields, name))).toEqual([
		'Limit',
		'ID',
		'Search',
		'other',
	]);
});

const sources = readdirSync(path.join(__dirname, '../../nodes'), {
	recursive: true,
	encoding: 'utf8',
}).filter((name) => name.endsWith('.ts'));
// 'On Error' is what n8n calls its own setting.
test.each(sources)('the words for users in %s are calm', (name) => {
	const code = readFileSync(path.join(__dirname, '../../nodes', name), 'utf8').replace(
		/^import .*$/gm,
		'',
	);
	const texts =
		code.match(/(["'`])(?:(?!\1)[^\\\n]|\\.)*\1/g)?.filter((text) => text.includes(' ')) ?? [];
	expect(
		texts.filter((text) =>
			/\b(errors?|problems?|failures?|mistakes?)\b/i.test(
				text.replace(/\$\{.*?\}|'On Error'/g, ''),
			),
		),
	).toEqual([]);
});
