/* The content of notifications: the form of a payment, and records (docs/interface.md, Notifications and Records). */

export const paid: Record<string, string> = {
	payment_id: 'pay-1',
	payment_request_id: 'req-1',
	phone: '',
	amount: '599.00',
	currency: 'SGD',
	status: 'completed',
	reference_number: 'ABC123',
};
export const refund = {
	id: 'ref-1',
	payment_id: 'pay-1',
	amount_refunded: 5,
	total_amount: 599,
	currency: 'sgd',
	status: 'succeeded',
};
export const charge = {
	id: 'pay-1',
	amount: 599,
	currency: 'sgd',
	status: 'succeeded',
	payment_request_id: 'req-1',
	order_reference_number: 'ABC123',
	fixed_fee: 0.5,
	closed_at: '2026-01-01T00:00:00+08:00',
	updated_at: '2026-01-01T00:00:00+08:00',
};
export const payout = {
	id: 'out-1',
	amount: 1000.5,
	currency: 'sgd',
	status: 'scheduled',
	reference: 'P-7',
	arrival_date: null,
};
export const order = {
	...{ id: 'ord-1', order_display_number: 1007, amount: 30, currency: 'SGD', status: 'completed' },
	...{ customer: { name: 'Ann', email: 'ann@mail.example' }, line_items: [], charges: [charge] },
	...{ closed_at: '2026-01-01T00:00:00+08:00', updated_at: '2026-01-01T00:00:00+08:00' },
};
export const transfer = {
	...{ id: 'tra-1', beneficiary: { id: 'ben-1' }, payment_amount: 30, payment_currency: 'sgd' },
	...{ source_amount: 99, source_currency: 'myr', exchange_rate: '3.31', status: 'paid' },
	reference: 'T-1',
};
export const subscription = {
	...{ id: 'sub-1', name: 'Gym', cycle: 'monthly', amount: 30, currency: 'sgd', status: 'active' },
	...{ customer_name: 'Ann', customer_email: 'ann@mail.example', payment_methods: ['card'] },
};
export const request = {
	id: 'req-1',
	amount: '599.00',
	currency: 'sgd',
	status: 'completed',
	reference_number: 'ABC123',
	payments: [
		{
			id: 'pay-1',
			amount: '599.00',
			currency: 'sgd',
			status: 'succeeded',
			created_at: '2026-01-01',
		},
	],
};

export const invoice = {
	...{ id: 'inv-1', invoice_number: 'INV-7', amount: '30.00', currency: 'sgd', status: 'paid' },
	...{ customer_name: 'Ann', customer_email: 'ann@mail.example', payment_methods: ['card'] },
};

/** The names of fields that are read. */
export const names = [
	'id',
	'payment_id',
	'payment_request_id',
	'refund_id',
	'amount',
	'amount_refunded',
	'currency',
	'status',
	'payments',
	'created_at',
	'updated_at',
	'reference',
	'reference_number',
	'order_reference_number',
	'customer',
	'name',
	'email',
	'phone',
	'closed_at',
	'arrival_date',
	'payment_methods',
];
