import type { IDataObject } from 'n8n-workflow';

import { Entry } from '../../nodes/Payments/handlers/once/ledger/entry';
import { Ledger } from '../../nodes/Payments/handlers/once/ledger/ledger';
import { Requests } from '../../nodes/Payments/handlers/once/ledger/requests';
import {
	entryOf,
	isBehind,
	nameWithin,
	partsOf,
	updatedAtOf,
	valueOf,
	type Version,
} from '../../nodes/Payments/handlers/once/ledger/version';
import type { Sent } from '../../nodes/Payments/handlers/once/machine';
import type { Context } from '../../nodes/Payments/run/context';
import * as clock from '../../nodes/Payments/transport/clock';
import { node } from '../fuzz/context';

/* The writes of this process, which lookups count, and the versions of records. */

const SETTLED = 40_000;
const DAY = 24 * 3_600_000;

let now = 0;
let ledger: Ledger;
beforeEach(() => {
	now = 1_000;
	jest.spyOn(clock, 'monotonic').mockImplementation(() => now);
	ledger = new Ledger();
});
afterEach(() => jest.restoreAllMocks());

/** Returns an item of a run. @param data n8n's data of the run, the same over its retries */
function itemOf(index = 0, data: object = { node }, execution: string | null = 'e1'): Context {
	return {
		getItemIndex: () => index,
		getExecuteData: () => data,
		getNode: () => node,
		getExecutionId: () => execution ?? undefined,
	} as unknown as Context;
}

const sent = (moves = 5, more: Partial<Sent<unknown>> = {}): Sent<unknown> => ({
	...{ options: { url: '/x' }, resend: 'settled', moves, base: 10 },
	...more,
});

/** Returns an entry that is sent. */
function send(subject = 'charge 1', context = itemOf()) {
	const entry = new Entry(context);
	entry.subject = subject;
	ledger.add(entry);
	return entry;
}

const make = (entry: Entry, record: IDataObject = { id: 'R1', status: 'succeeded' }, moves = 5) =>
	entry.apply({ kind: 'made', sent: sent(moves), record });
const lose = (entry: Entry, moves = 5) =>
	entry.apply({ kind: 'lost', sent: sent(moves), outcome: 'timeout', at: now });
const refuse = (entry: Entry) =>
	entry.apply({ kind: 'refused', sent: sent(), thrown: new Error('422'), at: now });

describe('an entry', () => {
	test('is in progress until it is made, and shown 40 s later', () => {
		const entry = send();
		const settlesAt = now + SETTLED;
		expect(entry).toMatchObject({ recordId: undefined, moves: 0, base: NaN, at: undefined });
		expect(entry).toMatchObject({ hasBeenMade: false, until: Infinity, settlesAt });
		make(entry);
		expect(entry).toMatchObject({ recordId: 'r1', moves: 5, base: 10 });
		expect(entry).toMatchObject({ hasBeenMade: true, until: settlesAt, settlesAt });
		now += 10;
		entry.isShown();
		expect(entry.until).toBe(now);
		entry.hasFailed = true;
		expect(entry.hasBeenMade).toBe(false);
	});

	test('that was never sent settles at once, one that was lost 40 s later', () => {
		expect(new Entry(itemOf()).settlesAt).toBe(0);
		const entry = send();
		lose(entry);
		const at = now;
		now += 5;
		expect([entry.at, entry.settlesAt]).toEqual([at, at + SETTLED]);
		entry.apply({ kind: 'ruledOut' });
		expect([entry.from, entry.settlesAt]).toEqual([Infinity, 0]);
	});

	test.each<[string, IDataObject, number, boolean]>([
		['pending', { status: 'pending' }, 5, true],
		['complete', { status: 'succeeded' }, 5, false],
		['paid', { status: 'success' }, 5, false],
		['without a status', {}, 5, false],
		['that moves nothing', { status: 'pending' }, 0, false],
	])('%s: may it fail? %#', (_, record, moves, isPending) => {
		const entry = send();
		expect(entry.isPending).toBe(false);
		make(entry, record, moves);
		expect(entry).toMatchObject({ isPending, until: isPending ? Infinity : now + SETTLED });
		entry.isShown();
		expect(entry.until).toBe(isPending ? Infinity : now);
	});

	test('is as before after a preview undoes the events of its lookup', () => {
		const entry = send();
		lose(entry);
		const before = { ...entry };
		const undo = entry.undoable();
		now += 5;
		make(entry);
		entry.about = { name: 'x' };
		undo();
		expect({ ...entry }).toEqual({ ...before, about: undefined });
	});

	test('is before those of later items of its run, or of a later time', () => {
		const data = { node };
		const [first, second] = [send('a', itemOf(0, data)), send('a', itemOf(1, data))];
		expect([first.isBefore(second), second.isBefore(first)]).toEqual([true, false]);
		now += 1;
		const later = send('a', itemOf(0));
		expect([second.isBefore(later), later.isBefore(second)]).toEqual([true, false]);
	});

	test('knows the ID at the end of its subject, and the field of that of its record', () => {
		expect(send('charge https://x.example c1').subjectId).toBe('c1');
		const entry = new Entry(itemOf(), 'payment_id');
		make(entry, { id: 'other', payment_id: 'P1' });
		expect(entry.recordId).toBe('p1');
	});
});

