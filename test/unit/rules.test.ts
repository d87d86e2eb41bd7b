import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

import * as rules from '../../nodes/Payments/validation/rules';
import { labelOf } from '../../nodes/Payments/validation/validate';

const options = ['one', 'two'].map((value) => ({ name: value, value }));
const ID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** A rule, a value, and what is sent or the message. The test makes the rule, so that mutants of it are run. test/engine/inputs.test.ts has the usual ones. */
const cases: Array<[rule: string, () => z.ZodTypeAny, value: unknown, outcome: unknown]> = [
	['IDs', () => rules.uuids('Here.'), ' , ', 'is empty'],
	['IDs', () => rules.uuids('Here.'), [ID, null], 'is empty'],
	['user IDs', () => rules.userIds(), [7, 8], { sends: ['7', '8'] }],
	['an amount', () => rules.amount(10), '10', { sends: 10 }],
	['an amount', () => rules.amount(10), 10.01, 'is above 10'],
	['an amount', () => rules.amount(), '+5', { sends: 5 }],
	['an amount', () => rules.amount(), '5.', { sends: 5 }],
	['an amount', () => rules.amount(), 10n, 'is not a number'],
	['an amount', () => rules.amount(), 0.0000001, { sends: 0 }],
	['an amount above zero', () => rules.amountAboveZero(), 0.01, { sends: 0.01 }],
	['a choice', () => rules.oneOf(options), 'Two', 'is not a known value'],
	['choices', () => rules.someOf(options), ' ', 'is empty'],
	['a day', () => rules.day(), '2024-02-29', { sends: '2024-02-29' }],
	['a day', () => rules.day(), '2026-02-29', 'is not a date'],
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
];

test.each(cases)('%s: %#. value %p', (_, rule, value, expected) => {
	const result = rule().safeParse(value);
	if (result.success) return expect({ sends: result.data as unknown }).toEqual(expected);
	// The message says what happened, the advice what to do.
	const [message, advice, ...more] = result.error.issues[0]!.message.split('\n');
	expect(message).toBe(expected);
	expect(advice).toMatch(/^[A-Z].*\.$/);
	expect(more).toEqual([]);
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
