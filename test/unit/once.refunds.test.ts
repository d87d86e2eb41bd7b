import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { isSameMoney } from '../../nodes/Payments/handlers/once/charge/chargeTask';
import { Entry } from '../../nodes/Payments/handlers/once/ledger/entry';
import { memory } from '../../nodes/Payments/handlers/once/ledger/memory';
import { refundsOf, uncountedOf } from '../../nodes/Payments/handlers/once/refund/listedRefunds';
import {
	checkAmount,
	missingUpTo,
	nothingMissing,
	REMAINING,
	remedyOf,
} from '../../nodes/Payments/handlers/once/refund/refundAmount';
import {
	refundedOf,
	remainingOf,
	type Charge,
} from '../../nodes/Payments/handlers/once/refund/refundedCharge';
import { findRefund } from '../../nodes/Payments/handlers/once/refund/refundEvidence';
import { previewRefund } from '../../nodes/Payments/handlers/once/refund/refundPreview';
import { isExpected } from '../../nodes/Payments/handlers/once/refund/refundResponse';
import type { RefundTask } from '../../nodes/Payments/handlers/once/refund/refundTask';
import type { Context } from '../../nodes/Payments/run/context';
import { refundRemedies } from '../../nodes/Payments/shared/messages/refunds';
import { idTextOf } from '../../nodes/Payments/shared/record';
import { node } from '../fuzz/context';

/* How much of a charge is refunded and can be, and how a refund is found in its charge. Amounts are in major units. */

const charge = (more: IDataObject = {}): Charge => ({
	...{ id: 'c1', amount: '30.00', currency: 'sgd', status: 'succeeded', refunded_amount: 0 },
	...more,
});
const refund = (id: string | null, amount: number, more: IDataObject = {}) => ({
	...{ id, amount_refunded: amount, status: 'succeeded', ...more },
});
const contextOf = (continues = false) =>
	({
		continueOnFail: () => continues,
		getNode: () => node,
		getItemIndex: () => 0,
		getExecuteData: () => ({ node, data: { main: [[{ json: {} }]] } }),
		getExecutionId: () => 'e1',
	}) as unknown as Context;
const context = contextOf();

test.each<[IDataObject, number, number]>([
	[{ refunded_amount: '5.50' }, 5.5, 24.5],
	[{ refunded_amount: undefined }, 0, 30],
	[{ refunded_amount: null, status: 'success' }, 0, 30],
	[{ refunded_amount: undefined, status: 'refunded' }, 30, 0],
	[{ refunded_amount: undefined, status: 'partially_refunded' }, NaN, NaN],
	[{ refunded_amount: 0, status: 'refunded' }, 0, 0],
])('of a charge with %j, %d is refunded and %d left', (fields, refunded, left) => {
	expect([refundedOf(charge(fields)), remainingOf(charge(fields))]).toEqual([refunded, left]);
});

