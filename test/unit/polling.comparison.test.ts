import type { IDataObject } from 'n8n-workflow';

import { Comparison, createdAt, type Polled } from '../../nodes/Payments/polling/comparison';
import { lists } from '../../nodes/Payments/polling/lists';
import { planOf, type Plan } from '../../nodes/Payments/polling/plan';
import type { PollState } from '../../nodes/Payments/polling/pollState';
import { hashOf, SeenRecords } from '../../nodes/Payments/polling/seenRecords';

/* A poll compares the records that it reads with those that earlier polls recorded. */

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];
const NOON = Date.parse('2026-03-10T12:00:00Z');
const at = (time: number) => new Date(time).toISOString();
const record = (id: string, status: string, age: number, more: IDataObject = {}) => ({
	...{ id, status, created_at: at(NOON - age), ...more },
});

const of = (event: keyof typeof lists, more: Partial<Polled> = {}): Polled => ({
	...{ list: lists[event], key: 'key', revision: 1, lookBack: 30, ...more },
});
const changes = of('chargeStatusChanged');

interface Poll {
	polled?: Polled;
	records: IDataObject[];
	previous?: PollState;
	now?: number;
	plan?: Partial<Plan>;
}

/** Polls once. */
function poll({ polled = changes, records, previous, now = NOON, plan: more }: Poll) {
	const plan = { ...planOf(previous, polled.lookBack, now), ...more };
	const comparison = new Comparison(previous, polled, (json, previous_status) => ({
		json: { ...json, previous_status },
	}));
	for (const one of records) comparison.add(one, plan, now);
	const { items, state } = comparison.finish(plan, now);
	return {
		state,
		found: items.map(({ json: { id, previous_status } }) =>
			[id, previous_status].map(String).join(' '),
		),
	};
}

/** Returns the state after a poll that recorded these records, and the next one an hour later. */
function after(records: IDataObject[], polled = changes, time = HOUR) {
	const { state, found } = poll({ polled, records });
	expect(found).toEqual([]);
	return { polled, previous: state!, now: NOON + time };
}

test('the first poll records all records, and finds none', () => {
	const records = [record('a', 'succeeded', DAY), record('b', 'refunded', 0)];
	const { state, found } = poll({ records });
	expect(found).toEqual([]);
	expect(state).toMatchObject({
		...{ key: 'key', revision: 1, readAt: NOON, hourlyAt: NOON, fullScanAt: NOON },
		since: NOON - 30 * DAY,
		recent: { firstAt: NOON, changed: {} },
	});
	expect(state!.seen.statuses).toEqual(['succeeded', 'refunded']);
});

test.each<[string, string[], string[]]>([
	['that changed', ['refunded', 'pending'], ['a succeeded']],
	['in another spelling', ['success', 'pending'], []],
	['that did not change', ['succeeded', 'pending'], []],
	['that both changed, the oldest first', ['refunded', 'failed'], ['b pending', 'a succeeded']],
])('the next poll finds records %s', (_, [a, b], found) => {
	const next = after([record('a', 'succeeded', DAY), record('b', 'pending', 2 * DAY)]);
	const records = [record('a', a!, DAY), record('b', b!, 2 * DAY)];
	expect(poll({ ...next, records }).found).toEqual(found);
});

test('of two records that were created together, the one listed later comes first', () => {
	const next = after([record('a', 'pending', DAY), record('b', 'pending', DAY)]);
	const records = [record('a', 'failed', DAY), record('b', 'failed', DAY)];
	expect(poll({ ...next, records }).found).toEqual(['b pending', 'a pending']);
});

test('a record that is listed twice is found once, and a status that it has just left does not undo the change', () => {
	const next = after([record('a', 'pending', DAY)]);
	const listed = (statuses: string[], selected?: Set<string>) =>
		poll({
			...{ ...next, polled: { ...changes, statuses: selected } },
			records: statuses.map((status) => record('a', status, DAY)),
		}).found;
	expect(listed(['pending', 'failed'])).toEqual(['a pending']);
	expect(listed(['failed', 'succeeded'])).toEqual(['a pending']);
	expect(listed(['failed', 'succeeded'], new Set(['failed']))).toEqual([]);
	expect(listed(['failed', 'pending'])).toEqual(['a pending']);
});

test('a charge that was created and refunded between two polls has changed, an older one has not', () => {
	const next = after([]);
	const records = [
		record('new', 'refunded', -MINUTE),
		record('paid', 'succeeded', -MINUTE),
		record('old', 'refunded', 31 * DAY),
	];
	expect(poll({ ...next, records }).found).toEqual(['new null']);
});

