import { useSimulator } from '../../useSimulator';
import { openList } from '../openList';
import { apiKeyOf } from '../run';

/* Labels of records in the lists of the editor. test/unit/label.test.ts has the parts of a line. */

const simulator = useSimulator();

type Method = Parameters<typeof openList>[0];

/** Returns the line of a list that has one record. */
async function shown(method: Method, path: string, record: object, timezone?: string) {
	simulator.fault({ path, status: 200, body: { data: [{ id: 'rec-1', ...record }] } });
	const { results } = await openList(method, timezone)(apiKeyOf(simulator));
	return results[0]!;
}

const charge = {
	payment_method: { name: 'paynow_online' },
	amount: 12.5,
	currency: 'sgd',
	customer: { name: 'Ann Tan', email: 'ann@example.com' },
	status: 'succeeded',
	created_at: '2026-03-01T14:05:00+08:00',
};
const order = {
	order_display_number: 1042,
	customer: { name: 'Ann Tan', email: 'ann@example.com' },
	currency: 'sgd',
	amount: '1,250.00',
	status: 'completed',
	created_at: '2026-03-01T14:05:00+08:00',
};
const product = { name: 'T-shirt', currency: 'SGD', price: 18 };
const link = { purpose: 'Workshop', amount: '25.00', currency: 'sgd' };
const transfer = {
	beneficiary: { nickname: 'Flour supplier', holder_name: 'Golden Mill' },
	payment_amount: '840.50',
	payment_currency: 'sgd',
	status: 'paid',
	created_at: '2026-03-02T10:00:00+08:00',
};

const subscription = {
	customer_name: 'Ann Tan',
	name: 'Gym',
	currency: 'sgd',
	amount: 49,
	status: 'active',
	created_at: '2026-03-01T14:05:00',
};

type Row = [what: string, record: object, line: string];

