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
	['transfer.scheduled', 'scheduled', 'scheduled', 'proven'],
	['transfer.scheduled', 'scheduled', 'paid', 'passed'],
	['transfer.processing', 'processing', 'scheduled', 'earlier'],
	['transfer.canceled', 'canceled', 'cancelled', 'proven'],
	['transfer.paid', 'paid', 'failed', 'other'],
	['transfer.created', 'scheduled', 'paid', 'proven'],
	['transfer.updated', 'paid', 'processing', 'earlier'],
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
