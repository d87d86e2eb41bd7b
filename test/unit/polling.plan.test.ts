import type { IPollFunctions } from 'n8n-workflow';

import { triggerOf } from '../../nodes/Payments/polling/memory';
import { planOf } from '../../nodes/Payments/polling/plan';
import { newestState, type PollState } from '../../nodes/Payments/polling/pollState';
import { RecentStatuses } from '../../nodes/Payments/polling/recentStatuses';
import { ENTRY_WIDTH, isWhole } from '../../nodes/Payments/polling/seenRecords';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];
const NOON = Date.parse('2026-03-10T12:00:00Z');

const state = (more: Partial<PollState> = {}): PollState => ({
	...{ key: 'key', revision: 1, since: NOON - 30 * DAY, readAt: NOON, clockAt: NOON },
	...{ hourlyAt: NOON, fullScanAt: NOON, recent: { firstAt: 0, changed: {} } },
	...{ seen: { buckets: {}, statuses: [] } },
	...more,
});

describe('a poll reads', () => {
	const days = (previous: PollState | undefined, lookBack: number, now: number) => {
		const { edge, isHourly, isFullScan, isRecording } = planOf(previous, lookBack, now);
		const flags = { isHourly, isFullScan, isRecording };
		const set = Object.entries(flags).filter(([, flag]) => flag);
		return `${(now - edge) / DAY} ${set.map(([name]) => name).join(' ')}`.trim();
	};

	test.each<[string, PollState | undefined, number, number, string]>([
		['all days first', undefined, 30, 0, '30 isHourly isFullScan isRecording'],
		['two days', state(), 30, MINUTE, `${2 + MINUTE / DAY}`],
		[
			'one day, if Look Back is one',
			state({ since: NOON - DAY }),
			1,
			MINUTE,
			`${1 + MINUTE / DAY}`,
		],
		[
			'two days until the hour is almost over',
			state(),
			30,
			54 * MINUTE,
			`${2 + (54 * MINUTE) / DAY}`,
		],
		['seven days once an hour', state(), 30, 55 * MINUTE, `${7 + (55 * MINUTE) / DAY} isHourly`],
		['all days once an hour, if they are a week', state(), 7, HOUR, '7 isHourly isFullScan'],
		['not all days, if they are more', state(), 8, HOUR, `${7 + HOUR / DAY} isHourly`],
		[
			'all days once a day',
			state({ hourlyAt: NOON + DAY }),
			...([20, DAY - 5 * MINUTE, '20 isHourly isFullScan'] as const),
		],
		[
			'all days again, if Look Back is raised',
			...([state(), 31, MINUTE, '31 isHourly isFullScan isRecording'] as const),
		],
		[
			'as once an hour, if the clock was set back',
			...([state({ hourlyAt: NOON + 2 * MINUTE }), 30, MINUTE, '7 isHourly'] as const),
		],
		[
			'all days, if the clock was set back',
			...([state({ fullScanAt: NOON + HOUR }), 20, MINUTE, '20 isHourly isFullScan'] as const),
		],
	])('%s', (_, previous, lookBack, later, expected) => {
		expect(days(previous, lookBack, NOON + later)).toBe(expected);
	});

	test('two days more, since the first day may not be included', () => {
		expect(planOf(undefined, 30, NOON)).toMatchObject({ now: NOON, from: '2026-02-06' });
		expect(planOf(state(), 30, NOON + MINUTE).from).toBe('2026-03-06');
	});
});

describe('the newest state', () => {
	const recorded = (revision: number, more: Partial<PollState> = {}) =>
		state({ revision, ...more });

	test('is that with the greatest revision and the key, the first of equal ones', () => {
		const [first, second] = [recorded(2), recorded(2, { business: 'b1' })];
		const states = [undefined, recorded(1), first, second, recorded(3, { key: 'other' })];
		expect(newestState(states, 'key')).toEqual(first);
		expect(newestState([...states, recorded(4)], 'key')).toEqual(recorded(4));
		expect(newestState([], 'key')).toBeUndefined();
		expect(newestState(['memory', null, 5], 'key')).toBeUndefined();
	});

	test.each<[string, object]>([
		['a time that is none', { since: 'soon' }],
		['a business that is no ID', { business: 5 }],
		['no records', { seen: undefined }],
		['no recent statuses', { recent: { firstAt: 0, changed: { a: { at: 0 } } } }],
		['parts of a record', { seen: { buckets: { ab: 'c' }, statuses: ['paid'] } }],
	])('is not one with %s', (_, more) => {
		expect(newestState([{ ...state(), ...more }], 'key')).toBeUndefined();
	});
});

