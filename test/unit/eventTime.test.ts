import type { EventKind } from '../../nodes/Payments/events/event';
import { happenedAt, isBefore, isSameTime, periodOf } from '../../nodes/Payments/events/eventTime';

const NOON = '2026-01-01T12:00:00Z';

test.each<[string, unknown, boolean]>([
	['a second later', '2026-01-01T12:00:01Z', true],
	['with parts of the same second', '2026-01-01T12:00:00.999999Z', false],
	['of the same moment in another zone', '2026-01-01T20:00:00+08:00', false],
	['of a later moment in another zone', '2026-01-01T20:00:01+08:00', true],
	['without an offset, of Singapore', '2026-01-01T20:00:00', false],
	['without an offset, of UTC', '2026-01-01T12:00:00', false],
	['without an offset, later in either', '2026-01-01 20:00:01', true],
	['that is none', 'soon', false],
	['that is missing', undefined, false],
])('noon is before a time %s: only if that is certain', (_, other, expected) => {
	expect(isBefore(NOON, other)).toBe(expected);
	expect(isBefore(other, NOON)).toBe(false);
});

test('two times without an offset are compared as they are', () => {
	const [one, other] = ['2026-01-01T12:00:00', '2026-01-01T12:00:01'];
	expect([isBefore(one, other), isBefore(other, one), isBefore(one, one)]).toEqual([
		true,
		false,
		false,
	]);
});

test.each<[unknown, boolean]>([
	['2026-01-01T20:00:00+08:00', true],
	['2026-01-01T12:00:00.5Z', true],
	['2026-01-01T12:00:01Z', false],
	['2026-01-01T12:00:00', false],
	['2026-01-01T20:00:00', false],
	['soon', false],
	[undefined, false],
])('noon and %j are the same second: %j', (other, expected) => {
	expect(isSameTime(NOON, other)).toBe(expected);
});

test('a time without an offset may be of Singapore or UTC', () => {
	const noon = Date.parse(NOON);
	const [earliest, latest] = [noon - 8 * 3_600_000, noon];
	expect(periodOf(' 2026-01-01 12:00:00 ')).toEqual({ earliest, latest });
	expect(periodOf(NOON)).toEqual({ earliest: noon, latest: noon });
});

test.each(['soon', '', null, 5, {}, '2026-99-99T00:00:00Z'])('%j is no time', (time) => {
	expect(periodOf(time)).toBeUndefined();
});

test.each<[EventKind, string]>([
	['charge.created', '02'],
	['charge.updated', '03'],
	['order.created', '01'],
	['refund', '04'],
	['payment.completed', '02'],
	['unknown', '02'],
])('%s happened at the time that its kind names', (kind, minute) => {
	const at = (time: string) => `2026-01-01T10:${time}:00Z`;
	const times = { created_at: at('01'), closed_at: at('02'), updated_at: at('03') };
	const record = { ...times, refunded_at: at('04') };
	expect(happenedAt(kind, record)?.latest).toBe(Date.parse(at(minute)));
	const open = { created_at: at('01'), updated_at: at('03'), closed_at: 'soon' };
	const expected = kind.endsWith('updated') ? '03' : '01';
	expect(happenedAt(kind, open)?.latest).toBe(Date.parse(at(expected)));
});
