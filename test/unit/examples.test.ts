import { DateTime } from 'luxon';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';

import { Payments } from '../../nodes/Payments/Payments.node';
import { durationMs, DAY_MS } from '../../nodes/Payments/shared/time';

const folder = path.join(__dirname, '../../examples');

interface Node {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	credentials?: object;
}

/** The parameters that select a record or a currency. */
const locators = new Set(
	new Payments().description.properties
		.filter(({ type }) => type === 'resourceLocator')
		.map(({ name }) => name),
);

/** Returns the nodes of an example. */
function nodesOf(file: string): Node[] {
	const text = readFileSync(path.join(folder, file), 'utf8');
	return (JSON.parse(text) as { nodes: Node[] }).nodes;
}

/** Returns the parameters of a node of an example. */
function parametersOf(file: string, name: string): Record<string, unknown> {
	return nodesOf(file).find((node) => node.name === name)!.parameters;
}

/** Runs code of an example with the names that n8n provides. */
function run(code: string, names: Record<string, unknown>): unknown {
	return runInNewContext(`(() => { ${code} })()`, names) as unknown;
}

describe.each(readdirSync(folder).filter((file) => file.endsWith('.json')))('%s', (file) => {
	const nodes = nodesOf(file);

	test('names in its notes each node in which a credential or a table is to be chosen', () => {
		const notes = nodes
			.filter(({ type }) => type.endsWith('.stickyNote'))
			.map(({ parameters }) => parameters.content)
			.join('\n');
		const toFillIn = nodes.filter(
			({ credentials, parameters }) => credentials ?? parameters.dataTableId,
		);
		const missing = toFillIn
			.map(({ name }) => `**${name}**`)
			.filter((name) => !notes.includes(name));
		expect(missing).toEqual([]);
	});

	test('has each record and currency as the editor saves it', () => {
		const plain = nodes
			.filter(({ type }) => type.startsWith('n8n-nodes-payments.payments'))
			.flatMap(({ name, parameters }) =>
				Object.entries(parameters)
					.filter(([key, value]) => locators.has(key) && typeof value !== 'object')
					.map(([key]) => `${name}: ${key}`),
			);
		expect(plain).toEqual([]);
	});

	test('has the manual trigger, if there is one, as its first node', () => {
		expect(nodes.findIndex(({ type }) => type.endsWith('.manualTrigger'))).toBeLessThan(1);
	});
});

describe('Charges to a data table: backfill', () => {
	const { jsCode } = parametersOf(
		'charges-to-data-table-backfill.json',
		'Months, the newest first',
	);
	const monthsSince = (first_month: unknown) =>
		(
			run(jsCode as string, {
				$json: { first_month },
				$now: DateTime.fromISO('2023-03-31T12:00:00Z', { zone: 'UTC' }),
			}) as Array<{ json: { month: string } }>
		).map(({ json }) => json.month);

	test('reads each month from the first one', () => {
		expect(monthsSince('2023-01')).toEqual(['2023-04', '2023-03', '2023-02', '2023-01']);
	});

	test.each(['2023-1', '2023', '2023-13', '01-2023', '2023-01-15', ' 2023-01', '', undefined])(
		'refuses %j as the first month',
		(month) => {
			expect(() => monthsSince(month)).toThrow('Enter the first month as YYYY-MM, e.g. 2023-01');
		},
	);
});

describe('Paid order to sheet', () => {
	const { conditions } = parametersOf('paid-order-to-sheet.json', 'Money only') as {
		conditions: { conditions: Array<{ leftValue: string; rightValue: string }> };
	};
	const [known, made] = conditions.conditions.map(({ leftValue }) =>
		leftValue.replace(/^=\{\{(.*)\}\}$/, 'return $1'),
	);
	const passes = ($json: object) =>
		run(known!, { $json }) !== 'unknown' && run(made!, { $json }) === true;

	test.each([
		['a payment', { event: 'payment.completed', status: 'completed' }, true],
		['a refund', { event: 'refund', status: 'succeeded' }, true],
		['a refund by another word', { event: 'refund', status: 'refunded' }, true],
		['a refund without a status', { event: 'refund', status: null }, true],
		['a pending refund', { event: 'refund', status: 'pending' }, false],
		['a refund that failed', { event: 'refund', status: 'failed' }, false],
		['an unknown event', { event: 'unknown', status: null }, false],
	])('makes a row of money only: %s', (_, event, expected) => {
		expect(passes(event)).toBe(expected);
	});
});

test.each([
	[2, '2 charges have this order number: id 0, id 1. Refund'],
	[7, '7 charges have this order number: id 0, id 1, id 2, id 3, id 4 and others. Refund'],
])('Nightly refund names the charges if %d have the order number', (count, reason) => {
	const file = 'nightly-refund-of-failed-orders.json';
	const { jsCode } = parametersOf(file, 'Find the charge of each order');
	const charges = Array.from({ length: count }, (_, index) => ({
		json: { id: `id ${index}`, order_reference_number: 'A-4' },
	}));
	const $input = { all: () => charges };
	const $ = () => ({ all: () => [{ json: { order_number: 'A-4' } }] });
	const [row] = run(jsCode as string, { $input, $ }) as Array<{ json: { reason: string } }>;
	expect(row!.json.reason).toBe(`${reason} the right one by hand`);
});

