import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { SimulatorOptions } from '../../../simulator';
import { useSimulator } from '../../useSimulator';
import { succeeded } from '../outcomes';
import { operation, runnerOf } from '../run';

const OPTIONS: SimulatorOptions = { charges: 300, payouts: 60, seed: 3 };
const simulator = useSimulator(OPTIONS);
const run = runnerOf(simulator);

const accounts = {
	format: 'journal',
	bankAccount: '090',
	salesAccount: '200',
	salesTax: 'OUTPUT',
	feesAccount: '404',
	feesTax: 'INPUT',
	refundsAccount: '201',
	otherAccount: '800',
};

const of = (payoutId: string, more: INodeParameters = {}) =>
	operation('payout', 'reconcile', { payoutId, provider: 'adyen', ...more });

/** The payouts that have transactions. */
async function settled(): Promise<string[]> {
	const all = operation('balance', 'getTransactions', { provider: 'adyen', returnAll: true });
	const { items } = await succeeded(run(all));
	return [...new Set(items.map(({ json }) => json.payout_id as string))];
}

async function rowsOf(payoutId: string, more: INodeParameters = {}): Promise<IDataObject[]> {
	const { items } = await succeeded(run(of(payoutId, more)));
	return items.map(({ json }) => json);
}

const sum = (rows: IDataObject[], name: string) =>
	Number(rows.reduce((total, row) => total + Number(row[name]), 0).toFixed(2)) + 0;

/** Replaces a list of the API. */
function answer(path: string, data: IDataObject[]) {
	simulator.fault({ path, status: 200, body: { data, meta: { next_cursor: null } } });
}

const TRANSACTIONS = '/v1/balances/adyen/transactions';

const payout = {
	id: '9f1c7c7e-2f5b-4a0e-9d52-0242ac120009',
	status: 'paid',
	currency: 'sgd',
	amount: 115.65,
	source_currency: 'sgd',
	source_amount: 115.65,
	reference: 'PO-1',
	arrival_date: '2026-03-03',
	created_at: '2026-03-02T10:00:00+08:00',
	updated_at: '2026-03-02T10:00:00+08:00',
};
const charge = (id: string, amount: number, more: IDataObject = {}) => ({
	...{ id, amount, currency: 'sgd', home_currency: 'sgd', exchange_rate: '1.0000' },
	...{ fixed_fee: 0.5, discount_fee: 1, status: 'succeeded', order_reference_number: `ORD-${id}` },
	payment_method: { name: 'card', data: {} },
	...{ customer: { email: 'ann@example.com' }, created_at: '2026-03-01T10:00:00+08:00' },
	...more,
});
const transaction = (description: string, fields: IDataObject) => ({
	...{ description, currency: 'sgd', payout_id: payout.id },
	...{ datetime: '2026-03-01T10:00:00+08:00', debit: null, credit: null },
	...fields,
});
/** As the API lists them, newest first. The charge 2 of 30 USD is worth 40.50 SGD, 38.48 of them after fees. */
const charges = [charge('2', 30, { currency: 'usd', exchange_rate: '1.3500' }), charge('1', 100)];
const transactions = [
	transaction('Payout', { debit: 115.65 }),
	transaction('Adjustment', { credit: 2.5 }),
	transaction('Payout fee', { debit: 0.35 }),
	transaction('Refund', { charge_id: '1', debit: '23.48' }),
	transaction('Charge', { charge_id: '2', credit: 38.48 }),
	transaction('Charge', { charge_id: '1', credit: 98.5 }),
];

interface Changes {
	payout?: IDataObject;
	charges?: IDataObject[];
	transactions?: IDataObject[];
}

function answerAll(changes: Changes = {}) {
	answer('/v1/payouts', [{ ...payout, ...changes.payout }]);
	answer('/v1/charges', changes.charges ?? charges);
	answer(TRANSACTIONS, changes.transactions ?? transactions);
}

const COLUMNS = ['line', 'gross', 'fee', 'net', 'charge_id', 'check'];
const columns = (row: IDataObject) => COLUMNS.map((name) => row[name]);