describe('the refunds that a charge lists', () => {
	const list = (refunds: unknown[], refunded_amount: number | string = 0) =>
		refundsOf(charge({ refunds, refunded_amount }));

	test('are those that moved money, or may', () => {
		const failed = refund('f', 9, { status: 'failed' });
		const named = refund('a', 5, { payment_id: 'C1', refunded_at: '2026-03-10T12:00:00Z' });
		expect(list([failed, named, refund('b', 2, { status: 'pending' })], 5)).toEqual({
			refunds: [
				{
					id: 'a',
					amount: 50_000,
					status: 'succeeded',
					paymentId: 'c1',
					madeAt: Date.UTC(2026, 2, 10, 12),
				},
				{ id: 'b', amount: 20_000, status: 'pending', paymentId: undefined, madeAt: NaN },
			],
			...{ sum: 70_000, pending: 20_000, isWhole: true },
		});
		expect(refundsOf(charge())).toBeUndefined();
	});

	test.each<[string, unknown[], number, boolean]>([
		['with its pending ones', [refund('a', 5), refund('b', 2, { status: 'pending' })], 7, true],
		['without them', [refund('a', 5), refund('b', 2, { status: 'pending' })], 5, true],
		['of another amount', [refund('a', 5)], 6, false],
		['with one that has no ID', [refund(null, 5)], 5, false],
		['with nothing', [null], 0, false],
		['none', [], 0, true],
	])('are all that there are by the refunded amount, %s: %#', (_, refunds, total, isWhole) => {
		expect(list(refunds, total)!.isWhole).toBe(isWhole);
	});

	test('may have other names for their values', () => {
		const other = { id: 'a', amount: '5.00', created_at: '2026-03-10T12:00:00Z' };
		expect(list([other], 5)!.refunds).toMatchObject([
			{ amount: 50_000, status: undefined, madeAt: Date.UTC(2026, 2, 10, 12) },
		]);
		expect(list([other], 5)!.pending).toBe(0);
	});

	test('may be pending, and not counted yet', () => {
		const pending = refund('b', 2, { status: 'pending' });
		const of = (refunded_amount: number) =>
			uncountedOf(charge({ refunds: [pending], refunded_amount }));
		expect([of(0), of(2), uncountedOf(charge())]).toEqual([20_000, 0, 0]);
	});
});

describe('the amount of a refund', () => {
	const nothingLeft = (total: string) => ({ message: `nothing left of ${total}`, description: '' });
	/** Returns the result, or the text of the error. */
	const tried = <T>(run: () => T) => {
		try {
			return run();
		} catch (error) {
			const { message, description } = error as NodeOperationError;
			return `${message}. ${description}`;
		}
	};
	const check = (requested: number | typeof REMAINING, fields: IDataObject = {}) =>
		tried(() => checkAmount(context, charge(fields), requested, nothingLeft));

	test.each<[number | typeof REMAINING, IDataObject, number | RegExp]>([
		[5, {}, 5],
		[30, {}, 30],
		[REMAINING, { refunded_amount: '10.10' }, 19.9],
		[REMAINING, { amount: 0.3, refunded_amount: 0.1 }, 0.2],
		[REMAINING, { status: 'refunded', refunded_amount: 30 }, /^nothing left of 30.00 SGD/],
		[5, { refunded_amount: 30 }, /^nothing left/],
		[30.01, {}, /30.00 SGD/],
		[21, { refunded_amount: 10 }, /20.00 SGD/],
		[5.001, {}, /SGD/],
		[5.5, { currency: 'jpy', amount: 300 }, /JPY/],
		[5.001, { currency: undefined }, /decimal/],
		[5, { status: 'pending' }, /pending/],
		[5, { status: '' }, /unknown/],
		[REMAINING, { status: 'partially_refunded', refunded_amount: null }, /refunded/],
	])('%s of a charge with %j is %s', (requested, fields, expected) => {
		const result = check(requested, fields);
		if (expected instanceof RegExp) expect(result).toMatch(expected);
		else expect(result).toBe(expected);
	});

	test.each<[number, IDataObject, number, number, number]>([
		[20, {}, 0, 200_000, 0],
		[20, { refunded_amount: 5 }, 0, 150_000, 50_000],
		[20, { refunded_amount: 5 }, 20_000, 130_000, 70_000],
		[20, { refunded_amount: 5, refunds: [refund('a', 5), refund('b', 2)] }, 0, 130_000, 70_000],
		[30, { refunded_amount: 5, refunds: [] }, 0, 250_000, 50_000],
		[5, { refunded_amount: 6 }, 0, -10_000, 60_000],
	])('up to %d of a charge with %j, %i pending', (total, fields, pending, missing, refunded) => {
		expect(missingUpTo(context, charge(fields), total, pending)).toEqual({ missing, refunded });
	});

	test.each<[number, IDataObject, RegExp]>([
		[31, {}, /30.00 SGD/],
		[5.001, {}, /Total/],
		[5, { status: 'failed' }, /failed/],
		[5, { status: 'partially_refunded', refunded_amount: null }, /refunded/],
	])('up to %d of a charge with %j is an error', (total, fields, message) => {
		expect(tried(() => missingUpTo(context, charge(fields), total, 0))).toMatch(message);
	});

	test('up to a total of which nothing is missing is 0', () => {
		expect(nothingMissing({ charge: charge({ currency: undefined }), at: 0 }, 300_000)).toEqual({
			...{ id: null, payment_id: 'c1', amount_refunded: 0, total_amount: 30, currency: null },
			...{ status: 'succeeded', already_refunded: true, total_refunded: 30 },
		});
	});

	test('of a charge that cannot be refunded: an error says what to do, by On Error', () => {
		expect(remedyOf(contextOf(true))).toBe(refundRemedies.continuing);
		expect(remedyOf(context)).toBe(refundRemedies.oneItem);
	});
});

