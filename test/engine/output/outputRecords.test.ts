import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { endpointFor, ready, useExamples } from '../everyOperation';
import { succeeded } from '../outcomes';
import { runnerOf } from '../run';

/* How single records are output, where that takes more than to select some of their fields. */

const simulator = useExamples();
const run = runnerOf(simulator);

/** The output of an example, whose response has other fields. */
async function shown(name: string, change: object, more: INodeParameters = {}, timezone?: string) {
	const { parameters, items, paths } = await ready(simulator, name, {
		...{ output: 'simplified', options: {} },
		...more,
	});
	const { method } = endpointFor(name);
	const merged = (record: object) => ({ ...record, ...change });
	const body = (text: string) => {
		const { data, ...record } = JSON.parse(text) as { data?: object[] };
		return JSON.stringify(data ? { ...record, data: data.map(merged) } : merged(record));
	};
	simulator.fault({ method, path: paths[0], body });
	const result = await succeeded(run(parameters, { items, timezone }));
	return result.items.map(({ json }) => json);
}

const selected = (...outputFields: string[]) => ({ output: 'selected', outputFields });

const paid = (id: string, created_at?: string) => ({ id, status: 'succeeded', created_at });
const failed = { id: 'failed', status: 'failed', created_at: '2026-03-02 09:00:00' };
const [nine, ten] = ['2026-03-01 09:00:00', '2026-03-01 10:00:00'];

const customCycle = { cycle: 'custom', cycle_repeat: 2, cycle_frequency: 'week' };

test.each<[string, string, object, IDataObject]>([
	[
		'Charge: Get',
		'the names of its payment method and its customer',
		{ payment_method: { name: 'PayNow' }, customer: { name: 'Ann', email: 'ann@example.com' } },
		{ payment_method: 'PayNow', customer_name: 'Ann', customer_email: 'ann@example.com' },
	],
	['Charge: Get', 'its refunded amount', { refunded_amount: 1 }, { refunded_amount: 1 }],
	[
		'Order: Get',
		'no name of a customer that it does not have',
		{ customer: null },
		{ customer_name: null, customer_email: null },
	],
	[
		'Product: Get',
		'the quantity of all variations, also of text',
		{ quantity: null, variations: [{ quantity: '12' }, { quantity: 3 }] },
		{ quantity: 15 },
	],
	[
		'Product: Get',
		'the quantity of the variations that are counted',
		{ variations: [{ quantity: 4 }, { quantity: null }] },
		{ quantity: 4 },
	],
	[
		'Product: Get',
		'its own quantity without variations',
		{ quantity: 7, variations: [] },
		{ quantity: 7 },
	],
	[
		'Product: Get',
		'no quantity if none is counted',
		{ quantity: null, variations: [] },
		{ quantity: null },
	],
	[
		'Product: Get',
		'its categories in one text, and its price as a number',
		{ category_id: ['a', 'b'], price: '1,250.50' },
		{ category_id: 'a, b', price: 1250.5 },
	],
	...(
		[
			['072-1234567', '4567'],
			['******8901', '8901'],
			['DE89 3704 0044 0532 0130 00', '3000'],
			[721234567, '4567'],
			['1234', null],
			['jo7@example.com', null],
			[Number('12345678901234567890'), null],
			[null, null],
			[undefined, null],
		] as const
	).map(([account_number, last4]): [string, string, object, IDataObject] => [
		'Transfer: Get',
		`${last4} of the account number ${account_number}`,
		{ beneficiary: { account_number } },
		{ beneficiary_account_last4: last4 },
	]),
	[
		'Beneficiary: Get',
		'the last four digits of its account number',
		{ account_number: '072-1234567' },
		{ account_last4: '4567' },
	],
	[
		'Payment Request: Get',
		'its amount as a number, and its times with an offset',
		{ amount: '1,250.50', created_at: nine },
		{ amount: 1250.5, created_at: '2026-03-01T09:00:00+08:00' },
	],
	[
		'Payment Request: Get',
		'the ID of the payment that was created last',
		{ payments: [paid('a', ten), paid('b', nine), failed] },
		{ payment_id: 'a' },
	],
	[
		'Payment Request: Get',
		'the ID of the payment that was created last, at the end',
		{ payments: [paid('a', nine), paid('b', ten), failed] },
		{ payment_id: 'b' },
	],
	[
		'Payment Request: Get',
		'the ID of the last payment, if both have the same time',
		{ payments: [paid('a', nine), paid('b', nine), failed] },
		{ payment_id: 'b' },
	],
	[
		'Payment Request: Get',
		'the ID of the last payment, if none has a time',
		{ payments: [paid('a'), paid('b'), failed] },
		{ payment_id: 'b' },
	],
	['Plan: Get', 'its cycle in words', customCycle, { cycle_in_words: 'Every 2 weeks' }],
	[
		'Plan: Get',
		'its cycle in words, also of one unit',
		{ ...customCycle, cycle_repeat: 1, cycle_frequency: 'month' },
		{ cycle_in_words: 'Every month' },
	],
	['Plan: Get', 'a usual cycle in words', { cycle: 'yearly' }, { cycle_in_words: 'Yearly' }],
	[
		'Refund: Get',
		'its time in the zone of all others, which the API returns in UTC',
		{ refunded_at: '2026-03-01T09:00:00.123456Z' },
		{ refunded_at: '2026-03-01T17:00:00+08:00' },
	],
])('%s: the output has %s', async (name, _, change, output) => {
	expect(await shown(name, change)).toMatchObject([output]);
});

