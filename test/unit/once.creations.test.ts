import type { IDataObject } from 'n8n-workflow';

import {
	findAmong,
	isNewestFirst,
	isSame,
} from '../../nodes/Payments/handlers/once/create/newRecords';
import { sameValue, type Listed } from '../../nodes/Payments/handlers/once/create/recordValues';
import {
	isAll,
	madeAt,
	movedUp,
	seemsEarlier,
	snapshotIdOf,
	snapshotOf,
	type Snapshot,
} from '../../nodes/Payments/handlers/once/snapshot/snapshot';
import { pageOf, type Page } from '../../nodes/Payments/pagination/page';
import { idTextOf } from '../../nodes/Payments/shared/record';

/* How a record is found that a creation may have made: among those that its list did not have before. */

const at = (minute: number) => `2026-03-10T12:${String(minute).padStart(2, '0')}:00Z`;
const plan = (id: string, minute: number, more: Listed = {}): Listed => ({
	...{ id, name: 'Gym', amount: '30.00', created_at: at(minute) },
	...more,
});
const pageWith = (records: unknown[], next: string | null = null): Page =>
	pageOf({ data: records, meta: { next_cursor: next } })!;

/** The list before: two records, of which the newest is of minute 10, and older ones. */
const older = [plan('b', 10, { name: 'Pool' }), plan('a', 5, { name: 'Spa' })];
const ofOneMinute = older.map((one) => ({ ...one, created_at: at(5) }));
const context = {} as never;
const before = snapshotOf(context, [pageWith(older, 'more')], 0);
const allBefore = snapshotOf(context, [pageWith(older)], 0);
const SENT: Listed = { name: 'Gym', amount: 30 };
const nobody = { isClaimed: () => false, mayMake: () => false };

function find(
	records: unknown[],
	more: {
		before?: Snapshot;
		sent?: Listed | null;
		next?: string | null;
		others?: Partial<typeof nobody>;
	} = {},
) {
	const { sent = SENT, next = 'more', others } = more;
	const page = pageWith(records, next);
	const evidence = findAmong([page], more.before ?? before, sent ?? undefined, {
		...nobody,
		...others,
	});
	return evidence.kind === 'found' ? `found ${idTextOf(evidence.record)}` : evidence.kind;
}

test.each<[string, unknown[], Parameters<typeof find>[1], string]>([
	['the new one', [plan('c', 11), ...older], {}, 'found c'],
	['none', older, {}, 'absent'],
	[
		'the new one, in another spelling',
		[plan('c', 11, { name: ' GYM\u00a0', amount: 30 }), ...older],
		{ sent: { name: 'Gym ', amount: '30' } },
		'found c',
	],
	['one with another name', [plan('c', 11, { name: 'Sauna' }), ...older], {}, 'absent'],
	['one with the name and another amount', [plan('c', 11, { amount: 31 }), ...older], {}, 'maybe'],
	['two new ones', [plan('d', 12), plan('c', 11), ...older], {}, 'maybe'],
	[
		'one that is that of another item',
		[plan('c', 11), ...older],
		{ others: { isClaimed: (id: string) => id === 'c' } } as never,
		'absent',
	],
	[
		'one that may be that of another item',
		[plan('c', 11), ...older],
		{ others: { mayMake: () => true } },
		'maybe',
	],
	['one without an ID', [plan('c', 11, { id: null }), ...older], {}, 'absent'],
	['one that is older than the newest before', [older[0], plan('c', 9), older[1]], {}, 'maybe'],
	['one that has moved up from a later page', [...older, plan('c', 4)], {}, 'absent'],
	[
		'one behind the others, created in the same second as all of them',
		[...ofOneMinute, plan('c', 5)],
		{ before: snapshotOf(context, [pageWith(ofOneMinute, 'more')], 0) },
		'maybe',
	],
	[
		'one behind the others, without a time',
		[...older, plan('c', 0, { created_at: null })],
		{ next: null },
		'maybe',
	],
	['no earlier one: another list', [plan('d', 12, { name: 'Sauna' })], { next: null }, 'maybe'],
	['none, in another order', [older[1], older[0]], {}, 'maybe'],
	[
		'one that only it can be',
		[older[0], plan('c', 9, { name: 'x' }), older[1]],
		{ sent: null },
		'found c',
	],
	[
		'one of two that only it can be',
		[plan('d', 12), plan('c', 11), ...older],
		{ sent: null },
		'maybe',
	],
	[
		'one without a name that was sent',
		[plan('c', 11, { name: undefined }), ...older],
		{ sent: { amount: 30 } },
		'maybe',
	],
	['the new one, without a time', [plan('c', 0, { created_at: null }), ...older], {}, 'found c'],
	[
		'one behind the others, that was created later',
		[...older, plan('c', 11)],
		{ next: null },
		'found c',
	],
	[
		'one behind the others of a list that is whole, without a time',
		[...older, plan('c', 0, { created_at: null })],
		{ before: allBefore, next: null },
		'found c',
	],
	['only one, without a time', [plan('c', 0, { created_at: null })], { next: null }, 'found c'],
	[
		'one of another amount, where no name was sent',
		[plan('c', 11, { name: undefined, amount: 31 }), ...older],
		{ sent: { amount: 30 } },
		'maybe',
	],
	['one that does not show the name', [plan('c', 11, { name: null }), ...older], {}, 'maybe'],
])('a lookup that sees %s: %#', (_, records, more, expected) => {
	expect(find(records, more)).toBe(expected);
});

