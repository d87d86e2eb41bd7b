import type { IDataObject } from 'n8n-workflow';

import type { EventKind, PaymentEvent } from '../../nodes/Payments/events/event';
import { asRecorded, inOrder, isOutdated, matches } from '../../nodes/Payments/events/recorded';

/* Which record is the one of an event, whether it is older than the notification, and what an event has after that. */

const at = (minute: string) => `2026-01-01T10:${minute}:00Z`;
const time = (minute: string) => Date.parse(at(minute));

const claim = (event: EventKind, more: Partial<PaymentEvent> = {}) =>
	({
		event,
		event_id: 'claimed',
		amount: 10,
		currency: 'sgd',
		payload: {},
		...more,
	}) as PaymentEvent;

describe('payments that may be meant', () => {
	const made = (id: string, created_at: string) => ({ id, created_at });
	const records = [
		made('b', at('02')),
		made('d', at('04')),
		made('a', at('01')),
		made('c', at('03')),
	];
	const idsOf = (startedAt: number, now: number) =>
		inOrder(records, startedAt, now).map(({ id }) => id);

	test('begin with those since n8n started, from the oldest; then the others, from the newest', () => {
		expect(idsOf(time('03'), time('05'))).toEqual(['c', 'd', 'b', 'a']);
	});

	test('are those of a day; without any, the newest', () => {
		const day = 24 * 3_600_000;
		expect(idsOf(time('05'), time('03') + day)).toEqual(['d']);
		expect(idsOf(time('05'), time('05') + day)).toEqual(['d']);
		expect(inOrder([], 0, 0)).toEqual([]);
		expect(inOrder([{ id: 'x' }], 0, 0)).toEqual([{ id: 'x' }]);
	});
});

test.each<[string, IDataObject, IDataObject, boolean]>([
	['with an earlier change', { updated_at: at('02') }, { updated_at: at('01') }, true],
	['with the same change', { updated_at: at('02') }, { updated_at: at('02') }, false],
	['with a smaller refunded total', { refunded_amount: 5 }, { refunded_amount: 3 }, true],
	['with the same refunded total', { refunded_amount: 5 }, { refunded_amount: 5 }, false],
	['without a refunded total', { refunded_amount: 5 }, { status: 'refunded' }, false],
	['with a total that the notification lacks', {}, { refunded_amount: 5 }, false],
	['not refunded yet', { status: 'refunded' }, { status: 'succeeded' }, true],
	['refunded, as the notification says', { status: 'refunded' }, { status: 'refunded' }, false],
	['of another kind', { id: 'other', updated_at: at('02') }, { updated_at: at('01') }, false],
])('a record %s: outdated is %#', (_, payload, record, isOlder) => {
	const updated = claim('charge.updated', { payload: { id: 'c1', ...payload } });
	expect(isOutdated(updated, { id: 'c1', ...record })).toBe(isOlder);
});

describe('a record may be that of an event', () => {
	const charge = { id: 'c1', amount: 10, currency: 'SGD', payment_request_id: 'r1' };
	const refund = { id: 'f1', amount: 10, currency: 'sgd', payment_id: 'c1' };

	test.each<[string, PaymentEvent, IDataObject, boolean]>([
		['with its amount and currency', claim('charge.created'), charge, true],
		['without an ID', claim('charge.created'), { ...charge, id: null }, false],
		['with another amount', claim('charge.created'), { ...charge, amount: 11 }, false],
		['with another currency', claim('charge.created'), { ...charge, currency: 'myr' }, false],
		[
			'without an amount, as the event',
			claim('charge.created', { amount: null }),
			{ ...charge, amount: null },
			false,
		],
		['of its request', claim('payment.completed', { payment_request_id: 'r1' }), charge, true],
		['of another request', claim('payment.completed', { payment_request_id: 'r2' }), charge, false],
		['of its charge', claim('refund', { payment_id: 'c1' }), refund, true],
		['of another charge', claim('refund', { payment_id: 'c2' }), refund, false],
		[
			'of a payout with another amount',
			claim('payout.created'),
			{ id: 'p1', amount: 11, currency: 'sgd' },
			false,
		],
		[
			'of an order, whose amount may change',
			claim('order.updated'),
			{ id: 'o1', amount: 99 },
			true,
		],
	])('%s', (_, event, record, may) => {
		expect(matches(event, record)).toBe(may);
	});
});

