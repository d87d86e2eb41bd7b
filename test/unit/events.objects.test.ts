import { hasOneReading } from '../../nodes/Payments/events/notification';
import { isInitial, kindOf, recordIn } from '../../nodes/Payments/events/objects';
import { paid, refund } from '../webhookRecords';

/* The kind of a record is that of its own fields: only they are signed. */

test.each([
	['closed_at', 'charge'],
	['exchange_rate', 'charge'],
	['source_amount', 'payout'],
	['payment_methods', 'payment_request'],
	['invoice_number', 'invoice'],
	['amount_refunded', 'refund'],
	['name', undefined],
	['invoice_number cycle', undefined],
	['invoice_number payment_methods', 'invoice'],
	['line_items closed_at', 'order'],
	['line_items closed_at fixed_fee', undefined],
	['payment_amount exchange_rate source_amount source_currency', 'transfer'],
	['payment_amount arrival_date', undefined],
])('a record with %s is of the kind %s', (names, kind) => {
	expect(kindOf(Object.fromEntries(names.split(' ').map((name) => [name, null])))).toBe(kind);
});

test('a record is the body, or the object of a record in a body without an ID', () => {
	const order = { id: 'o1', status: 'draft' };
	expect(recordIn({ id: 'c1', order })).toEqual({ id: 'c1', order });
	expect(recordIn({ event: 'x', status: 'y', order })).toEqual({ event: 'x', ...order });
	expect(recordIn({ order: 'o1' })).toEqual({ order: 'o1' });
	expect(recordIn({ refund: order })).toEqual({ refund: order });
});

test.each([
	['transfer', 'scheduled', true],
	['transfer', 'paid', false],
	['order', 'completed', false],
	['charge', 'refunded', true],
	['payout', undefined, true],
] as const)('a %s with the status %s may be as it was created: %s', (object, status, may) => {
	expect(isInitial(object, status)).toBe(may);
});

test('a signed form has one reading if it has the fields of a known form, each once', () => {
	const refunded = Object.fromEntries(
		[
			...['amount_refunded', 'created_at', 'currency', 'id', 'payment_id', 'payment_method'],
			...['provider_fee', 'provider_fee_currency', 'refunded_at', 'refunded_by', 'status'],
			'total_amount',
		].map((name) => [name, String(refund[name as keyof typeof refund] ?? '')]),
	);
	expect(hasOneReading(paid)).toBe(true);
	expect(hasOneReading(refunded)).toBe(true);
	expect(hasOneReading({ ...paid, amount: '_refunded5.00' })).toBe(false);
	expect(hasOneReading({ ...paid, phone: 'amount1' })).toBe(false);
	expect(hasOneReading({ ...paid, other: '' })).toBe(false);
});