describe('the lines of a payout', () => {
	test('are its sales with their fees, refunds, fees, all else, the payout and the difference', async () => {
		answerAll();
		const rows = await rowsOf(payout.id);
		expect(rows.map(columns)).toEqual([
			['sales', 100, 1.5, 98.5, '1', null],
			// The credit decides the last cent of a converted fee.
			['sales', 40.5, 2.02, 38.48, '2', null],
			['refunds', -23.48, null, -23.48, '1', null],
			['fees', 0, 0.35, -0.35, null, null],
			['other', 2.5, null, 2.5, null, null],
			['payout', -115.65, null, -115.65, null, null],
			['difference', 0, null, 0, null, null],
		]);
		expect(rows[0]).toEqual({
			payout_id: payout.id,
			line: 'sales',
			date: '2026-03-01T10:00:00+08:00',
			description: 'Charge',
			gross: 100,
			fee: 1.5,
			net: 98.5,
			currency: 'sgd',
			charge_id: '1',
			order_reference_number: 'ORD-1',
			customer_email: 'ann@example.com',
			payment_method: 'card',
			check: null,
		});
		expect(rows.at(-2)).toMatchObject({ date: payout.created_at, description: 'PO-1' });
	});

	test('add up to 0 for every payout of an account, page by page, and contain each of its charges', async () => {
		const ids = await settled();
		const parameters = of('={{ $json.id }}', { options: { maxRequests: 3 } });
		const { items } = await succeeded(run(parameters, { items: ids.map((id) => ({ id })) }));
		const kinds = ['difference', 'fees', 'other', 'payout', 'refunds', 'sales'];
		expect([...new Set(items.map(({ json }) => json.line))].sort()).toEqual(kinds);
		for (const [item, id] of ids.entries()) {
			const own = items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item);
			const rows = own.map(({ json }) => json);
			expect([id, sum(rows, 'net'), rows.at(-1)!.net]).toEqual([id, 0, 0]);
			for (const { check, fee } of rows.filter(({ line }) => line === 'sales'))
				expect([check, Number(fee) > 0]).toEqual([null, true]);
		}
	});

	const [debit, adjustment, fee, refund, second, first] = transactions as IDataObject[];
	const checkOf = ({ charge_id: id, check }: IDataObject) => (check ? [id, check] : []);

	test.each<[string, Changes, number, unknown[]]>([
		[
			'a transaction is missing',
			{ transactions: [debit!, fee!, refund!, second!, first!] },
			2.5,
			[],
		],
		['the payout is more than they are', { payout: { source_amount: 117 } }, 117, []],
		[
			'a transaction is not what its charge says',
			{ transactions: [debit!, adjustment!, fee!, refund!, second!, { ...first, credit: 97 }] },
			0,
			['1', 'Transaction differs'],
		],
		[
			'a charge has no transaction',
			{ transactions: [debit!, adjustment!, fee!, refund!, second!] },
			0,
			['1', 'No transaction'],
		],
		['a transaction has no charge', { charges: [charges[0]!] }, 0, ['1', 'Charge not found']],
		[
			'a transaction is in another currency',
			{ transactions: [{ ...fee, currency: 'usd' }, ...transactions] },
			0,
			[null, 'Other currency'],
		],
		['the payout failed', { payout: { status: 'failed' } }, 0, [null, 'The payout is failed']],
	])('show where to look if %s', async (_, changes, difference, check) => {
		answerAll(changes);
		const rows = await rowsOf(payout.id);
		expect(rows.flatMap(checkOf)).toEqual(check);
		expect(rows.at(-1)).toMatchObject({ line: 'difference', net: difference });
	});

	test('are read if the credit of a charge is the gross amount, and its fee a transaction of its own', async () => {
		const apart = [
			...transactions.slice(0, 4),
			transaction('Fees', { charge_id: '1', debit: 1.5 }),
			{ ...second, credit: '38.48' },
			{ ...first, credit: '100.00', debit: '0.00' },
		];
		answerAll({ transactions: apart });
		const rows = (await rowsOf(payout.id)).map(columns);
		expect(rows[0]).toEqual(['sales', 100, 0, 100, '1', null]);
		expect(rows[2]).toEqual(['fees', 0, 1.5, -1.5, '1', null]);
		expect(rows.at(-1)).toEqual(['difference', 0, null, 0, null, null]);
	});

	test('have a charge whose transaction writes its ID in capitals', async () => {
		const [second, first] = charges;
		const named = transactions.map((one: IDataObject) =>
			one.charge_id === '1' ? { ...one, charge_id: 'CH-1' } : one,
		);
		answerAll({ charges: [second!, { ...first!, id: 'ch-1' }], transactions: named });
		const rows = await rowsOf(payout.id);
		expect(rows.filter(({ line, check }) => line === 'sales' && check)).toEqual([]);
	});

	test('leave only the debit of the payout itself out, not others of its amount', async () => {
		const names = ['Monthly fee', 'Refund of order 7', 'Adjustment'];
		const same = [
			...names.map((name) => transaction(name, { debit: 115.65 })),
			transaction('Payout', { debit: 115.65, currency: 'usd' }),
		];
		answerAll({ transactions: [...same, ...transactions, ...same] });
		const rows = await rowsOf(payout.id);
		const shown = rows.filter(({ net }) => net === -115.65).map(({ description }) => description);
		const others = ['Payout', ...names.reverse()];
		expect(shown).toEqual([...others, ...others, 'PO-1']);
	});

	test('have the sale of a product that is called non-refundable, and a payout that is described by its parts', async () => {
		const [, ...others] = transactions;
		const own = transaction('Payout (sales less refunds)', { debit: 115.65 });
		const named = { ...others.pop()!, description: 'Non-refundable deposit' };
		answerAll({ transactions: [own, ...others, named] });
		const rows = await rowsOf(payout.id);
		expect(rows.find(({ description }) => description === named.description)).toMatchObject({
			line: 'sales',
			net: 98.5,
		});
		expect(rows.map(({ description }) => description)).not.toContain(own.description);
	});

	test('contain in other whatever is not known: a second credit, a dispute, a transfer', async () => {
		const unknown = [
			transaction('Reversal', { charge_id: '1', credit: 3 }),
			transaction('Dispute', { charge_id: '2', debit: 20 }),
			transaction('', { transfer_id: 'T', debit: 10, description: null }),
		];
		answerAll({ transactions: [...unknown, ...transactions], payout: { source_amount: 88.65 } });
		const rows = await rowsOf(payout.id);
		const others = rows.filter(({ line }) => line === 'other').map(({ net }) => net);
		// The debit of 115.65 is not that of the payout, so nobody knows what it is for.
		expect(others).toEqual([2.5, -115.65, -10, -20, 3]);
	});

	test.each<[string, Record<string, unknown>]>([
		['a sale whose charge has no fee', { fixed_fee: null, discount_fee: null }],
		[
			'a sale in a currency that its charge does not convert',
			{ currency: 'usd', home_currency: 'usd' },
		],
	])('have no fee for %s, and the amount of its transaction', async (_, changes) => {
		answerAll({ charges: [charges[0]!, { ...charges[1], ...changes }] });
		const [sale, ...others] = await rowsOf(payout.id);
		expect(columns(sale!)).toEqual(['sales', 98.5, null, 98.5, '1', null]);
		expect(others.at(-1)).toMatchObject({ net: 0 });
	});

	test('name the amount of a payout that is converted, and add up in the currency of the balance', async () => {
		answerAll({ payout: { currency: 'myr', amount: 382.82 } });
		const rows = await rowsOf(payout.id);
		expect(rows.at(-2)).toMatchObject({
			description: 'PO-1 · 382.82 MYR',
			net: -115.65,
			currency: 'sgd',
		});
	});
});

