import type { IDataObject } from 'n8n-workflow';

import { customerIn, paymentOf } from '../../nodes/Payments/events/payment';

/* When and how a payment was made, by its charge or by the list of payments of its payment request. */

const PAID_AT = '2026-01-01T10:00:00+08:00';
const CREATED_AT = '2026-01-01T09:00:00+08:00';
const card = { id: 'c1', status: 'succeeded', created_at: CREATED_AT, payment_type: 'card' };
const other = { id: 'c2', status: 'succeeded', created_at: PAID_AT, payment_type: 'grabpay' };

test.each<[string, string | undefined, IDataObject, IDataObject, IDataObject]>([
	[
		'its charge',
		'c1',
		{ payments: [card] },
		{ status: 'succeeded', closed_at: PAID_AT, payment_method: { name: 'paynow' } },
		{ paid_at: PAID_AT, payment_method: 'paynow' },
	],
	[
		'the payment of its request that has its ID',
		'c1',
		{ payments: [card, other] },
		{},
		{ paid_at: CREATED_AT, payment_method: 'card' },
	],
	[
		'its charge, which failed',
		'c1',
		{ payments: [{ ...card, status: 'failed' }] },
		{ status: 'failed', closed_at: PAID_AT },
		{ paid_at: null, payment_method: 'card' },
	],
	[
		'a request without a list',
		'c1',
		{ payment_type: 'qr' },
		{},
		{ paid_at: null, payment_method: 'qr' },
	],
	[
		'a list without it',
		'c1',
		{ payments: [other] },
		{ status: 'succeeded' },
		{ paid_at: null, payment_method: null },
	],
	[
		'nothing, since it has no ID',
		undefined,
		{ payments: [{ ...card, id: undefined }] },
		{},
		{ paid_at: null, payment_method: null },
	],
])('by %s', (_, id, shown, charge, expected) => {
	expect(paymentOf(id, shown, charge)).toEqual(expected);
});

test('a time without an offset is one of Singapore', () => {
	const charge = { status: 'succeeded', closed_at: '2026-01-01 10:00:00' };
	expect(Date.parse(paymentOf('c1', {}, charge).paid_at as string)).toBe(Date.parse(PAID_AT));
});

test('the customer of a charge has only the fields that the charge has', () => {
	expect(customerIn({ customer: { name: 'Cho', email: '', phone: '+65' } })).toEqual({
		customer_name: 'Cho',
		customer_phone_number: '+65',
	});
	expect(customerIn({})).toEqual({});
});