describe('the other entries of a subject', () => {
	test('are those that were sent within a day', () => {
		const [first, other, entry] = [send(), send('charge 2'), send()];
		expect(ledger.others(entry)).toEqual([first]);
		expect(ledger.others(other)).toEqual([]);
		now += DAY - 1;
		expect(ledger.others(entry)).toEqual([first]);
		now += 1;
		expect(ledger.others(entry)).toEqual([]);
	});

	test('that are done are 100 at most', () => {
		const entries = Array.from({ length: 110 }, () => send());
		for (const one of entries.slice(0, 105)) make(one);
		for (const one of entries.slice(105)) lose(one);
		now += SETTLED + 1;
		const last = send();
		expect(ledger.others(last)).toHaveLength(105);
		expect(ledger.others(last)).toEqual(entries.slice(5));
	});

	test('that were refused are done once they have settled', () => {
		for (let at = 0; at < 101; at += 1) refuse(send());
		const early = send();
		expect(ledger.others(early)).toHaveLength(101);
		now += SETTLED + 1;
		send();
		expect(ledger.others(early).filter(({ state }) => state.kind === 'refused')).toHaveLength(100);
	});

	/** The state of another entry, which was sent before or after the snapshot at 2,000. */
	const states: Record<string, (one: Entry) => void> = {
		'in progress': () => undefined,
		lost: (one) => lose(one),
		refused: (one) => refuse(one),
		made: (one) => make(one),
		shown: (one) => {
			make(one);
			one.isShown();
		},
		pending: (one) => make(one, { status: 'pending' }),
		failed: (one) => {
			make(one);
			one.hasFailed = true;
		},
		still: (one) => make(one, {}, 0),
	};

	test.each<[string, number[][], number[][]]>([
		['in progress', [], []],
		['lost', [[0, 5]], [[0, 5]]],
		['refused', [], []],
		['made', [[0, 5]], [[0, 5]]],
		['shown', [], [[5]]],
		['pending', [[-5, 0, 5]], [[0, 5]]],
		['failed', [[-5, 0, 5]], [[0, 5]]],
		['still', [], []],
	])('that are %s may have moved a total: sent before %j, after %j', (state, before, after) => {
		const deltas = (from: number) => {
			ledger = new Ledger();
			now = from;
			states[state]!(send());
			now = Math.max(now, 2_000);
			const own = send();
			return ledger.deltas(own, 2_000);
		};
		expect([deltas(1_500), deltas(2_500)]).toEqual([before, after]);
	});

	test('hold reads up to when they are shown', () => {
		const [lost, refused, own] = [send(), send(), send()];
		expect(ledger.heldUntil(own)).toBe(0);
		lose(lost);
		expect(ledger.heldUntil(own)).toBe(now + SETTLED);
		now += 5;
		refuse(refused);
		expect(ledger.heldUntil(own)).toBe(now - 5 + SETTLED);
		expect(ledger.heldUntil(own, true)).toBe(now + SETTLED);
		now += 5;
		make(lost);
		expect(ledger.heldUntil(own)).toBe(now + SETTLED);
	});

	test('without an ID look like its record, if they move as much and may be shown since', () => {
		const [other, own] = [send(), send()];
		const has = (since = now, moves = 5) => ledger.hasLookalike(own, since, moves);
		expect(has()).toBe(false);
		lose(other);
		expect([has(), has(now, 6)]).toEqual([true, false]);
		make(other, { status: 'succeeded' });
		const since = other.until + SETTLED;
		expect([has(since - 1), has(since)]).toEqual([true, false]);
		make(other, { id: 'R1' });
		expect(has()).toBe(false);
		refuse(send());
		expect(has()).toBe(false);
	});

	test('may have made a record of their values, unless they have claimed one', () => {
		const [other, own] = [send(), send()];
		const may = (since = now) => ledger.mayBeOfOther(own, since, ({ name }) => name === 'Gym');
		expect(may()).toBe(false);
		other.values = { name: 'Gym' };
		expect(may()).toBe(true);
		lose(other);
		expect([may(other.settlesAt - 1), may(other.settlesAt)]).toEqual([true, false]);
		other.values = { name: 'Pool' };
		expect(may()).toBe(false);
		other.values = { name: 'Gym' };
		make(other);
		ledger.claim('customer', other);
		expect(may()).toBe(false);
	});

	test('changed nothing since a time if all are shown before', () => {
		const [other, own] = [send(), send()];
		expect(ledger.isUntouched(own, Infinity)).toBe(false);
		make(other);
		expect(ledger.isUntouched(own, other.until)).toBe(false);
		expect(ledger.isUntouched(own, other.until + 1)).toBe(true);
	});

	test('wrote fields later, by requests of a later time', () => {
		const [own, later] = [send(), send('charge 1', itemOf(1))];
		now += 1;
		const last = send('charge 1', itemOf(2));
		expect(ledger.fieldsWrittenLater(own)).toEqual([]);
		last.apply({ kind: 'made', sent: sent(0, { changed: ['name', 'price'] }), record: {} });
		expect(ledger.fieldsWrittenLater(own)).toEqual(['name', 'price']);
		expect(ledger.fieldsWrittenLater(last)).toEqual([]);
		later.apply({ kind: 'made', sent: sent(0, { changed: ['amount'] }), record: {} });
		expect(ledger.fieldsWrittenLater(own)).toEqual(['name', 'price']);
	});

	test('move to the subject that turns out to be the same', () => {
		const first = send('request 1');
		now += 1;
		const second = send('charge 1');
		now += 1;
		const [third, own] = [send('request 1'), send('charge 1')];
		ledger.moveSubject('request 1', 'charge 1');
		expect(ledger.others(own)).toEqual([first, second, third]);
		expect(third.subject).toBe('charge 1');
		ledger.moveSubject('request 2', 'charge 1');
		expect(ledger.others(own)).toHaveLength(3);
	});

	test('have the last that was made, and not failed', () => {
		const [first, second, own] = [send(), send(), send()];
		expect(ledger.lastMade(own)).toBeUndefined();
		make(first);
		make(second);
		expect(ledger.lastMade(own)).toBe(second);
		second.hasFailed = true;
		expect(ledger.lastMade(own)).toBe(first);
	});
});