describe('the journal of a payout', () => {
	const journalOf = async (more: INodeParameters = {}) =>
		await rowsOf(payout.id, { ...accounts, ...more });

	test('has a debit or credit for each account with its tax code, which add up to 0', async () => {
		answerAll();
		const rows = await journalOf();
		const names = ['line', 'account_code', 'tax_code', 'debit', 'credit', 'amount'];
		expect(rows.map((row) => names.map((name) => row[name]))).toEqual([
			['payout', '090', null, 115.65, 0, 115.65],
			['sales', '200', 'OUTPUT', 0, 140.5, -140.5],
			['fees', '404', 'INPUT', 3.87, 0, 3.87],
			['refunds', '201', 'OUTPUT', 23.48, 0, 23.48],
			['other', '800', null, 0, 2.5, -2.5],
		]);
		expect(sum(rows, 'amount')).toBe(0);
		const common = { payout_id: payout.id, date: '2026-03-03', description: 'PO-1' };
		expect(rows[0]).toMatchObject({ ...common, currency: 'sgd', difference: 0, check: null });
	});

	test.each<[string, IDataObject, string]>([
		['arrives', { arrival_date: '2026-04-02' }, '2026-04-02'],
		['was made, as its rows have it', { arrival_date: null }, '2026-04-01'],
		['was made, with an empty date', { arrival_date: '' }, '2026-04-01'],
		['was made, with a date that is none', { arrival_date: '03/04/2026' }, '2026-04-01'],
		['was made, in its own zone', { created_at: '2026-03-31T00:30:00+09:00' }, '2026-03-31'],
	])('is of the day on which the payout %s', async (_, more, date) => {
		const made = { arrival_date: null, created_at: '2026-03-31T18:00:00+00:00' };
		answerAll({ payout: { ...made, ...more } });
		expect((await journalOf()).map((row) => row.date)).toEqual(Array(5).fill(date));
	});

	test('has no day if the payout has no time, and says that it has no status', async () => {
		answerAll({ payout: { arrival_date: null, created_at: undefined, status: undefined } });
		expect((await journalOf())[0]).toMatchObject({
			date: null,
			check: 'The payout has no status',
		});
	});

	test('names why to look at the lines: a sale whose charge is not found is booked without its fee, and in balance', async () => {
		answerAll({ charges: [charges[0]!], payout: { status: 'pending' } });
		const rows = await journalOf();
		const facts = { check: 'Charge not found, The payout is pending', difference: 0 };
		expect(rows).toMatchObject(rows.map(() => facts));
	});

	test('has no line for a difference, which every line names: it is out of balance', async () => {
		answerAll({ transactions: transactions.filter((one) => one.description !== 'Adjustment') });
		const rows = await journalOf();
		expect(rows.map(({ line, difference }) => [line, difference])).toEqual(
			['payout', 'sales', 'fees', 'refunds'].map((line) => [line, 2.5]),
		);
		expect(sum(rows, 'amount')).toBe(2.5);
	});

	test('has no tax code where none is entered', async () => {
		answerAll();
		const rows = await journalOf({ salesTax: '', feesTax: '  ' });
		expect(rows.map(({ tax_code }) => tax_code)).toEqual([null, null, null, null, null]);
	});
});