test('Pay suppliers pays a bill only where there is no doubt which beneficiary is meant', () => {
	const { jsCode } = parametersOf('pay-suppliers.json', 'Find the beneficiary of each bill');
	const beneficiaries = [
		{ id: 'mill', nickname: 'Flour', holder_name: 'Golden Mill Pte Ltd', currency: 'sgd' },
		{ id: 'rent', nickname: null, holder_name: 'Lorong Estates', currency: 'sgd' },
		{ id: 'eggs 1', nickname: 'Eggs', holder_name: 'Sunny Farm', currency: 'myr' },
		{ id: 'eggs 2', nickname: 'Eggs', holder_name: 'Green Farm', currency: 'myr' },
	];
	const bill = (supplier: unknown, bill_number: unknown = 'A-1', currency = 'SGD') => ({
		json: { bill_number, supplier, amount: '12.50', currency },
	});
	const bills = [
		bill('Flour'),
		bill(' golden mill pte ltd '),
		bill('Lorong Estates', 1042),
		bill('Flour', ' '),
		bill(''),
		bill('Milk'),
		bill('Eggs', 'A-1', 'MYR'),
		bill('Sunny Farm'),
	];
	const rows = run(jsCode as string, {
		$input: { all: () => beneficiaries.map((json) => ({ json })) },
		$: () => ({ all: () => bills }),
	}) as Array<{ json: { beneficiary_id: string; reason: string } }>;
	expect(rows.map(({ json }) => json.beneficiary_id || json.reason)).toEqual([
		'mill',
		'mill',
		'rent',
		'The bill has no number',
		'The bill has no supplier',
		'No beneficiary has this nickname or name',
		'2 beneficiaries have this nickname or name',
		'The account of the beneficiary is in MYR',
	]);
});

describe('Refund orders from a sheet', () => {
	const file = 'refund-orders-from-a-sheet.json';

	test('refunds an order only where there is no doubt which charge is meant, and how much', () => {
		const { jsCode } = parametersOf(file, 'Find the charge of each order');
		const charges = [
			{ id: 'ann', order_reference_number: 'A-1' },
			{ id: 'ben', order_reference_number: '1042' },
			{ id: 'cho 1', order_reference_number: 'A-3' },
			{ id: 'cho 2', order_reference_number: 'A-3' },
			{ id: 'dan', order_reference_number: 'A-4' },
			{ id: 'none', order_reference_number: null },
			{ id: 'null', order_reference_number: 'null' },
			{},
		];
		const rows: Array<[order_number: unknown, refund_amount: unknown]> = [
			['A-1', '0.10'],
			[1042, 12.5],
			[' A-1 ', 0.2],
			['A-3', '5'],
			['A-4', '5'],
			['A-4', '1,50'],
			['a-4', '5'],
			['', '5'],
			[null, '5'],
			[undefined, undefined],
			['A-5', '5'],
		];
		const found = run(jsCode as string, {
			$input: { all: () => charges.map((json) => ({ json })) },
			$: () => ({
				all: () =>
					rows.map(([order_number, refund_amount]) => ({ json: { order_number, refund_amount } })),
			}),
		}) as Array<{ json: Record<string, unknown> }>;
		const noCharge = 'No charge of the last 90 days has this order number';
		expect(
			found.map(({ json }) => [
				json.order_reference_number,
				json.refund_amount,
				json.payment_id || json.reason,
				json.total,
			]),
		).toEqual([
			['A-1', '0.10, 0.2', 'ann', 0.3],
			['1042', '12.5', 'ben', 12.5],
			[
				'A-3',
				'5',
				'2 charges have this order number: cho 1, cho 2. Refund the right one by hand',
				undefined,
			],
			[
				'A-4',
				'5, 1,50',
				'The refund amount is not a number above 0, such as 12.50: "1,50"',
				undefined,
			],
			['a-4', '5', `${noCharge}. One has A-4: correct upper and lower case`, undefined],
			['', '5, 5, ', 'The row has no order number', undefined],
			['A-5', '5', noCharge, undefined],
		]);
	});

	test('refunds as it previews', () => {
		const { previewOnly, ...preview } = parametersOf(file, 'Preview the refunds');
		expect(previewOnly).toBe(true);
		expect(parametersOf(file, 'Refund up to the total')).toEqual(preview);
	});

	/** Returns a field of the report of an item. */
	const reported = (field: string, $json: object) => {
		const { assignments } = parametersOf(file, 'Report').assignments as {
			assignments: Array<{ name: string; value: string }>;
		};
		const { value } = assignments.find(({ name }) => name === field)!;
		return run(value.replace(/^=\{\{(.*)\}\}$/, 'return $1'), { $json });
	};

	test.each([
		['Refunded', { amount_refunded: 5, status: 'succeeded', already_refunded: false }],
		['Pending', { amount_refunded: 5, status: 'pending', already_refunded: false }],
		['Refunded before', { amount_refunded: 0, status: 'succeeded', already_refunded: true }],
		['Refunded before', { would_refund: 0, already_refunded: true }],
		['Not refunded', { error: 'Refused', outcome: 'refused' }],
		['Not refunded', { error: 'Not sent', outcome: 'not_sent' }],
		['To check', { error: 'Could not confirm', outcome: 'unknown' }],
	])('reports %j for %j', (expected, $json) => {
		expect(reported('result', $json)).toBe(expected);
	});

	test('reports orders that n8n did not even try to refund as to be checked', () => {
		const input = { order_reference_number: 'A-1', payment_id: 'id', total: 5 };
		expect(reported('result', input)).toBe('To check');
		expect(reported('reason', input)).toBe('n8n did not run the refund of this order');
	});
});

test('Payment request and wait waits longer than the request can be paid', () => {
	const file = 'payment-request-and-wait.json';
	const { additionalFields } = parametersOf(file, 'Create the payment request');
	expect(additionalFields).toMatchObject({ expiresAfter: '1 day' });
	const { waitAtMost } = parametersOf(file, 'Wait for the payment');
	expect(durationMs(waitAtMost as string)).toBeGreaterThan(DAY_MS);
});
