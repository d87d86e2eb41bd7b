import type { IDataObject } from 'n8n-workflow';

import type { EventKind, PaymentEvent } from '../../nodes/Payments/events/event';
import { shownOf, statusShown, type Shown } from '../../nodes/Payments/events/shown';

const claim = (event: EventKind, status: string | null, updated_at?: string) =>
	({ event, status, payload: { status, updated_at } }) as unknown as PaymentEvent;

test.each<[EventKind, string | null, string, Shown]>([
	['payment.completed', 'completed', 'succeeded', 'proven'],
	['payment.completed', 'completed', 'partially_refunded', 'proven'],
	['payment.completed', 'completed', 'refunded', 'proven'],
	['payment.completed', 'completed', 'pending', 'earlier'],
	['payment.completed', 'completed', 'failed', 'other'],
	['payment.completed', 'completed', 'void', 'other'],
	['payment.failed', 'failed', 'failed', 'proven'],
	['payment.failed', 'failed', 'succeeded', 'other'],
	['payment.failed', 'failed', 'pending', 'earlier'],
	['payment.pending', 'pending', 'pending', 'proven'],
	['payment.pending', 'pending', 'failed', 'passed'],
	['charge.created', 'succeeded', 'refunded', 'proven'],
	['charge.created', 'pending', 'succeeded', 'proven'],
	['charge.created', 'pending', 'pending', 'earlier'],
	['charge.created', 'succeeded', 'void', 'other'],
	['charge.created', 'void', 'void', 'other'],
	['charge.created', 'failed', 'failed', 'proven'],
	['charge.failed', 'failed', 'succeeded', 'other'],
	['refund', 'pending', 'succeeded', 'proven'],
	['refund', 'failed', 'succeeded', 'other'],
	['refund', 'succeeded', 'succeeded', 'proven'],
	['transfer.scheduled', 'scheduled', 'scheduled', 'proven'],
	['transfer.scheduled', 'scheduled', 'paid', 'passed'],
	['transfer.processing', 'processing', 'scheduled', 'earlier'],
	['transfer.canceled', 'canceled', 'cancelled', 'proven'],
	['transfer.paid', 'paid', 'failed', 'other'],
	['transfer.created', 'scheduled', 'paid', 'proven'],
	['transfer.updated', 'paid', 'processing', 'earlier'],
	['transfer.created', 'paid', 'scheduled', 'earlier'],
	['order.created', 'completed', 'draft', 'proven'],
	['order.created', 'refunded', 'partially_refunded', 'proven'],
	['charge.created', null, 'succeeded', 'proven'],
	['charge.created', null, 'failed', 'other'],
	['refund', null, 'failed', 'proven'],
	['charge.updated', null, 'failed', 'proven'],
	['order.updated', 'completed', 'draft', 'unsettled'],
	['order.updated', 'completed', 'completed', 'proven'],
	['charge.updated', 'partially_refunded', 'refunded', 'passed'],
	['charge.updated', 'refunded', 'partially_refunded', 'earlier'],
	['unknown', 'completed', 'completed', 'other'],
])('%s (%s), recorded as %s: %s', (event, claimed, status, shown) => {
	expect(shownOf(claim(event, claimed), { status })).toBe(shown);
});

test('a payment method that was detached since is passed, and one that is not attached may be', () => {
	const attached = claim('recurring_billing.method_attached', 'active', '2026-01-01T10:00:00Z');
	const later = { updated_at: '2026-01-01T10:05:00Z' };
	expect(shownOf(attached, { ...later, payment_method: { card: {} } })).toBe('proven');
	expect(shownOf(attached, later)).toBe('passed');
	expect(shownOf(attached, { updated_at: '2026-01-01T10:00:00Z' })).toBe('unsettled');
	const detached = claim('recurring_billing.method_detached', 'inactive', '2026-01-01T10:00:00Z');
	expect(shownOf(detached, later)).toBe('proven');
	expect(shownOf(detached, { ...later, payment_provider_charge_method: 'card' })).toBe('passed');
});

test('a status that is not known has no place in the course', () => {
	expect(statusShown('transfer', 'paid', 'returned')).toBe('other');
	expect(statusShown('transfer', 'returned', 'paid')).toBe('other');
	expect(statusShown('order', 'draft', 'completed')).toBe('other');
});

test('only a charge remains paid when it is refunded', () => {
	expect(statusShown('charge', 'succeeded', 'refunded')).toBe('proven');
	expect(statusShown('payout', 'succeeded', 'refunded')).toBe('other');
});

const CREATED_AT = '2026-01-01T10:00:00Z';
const unchanged = { created_at: CREATED_AT, updated_at: CREATED_AT };

test.each<[string, EventKind, IDataObject, Shown]>([
	['as it was created', 'order.updated', { ...unchanged, status: 'draft' }, 'earlier'],
	['with a later status', 'order.updated', { ...unchanged, status: 'completed' }, 'proven'],
	[
		'that was updated later',
		'order.updated',
		{ created_at: CREATED_AT, updated_at: '2026-01-01T10:05:00Z', status: 'draft' },
		'proven',
	],
	['without times', 'order.updated', { status: 'draft' }, 'proven'],
	[
		'that is refunded',
		'charge.updated',
		{ ...unchanged, status: 'succeeded', refunded_amount: 5 },
		'proven',
	],
	['that is not refunded', 'charge.updated', { ...unchanged, status: 'succeeded' }, 'earlier'],
	[
		'with a payment method',
		'recurring_billing.method_attached',
		{ ...unchanged, status: 'active', payment_method: { card: {} } },
		'proven',
	],
])('by a record %s, a change (%s) of %j is %s', (_, event, record, shown) => {
	expect(shownOf(claim(event, record.status as string), record)).toBe(shown);
});

test('a larger refunded total has passed the one of the notification', () => {
	const payload = { status: 'partially_refunded', refunded_amount: 3 };
	const updated = { event: 'charge.updated', payload, status: payload.status };
	const shownBy = (refunded_amount: number) =>
		shownOf(updated as unknown as PaymentEvent, { status: payload.status, refunded_amount });
	expect([shownBy(3), shownBy(5)]).toEqual(['proven', 'passed']);
});