describe('a lookup of a refund of 5', () => {
	const READ_AT = Date.UTC(2026, 2, 10, 12);
	const time = (seconds: number) => new Date(READ_AT + seconds * 1_000).toISOString();
	const nobody = { deltas: [] as number[][], hasLookalike: false, isClaimed: () => false };
	const made = (id: string, seconds = 1, more: IDataObject = {}) =>
		refund(id, 5, { refunded_at: time(seconds), ...more });
	const look = (before: IDataObject, after: IDataObject, others: Partial<typeof nobody> = {}) => {
		const read = { charge: charge(before), at: 0, readAt: READ_AT };
		const evidence = findRefund(read, charge(after), 50_000, { ...nobody, ...others });
		return evidence.kind === 'found' ? `found ${idTextOf(evidence.record)}` : evidence.kind;
	};
	const earlier = { refunded_amount: 2, refunds: [refund('a', 2)] };
	const now = (...refunds: IDataObject[]) => ({
		refunds: [refund('a', 2), ...refunds],
		refunded_amount: refunds.reduce((sum, one) => sum + Number(one.amount_refunded), 2),
	});

	test.each<[string, IDataObject, IDataObject, Partial<typeof nobody>, string]>([
		['the new one', earlier, now(made('b')), {}, 'found b'],
		['none', earlier, earlier, {}, 'absent'],
		[
			'one that was listed before',
			{ ...earlier, refunds: [made('A')] },
			{ ...earlier, refunds: [made('a')] },
			{},
			'absent',
		],
		['two', earlier, now(made('b'), made('c')), {}, 'maybe'],
		['one, and another request like it', earlier, now(made('b')), { hasLookalike: true }, 'maybe'],
		['that of another item', earlier, now(made('b')), { isClaimed: () => true }, 'absent'],
		['one that was made before', earlier, now(made('b', -1)), {}, 'maybe'],
		['one made before, and the new one', earlier, now(made('b', -1), made('c')), {}, 'found c'],
		['one of another amount', earlier, now(refund('b', 4)), {}, 'absent'],
		[
			'a list that lacks it, and the sum',
			earlier,
			{ ...earlier, refunded_amount: 7 },
			{},
			'found undefined',
		],
		['the sum', {}, { refunded_amount: 5 }, {}, 'found undefined'],
		['the same sum', {}, {}, {}, 'absent'],
		['another sum', {}, { refunded_amount: 4 }, {}, 'maybe'],
		[
			'the sum, that may be of another request',
			{},
			{ refunded_amount: 5 },
			{ deltas: [[0, 50_000]] },
			'maybe',
		],
		[
			'the sum with another request',
			{},
			{ refunded_amount: 8 },
			{ deltas: [[0, 30_000]] },
			'found undefined',
		],
		['no sum', {}, { refunded_amount: null, status: 'partially_refunded' }, {}, 'unreadable'],
	])('that sees %s: %#', (_, before, after, others, expected) => {
		expect(look(before, after, others)).toBe(expected);
	});

	test('returns the record that the response would have contained', () => {
		const read = { charge: charge(earlier), at: 0, readAt: READ_AT };
		expect(findRefund(read, charge(now(made('b'))), 50_000, nobody)).toEqual({
			kind: 'found',
			record: {
				...{ id: 'b', payment_id: 'c1', amount_refunded: 5, total_amount: 30, currency: 'sgd' },
				...{ status: 'succeeded', recovered: true },
			},
		});
	});
});

