import { derivedFrom } from '../../nodes/Payments/events/deriveEvent';
import type { AccountEvent } from '../../nodes/Payments/events/kinds';
import { toEvent } from '../../nodes/Payments/events/readEvent';
import { eventOf } from '../../nodes/Payments/events/records';
import { readCallback, readNamedEvent } from '../notification';
import { charge, paid, transfer } from '../webhookRecords';

/* The events that HitPay sends no notification for, and that another event reports: each has the ID of its notification. */

type Json = Record<string, unknown>;

const received = (name: string, payload: Json) => toEvent(readNamedEvent(name, payload));

const derived = (name: string, payload: Json) => derivedFrom(received(name, payload));

test('a paid charge of a payment request is also its payment', () => {
	expect(derived('charge.created', charge)).toEqual([
		{
			...received('charge.created', charge),
			event: 'payment.completed',
			event_id: toEvent(readCallback(paid)).event_id,
			status: 'completed',
			derived_from: 'charge.created',
		},
	]);
});

test('a failed charge is also the failed payment of its request, and a failed charge', () => {
	const failed = { ...charge, status: 'failed' };
	const [payment, status, ...more] = derived('charge.created', failed);
	expect(more).toEqual([]);
	expect(payment).toMatchObject({
		event: 'payment.failed',
		event_id: toEvent(readCallback({ ...paid, status: 'failed' })).event_id,
		status: 'failed',
	});
	expect(status).toMatchObject({
		event: 'charge.failed',
		event_id: received('charge.failed', failed).event_id,
		derived_from: 'charge.created',
	});
});

test.each<[string, string, Json, string[]]>([
	['a failed charge without a request', 'charge.created', { status: 'failed' }, ['charge.failed']],
	['a paid charge without a request', 'charge.created', { status: 'succeeded' }, []],
	['a pending charge', 'charge.created', { status: 'pending', payment_request_id: 'req-1' }, []],
	['an update of a failed charge', 'charge.updated', { status: 'failed' }, []],
	['a payout', 'payout.created', { status: 'scheduled', arrival_date: null }, []],
])('%s: %s with %j is also %j', (_, name, fields, events) => {
	const record = { ...charge, payment_request_id: undefined, ...fields };
	const payload = name.startsWith('charge') ? record : { id: 'out-1', ...fields };
	expect(derived(name, payload).map(({ event }) => event)).toEqual(events);
});

test.each([
	['transfer.created', 'scheduled', 'transfer.scheduled'],
	['transfer.updated', 'processing', 'transfer.processing'],
	['transfer.updated', 'paid', 'transfer.paid'],
	['transfer.updated', 'cancelled', 'transfer.canceled'],
	['transfer.updated', 'failed', 'transfer.failed'],
])('%s with the status %s is also %s', (name, status, event) => {
	const record = { ...transfer, status };
	expect(derived(name, record)).toEqual([
		{
			...received(name, record),
			event,
			event_id: received(event, record).event_id,
			derived_from: name,
		},
	]);
});

test('a transfer that has another status by now does not derive it again', () => {
	const event = received('transfer.updated', transfer);
	expect(derivedFrom({ ...event, status: 'processing' })).toEqual([]);
	expect(derived('transfer.updated', { ...transfer, status: 'returned' })).toEqual([]);
	expect(derived('transfer.paid', transfer)).toEqual([]);
});

describe('the event of a record', () => {
	const of = (kind: AccountEvent | 'refund', more: Json = {}) =>
		eventOf(kind, { ...charge, id: 'pay-1', ...more });
	const id = (kind: AccountEvent, more?: Json) => of(kind, more).event_id;

	test('names the record by its kind, and a charge by its request, too', () => {
		expect(of('charge.created')).toMatchObject({
			payment_id: 'pay-1',
			payment_request_id: 'req-1',
		});
		const order = of('order.created');
		expect(order).toMatchObject({ order_id: 'pay-1' });
		expect(order).not.toHaveProperty('payment_request_id');
		expect(of('refund', { payment_id: 'c1' })).toMatchObject({
			refund_id: 'pay-1',
			payment_id: 'c1',
		});
	});

	test('of a transfer has the amount that the beneficiary receives', () => {
		const amounts = { amount: 99, currency: 'myr', payment_amount: 30, payment_currency: 'sgd' };
		expect(of('transfer.paid', amounts)).toMatchObject({ amount: 30, currency: 'sgd' });
		expect(of('order.created', amounts)).toMatchObject({ amount: 99, currency: 'myr' });
	});

	test('of a refund has the refunded amount', () => {
		const refunded = { amount: 99, amount_refunded: '5.00' };
		expect(of('refund', refunded).amount).toBe(5);
		expect(of('charge.updated', refunded).amount).toBe(99);
	});

	test('of a new charge is one when it is paid, whatever it is then, and another when it failed', () => {
		const paidId = id('charge.created');
		expect(id('charge.created', { status: 'refunded' })).toBe(paidId);
		expect(id('charge.created', { status: undefined })).toBe(paidId);
		expect(id('charge.created', { status: 'failed' })).not.toBe(paidId);
		expect(id('charge.created', { status: 'canceled' })).toBe(
			id('charge.created', { status: 'cancelled' }),
		);
		expect(id('payout.created', { status: 'paid' })).toBe(
			id('payout.created', { status: 'scheduled' }),
		);
	});

	test('of a change differs by its status, its time and its refunded total', () => {
		const ids = [
			id('charge.updated'),
			id('charge.updated', { status: 'refunded' }),
			id('charge.updated', { updated_at: '2026-01-02' }),
			id('charge.updated', { refunded_amount: 5 }),
			id('charge.updated', { refunded_amount: 6 }),
		];
		expect(new Set(ids).size).toBe(ids.length);
		const total = { refunded_amount: '0.00' };
		expect(id('charge.updated', total)).toBe(ids[0]);
		expect(id('charge.updated', { amount: 1 })).toBe(ids[0]);
	});

	test('of a change without a time is the whole record', () => {
		const untimed = { updated_at: undefined };
		expect(id('charge.updated', untimed)).not.toBe(id('charge.updated', { ...untimed, amount: 1 }));
		expect(id('charge.updated', untimed)).toBe(id('charge.updated', untimed));
	});
});