/** The editor cuts off the end of a row: what tells records apart comes first. */
const lines: Array<[Method, path: string, Row[]]> = [
	[
		'searchCharges',
		'/v1/charges',
		[
			['that succeeded', charge, '12.50 SGD · Ann Tan · 1 Mar 2026, 14:05 UTC+8 · PayNow'],
			[
				'with the other name of this status',
				{ ...charge, status: 'success' },
				'12.50 SGD · Ann Tan · 1 Mar 2026, 14:05 UTC+8 · PayNow',
			],
			[
				'with an order number',
				{ ...charge, order_reference_number: 'ORD-1042' },
				'ORD-1042 · 12.50 SGD · Ann Tan · 1 Mar 2026, 14:05 UTC+8 · PayNow',
			],
			[
				'of a customer without a name',
				{ ...charge, customer: { name: '', email: 'ann@example.com' } },
				'12.50 SGD · ann@example.com · 1 Mar 2026, 14:05 UTC+8 · PayNow',
			],
			[
				'that failed',
				{ ...charge, status: 'failed' },
				'12.50 SGD · Failed · Ann Tan · 1 Mar 2026, 14:05 UTC+8 · PayNow',
			],
			['with few fields', { status: 'failed', amount: 1, currency: 'jpy' }, '1 JPY · Failed'],
		],
	],
	[
		'searchOrders',
		'/v1/orders',
		[
			['by number', order, '1042 · 1250.00 SGD · Completed · 1 Mar 2026 · Ann Tan'],
			[
				'of a customer without a name',
				{ ...order, customer: { name: null, email: 'ann@example.com' } },
				'1042 · 1250.00 SGD · Completed · 1 Mar 2026 · ann@example.com',
			],
		],
	],
	[
		'searchPaymentRequests',
		'/v1/payment-requests',
		[
			[
				'by reference number, then by purpose',
				{ reference_number: 'ORD-1042', purpose: 'Two tickets' },
				'ORD-1042 · Two tickets',
			],
			[
				'that is the link of a trigger',
				{ ...link, reference_number: 'Workshop (n8n:Vk8p:4f2a:0c1d)' },
				'Link of Workshop · 25.00 SGD',
			],
			[
				'that is the test link of a trigger',
				{ ...link, reference_number: 'Workshop (n8n:Vk8p:4f2a:0c1d:test)' },
				'Test link of Workshop · 25.00 SGD',
			],
			[
				'that only looks like a link',
				{ ...link, reference_number: 'Workshop (n8n is great)' },
				'Workshop (n8n is great) · 25.00 SGD · Workshop',
			],
		],
	],
	[
		'searchPlans',
		'/v1/subscription-plan',
		[
			[
				'with a cycle of one unit',
				{ name: 'Gym', cycle: 'custom', cycle_repeat: 1, cycle_frequency: 'day' },
				'Gym · Every day',
			],
			[
				'with a cycle of several',
				{ name: 'Gym', cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week', amount: 20 },
				'Gym · 20.00 · Every 2 weeks',
			],
			['by name, amount and cycle', { name: 'Gym', cycle: 'monthly' }, 'Gym · Monthly'],
		],
	],
	[
		'searchProducts',
		'/v1/products',
		[
			[
				'by price and stock',
				{ ...product, status: 'published', variations: [{ quantity: 12 }, { quantity: 3 }] },
				'T-shirt · 18.00 SGD · 15 in stock',
			],
			[
				'that is not published',
				{ ...product, status: 'draft', quantity: 0, variations: [] },
				'T-shirt · 18.00 SGD · Draft · 0 in stock',
			],
			['with few fields', product, 'T-shirt · 18.00 SGD'],
		],
	],
	[
		'searchSubscriptions',
		'/v1/recurring-billing',
		[
			[
				'with its saved card',
				{ ...subscription, payment_method: { card: { brand: 'visa', last4: '4242' } } },
				'Ann Tan · Gym · 49.00 SGD · Visa 4242 · 1 Mar 2026',
			],
			[
				'with another saved payment method',
				{ ...subscription, payment_provider_charge_method: 'giro', payment_method: { card: null } },
				'Ann Tan · Gym · 49.00 SGD · GIRO · 1 Mar 2026',
			],
			[
				'that has no saved payment method yet, and no amount',
				{ ...subscription, amount: 0, status: 'scheduled', payment_provider_charge_method: null },
				'Ann Tan · Gym · No saved payment method · Scheduled · 1 Mar 2026',
			],
			['with few fields', { ...subscription, amount: null }, 'Ann Tan · Gym · 1 Mar 2026'],
		],
	],
	[
		'searchBeneficiaries',
		'/v1/beneficiaries',
		[
			[
				'with the end of the account number',
				{
					nickname: 'Flour',
					holder_name: 'Golden Mill',
					bank_name: 'DBS',
					account_number: '072-1234567',
				},
				'Flour · Golden Mill · DBS · 4567',
			],
			['without a nickname', { nickname: null, holder_name: 'Golden Mill' }, 'Golden Mill'],
		],
	],
	[
		'searchTransfers',
		'/v1/transfers',
		[
			['by nickname', transfer, 'Flour supplier · 840.50 SGD · Paid · 2 Mar 2026'],
			[
				'without a nickname',
				{ ...transfer, beneficiary: { nickname: '', holder_name: 'Golden Mill' } },
				'Golden Mill · 840.50 SGD · Paid · 2 Mar 2026',
			],
		],
	],
	[
		'searchVirtualAccounts',
		'/v1/virtual-accounts',
		[
			[
				'with its number',
				{ name: 'Cafe Lumen', reference: '8851234567890', status: 'active' },
				'Cafe Lumen · 8851234567890 · Active',
			],
		],
	],
	[
		'searchRefundableCharges',
		'/v1/charges',
		[
			[
				'with what is left of it',
				{ amount: 25, currency: 'sgd', status: 'partially_refunded', refunded_amount: '1.50' },
				'23.50 of 25.00 SGD left',
			],
			[
				'with grouped thousands',
				{
					...{ amount: '1,250.00', currency: 'sgd', status: 'partially_refunded' },
					refunded_amount: '1.00',
				},
				'1249.00 of 1250.00 SGD left',
			],
		],
	],
];

describe.each(lines)('%s shows a record', (method, path, rows) => {
	test.each(rows)('%s', async (_, record, line) => {
		expect((await shown(method, path, record)).name).toBe(line);
		expect(simulator.requests.filter((one) => one.path.endsWith('rec-1'))).toEqual([]);
	});
});

test.each([
	['searchPaymentRequests', '/v1/payment-requests', 'url'],
	['searchProducts', '/v1/products', 'product_url'],
] as const)(
	'%s: the page of a record can be opened, and nothing else',
	async (method, path, field) => {
		const url = 'https://shop.example/1';
		expect(await shown(method, path, { [field]: url })).toMatchObject({ url });
		expect((await shown(method, path, { [field]: 'javascript:alert(1)' })).url).toBeUndefined();
		expect((await shown(method, path, {})).url).toBeUndefined();
	},
);
