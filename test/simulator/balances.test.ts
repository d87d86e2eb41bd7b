import type { AccountStatus, BalanceTransaction } from '../../simulator';
import { answered, get, type Failure, type Page, start, useSimulator, walk } from './helpers';

const simulator = useSimulator({ charges: 200 });
const PATH = '/v1/balances/adyen/transactions';
const list = async (query = '') =>
	(await get<Page<BalanceTransaction>>(simulator, `${PATH}?per_page=100&${query}`)).json.data;

describe('GET /v1/balances/{provider}/transactions', () => {
	test('lists each transaction once by cursor, newest first, with the page size as text', async () => {
		const pages = await walk<BalanceTransaction>(simulator, `${PATH}?per_page=25`);
		const all = pages.flat();
		const times = all.map(({ datetime }) => Date.parse(datetime));
		expect(times).toEqual([...times].sort((a, b) => b - a));
		expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
		const { meta } = (await get<Page<object>>(simulator, PATH)).json;
		expect(meta).toEqual({ per_page: '25', next_cursor: expect.any(String) as string });
	});

	test('a payout is the sum of its charges after fees, its refunds, and sometimes a fee and an adjustment', async () => {
		const all = (await walk<BalanceTransaction>(simulator, `${PATH}?per_page=100`)).flat();
		const payouts = all.filter(({ description }) => description === 'Payout');
		expect(payouts.length).toBeGreaterThan(5);
		for (const { payout_id: id, debit } of payouts) {
			const others = all.filter((one) => one.payout_id === id && one.description !== 'Payout');
			const sum = others.reduce((total, one) => total + Number(one.credit) - Number(one.debit), 0);
			expect(sum).toBeCloseTo(debit!, 2);
			expect(simulator.records.payouts.find((one) => one.id === id)?.amount).toBe(debit);
		}
		const descriptions = new Set(all.map(({ description }) => description));
		const expected = ['Adjustment', 'Charge', 'Payout', 'Payout fee', 'Refund'];
		expect([...descriptions].sort()).toEqual(expected);
	});

	test('filters by day', async () => {
		const day = (await list())[5]!.datetime.slice(0, 10);
		const found = await list(`created_at_from=${day}&created_at_to=${day}`);
		const all = await list();
		expect(found.length).toBeGreaterThan(0);
		expect(found).toEqual(all.filter(({ datetime }) => datetime.startsWith(day)));
	});

	test('has none at another provider, and does not know others', async () => {
		const { json } = await get<Page<object>>(simulator, '/v1/balances/stripe/transactions');
		expect(json.data).toEqual([]);
		await answered(404, get<Failure>(simulator, '/v1/balances/nobody/transactions'));
	});
});

test('GET /v1/account-status returns what each provider is set up for', async () => {
	const { json } = await get<AccountStatus>(simulator, '/v1/account-status');
	expect(Object.keys(json.payment_providers)).toEqual(['adyen', 'stripe']);
	expect(json.payment_providers.stripe!.payment_enabled).toBe(false);
});

test('amounts are text in the dialect text-amounts', async () => {
	const other = await start({ dialects: ['text-amounts'] });
	const [balance] = (await get<Array<{ wallets: object }>>(other, '/v1/balances')).json;
	const [transaction] = (await get<Page<{ credit: unknown; debit: unknown }>>(other, PATH)).json
		.data;
	for (const amount of Object.values(balance!.wallets)) expect(amount).toMatch(/^[\d,]+\.\d\d$/);
	expect(transaction!.credit ?? transaction!.debit).toMatch(/^[\d,]+\.\d\d$/);
});