test('only changes to a selected status are found, and the others are recorded', () => {
	const next = after([record('a', 'pending', DAY), record('b', 'pending', DAY)], {
		...changes,
		statuses: new Set(['failed']),
	});
	const records = [record('a', 'failed', DAY), record('b', 'succeeded', DAY)];
	const { found, state } = poll({ ...next, records });
	expect(found).toEqual(['a pending']);
	const all = { ...next, polled: changes, now: next.now + HOUR };
	expect(poll({ ...all, previous: state, records }).found).toEqual([]);
});

describe('of a list of new records', () => {
	const polled = of('newCharge');

	test('each is found once, whatever its status is', () => {
		const next = after([record('a', 'pending', DAY)], polled);
		const records = [record('a', 'failed', DAY), record('b', 'succeeded', -MINUTE)];
		const { found, state } = poll({ ...next, records });
		expect(found).toEqual(['b null']);
		expect(poll({ ...next, now: next.now + HOUR, previous: state, records }).found).toEqual([]);
	});

	test('those older than Look Back are not new, those without a time are', () => {
		const next = after([], polled);
		const records = [record('a', 'pending', 31 * DAY), { id: 'b', status: 'pending' }];
		expect(poll({ ...next, records }).found).toEqual(['b null']);
	});

	test('those that wait for their notification are found after five minutes, and once', () => {
		const next = after([], { ...polled, notified: 'charge.created' });
		const made = next.now - NOON;
		const first = poll({ ...next, records: [record('a', 'succeeded', 4 * MINUTE - made)] });
		expect(first.found).toEqual([]);
		const again = { ...next, previous: first.state ?? next.previous };
		const late = { ...again, records: [record('a', 'succeeded', 5 * MINUTE - made)] };
		const second = poll(late);
		expect(second.found).toEqual(['a null']);
		expect(poll({ ...late, previous: second.state }).found).toEqual([]);
	});

	test('a charge that failed and one that is paid are two events where both are notified', () => {
		const next = after([record('a', 'failed', DAY)], { ...polled, notified: 'charge.created' });
		expect(poll({ ...next, records: [record('a', 'succeeded', DAY)] }).found).toEqual(['a null']);
		expect(poll({ ...next, records: [record('a', 'failed', DAY)] }).found).toEqual([]);
	});
});

test('a change that waits for its notification is found once that is due', () => {
	const notified = of('transferStatusChanged', { notified: 'transfer.updated' });
	const next = after([record('a', 'processing', DAY)], notified);
	const paid = (age: number) =>
		record('a', 'paid', DAY, { updated_at: at(next.now - age * MINUTE) });
	const first = poll({ ...next, records: [paid(4)] });
	expect(first.found).toEqual([]);
	const due = { ...next, previous: first.state!, records: [paid(6)] };
	expect(poll(due).found).toEqual(['a processing']);
});

describe('a read that is older than the last one', () => {
	const next = after([record('a', 'pending', DAY)]);
	const changed = poll({ ...next, records: [record('a', 'failed', DAY)] });
	const soon = {
		polled: changes,
		previous: changed.state!,
		records: [record('a', 'pending', DAY)],
	};

	test('is no change while it may be', () => {
		expect(changed.found).toEqual(['a pending']);
		expect(poll({ ...soon, now: next.now + 20_000 }).found).toEqual([]);
		expect(poll({ ...soon, now: next.now + 22_000 }).found).toEqual(['a failed']);
	});

	test('is none right after the first poll, by the course of the statuses', () => {
		const first = after([record('a', 'succeeded', DAY)], changes, 20_000);
		expect(poll({ ...first, records: [record('a', 'pending', DAY)] }).found).toEqual([]);
		expect(poll({ ...first, records: [record('a', 'refunded', DAY)] }).found).toEqual([
			'a succeeded',
		]);
	});
});

