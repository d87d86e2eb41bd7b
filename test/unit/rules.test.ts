import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

import * as rules from '../../nodes/Payments/validation/rules';
import { labelOf } from '../../nodes/Payments/validation/validate';

const options = ['one', 'two'].map((value) => ({ name: value, value }));
const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

const pairs = () => rules.pairs(2, 3);
const named = (...of: unknown[]) => ({
	pairs: of.flatMap((name, index) => (index % 2 ? [] : [{ name, value: of[index + 1] }])),
});
const entries = () => rules.entries('items', { name: rules.text() });
/** As n8n returns a selection from a list. */
const selected = { __rl: true, mode: 'list', value: 'a' };
const changes = () =>
	z
		.object(
			rules.changes({
				text: rules.optional(rules.text()),
				pairs: pairs(),
			}),
		)
		.partial();
const filters = () => rules.filterRules({ text: rules.text() });
const update = () =>
	z
		.object({ id: z.string(), text: z.string().optional() })
		.superRefine(rules.somethingToChange('id'));
const range = () =>
	z
		.object({ from: z.unknown(), to: z.unknown() })
		.superRefine(rules.inOrder({ from: 'from', to: 'to', label: 'From' }));
const price = () =>
	z.object({ amount: z.unknown(), currency: z.string().optional() }).superRefine(rules.inCurrency);

/**
 * A rule, a value, and what is sent or the message. test/engine/inputs/inputs.test.ts has the usual ones. Each test makes
 * its rule: Stryker leaves out the mutants that run only while a file is loaded.
 */
type Case = [rule: string, () => z.ZodTypeAny, value: unknown, outcome: unknown];

