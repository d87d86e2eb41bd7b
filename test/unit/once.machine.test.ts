import { explain, sumsOf, type Evidence } from '../../nodes/Payments/handlers/once/evidence';
import {
	isSettled,
	isTooEarly,
	maySendAgain,
	next,
	type Resend,
	type Sent,
	type State,
} from '../../nodes/Payments/handlers/once/machine';
import { reachesCustomer } from '../../nodes/Payments/handlers/once/messages';
import { outcomeOfItem, setOutcome } from '../../nodes/Payments/handlers/once/outcome';
import { keyFieldOf, searchKeyOf } from '../../nodes/Payments/handlers/once/searchKey';
import { certainTime, isMadeBefore } from '../../nodes/Payments/handlers/once/snapshot/serverTime';

/* The states of a write that happens once, and the evidence that moves it from one to another. */

const sent = (resend: Resend, more: Partial<Sent<unknown>> = {}): Sent<unknown> => ({
	...{ options: { url: '/x' }, resend, moves: 5, base: 10, changed: ['name'], currency: 'sgd' },
	...more,
});
const once = sent('settled');
const again = sent('settled', { moves: 6 });
const repeatable = sent('repeatable', { moves: 7 });
const record = { id: 'r1' };
const thrown = new Error('422');

const fresh: State<unknown> = { kind: 'new' };
const lost: State<unknown> = { kind: 'unknown', sent: once, outcome: 'timeout', at: 1 };
const refused: State<unknown> = { kind: 'refused', sent: once, thrown, at: 2 };
const kept = { moves: 5, base: 10, changed: ['name'], lostAt: undefined };

describe('the next state', () => {
	test('of a request that was made keeps its effect only', () => {
		expect(next(fresh, { kind: 'made', sent: once, record })).toEqual({
			...{ kind: 'made', record, sent: kept },
		});
		expect(next(lost, { kind: 'made', record })).toMatchObject({ sent: kept });
		expect(next(fresh, { kind: 'made', record })).toMatchObject({ sent: { moves: undefined } });
		const own = next(lost, { kind: 'made', sent: again, record });
		expect(own).toMatchObject({ sent: { moves: 6, lostAt: undefined } });
	});

	test('of a repeatable request that was lost before knows when', () => {
		const state = next(fresh, { kind: 'lost', sent: repeatable, outcome: 'timeout', at: 3 });
		const made = next(state, { kind: 'made', sent: repeatable, record });
		expect(made).toMatchObject({ sent: { moves: 7, lostAt: 3 } });
		const whole = next({ ...refused, sent: repeatable }, { kind: 'made', record });
		expect(whole).toMatchObject({ sent: { lostAt: undefined } });
	});

	test('of a request that was not processed, or refused while an earlier one may be in progress, is the same', () => {
		for (const state of [fresh, lost, refused])
			expect(next(state, { kind: 'notProcessed', thrown })).toBe(state);
		expect(next(lost, { kind: 'refused', sent: again, thrown, at: 4 })).toBe(lost);
		expect(next(fresh, { kind: 'refused', sent: again, thrown, at: 4 })).toEqual({
			...{ kind: 'refused', sent: again, thrown, at: 4 },
		});
	});

	test('of a request that is lost is unknown, by the state before its first attempt', () => {
		const event = { kind: 'lost', sent: again, outcome: 'closed', at: 5 } as const;
		expect(next(fresh, event)).toEqual({ ...event, kind: 'unknown' });
		expect(next(lost, event)).toEqual({ ...event, kind: 'unknown', sent: once });
		const second = next(lost, { ...event, sent: repeatable });
		expect(second).toMatchObject({ sent: repeatable });
	});

	test('of a refusal that is doubted is unknown; a lookup that rules it out makes it new', () => {
		expect(next(refused, { kind: 'doubted', outcome: 'maybe' })).toEqual({
			...{ kind: 'unknown', sent: once, outcome: 'maybe', at: 2 },
		});
		expect(next(lost, { kind: 'doubted', outcome: 'maybe' })).toBe(lost);
		expect(next(lost, { kind: 'ruledOut' })).toEqual(fresh);
	});
});

test.each<[Resend, Evidence['kind'][], Evidence['kind'][]]>([
	['never', [], []],
	['refused', [], []],
	['guarded', ['absent'], ['absent']],
	['settled', [], ['absent']],
	[
		'repeatable',
		['found', 'absent', 'maybe', 'unreadable'],
		['found', 'absent', 'maybe', 'unreadable'],
	],
])(
	'a request that is sent again %s: when a lookup finds %j; after 40 s, %j',
	(resend, soon, late) => {
		const kinds = ['found', 'absent', 'maybe', 'unreadable'] as const;
		const may = (hasSettled: boolean) =>
			kinds.filter((kind) => maySendAgain(resend, { kind, record, reason: '' }, hasSettled));
		expect([may(false), may(true)]).toEqual([soon, late]);
	},
);

