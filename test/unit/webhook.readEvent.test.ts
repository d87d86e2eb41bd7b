import type { PaymentEvent } from '../../nodes/Payments/events/event';
import { hasOneReading, type Notification } from '../../nodes/Payments/events/notification';
import { lacksPaymentId, toEvent } from '../../nodes/Payments/events/readEvent';
import { readCallback as callback, readNamedEvent } from '../notification';
import {
	charge,
	invoice,
	order,
	paid,
	payout,
	refund,
	request,
	subscription,
	transfer,
} from '../webhookRecords';

type Fields = Record<string, string>;
type Json = Record<string, unknown>;

const refundForm: Fields = { ...refund, amount_refunded: '5.00', total_amount: '599.00' };

const event = (name: string, payload: Json, isRefund = false) =>
	readNamedEvent(name, payload, { isRefund });

function without(fields: Fields, name: string): Fields {
	return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

const idOf = (notification: Notification) => toEvent(notification).event_id;

/** The customer of an event whose data contains none. */
const nobody = { customer_name: null, customer_email: null, customer_phone_number: null };

describe('all notifications become events of one format', () => {
	const money = { amount: 599, currency: 'sgd', reference_number: 'ABC123' };
	const ids = { payment_id: 'pay-1', payment_request_id: 'req-1' };
	const refunded = {
		...{ event: 'refund' as const, refund_id: 'ref-1', payment_id: 'pay-1' },
		...{ amount: 5, currency: 'sgd', status: 'succeeded', reference_number: null },
	};

	test.each<[string, Notification, Partial<PaymentEvent>]>([
		[
			'a completed payment',
			callback(paid),
			{ event: 'payment.completed', ...ids, status: 'completed', ...money },
		],
		[
			'a failed payment without an ID',
			callback({ ...paid, payment_id: '', status: 'failed', reference_number: '' }),
			{
				event: 'payment.failed',
				payment_request_id: 'req-1',
				status: 'failed',
				...money,
				reference_number: null,
			},
		],
		[
			'a completed payment request',
			event('payment_request.completed', request),
			{ event: 'payment.completed', ...ids, status: 'completed', ...money },
		],
		[
			'a payment request whose payment failed stays open',
			event('payment_request.failed', {
				...request,
				status: 'pending',
				payments: [{ id: 'pay-0', amount: 599, status: 'failed' }],
			}),
			{
				event: 'payment.failed',
				payment_id: 'pay-0',
				payment_request_id: 'req-1',
				status: 'failed',
				...money,
			},
		],
		['a refund as JSON', event('refund.created', refund), refunded],
		[
			'a refund as JSON without headers, by the mark',
			{ ...event('', { ...refund, amount_refunded: undefined, amount: '5.00' }, true) },
			refunded,
		],
		['a refund as a form', callback(refundForm, true), refunded],
		['a refund as a form without the mark', callback(refundForm), refunded],
		[
			"a refund in a form like a payment's",
			callback({ ...paid, status: 'refunded' }, true),
			{ event: 'refund', ...ids, status: 'refunded', ...money },
		],
		[
			'a new charge',
			event('charge.created', charge),
			{ event: 'charge.created', ...ids, status: 'succeeded', ...money },
		],
	])('%s', (_, notification, expected) => {
		const { event_id, payload, ...rest } = toEvent(notification);
		expect(rest).toStrictEqual({ ...nobody, ...expected });
		expect(event_id).toMatch(new RegExp(`^${expected.event}:[0-9a-f]{32}$`));
		expect(payload).toEqual(
			notification.format === 'callback' ? notification.fields : notification.payload,
		);
		expect(payload).not.toHaveProperty('hmac');
	});

	test.each<[string, Notification, object]>([
		[
			'a callback, which has only the phone number',
			callback({ ...paid, phone: '+6590000000' }),
			{ customer_name: null, customer_email: null },
		],
		[
			'a payment request',
			event('payment_request.completed', {
				...request,
				name: 'Ann',
				email: 'ann@example.com',
				phone: '+6590000000',
			}),
			{ customer_name: 'Ann', customer_email: 'ann@example.com' },
		],
	])('the customer is that of %s', (_, notification, customer) => {
		expect(toEvent(notification)).toMatchObject({
			...customer,
			customer_phone_number: '+6590000000',
		});
	});

	test('the customer of a subscription is not its name', () => {
		expect(toEvent(event('recurring_billing.method_attached', subscription))).toMatchObject({
			customer_name: 'Ann',
			customer_email: 'ann@mail.example',
		});
	});

	test.each([
		['order', order, '1007'],
		['invoice', invoice, 'INV-7'],
	])('without a reference, an %s has its number', (object, record, reference_number) => {
		expect(toEvent(event(`${object}.created`, record))).toMatchObject({ reference_number });
	});

	test('a subscription below its object is read with the fields beside it', () => {
		const body = { event: 'x', changed_fields: ['amount'], recurring_billing: subscription };
		expect(toEvent(event('recurring_billing.subscription_updated', body))).toMatchObject({
			event: 'recurring_billing.subscription_updated',
			recurring_billing_id: 'sub-1',
			amount: 30,
			payload: { ...subscription, event: 'x', changed_fields: ['amount'] },
		});
	});

	test('a form about a charge of a subscription is a payment', () => {
		const fields = {
			...{ payment_id: 'pay-1', recurring_billing_id: 'sub-1', amount: '30.00', currency: 'SGD' },
			...{ status: 'succeeded', reference: 'ABC' },
		};
		const read = { payment_id: 'pay-1', recurring_billing_id: 'sub-1', amount: 30 };
		const completed = toEvent(callback(fields));
		expect(completed).toMatchObject({ event: 'payment.completed', ...read, status: 'completed' });
		expect(hasOneReading(fields)).toBe(true);
		const failed = { ...fields, status: 'failed' };
		expect(toEvent(callback(failed))).toMatchObject({
			...{ event: 'payment.failed', ...read, status: 'failed' },
		});
		expect(idOf(callback({ ...fields, payment_id: 'pay-2' }))).not.toBe(completed.event_id);
		expect(toEvent(callback({ ...fields, payment_id: '' })).event).toBe('unknown');
	});

	test('the name in a record of an unknown kind is not that of a customer', () => {
		expect(toEvent(event('x.y', { name: 'Flat white', email: 'ann@example.com' }))).toMatchObject(
			nobody,
		);
	});

	test('the event of a link with repeated payments is about its last payment', () => {
		const payments = [
			{ id: 'b', amount: '7.00', status: 'succeeded', created_at: '2026-01-02' },
			{ id: 'c', amount: '8.00', status: 'failed', created_at: '2026-01-03' },
			{ id: 'a', amount: '6.00', status: 'succeeded', created_at: '2026-01-01' },
			null,
		];
		const again = { ...request, status: 'pending', payments };
		expect(toEvent(event('payment_request.completed', again))).toMatchObject({
			event: 'payment.completed',
			payment_id: 'b',
			amount: 7,
			currency: 'sgd',
		});
		// One that was created earlier can be paid later, e.g. by a QR code: the event may name it.
		const named = { ...again, payment_id: 'a' };
		expect(toEvent(event('payment_request.completed', named))).toMatchObject({
			event: 'payment.completed',
			payment_id: 'a',
			amount: 6,
			currency: 'sgd',
		});
	});

	test.each<[string, string, Json, Partial<PaymentEvent>]>([
		[
			'that is paid, without a list',
			'completed',
			{ payments: [] },
			{ event: 'payment.completed', payment_id: undefined, amount: 599 },
		],
		[
			'with a payment that failed before one that was paid',
			'failed',
			{
				status: 'pending',
				payments: [
					{ id: 'a', amount: 5, status: 'failed', created_at: '2026-01-01' },
					{ id: 'b', amount: 6, status: 'succeeded', created_at: '2026-01-02' },
				],
			},
			{ event: 'payment.failed', payment_id: 'a', amount: 5 },
		],
		[
			'with a payment that has no ID',
			'completed',
			{ payments: [{ amount: 5, status: 'succeeded' }] },
			{ event: 'payment.completed', payment_id: undefined, amount: 599 },
		],
		[
			'with a message of the failure',
			'failed',
			{ status: 'pending', payments: [], error_message: 'Declined' },
			{ event: 'payment.failed', payment_id: undefined },
		],
		[
			'with a reason of the failure',
			'failed',
			{ status: 'pending', payments: [], failure_reason: 'Declined' },
			{ event: 'payment.failed', payment_id: undefined },
		],
	])('a payment request %s: %s', (_, type, fields, expected) => {
		const read = toEvent(event(`payment_request.${type}`, { ...request, ...fields }));
		expect({ ...read, payment_id: read.payment_id }).toMatchObject(expected);
	});

	test.each<[unknown, number | null]>([
		['0.30', 0.3],
		['0', 0],
		[599.5, 599.5],
		['', null],
		['1,000.00', 1000],
		['1,234,567', 1_234_567],
		['1,00.00', null],
		['0,5', null],
		['1e3', null],
		['0x10', null],
		['-5', null],
		['9'.repeat(400), null],
		[{ amount: 5 }, null],
		[undefined, null],
	])('the amount %j is %j', (amount, expected) => {
		expect(toEvent(event('charge.created', { ...charge, amount })).amount).toBe(expected);
		expect(toEvent(event('refund.x', { ...refund, amount_refunded: amount })).amount).toBe(
			expected,
		);
	});
});

describe('unknown kinds are passed on as unknown', () => {
	test.each<[string, Notification]>([
		['an empty object', event('charge.created', {})],
		['no headers', event('', charge)],
		['another object', event('invoice.created', { id: '1' })],
		['another type', event('charge.deleted', charge)],
		['a failed charge that succeeded', event('charge.failed', charge)],
		['a transfer with another status', event('transfer.failed', transfer)],
		['an order as a charge', event('charge.created', order)],
		['fields of two kinds', event('order.created', { ...order, invoice_number: 'INV-7' })],
		['another type of a subscription', event('recurring_billing.paused', subscription)],
		['a form of other fields', callback({ a: '1' })],
		['no field at all', callback({})],
		['a form with another status', callback({ ...paid, status: 'processing' })],
		['a form with a payment ID that is not an ID', callback({ ...paid, payment_id: 'a b' })],
		['a form without the field of the payment', callback(without(paid, 'payment_id'))],
		['a form with a status in capitals', callback({ ...paid, status: 'COMPLETED' })],
		['a form without a payment request', callback({ ...paid, payment_request_id: '' })],
		['a form with the status of a charge', callback({ ...paid, status: 'succeeded' })],
		[
			'a failed form with the ID of a refund',
			callback({ ...paid, status: 'failed', refund_id: 'r' }),
		],
		['fields of a refund and a charge', event('refund.created', { ...refund, closed_at: null })],
		['a new charge that is refunded', event('charge.created', { ...charge, status: 'refunded' })],
		[
			'a payment request that expired',
			event('payment_request.expired', { ...request, status: 'expired', payments: [] }),
		],
		[
			'an open payment request that failed before',
			event('payment_request.completed', {
				...{ ...request, status: 'pending', payments: [], error_message: 'Declined' },
			}),
		],
		[
			'a paid payment request whose earlier payment failed',
			event('payment_request.failed', { ...request, payments: [{ id: 'a', status: 'failed' }] }),
		],
	])('%s', (_, notification) => {
		const result = toEvent(notification);
		expect(result.event).toBe('unknown');
		expect(result.event_id).toMatch(/^unknown:[0-9a-f]{32}$/);
	});

	test('their known fields are read', () => {
		expect(toEvent(callback({ ...paid, status: 'processing' }))).toMatchObject({
			event: 'unknown',
			payment_id: 'pay-1',
			payment_request_id: 'req-1',
			amount: 599,
			currency: 'sgd',
			status: 'processing',
			reference_number: 'ABC123',
		});
	});
});

describe('an intercepted notification cannot be sent again as another event', () => {
	test('a payment is not a refund, regardless of the URL', () => {
		for (const status of ['completed', 'failed', 'pending'])
			expect(toEvent(callback({ ...paid, status }, true)).event).toBe('unknown');
		expect(toEvent(event('refund.created', charge)).event).toBe('unknown');
		expect(toEvent(event('refund.created', request, true)).event).toBe('unknown');
		expect(toEvent(event('charge.created', charge, true)).event).toBe('charge.created');
	});

	test.each<[string, Fields, object]>([
		['with its id', { refund_id: 'ref-1' }, { event: 'refund', refund_id: 'ref-1', amount: 599 }],
		['with its amount', { amount_refunded: '5.00' }, { event: 'refund', amount: 5 }],
		['with an ID that is not an ID', { refund_id: 'a b' }, { event: 'unknown' }],
		['without a payment', { refund_id: 'ref-1', payment_id: '' }, { event: 'unknown' }],
	])('a refund %s is not a payment, even without the mark', (_, more, expected) => {
		expect(toEvent(callback({ ...paid, status: 'succeeded', ...more }))).toMatchObject(expected);
		// A payment can be divided so that it seems to have these fields.
		expect(toEvent(callback({ ...paid, ...more })).event).toBe('unknown');
		const json = { ...request, payment_id: paid.payment_id, ...more };
		expect(toEvent(event('payment_request.completed', json)).event).not.toBe('payment.completed');
	});

	test('a refund is not a charge, regardless of the headers', () => {
		expect(idOf(event('charge.created', refund))).toBe(idOf(event('refund.created', refund)));
	});

	test('an open payment request is not a completed one, nor a completed one failed', () => {
		const open = { ...request, status: 'pending', payments: [] };
		expect(toEvent(event('payment_request.completed', open)).event).toBe('unknown');
		expect(toEvent(event('payment_request.completed', charge)).event).toBe('unknown');
		expect(toEvent(event('payment_request.failed', request)).event).toBe('unknown');
	});

	test('an unknown event has the same ID with other headers', () => {
		expect(idOf(event('a.b', { id: '1' }))).toBe(idOf(event('c.d', { id: '1' }, true)));
	});
});

describe('the event ID', () => {
	test('is the same for each delivery, in any order and format', () => {
		const turned = Object.fromEntries(Object.entries(paid).reverse());
		expect(idOf(callback(turned))).toBe(idOf(callback(paid)));
		expect(idOf(event('payment_request.completed', request))).toBe(idOf(callback(paid)));
		expect(idOf(callback(refundForm, true))).toBe(idOf(event('refund.created', refund)));
		expect(idOf(event('x.y', { a: 1, b: [{ c: 2, d: 3 }] }))).toBe(
			idOf(event('x.y', { b: [{ d: 3, c: 2 }], a: 1 })),
		);
	});

	test('does not change between versions', () => {
		expect(idOf(callback(paid))).toBe('payment.completed:898fdc7d24f14a0c5fd4c0f22fddfad1');
		expect(idOf(event('x.y', { b: 1, a: [2, null] }))).toBe(
			'unknown:f46b8ed760aca38268fb2900e2233289',
		);
	});

	test('of an unknown form is that of its text, however it is divided into fields', () => {
		expect(idOf(callback({ a: '1b2' }))).toBe(idOf(callback({ a: '1', b: '2' })));
		expect(idOf(callback({ a: '1b2' }))).not.toBe(idOf(callback({ a: '1', b: '3' })));
	});

	test('of a payment that a form does not name is the same for the next one', () => {
		const [completed, failed] = [paid, { ...paid, status: 'failed', payment_id: '' }];
		expect(lacksPaymentId(toEvent(callback(completed)))).toBe(false);
		expect(lacksPaymentId(toEvent(callback(failed)))).toBe(true);
		expect(idOf(callback({ ...failed, amount: '1.00' }))).toBe(idOf(callback(failed)));
		expect(lacksPaymentId(toEvent(event('payout.created', payout)))).toBe(false);
	});

	test('differs for other events', () => {
		const open = { ...request, status: 'pending', payments: [] };
		const different = [
			callback(paid),
			callback({ ...paid, payment_id: 'pay-2' }),
			callback({ ...paid, payment_request_id: 'req-2' }),
			callback({ ...paid, status: 'failed' }),
			callback({ ...paid, status: 'failed', payment_id: '' }),
			callback({ ...paid, status: 'refunded' }),
			callback({ ...paid, status: 'refunded', amount: '1.00' }, true),
			event('refund.created', refund),
			event('refund.updated', { ...refund, status: 'pending' }),
			event('refund.created', { ...refund, id: 'ref-2' }),
			event('charge.created', charge),
			event('charge.created', { ...charge, id: 'pay-2' }),
			event('charge.updated', charge),
			event('charge.updated', { ...charge, status: 'refunded' }),
			event('charge.updated', { ...charge, updated_at: '2026-01-02T00:00:00+08:00' }),
			event('charge.updated', { ...charge, updated_at: null }),
			event('charge.updated', { ...charge, updated_at: null, amount: 1 }),
			event('payout.created', payout),
			event('payout.created', { ...payout, id: 'pay-1' }),
			event('order.created', order),
			event('order.updated', order),
			event('order.updated', { ...order, updated_at: '2026-01-02T00:00:00+08:00' }),
			event('transfer.paid', transfer),
			event('transfer.paid', { ...transfer, id: 'tra-2' }),
			event('transfer.updated', transfer),
			event('recurring_billing.method_attached', { ...subscription, updated_at: '1' }),
			event('recurring_billing.method_attached', { ...subscription, updated_at: '2' }),
			event('recurring_billing.method_detached', { ...subscription, updated_at: '2' }),
			event('payment_request.failed', open),
			event('payment_request.failed', { ...open, updated_at: '2' }),
			event('x.y', {}),
			event('x.y', { a: 1 }),
		].map(idOf);
		expect(new Set(different).size).toBe(different.length);
	});

	test('also if the IDs join to the same text', () => {
		expect(idOf(callback({ ...paid, payment_request_id: 'a', payment_id: 'b:c' }))).not.toBe(
			idOf(callback({ ...paid, payment_request_id: 'a:b', payment_id: 'c' })),
		);
	});
});