test('entries with the same search key are found across subjects', () => {
	const keyed = (subject: string) => {
		const entry = new Entry(itemOf());
		Object.assign(entry, { subject, searchKey: 'ann@x.example' });
		ledger.add(entry);
		return entry;
	};
	const [first, own] = [keyed('customer a'), keyed('customer b')];
	expect(ledger.others(own)).toEqual([]);
	expect(ledger.lastIdWithKey(own)).toBeUndefined();
	expect(ledger.searchHeldUntil(own)).toBe(now + SETTLED);
	first.values = { email: 'ann@x.example' };
	expect(ledger.mayBeOfOther(own, now, () => true)).toBe(true);
	make(first);
	expect([ledger.lastIdWithKey(own), ledger.searchHeldUntil(own)]).toEqual(['r1', now + SETTLED]);
	expect(ledger.searchHeldUntil(send())).toBe(0);
});

test('a record is claimed by the entry that made it', () => {
	const [owner, other] = [send(), send()];
	const isClaimed = (id?: string, entry = other, kind = 'api refund') =>
		ledger.isClaimed(kind, id, entry);
	ledger.claim('api refund', owner);
	expect([owner.hasClaimed, isClaimed('r1')]).toEqual([false, false]);
	make(owner);
	ledger.claim('api refund', owner);
	expect([owner.hasClaimed, isClaimed('R1')]).toEqual([true, true]);
	expect([isClaimed('r1', owner), isClaimed('r1', other, 'api charge')]).toEqual([false, false]);
	expect([isClaimed('r2'), isClaimed()]).toEqual([false, false]);
});

test('40 s after n8n started, reads show all requests of the process before it', () => {
	now += SETTLED - 1;
	expect(ledger.hasSettled()).toBe(false);
	now += 1;
	expect(ledger.hasSettled()).toBe(true);
});