test('a request has settled after 40 s', () => {
	expect([isSettled(40_001, 1), isSettled(40_000, 1)]).toEqual([true, false]);
	expect([isTooEarly(40_001, 1), isTooEarly(40_000, 1)]).toEqual([false, true]);
});

test.each<[string, number, number, number[][], string]>([
	['by its amount', 5, 5, [], 'found'],
	['not at all', 0, 5, [], 'absent'],
	['by another amount', 3, 5, [], 'maybe'],
	['by its amount and another one', 8, 5, [[0, 3]], 'found'],
	['by another one', 3, 5, [[0, 3]], 'absent'],
	['by its amount, or the same one', 5, 5, [[0, 5]], 'maybe'],
	['by both', 10, 5, [[0, 5]], 'found'],
	['although one is certain', 0, 5, [[-5]], 'found'],
])('a total that moved %s: %i for %i beside %j is %s', (_, moved, amount, others, kind) => {
	expect(explain(moved, amount, others)).toBe(kind);
});

test('of 10,000 sums, all are compared; with more, nothing is certain', () => {
	const powers = (count: number) => Array.from({ length: count }, (_, at) => [0, 2 ** at]);
	expect([...sumsOf([[0, 1], [2]])!]).toEqual([2, 3]);
	expect(sumsOf(powers(13))!.size).toBe(8192);
	expect(sumsOf(powers(14))).toBeUndefined();
	expect(explain(1, 1, powers(14))).toBe('maybe');
	const values = Array.from({ length: 10_000 }, (_, at) => at);
	expect(sumsOf([values])!.size).toBe(10_000);
});

test('an item that fails ends as its write did: not sent, refused or unknown', () => {
	const context = {} as never;
	expect(outcomeOfItem(context)).toBe('not_sent');
	const outcomes = (['unknown', 'refused', 'made', 'refused', 'new'] as const).map((kind) => {
		setOutcome(context, kind);
		return outcomeOfItem(context);
	});
	expect(outcomes).toEqual(['unknown', 'refused', 'not_sent', 'refused', 'not_sent']);
});

test.each<[object | undefined, boolean]>([
	[undefined, false],
	[{ send_email: false, send_sms: '0' }, false],
	[{ send_email: true }, true],
	[{ send_email: '1' }, true],
	[{ send_sms: 'true' }, true],
	[{ send_sms: 1 }, true],
	[{ wifi_terminal_id: 'reader' }, true],
	[{ wifi_terminal_id: '' }, false],
])('a request with %j reaches a customer at once: %s', (body, does) => {
	expect(reachesCustomer({ url: '/x', body })).toBe(does);
});

test('customers are searched by their email address, in any spelling', () => {
	const key = (email: unknown) => searchKeyOf('api', '/v1/customers', { email } as never);
	expect(key(' Ann@X.Example')).toBe('api /v1/customers ann@x.example');
	expect([key(''), key(null), key(undefined)]).toEqual([undefined, undefined, undefined]);
	expect(searchKeyOf('api', '/v1/plans', { email: 'ann@x.example' })).toBeUndefined();
	expect([keyFieldOf('/v1/customers'), keyFieldOf('/v1/plans')]).toEqual(['email', undefined]);
});

test.each<[unknown, string | undefined]>([
	['2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z'],
	['2026-03-10 20:00:00.5 +0800', undefined],
	['2026-03-10 20:00:00.5+08:00', '2026-03-10T12:00:00.5Z'],
	['2026-03-10T20:00:00', undefined],
	['2026-03-10T20:00+08:00', undefined],
	['at 2026-03-10T12:00:00Z', undefined],
	['2026-03-10T12:00:00Z.', undefined],
	[5, undefined],
])('the time %j is certain as %j', (text, expected) => {
	expect(certainTime(text)).toBe(expected === undefined ? Number.NaN : Date.parse(expected));
});

test('a record was made before a read only if both times are certain', () => {
	expect([1, 2, 3].map((time) => isMadeBefore(time, 2))).toEqual([true, false, false]);
	expect([isMadeBefore(1, undefined), isMadeBefore(Number.NaN, 2)]).toEqual([false, false]);
});