describe('an answer that names the way out follows', () => {
	const errorOf = async (more: INodeParameters = {}, id = payout.id) => {
		const { error } = await run(of(id, more));
		return [error?.message, error?.description];
	};

	test('a payout without charges and transactions', async () => {
		answerAll({ charges: [], transactions: [] });
		expect(await errorOf()).toEqual([
			'The payout has neither charges nor transactions at "adyen"',
			expect.stringContaining("raise 'Days Before Payout'"),
		]);
	});

	test('a payout that the bank did not get, without charges and transactions', async () => {
		answerAll({ payout: { status: 'cancelled' }, charges: [], transactions: [] });
		expect(await errorOf()).toEqual([
			'The payout is cancelled, and has neither charges nor transactions at "adyen"',
			expect.stringContaining('The bank did not get the payout'),
		]);
	});

	test('a payout that does not exist', async () => {
		expect(await errorOf()).toEqual([
			'The Payments API has no record with this ID',
			expect.stringContaining('Check the ID'),
		]);
	});

	test.each(['failed', 'Canceled'])('the journal of a payout that is %s', async (status) => {
		answerAll({ payout: { status }, charges: [], transactions: [] });
		expect(await errorOf(accounts)).toEqual([
			`The payout is ${status}, so there is nothing to book`,
			expect.stringContaining("'Format' to Lines"),
		]);
	});

	test('the journal of a payout with a line in another currency, and an unknown provider', async () => {
		answerAll({ transactions: [{ ...transactions[2]!, currency: 'usd' }, ...transactions] });
		const [message] = await errorOf(accounts);
		expect(message).toBe('The payout in SGD has a line in USD, so its lines cannot be added');
		answerAll();
		const [unknown] = await errorOf({ provider: 'A / B' });
		expect(unknown).toBe(`'Provider' is not a known value: "A / B"`);
		const [, advice] = await errorOf({ provider: 'nobody' });
		expect(advice).toContain("Check 'Provider': choose one from the list");
	});

	test.each([
		['a transaction', { transactions: [{ ...transactions[0]!, debit: '12,5' }] }],
		['the payout', { payout: { source_amount: '12,5' } }],
		['a charge', { charges: [charge('1', 100, { amount: 'S$100' })] }],
	])('an amount of %s that is no number: it is not taken for 0', async (_, changes) => {
		answerAll(changes);
		expect((await errorOf())[0]).toContain('an amount that is not a number');
	});

	test.each([
		['a transaction', { transactions: [{ ...transactions[0]!, currency: null }] }],
		['the payout', { payout: { source_currency: '' } }],
	])('no currency of %s', async (_, changes) => {
		answerAll(changes);
		expect((await errorOf())[0]).toContain('has no currency');
	});
});

describe('the transactions are read', () => {
	const daysRead = async (more: INodeParameters = {}) => {
		await rowsOf(payout.id, more);
		const { query } = simulator.requests.find(({ path }) => path === TRANSACTIONS)!;
		return [query.created_at_from, query.created_at_to];
	};

	test('of the days before the payout, and back to its oldest charge', async () => {
		answerAll();
		expect(await daysRead()).toEqual(['2026-01-25', '2026-03-03']);
		simulator.reset();
		answerAll();
		expect(await daysRead({ daysBefore: 2 })).toEqual(['2026-02-27', '2026-03-03']);
		simulator.reset();
		answerAll({ charges: [{ ...charges[0], created_at: '2025-12-31T10:00:00+08:00' }] });
		expect(await daysRead()).toEqual(['2025-12-30', '2026-03-03']);
	});
});