describe('a confirmed event', () => {
	const idsOf = (event: PaymentEvent, record: IDataObject) => {
		const confirmed = asRecorded(event, record);
		expect(confirmed.uses).toEqual(confirmed.blockedBy);
		return { event_id: confirmed.event.event_id, uses: confirmed.uses };
	};
	const order = { id: 'o1', status: 'completed', updated_at: at('05') };

	test('has the values of the record', () => {
		const record = {
			id: 'c1',
			amount: '1,200.00',
			currency: 'SGD',
			payment_request_id: 'r1',
			order_reference_number: 'A-7',
			customer: { name: 'Cho', email: 'cho@example.com' },
		};
		expect(asRecorded(claim('payment.completed'), record).event).toMatchObject({
			payment_id: 'c1',
			payment_request_id: 'r1',
			amount: 1200,
			currency: 'sgd',
			reference_number: 'A-7',
			customer_name: 'Cho',
			customer_email: 'cho@example.com',
		});
	});

	test('of a refund has the refunded amount and the status of the record', () => {
		const record = { id: 'f1', payment_id: 'c1', amount_refunded: '5.00', status: 'succeeded' };
		const pending = claim('refund', { status: 'pending', payload: { status: 'pending' } });
		expect(asRecorded(pending, record).event).toMatchObject({
			...{ refund_id: 'f1', payment_id: 'c1', amount: 5, status: 'succeeded' },
			payload: { status: 'pending' },
		});
	});

	test('of an invoice has the values of the record, and those of the notification in the payload', () => {
		const lie = claim('invoice.updated', { payload: { amount: 1, reference: 'ANOTHER' } });
		const record = { id: 'i1', amount: 100, reference: 'ORD-8', status: 'paid' };
		expect(asRecorded(lie, record).event).toMatchObject({
			...{ invoice_id: 'i1', amount: 100, reference_number: 'ORD-8', status: 'paid' },
			payload: { amount: 1, reference: 'ANOTHER' },
		});
	});

	test('of a payment request does not use the ID that the next payment may have, too', () => {
		const record = { id: 'c1', amount: 10, currency: 'sgd', payment_request_id: 'r1' };
		const { event_id, uses } = idsOf(claim('payment.completed'), record);
		expect(uses).toEqual([event_id]);
		expect(event_id).not.toBe('claimed');
		const next = idsOf(claim('payment.completed'), { ...record, id: 'c2' });
		expect(next.event_id).not.toBe(event_id);
	});

	test('uses the ID of the notification and of the record', () => {
		const { event_id, uses } = idsOf(claim('order.updated'), order);
		expect(uses).toEqual(['claimed', event_id]);
		expect(event_id).not.toBe('claimed');
	});

	test('whose record has changed since keeps the ID of the notification', () => {
		const earlier = claim('order.updated', { payload: { updated_at: at('01') } });
		expect(idsOf(earlier, order).event_id).toBe('claimed');
		expect(idsOf(earlier, order).uses).toHaveLength(2);
		const same = claim('order.updated', { payload: { updated_at: at('05') } });
		expect(idsOf(same, order).event_id).not.toBe('claimed');
	});

	test('that happens once has the ID of the record, although that has changed since', () => {
		const created = claim('charge.created', { payload: { updated_at: at('01') } });
		const charge = { id: 'c1', amount: 10, currency: 'sgd', updated_at: at('05') };
		expect(idsOf(created, charge).event_id).not.toBe('claimed');
	});

	test('of a subscription uses the change itself: other headers make no second event of it', () => {
		const record = { id: 's1', status: 'active', updated_at: at('05') };
		const { uses } = idsOf(claim('recurring_billing.subscription_updated'), record);
		expect(uses).toContain(`change:s1:${at('05')}:active:false`);
		for (const other of [
			idsOf(claim('order.updated'), order),
			idsOf(claim('recurring_billing.subscription_updated'), { id: 's1', status: 'active' }),
		])
			expect(other.uses.join()).not.toContain('change:');
	});
});