test.each<[string, Record<string, string>, boolean]>([
	['entries with a status', { ab: `${'c'.repeat(7)}0abc${'d'.repeat(7)}1abc` }, true],
	['nothing', {}, true],
	['a name of another length', { abc: `${'c'.repeat(7)}0abc` }, false],
	['a part of an entry', { ab: 'c'.repeat(ENTRY_WIDTH - 1) }, false],
	['a status that is not there', { ab: `${'c'.repeat(7)}2abc` }, false],
	['a second entry without one', { ab: `${'c'.repeat(7)}0abc${'d'.repeat(7)}/abc` }, false],
	['a second bucket that is not', { ab: `${'c'.repeat(7)}0abc`, ac: 'c' }, false],
])('the saved records are whole with %s: %#', (_, buckets, isIt) => {
	expect(isWhole({ buckets, statuses: ['paid', 'failed'] })).toBe(isIt);
});

describe('a status that was read', () => {
	const order = ['pending', 'succeeded', 'cancelled'];
	const recentOf = () => {
		const recent = new RecentStatuses(undefined, order);
		recent.set('a', NOON, 'failed');
		return recent;
	};

	test.each<[string, string, number, boolean]>([
		['one that it replaced', 'failed', 20_999, true],
		['one that it replaced, later', 'failed', 21_000, false],
		['one that it replaced, before a clock was set back', 'failed', -20_999, true],
		['an earlier one in the course', 'pending', 1000, true],
		['the same', 'succeeded', 1000, false],
		['a later one', 'cancelled', 1000, false],
		['a later one in another spelling', 'canceled', 1000, false],
		['one outside of the course', 'returned', 1000, false],
	])('may be older than the recorded one: %s (%s, %i ms later): %s', (_, status, later, may) => {
		expect(recentOf().mayBeOlder('a', status, 'succeeded', NOON + later)).toBe(may);
	});

	test('of another record is not, unless all were recorded together', () => {
		const recent = recentOf();
		expect(recent.mayBeOlder('b', 'pending', 'succeeded', NOON)).toBe(false);
		recent.setAll(NOON);
		expect(recent.mayBeOlder('b', 'pending', 'succeeded', NOON + 1)).toBe(true);
		expect(recent.mayBeOlder('a', 'failed', 'succeeded', NOON)).toBe(false);
	});

	test('may be any of those that were replaced a short time ago', () => {
		const recent = recentOf();
		recent.set('a', NOON + 1000, 'paid');
		expect(recent.mayBeOlder('a', 'failed', 'succeeded', NOON + 2000)).toBe(true);
		recent.set('a', NOON + 60_000, undefined);
		expect(recent.mayBeOlder('a', 'failed', 'succeeded', NOON + 60_000)).toBe(false);
	});

	test('is saved while it is recent', () => {
		const recent = recentOf();
		const changed = { a: { at: NOON, replaced: ['failed'] } };
		expect(recent.toState(NOON + 1)).toEqual({ firstAt: 0, changed });
		expect(recent.toState(NOON + 60_000)).toEqual({ firstAt: 0, changed: {} });
		const again = new RecentStatuses({ firstAt: NOON, changed }, order);
		expect(again.mayBeOlder('a', 'failed', 'succeeded', NOON)).toBe(true);
		expect(again.toState(NOON).firstAt).toBe(NOON);
	});
});

test('each trigger of each workflow has a memory of its own', () => {
	const of = (id: string, name: string) =>
		triggerOf({ getWorkflow: () => ({ id }), getNode: () => ({ name }) } as IPollFunctions);
	expect(of('1', 'a')).toBe(of('1', 'a'));
	expect(new Set([of('1', 'a'), of('1', 'b'), of('2', 'a')]).size).toBe(3);
});