describe('the state', () => {
	const charges = [record('a', 'succeeded', DAY)];

	test('stays the same if no record changed, until the hour is over', () => {
		const { previous, polled } = after(charges);
		const soon = { polled, previous, records: charges, now: NOON + MINUTE };
		expect(poll(soon).state).toBeUndefined();
		expect(poll({ ...soon, records: [record('a', 'failed', DAY)] }).state).toBeDefined();
		expect(poll({ ...soon, polled: { ...polled, business: 'b1' } }).state).toMatchObject({
			business: 'b1',
			hourlyAt: NOON,
			fullScanAt: NOON,
		});
		expect(poll({ ...soon, now: NOON + HOUR }).state).toMatchObject({ hourlyAt: NOON + HOUR });
	});

	test('forgets records two days after Look Back: since they were created or, in a list without days, were last listed', () => {
		const isKept = (polled: Polled, later: number) => {
			const { previous } = after([record('a', 'sent', 29 * DAY)], polled);
			const records = [record('newest', 'sent', -later)];
			const { buckets } = poll({ polled, previous, records, now: NOON + later }).state!.seen;
			return new SeenRecords(buckets, ['sent']).statusOf(hashOf('a')) !== undefined;
		};
		const invoices = of('invoiceStatusChanged');
		expect([isKept(changes, 3 * DAY), isKept(changes, 4 * DAY)]).toEqual([true, false]);
		expect([isKept(invoices, 32 * DAY), isKept(invoices, 33 * DAY)]).toEqual([true, false]);
	});

	test.each<[string, keyof typeof lists, string, number, number]>([
		['of Look Back', 'chargeStatusChanged', 'pending', 30, 1],
		['of the two days before', 'chargeStatusChanged', 'pending', 32, 1],
		['that are older', 'chargeStatusChanged', 'pending', 33, 0],
		['that can still change', 'invoiceStatusChanged', 'sent', 300, 1],
		['that hardly ever change', 'invoiceStatusChanged', 'paid', 300, 0],
		['that are canceled', 'subscriptionStatusChanged', 'canceled', 300, 0],
		['that have failed', 'transferStatusChanged', 'failed', 300, 0],
		['that are paid', 'transferStatusChanged', 'paid', 300, 0],
		['of a list of new ones', 'newCustomer', '', 300, 0],
	])('has records %s: %s, %s, %i days old', (_, event, status, days, count) => {
		const { state } = poll({ polled: of(event), records: [record('a', status, days * DAY)] });
		expect(Object.keys(state!.seen.buckets)).toHaveLength(count);
	});

	test('is recorded again where Look Back is raised: nothing is found then', () => {
		const { previous } = after(charges);
		const polled = { ...changes, lookBack: 60 };
		const records = [...charges, record('old', 'refunded', 40 * DAY)];
		const { found, state } = poll({ polled, previous, records, now: NOON + HOUR });
		expect(found).toEqual([]);
		expect(state!.since).toBe(NOON + HOUR - 60 * DAY);
	});

	test('moves on once a day, but not past the newest record less the lag of reads', () => {
		const { previous, polled } = after(charges);
		const day = { polled, previous, now: NOON + 28 * DAY };
		expect(poll({ ...day, records: charges, plan: { isFullScan: false } }).state!.since).toBe(
			previous.since,
		);
		expect(poll({ ...day, records: charges }).state!.since).toBe(NOON - 2 * DAY);
		const ahead = { ...day, now: NOON + 60 * DAY };
		expect(poll({ ...ahead, records: charges }).state!.since).toBe(NOON - DAY - 21_000);
		expect(poll({ ...ahead, records: [] }).state!.since).toBe(previous.since);
	});
});

test('where a list is read again, only records that were missing count', () => {
	const plan = planOf(undefined, 30, NOON);
	const comparison = new Comparison(undefined, changes, (json) => ({ json }));
	const add = (...records: IDataObject[]) => {
		for (const one of records) comparison.add(one, plan, NOON);
	};
	add(record('a', 'pending', DAY));
	expect(comparison.addedCount).toBe(1);
	comparison.repeat();
	expect(comparison.addedCount).toBe(0);
	add(record('a', 'failed', DAY), record('b', 'pending', DAY), record('later', 'pending', 0));
	expect(comparison.addedCount).toBe(1);
	expect(comparison.finish(plan, NOON).state!.seen.statuses).toEqual(['pending']);
});

test.each<[unknown, string | undefined]>([
	['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z'],
	['2026-03-10T20:00:00.5+08:00', '2026-03-10T12:00:00.5Z'],
	['2026-03-10 20:00:00', '2026-03-10T12:00:00Z'],
	['2026-03-10T20:00:00', '2026-03-10T12:00:00Z'],
	['2026-99-10T12:00:00Z', undefined],
	['soon', undefined],
	[null, undefined],
])('a record with the time %j was created at %j', (created_at, time) => {
	expect(createdAt({ created_at } as IDataObject)).toBe(time && Date.parse(time));
});