test.each([
	['Transfer: Get', { beneficiary: { account_number: '072-1234567' } }],
	['Beneficiary: Get', { account_number: '072-1234567' }],
])(
	'%s: no digit of an account number is output but the last four, except with Raw',
	async (name, change) => {
		expect(JSON.stringify(await shown(name, change))).not.toContain('072-123');
		expect(await shown(name, change, { output: 'raw' })).toMatchObject([change]);
	},
);

describe('selected fields', () => {
	test('are output in the order in which they were selected', async () => {
		const change = { location: { name: 'Orchard' }, customer: { phone_number: '91234567' } };
		const fields = ['location_name', 'customer_phone_number', 'amount'];
		const [charge] = await shown('Charge: Get', change, selected(...fields));

		expect(Object.keys(charge!)).toEqual(['id', ...fields]);
		expect(charge).toMatchObject({ location_name: 'Orchard', customer_phone_number: '91234567' });
	});

	test('have the ID once when an expression names it', async () => {
		const outputFields = '={{ ["amount", "id"] }}';
		const [charge] = await shown('Charge: Get', {}, { output: 'selected', outputFields });
		expect(Object.keys(charge!)).toEqual(['id', 'amount']);
	});

	test('have the expiry of a code with its offset, as that of its payment request', async () => {
		const change = { expiry_date: ten, qr_code_data: { qr_code_expiry: ten } };
		const names = ['qr_code_expiry', 'expiry_date'];
		const [request] = await shown('Payment Request: Get', change, selected(...names));
		const time = '2026-03-01T10:00:00+08:00';
		expect(names.map((name) => request![name])).toEqual([time, time]);
	});
});

describe('with the calendar day', () => {
	test.each([
		['Asia/Singapore', '2026-03-01T23:30:00+08:00', '2026-03-01'],
		['America/Los_Angeles', '2026-03-01T15:59:00+08:00', '2026-02-28'],
		['America/Los_Angeles', '2026-07-01T15:00:00+08:00', '2026-07-01'],
		['Pacific/Kiritimati', '2026-03-01T18:00:00+08:00', '2026-03-02'],
	])('a charge has the day in %s of %s', async (timezone, created_at, day) => {
		for (const output of ['simplified', 'raw']) {
			const more = { output, options: { calendarDay: true } };
			const [charge] = await shown('Charge: Get Many', { created_at }, more, timezone);
			expect(charge).toMatchObject({ created_at, created_day: day });
			expect(Object.keys(charge!).length <= 10).toBe(output === 'simplified');
		}
	});

	test('a paid payment request with a code has at most ten fields in a list, too', async () => {
		const payments = [paid('a', nine)];
		const change = { payments, qr_code_data: { qr_code: '0002' } };
		const more = { options: { calendarDay: true } };
		const [request] = await shown('Payment Request: Get Many', change, more);
		expect(request).toMatchObject({ payment_id: 'a', created_day: '2026-03-02' });
		expect(Object.keys(request!).length).toBeLessThanOrEqual(10);
	});
});