test('if the list was empty before, any record is new', () => {
	const empty = snapshotOf(context, [pageWith([])], 0);
	expect(find([plan('c', 11)], { before: empty, next: null })).toBe('found c');
	expect(find([], { before: empty, next: null })).toBe('absent');
});

test('of several lists, one that may lack records leaves it open', () => {
	const two = snapshotOf(context, [pageWith(older), pageWith([])], 0);
	const pages = (next: string | null) => [pageWith(older), pageWith([], next)];
	expect(findAmong(pages(null), two, SENT, nobody).kind).toBe('absent');
	expect(findAmong(pages('more'), two, SENT, nobody).kind).toBe('maybe');
	const moved = [pageWith([]), pageWith(older)];
	expect(findAmong(moved, two, SENT, nobody).kind).toBe('absent');
});

test('the reason names the records that may be it', () => {
	const evidence = findAmong(
		[pageWith([plan('d', 12), plan('c', 11), ...older])],
		before,
		SENT,
		nobody,
	);
	expect(evidence).toMatchObject({ reason: expect.stringContaining('d, c') as string });
});

test.each<[string, (number | null)[], number, boolean]>([
	['from the newest', [3, 2, 1], 1, true],
	['with equal times', [3, 3, 1], 1, true],
	['with one that has no time', [3, null, 1], 0, true],
	['from the oldest', [1, 2, 3], 1, false],
	['without an earlier record', [3, 2, 1], -1, false],
	['without times, behind a new record', [null, null], 1, true],
	['without times, and no new record', [null, null], 0, false],
])('page %s: %j with %i before it, does it show all new records? %s', (_, minutes, end, does) => {
	const records = minutes.map((minute) => ({ created_at: minute === null ? null : at(minute) }));
	expect(isNewestFirst(pageWith(records), end)).toBe(does);
});