describe('a response', () => {
	const task = () => ({ api: 'api', id: 'r1', entry: new Entry(context) }) as unknown as RefundTask;
	const snapshot = { charge: charge({ payment_request_id: 'r2' }), at: 0 };
	const sent = { options: { url: '/x' }, resend: 'never', moves: 50_000 } as const;
	const ofPayment = { id: 'f1', payment_id: 'c1', amount_refunded: '5.00', status: 'succeeded' };

	test.each<[string, IDataObject, boolean, boolean]>([
		['of its charge', {}, true, true],
		['of its ID', { payment_id: 'R1' }, true, true],
		['of its payment request', { payment_id: 'r2' }, true, true],
		['of another charge', { payment_id: 'c2' }, true, false],
		['of another charge, where none was read', { payment_id: 'c2' }, false, true],
		['of none', { payment_id: null }, false, false],
		['of another amount', { amount_refunded: 6 }, true, false],
		['of no amount, since it failed', { amount_refunded: 0, status: 'failed' }, true, true],
	])('is the refund that was sent if it is %s: %#', (_, more, isRead, isIt) => {
		const record = { ...ofPayment, ...more };
		expect(isExpected(task(), record, { ...sent, ...(isRead && { snapshot }) })).toBe(isIt);
	});

	test('is not the refund of another item', () => {
		memory.restart();
		const other = new Entry(context);
		other.apply({ kind: 'made', record: { id: 'f1' } });
		memory.ledger.claim('api refund', other);
		expect(isExpected(task(), ofPayment, sent)).toBe(false);
		expect(isExpected(task(), { ...ofPayment, id: 'f2' }, sent)).toBe(true);
	});
});

describe('a preview', () => {
	const entry = Object.assign(new Entry(context), { about: { order_reference_number: 'A-7' } });
	const shown = (prepared: object) =>
		previewRefund({ id: 'r1', entry } as never, prepared as never);

	test('shows the effect of the refund on its charge', () => {
		const snapshot = { charge: charge({ refunded_amount: '10.10' }), at: 0 };
		expect(shown({ snapshot, moves: 50_000 })).toEqual({
			...{ would_refund: 5, would_remain: 14.9, currency: 'sgd', payment_id: 'c1' },
			order_reference_number: 'A-7',
		});
		expect(shown({ moves: 50_000 })).toMatchObject({
			...{ would_refund: 5, would_remain: null, currency: null, payment_id: 'r1' },
		});
	});

	test('of a total that is reached refunds nothing', () => {
		const record = nothingMissing({ charge: charge(), at: 0 }, 100_000);
		expect(shown({ record })).toEqual({
			...{ would_refund: 0, would_remain: 20, currency: 'sgd', payment_id: 'c1' },
			...{ order_reference_number: 'A-7', already_refunded: true },
		});
		const bare = { id: 'r1', entry: new Entry(context) } as never;
		expect(previewRefund(bare, { moves: 0 } as never)).not.toHaveProperty('order_reference_number');
	});
});

test('amounts are the same in any form, of one currency', () => {
	const isSame = (amount: unknown, currency: string) =>
		isSameMoney({ amount: 5, currency: 'sgd' }, amount, currency);
	expect([isSame('5.00', 'SGD'), isSame(5, 'myr')]).toEqual([true, false]);
	expect([isSame(5.01, 'sgd'), isSame(null, 'sgd')]).toEqual([false, false]);
});
