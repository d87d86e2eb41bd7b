import fc from 'fast-check';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { optionalRulesOf, rulesOf } from '../../nodes/Payments/resources/fields';
import { money, optional } from '../../nodes/Payments/resources/paymentRequest/parameters';
import * as rules from '../../nodes/Payments/validation/rules';
import { anyText, anything, invariant, jsonOf, oddName, property } from './property';

const options = [
	{ name: 'One', value: 'one' },
	{ name: 'Two', value: 'two' },
];
const UUID = '9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11';

/** Values as they occur in sheets and expressions, and similar ones. */
const nearly = fc.constantFrom(
	...['12.50', ' 7 ', '1,000', '1e3', '1e999', '-0', '.5', '5.', '+5', '0x10', 'NaN', '1e-7', '٣'],
	...['12abc', '0.1', '9'.repeat(30), '', ' ', '\t\n', '\u00a0', '\u200b', 'a,,b', ','],
	...[UUID, `${UUID},${UUID}`, ` ${UUID} `, `${UUID}x`, UUID.toUpperCase()],
	...['2026-03-01', '2026-02-30', '2026-03-01T23:30:00-11:00', '2026-03-01 09:30', '2026-13-01'],
	...['2026-03-01T', '2026-03-01T25:00', '0000-01-01', '9999-12-31T23:59Z'],
	...['SGD', 'sgd', 'sg', 'ſgd', 'true', 'false', 'TRUE', 'one', 'two', 'one,two', 'One'],
	...['https://a.example/x', 'HTTP://a', 'http://', 'https://[', 'javascript:0', '//a'],
	...['ann@example.com', 'ann@', 'a@b@c.de', '2 hours', '0 days', '1 day', '5 minute'],
	...['.', '..', '...', '%2e%2e', 'a/b', '__proto__', '[object Object]', 'undefined', 'null'],
);
const years = { min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true };
const date = fc.oneof(
	fc.date({ ...years, noInvalidDate: false }),
	fc.date({ ...years, noInvalidDate: false }).map((value) => DateTime.fromJSDate(value)),
	fc.date(years).map((value) => value.toISOString()),
	fc.constant(DateTime.invalid('test')),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.float().map(String), fc.bigInt());
const simple = fc.oneof(
	{ weight: 4, arbitrary: nearly },
	{ weight: 2, arbitrary: number },
	{ weight: 1, arbitrary: date },
	{ weight: 1, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.constantFrom(undefined, null, true, false) },
);
const pair = fc.oneof(fc.record({ name: simple, value: simple }, { requiredKeys: [] }), simple);
const value = fc.oneof(
	{ weight: 5, arbitrary: simple },
	{ weight: 1, arbitrary: fc.array(simple, { maxLength: 4 }) },
	{ weight: 1, arbitrary: jsonOf('pairs', 'parts', 'name', 'value') },
	{ weight: 1, arbitrary: fc.record({ pairs: fc.array(pair, { maxLength: 4 }) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			parts: fc.dictionary(fc.oneof(fc.string(), oddName), simple, { maxKeys: 3 }),
		}),
	},
	{ weight: 2, arbitrary: anything },
);

const isText = (sent: unknown) =>
	typeof sent === 'string' && sent !== '' && sent === sent.trim() && !/\[object \w/.test(sent);

const isUuid = (sent: unknown) =>
	/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent as string);
const isDay = (sent: unknown) =>
	/^([+-]\d\d)?\d{4}-\d\d-\d\d$/.test(sent as string) && isRealDay((sent as string).slice(-10));
const isRealDay = (day: string) =>
	day.startsWith('0000') || DateTime.fromISO(day, { zone: 'utc' }).isValid;
const isList = (sent: unknown, each: (one: unknown) => boolean) =>
	Array.isArray(sent) && sent.length > 0 && sent.every(each);
const isAmount = (sent: unknown) =>
	typeof sent === 'number' &&
	Number.isFinite(sent) &&
	sent >= 0 &&
	Number(sent.toFixed(6)) === sent;
const isObjectOfText = (sent: unknown) =>
	Object.getPrototypeOf(sent) === Object.prototype &&
	Object.values(sent as object).every((one) => one === undefined || isText(one));