test.each<[string, Listed, Listed, boolean]>([
	['its values', { name: 'Gym', amount: 30 }, { name: 'gym', amount: '30.00' }, true],
	['another amount', { amount: 30 }, { amount: 31 }, false],
	['the same price in another form', { price: '1,000.00' }, { price: 1000 }, true],
	['no such value', { name: 'Gym' }, {}, true],
	['a name that was not sent', { amount: 30 }, { amount: 30, name: 'Gym' }, false],
	['a reference that HitPay fills in', { amount: 30 }, { amount: 30, reference: 'R1' }, true],
	['an amount that was not sent', { name: 'Gym' }, { name: 'Gym', amount: 5 }, false],
	['no amount', { name: 'Gym' }, { name: 'Gym', amount: '0.00' }, true],
	[
		'an amount of products',
		{ name: 'Gym', payment_by: 'product' },
		{ name: 'Gym', amount: 5 },
		true,
	],
	[
		'the name and amount of its plan',
		{ plan_id: 'p1' },
		{ name: 'Gym', amount: 5, business_recurring_plans_id: 'P1' },
		true,
	],
	['another plan', { plan_id: 'p1' }, { business_recurring_plans_id: 'p2' }, false],
	['no plan', { plan_id: 'p1' }, { name: 'Gym' }, true],
	['an email address that was not sent', { plan_id: 'p1' }, { email: 'x' }, false],
	['a field that is not compared', { name: 'Gym' }, { name: 'Gym', status: 'active' }, true],
])('with %s: sent %j, recorded %j, is it the one? %s', (_, sent, record, isIt) => {
	expect(isSame(sent, record)).toBe(isIt);
});

test.each<[string, Listed[string], Listed[string], boolean]>([
	['amount', '1,000.00', 1000, true],
	['name', 'A &amp; B', 'a & b', true],
	['name', 'A\u200b  B', 'a b ', true],
	['name', 'e\u0301', '\u00e9', true],
	['name', '30.00', '30', false],
])('as %s, %j and %j mean the same: %#', (name, one, other, same) => {
	expect(sameValue(name, one, other)).toBe(same);
});

describe('a snapshot', () => {
	test('has the IDs of its records, and when the newest and the oldest were created', () => {
		expect(before).toEqual({
			...{ at: 0, ids: new Set(['b', 'a']), readAt: undefined },
			lists: [{ newestAt: Date.parse(at(10)), oldestAt: Date.parse(at(5)), isAll: false }],
		});
		expect(allBefore.lists).toEqual([{ newestAt: Date.parse(at(10)), isAll: true }]);
		const timeless = snapshotOf(context, [pageWith([{ id: 'A' }], 'more')], 0);
		expect(timeless).toMatchObject({
			ids: new Set(['a']),
			lists: [{ newestAt: NaN, isAll: false }],
		});
	});

	test('shows that a record is earlier, or has moved up', () => {
		const one = (minute: number) => ({ created_at: at(minute) });
		expect([seemsEarlier(one(9), before), seemsEarlier(one(10), before)]).toEqual([true, false]);
		const read = { ...before, readAt: Date.parse(at(20)) };
		expect([seemsEarlier(one(19), read), seemsEarlier(one(20), read)]).toEqual([true, false]);
		const list = before.lists[0]!;
		expect([movedUp(one(4), list), movedUp(one(5), list)]).toEqual([true, false]);
		expect(movedUp(one(4), allBefore.lists[0]!)).toBe(false);
	});

	test.each<[IDataObject, string]>([
		[{ created_at: '2026-03-10 12:00:00' }, '2026-03-10T12:00:00Z'],
		[{ created_at: '2026-03-10T20:00:00+0800' }, '2026-03-10T12:00:00Z'],
		[{ created_at: '2026-03-10T12:00:00Z' }, '2026-03-10T12:00:00Z'],
		[{ created_at: 5 }, ''],
	])('%j was created at %s', (record, time) => {
		expect(madeAt(record)).toBe(Date.parse(time));
	});

	test('has IDs in lower case', () => {
		expect([{ id: 'Ab' }, {}, null].map(snapshotIdOf)).toEqual(['ab', '', '']);
	});

	test.each<[string, IDataObject, boolean]>([
		['without a next page', { meta: { next_cursor: null } }, true],
		['with a next page', { meta: { next_cursor: 'x' } }, false],
		['that does not say', {}, false],
		['with the number of the last', { meta: { current_page: 1, last_page: 1 } }, true],
		['with the number of a later one', { meta: { current_page: 1, last_page: 2 } }, false],
	])('is of the whole list with a page %s', (_, more, isIt) => {
		expect(isAll(pageOf({ data: [{ id: 'a' }], ...more })!)).toBe(isIt);
	});
});