describe('the entry of an item', () => {
	const requests = () => new Requests();

	test('is the same when n8n retries the node, for each kind of request', () => {
		const [all, data] = [requests(), { node }];
		const entry = all.entryOf(itemOf(0, data), 'refund');
		expect(all.entryOf(itemOf(0, data), 'refund')).toBe(entry);
		expect(all.entryOf(itemOf(1, data), 'refund')).not.toBe(entry);
		expect(all.entryOf(itemOf(0, data), 'charge')).not.toBe(entry);
		expect(all.entryOf(itemOf(0), 'refund')).not.toBe(entry);
	});

	test.each<[string, (entry: Entry) => unknown, string | null, boolean]>([
		['that is unknown', lose, 'e1', true],
		['that was refused', refuse, 'e1', true],
		['that was made', make, 'e1', false],
		['that is new', () => undefined, 'e1', false],
		['of another execution', lose, 'e2', false],
		['of no execution', lose, null, false],
	])('of a loop is the one of the same request %s: %#', (_, end, execution, isSame) => {
		const all = requests();
		const contextOfFirst = itemOf(0, { node }, execution && 'e1');
		const first = all.entryOf(contextOfFirst, 'refund');
		expect(all.entryOfRequest(contextOfFirst, first, 'refund', 'r')).toBe(first);
		end(first);
		const again = itemOf(3, { node }, execution);
		const own = all.entryOf(again, 'refund');
		expect(all.entryOfRequest(again, own, 'refund', 'other')).toBe(own);
		const found = all.entryOfRequest(again, all.entryOf(again, 'refund'), 'refund', 'r');
		expect(found === first).toBe(isSame);
		// It serves one item, also when n8n retries the node.
		expect(all.entryOf(again, 'refund')).toBe(isSame ? first : own);
		const next = itemOf(4, again.getExecuteData(), execution);
		expect(all.entryOfRequest(next, all.entryOf(next, 'refund'), 'refund', 'r')).not.toBe(first);
	});

	test('of a loop is another one for each of the items that are open', () => {
		const all = requests();
		const items = (data: object) =>
			[0, 1].map((index) => {
				const context = itemOf(index, data);
				return all.entryOfRequest(context, all.entryOf(context, 'refund'), 'refund', 'r');
			});
		const [first, second] = items({ node });
		expect(first).not.toBe(second);
		lose(first!);
		lose(second!);
		const again = items({ node });
		expect([again[0] === first, again[1] === second]).toEqual([true, true]);
		make(first!);
		const [next, last] = items({ node });
		expect([next === second, last === first]).toEqual([true, false]);
	});
});

describe('a version of a record', () => {
	const last: Version = {
		at: 0,
		updatedAt: 2_000,
		totals: { refunded: 5 },
		written: { name: 'Gym', amount: '30.00' },
	};
	const shown = { name: 'Gym', amount: 30 };
	const updated = (seconds: number) => new Date(seconds * 1_000).toISOString();

	test.each<[string, number, IDataObject, boolean]>([
		['a smaller total', 4, { ...shown, updated_at: updated(3) }, true],
		['a larger total', 6, { updated_at: updated(1) }, false],
		['an earlier time', 5, { ...shown, updated_at: updated(1) }, true],
		['a later time', 5, { name: 'Pool', updated_at: updated(3) }, false],
		['the same time, and what was written', 5, { ...shown, updated_at: updated(2) }, false],
		[
			'the same time, and another value',
			5,
			{ ...shown, name: 'Pool', updated_at: updated(2) },
			true,
		],
		['no time, and what was written', 5, shown, false],
		['no time, and another amount', 5, { ...shown, amount: 31 }, true],
	])('is behind with %s: %#', (_, refunded, record, isIt) => {
		expect(isBehind(last, record, { refunded })).toBe(isIt);
	});

	test('has the values of the entries in its lists', () => {
		const name = nameWithin('variations', 'V.1', 'price');
		const record = {
			'a.b.c': 1,
			variations: [null, { id: 'v.1', price: 5 }, { id: 'v2' }],
		} as never;
		expect(name).toBe('variations.V.1.price');
		expect(partsOf(name)).toEqual({ list: 'variations', id: 'V.1', part: 'price' });
		expect([partsOf('name'), partsOf('a.b'), partsOf('a-b.c.d')]).toEqual(Array(3).fill(undefined));
		expect(partsOf('list.a\nb.price')?.id).toBe('a\nb');
		expect([valueOf(record, name), valueOf(record, 'a.b.c')]).toEqual([5, 1]);
		expect(valueOf(record, 'variations.v3.price')).toBeUndefined();
		expect(valueOf(record, 'other.v1.price')).toBeUndefined();
		expect(entryOf(record, 'variations', 'v2')).toEqual({ id: 'v2' });
		expect(updatedAtOf({ updated_at: '2026-01-01 00:00:00Z' })).toBe(Date.UTC(2026, 0, 1));
		expect(updatedAtOf({})).toBeNaN();
	});
});