/** The guarantees of each rule for the values that are sent. */
const guarantees: Record<string, [z.ZodTypeAny, (sent: unknown) => boolean]> = {
	text: [rules.text(), isText],
	'text of 5': [rules.text(5), (sent) => isText(sent) && (sent as string).length <= 5],
	uuid: [rules.uuid('Here.'), isUuid],
	id: [
		rules.id('Here.'),
		(sent) =>
			new URL(`http://a/b/${encodeURIComponent(sent as string)}`).pathname.startsWith('/b/') &&
			isText(sent),
	],
	uuids: [rules.uuids('Here.'), (sent) => isList(sent, isUuid)],
	userIds: [
		rules.userIds(),
		(sent) => isList(sent, (one) => isUuid(one) || /^\d+$/.test(one as string)),
	],
	amount: [rules.amount(), isAmount],
	'amount up to 10': [
		rules.amount(10, 1),
		(sent) => isAmount(sent) && Number(sent) <= 10 && Number(sent) >= 1,
	],
	amountAboveZero: [rules.amountAboveZero(), (sent) => isAmount(sent) && Number(sent) > 0],
	whole: [rules.integer(1), (sent) => Number.isSafeInteger(sent) && Number(sent) >= 1],
	'whole to 28': [rules.integer(1, 28), (sent) => Number.isInteger(sent) && Number(sent) <= 28],
	oneOf: [rules.oneOf(options), (sent) => sent === 'one' || sent === 'two'],
	someOf: [rules.someOf(options), (sent) => isList(sent, (one) => one === 'one' || one === 'two')],
	pairs: [
		rules.optional(rules.pairs(3, 9)),
		(sent) =>
			sent === undefined ||
			(isObjectOfText(sent) &&
				Object.keys(sent as object).length <= 3 &&
				Object.values(sent as object).every((one: string) => one.length <= 9)),
	],
	parts: [
		rules.optional(rules.parts('parts')),
		(sent) => sent === undefined || isObjectOfText(sent),
	],
	texts: [rules.texts('Enter some.'), (sent) => isList(sent, isText)],
	duration: [rules.duration(), (sent) => /^[1-9]\d* (minute|hour|day)s?$/.test(sent as string)],
	day: [rules.day(), isDay],
	moment: [rules.dateTime(), (sent) => /^-?\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(sent as string)],
	currency: [rules.currency(), (sent) => /^[A-Za-z]{3}$/.test(sent as string)],
	webAddress: [
		rules.webAddress(20),
		(sent) => /^https?:$/.test(new URL(sent as string).protocol) && (sent as string).length <= 20,
	],
	email: [rules.email(), (sent) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(sent as string)],
	flag: [rules.boolean(), (sent) => typeof sent === 'boolean'],
	flagAsText: [rules.booleanAsText(), (sent) => sent === 'true' || sent === 'false'],
};

/** Applies a rule to a value. Every message has two readable lines. */
function result(rule: z.ZodTypeAny, given: unknown): { sent: unknown } | undefined {
	const checked = rule.safeParse(given);
	if (checked.success) return { sent: checked.data as unknown };
	invariant(checked.error.issues.length > 0);
	for (const { message } of checked.error.issues) {
		invariant(/^[a-z].*\n[A-Z].*\.$/.test(message), message);
		invariant(!/undefined|\[object|NaN|null/.test(message), message);
	}
	return undefined;
}

test('any value is sent as each rule guarantees, or refused with a message of two lines', () => {
	const sent = new Map<string, number>();
	let cases = 0;
	property(value, (given) => {
		cases += 1;
		// A third of the rules for each case, to save time.
		const chosen = Object.entries(guarantees).filter((_, index) => index % 3 === cases % 3);
		for (const [name, [rule, isGuaranteed]] of chosen) {
			const found = result(rule, given);
			if (!found) continue;
			sent.set(name, (sent.get(name) ?? 0) + 1);
			invariant(isGuaranteed(found.sent), name, given, found.sent);
		}
	});
	// Every rule accepts some of the cases.
	const accepted = (name: string) => sent.get(name) ?? 0;
	expect(Object.keys(guarantees).filter((name) => accepted(name) <= cases / 5000)).toEqual([]);
});

const whole = z.object({
	...rulesOf(money),
	...optionalRulesOf(optional),
	webhook: rules.webAddress().optional(),
});
const names = Object.keys(whole.shape);

test('the rules of an operation send any values by known names, or refuse them', () => {
	const values = fc.dictionary(
		fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, oddName),
		value,
		{
			maxKeys: 5,
		},
	);
	const good = { amount: 10, currency: 'SGD' };
	property(fc.tuple(values, fc.boolean()), ([given, isWhole]) => {
		const found = result(whole, isWhole ? { ...given, ...good } : given);
		if (!found) return;
		invariant(
			Object.keys(found.sent as object).every((name) => names.includes(name)),
			found.sent,
		);
	});
	property(anything, (given) => {
		whole.safeParse(given);
	});
});