const cases: Case[] = [
	['IDs', () => rules.uuids('Here.'), ' , ', 'is empty'],
	['IDs', () => rules.uuids('Here.'), [ID, null], 'is empty'],
	['user IDs', () => rules.userIds(), [7, 8], { sends: ['7', '8'] }],
	['an amount', () => rules.amount(10), '10', { sends: 10 }],
	['an amount', () => rules.amount(10), 10.01, 'is above 10'],
	['an amount', () => rules.amount(), '+5', { sends: 5 }],
	['an amount', () => rules.amount(), '5.', { sends: 5 }],
	['an amount', () => rules.amount(), 10n, 'is not a number'],
	['an amount', () => rules.amount(), Infinity, 'is not a number'],
	['an amount', () => rules.amount(), 0.0000001, { sends: 0 }],
	['an amount above zero', () => rules.amountAboveZero(), 0.01, { sends: 0.01 }],
	['a choice', () => rules.oneOf(options), 'Two', 'is not a known value'],
	['choices', () => rules.someOf(options), ' ', 'is empty'],
	['a day', () => rules.day(), '2024-02-29', { sends: '2024-02-29' }],
	['a day', () => rules.day(), '2026-02-29', 'is not a date'],
	['a day', () => rules.day(), '2026-03-31T24:00:00', { sends: '2026-03-31' }],
	[
		'a day',
		() => rules.day(),
		DateTime.fromISO('2026-03-01T23:30:00-11:00', { setZone: true }),
		{ sends: '2026-03-01' },
	],
	['a day', () => rules.day(), DateTime.invalid('test'), 'is not a date'],
	['a day', () => rules.day(), new Date(2026, 2, 1, 12), { sends: '2026-03-01' }],
	['a day', () => rules.day(), new Date(NaN), 'is not a date'],
	['a switch', () => rules.boolean(), undefined, 'is neither true nor false'],
	['an optional text', () => rules.optional(rules.text()), ' ', { sends: undefined }],
	['an optional text', () => rules.optional(rules.text()), null, { sends: undefined }],
	['an optional amount', () => rules.optional(rules.amount()), 0, { sends: 0 }],
	['an optional amount', () => rules.optional(rules.amount()), 'x', 'is not a number'],
	['a text of 5', () => rules.text(5), ' abcde ', { sends: 'abcde' }],
	['a text of 5', () => rules.text(5), 'abcdef', 'is longer than 5 characters'],
	['a text', () => rules.text(), true, { sends: 'true' }],
	['a text', () => rules.text(), 10n, { sends: '10' }],
	['a text', () => rules.text(), 2 ** 53 - 1, { sends: '9007199254740991' }],
	['a text', () => rules.text(), 2 ** 53, 'is a number of more than 15 digits'],
	['a text', () => rules.text(), 'of [object Object]', 'is not text'],
	['a text', () => rules.text(), {}, 'is not text'],
	['an ID', () => rules.id('Here.'), ' a1 ', { sends: 'a1' }],
	['an ID', () => rules.id('Here.'), '..', 'is not a valid ID'],
	['an ID', () => rules.uuid('Here.'), 7, 'is not an ID'],
	['an ID', () => rules.uuid('Here.'), `${ID}0`, 'is not a valid ID'],
	['a duration', () => rules.duration(), '15 minutes', { sends: '15 minutes' }],
	['a duration', () => rules.duration(), '1 hour', { sends: '1 hour' }],
	['a duration', () => rules.duration(), 'in 5 minutes', 'is not a duration'],
	['a duration', () => rules.duration(), '5 minutes ago', 'is not a duration'],
	['a duration', () => rules.duration(), '0 days', 'is not a duration'],
	['a duration', () => rules.duration(), '1x days', 'is not a duration'],
	['a currency', () => rules.currency(), 'sgd', { sends: 'sgd' }],
	['a currency', () => rules.currency(), 'sgdx', 'is not a currency'],
	['a currency', () => rules.currency(), 'xsgd', 'is not a currency'],
	['a currency', () => rules.currency(), 702, 'is not a currency'],
	['an address', () => rules.webAddress(), 'HTTP://a.example', { sends: 'HTTP://a.example' }],
	['an address', () => rules.webAddress(), 'https://a.example', { sends: 'https://a.example' }],
	['an address', () => rules.webAddress(), 'ahttps://a.example', 'is not a web address'],
	['an address', () => rules.webAddress(), 'https:///a.example', 'is not a web address'],
	['an address', () => rules.webAddress(), 'https://[', 'is not a web address'],
	['an address', () => rules.webAddress(), 7, 'is not a web address'],
	[
		'an address of 16',
		() => rules.webAddress(16),
		'http://a.example',
		{ sends: 'http://a.example' },
	],
	[
		'an address of 16',
		() => rules.webAddress(16),
		'https://a.example',
		'is longer than 16 characters',
	],
	['an email', () => rules.email(), 'ann@example.com', { sends: 'ann@example.com' }],
	...[
		'r&d@firm.com',
		'a/b=c#d!@firm.com',
		'jürgen@bücher.example',
		'डाटा@डाटामेल.भारत',
		"o'neil+x@firm.co",
	].map((sends) => ['an email', () => rules.email(), sends, { sends }] as Case),
	...[
		'ann@',
		'@firm.com',
		'a b@firm.com',
		'a@b@firm.com',
		'ann@firm',
		'a@b.--',
		'a@10.0.0.12',
		'ann@.com',
		'ann@firm..com',
		'a..b@firm.com',
		'a.@firm.com',
		'Ann <ann@firm.com>',
	].map((email) => ['an email', () => rules.email(), email, 'is not an email address'] as Case),
	['an email', () => rules.email(), 7, 'is not an email address'],
	['user IDs', () => rules.userIds(), `7, ${ID}`, { sends: ['7', ID] }],
	['user IDs', () => rules.userIds(), 7, { sends: ['7'] }],
	['user IDs', () => rules.userIds(), '7x', 'is not a valid user ID'],
	['user IDs', () => rules.userIds(), 'x7', 'is not a valid user ID'],
	['texts', () => rules.texts('Enter some.'), undefined, 'is empty'],
	['texts', () => rules.texts('Enter some.'), true, 'is not a list'],
	['an amount', () => rules.amount(), 'x5', 'is not a number'],
	['an amount', () => rules.amount(), '5x', 'is not a number'],
	['an amount', () => rules.amount(), '.25', { sends: 0.25 }],
	['an amount', () => rules.amount(), '12.25', { sends: 12.25 }],
	['an amount', () => rules.amount(), '.x', 'is not a number'],
	['an amount', () => rules.amount(), '1E+05', 'is not a number'],
	['an amount', () => rules.amount(), 1e12, 'is above 900000000000'],
	['an amount', () => rules.amount(), '10000000000', { sends: 10_000_000_000 }],
	['an amount', () => rules.amount(), '1e999', 'is not a number'],
	['an amount', () => rules.amount(), 0.1 + 0.2, { sends: 0.3 }],
	['an amount', () => rules.amount(), -0.01, 'is below zero'],
	['an amount', () => rules.amount(), '', 'is empty'],
	['an amount from 1 to 10', () => rules.amount(10, 1), 1, { sends: 1 }],
	['an amount from 1 to 10', () => rules.amount(10, 1), 0.99, 'is below 1'],
	['an amount above zero', () => rules.amountAboveZero(), 0, 'is zero'],
	['a percentage', () => rules.percentage(), 100, { sends: 100 }],
	['a percentage', () => rules.percentage(), 100.01, 'is not a percentage above 0, up to 100'],
	['a percentage', () => rules.percentage(), 0, 'is not a percentage above 0, up to 100'],
	['a whole number', () => rules.integer(2), '2', { sends: 2 }],
	['a whole number', () => rules.integer(2), 1, 'is not a whole number of 2 or more'],
	['a whole number', () => rules.integer(2), 2.5, 'is not a whole number of 2 or more'],
	['a whole number', () => rules.integer(2), 2 ** 53, 'is not a whole number of 2 or more'],
	['a day of the month', () => rules.integer(1, 28), 28, { sends: 28 }],
	['a day of the month', () => rules.integer(1, 28), 29, 'is not a whole number from 1 to 28'],
	['a choice', () => rules.oneOf(options), ' two ', { sends: 'two' }],
	['a choice', () => rules.oneOf(options, ['three']), 'three', { sends: 'three' }],
	['a choice', () => rules.oneOf(options), 'three', 'is not a known value'],
	['a choice', () => rules.oneOf(options), 1, 'is not a known value'],
	['choices', () => rules.someOf(options), 'one,, two,', { sends: ['one', 'two'] }],
	['choices', () => rules.someOf(options, 'Choose.', ['three']), 'three', { sends: ['three'] }],
	['a switch', () => rules.boolean(), 'true', { sends: true }],
	['a switch', () => rules.boolean(), 'false', { sends: false }],
	['a switch', () => rules.boolean(), 1, 'is neither true nor false'],
	['a switch sent as text', () => rules.booleanAsText(), false, { sends: 'false' }],
	['a day', () => rules.day(), '2026-03-01x', 'is not a date'],
	['a day', () => rules.day(), 'x2026-03-01', 'is not a date'],
	['a day', () => rules.day(), '2026-03-01 23:30', { sends: '2026-03-01' }],
	['a time', () => rules.dateTime(), '2026-03-01 23:30:05Z', { sends: '2026-03-02 07:30:05' }],
	['a time', () => rules.dateTime(), '2026-03-01T25:00Z', 'is not a date and time'],
	['a time', () => rules.dateTime(), '2026-03-01T10:00:00+14:01', 'is not a date and time'],
	['a time', () => rules.dateTime(), 7, 'is not a date and time'],
	['pairs', pairs, named('a', 'abc', 'b', 7), { sends: { a: 'abc', b: '7' } }],
	['pairs', pairs, {}, { sends: {} }],
	['pairs', pairs, named('a', '1', 'b', '2', 'c', '3'), 'has more than 2 pairs'],
	['pairs', pairs, named('a', '1', ' a', '2'), 'has the same name twice'],
	['pairs', pairs, named('__proto__', '1'), 'contains a reserved name'],
	['pairs', pairs, named('a', 'abcd'), 'is longer than 3 characters'],
	['pairs', pairs, { pairs: 'a' }, 'is not a list of pairs'],
	['pairs', pairs, { pairs: ['a'] }, 'is not a list of pairs'],
	['pairs', pairs, undefined, 'is not a list of pairs'],
	['parts', () => rules.parts('of'), { of: { a: ' x ', b: ' ' } }, { sends: { a: 'x' } }],
	['parts', () => rules.parts('of'), {}, { sends: {} }],
	['parts', () => rules.parts('of'), { of: 7 }, 'does not have the expected parts'],
	['parts', () => rules.parts('of'), 7, 'does not have the expected parts'],
	['entries', entries, { items: [{ name: ' a ' }] }, { sends: [{ name: 'a' }] }],
	['entries', entries, { items: [{ name: selected }] }, { sends: [{ name: 'a' }] }],
	['entries', entries, { items: [{ name: { value: 'a' } }] }, 'is not text'],
	['entries', entries, {}, { sends: [] }],
	['entries', entries, { items: ['a'] }, 'is not a list'],
	['entries', entries, undefined, 'is not a list'],
	['changes', changes, { text: 'a' }, { sends: { text: 'a' } }],
	['changes', changes, {}, { sends: {} }],
	['changes', changes, { text: ' ' }, 'is empty'],
	['changes', changes, { text: null }, 'is empty'],
	['changes', changes, { pairs: { pairs: [] } }, 'is empty'],
	['changes', changes, { pairs: named('a', '1') }, { sends: { pairs: { a: '1' } } }],
	['filters', filters, { text: 'a' }, { sends: { text: 'a' } }],
	['filters', filters, {}, { sends: {} }],
	['filters', filters, { text: ' ' }, 'is empty'],
	['filters', filters, { text: null }, 'is empty'],
	['an update', update, { id: '1', text: 'a' }, { sends: { id: '1', text: 'a' } }],
	['an update', update, { id: '1' }, 'is empty'],
	['an update', update, { id: '1', text: undefined }, 'is empty'],
	['a range', range, { from: 1, to: 1 }, { sends: { from: 1, to: 1 } }],
	['a range', range, { from: 1, to: 2 }, { sends: { from: 1, to: 2 } }],
	['a range', range, { from: 2, to: 1 }, "is before 'From'"],
	['a range', range, { from: '2026-03-02', to: '2026-03-01' }, "is before 'From'"],
	['a range', range, { from: 2, to: null }, { sends: { from: 2, to: null } }],
	['a range', range, { from: [2], to: 1 }, { sends: { from: [2], to: 1 } }],
	[
		'a price',
		price,
		{ amount: 12.5, currency: 'sgd' },
		{ sends: { amount: 12.5, currency: 'sgd' } },
	],
	['a price', price, { amount: 12.5, currency: 'jpy' }, 'has more decimals than the currency'],
	[
		'a price',
		price,
		{ amount: 0.125, currency: 'kwd' },
		{ sends: { amount: 0.125, currency: 'kwd' } },
	],
	['a price', price, { amount: 0.125 }, 'has more decimals than the currency'],
	['a price', price, { amount: '0.125' }, { sends: { amount: '0.125' } }],
];

test.each(cases)('%s: %#. value %p', (_, rule, value, expected) => {
	const result = rule().safeParse(value);
	if (result.success) return expect({ sends: result.data as unknown }).toEqual(expected);
	// The message says what happened, the advice what to do.
	const [issue, ...others] = result.error.issues;
	const [message, advice, ...more] = issue!.message.split('\n');
	expect(message).toBe(expected);
	expect(advice).toMatch(/^[A-Z].*\.$/);
	expect([more, others]).toEqual([[], []]);
});

test('a label is found by the name in the editor or in the API, also in collections', () => {
	const named = (displayName: string, name: string, property?: string) => ({
		...{ displayName, name, type: 'string' as const, default: '' },
		...(property && { routing: { send: { property } } }),
	});
	const search = named('Search', 'search', 'keywords');
	const fields: INodeProperties[] = [
		named('Limit', 'limit'),
		named('ID', 'chargeId', 'charge_id'),
		{ ...named('Filters', 'filters'), type: 'collection', options: [search] },
	];
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
