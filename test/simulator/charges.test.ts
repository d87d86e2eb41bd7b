import type { BalanceTransaction, Charge, ChargeDetail } from '../../simulator';
import { get, start, walk, type Page, useSimulator } from './helpers';

interface ChargePage extends Page<Charge> {
	links: Record<'first' | 'last' | 'prev' | 'next', string | null>;
	meta: Page<Charge>['meta'] & { path: string };
}

describe('GET /v1/charges', () => {
	const simulator = useSimulator({ charges: 300, payouts: 100 });

	const list = async (query: string) =>
		(await get<ChargePage>(simulator, `/v1/charges?${query}`)).json;
	const all = async (query: string) =>
		(await walk<Charge>(simulator, `/v1/charges?per_page=100&${query}`)).flat();
	const those = (test: (charge: Charge) => boolean) => simulator.records.charges.filter(test);

	test('has links that keep the filters', async () => {
		const first = await list('per_page=2&statuses[0]=failed&statuses[1]=void');
		const url = new URL(first.links.next as string);
		expect(url.searchParams.get('statuses[1]')).toBe('void');
		const { json: second } = await get<ChargePage>(simulator, url.href);
		expect([...first.data, ...second.data]).toEqual(
			those(({ status }) => status === 'failed' || status === 'void').slice(0, 4),
		);
		const { json: back } = await get<ChargePage>(simulator, second.links.prev as string);
		expect(back.data).toEqual(first.data);
	});

	test('neither repeats nor skips when charges are added meanwhile', async () => {
		const live = await start({ charges: 40 });
		const before = live.records.charges.map(({ id }) => id);
		const seen: string[] = [];
		let cursor: string | null = null;
		do {
			const query: string = cursor === null ? '' : `&cursor=${cursor}`;
			const { json } = await get<ChargePage>(live, `/v1/charges?per_page=7${query}`);
			seen.push(...json.data.map(({ id }) => id));
			cursor = json.meta.next_cursor;
			live.addCharge();
		} while (cursor !== null);
		expect(seen).toEqual(before);
	});

	test('may end a page between two charges of the same second', async () => {
		const busy = await start({ charges: 0 });
		for (let i = 0; i < 9; i++) busy.addCharge({ created_at: '2030-01-01T00:00:00Z' });
		const pages = await walk<Charge>(busy, '/v1/charges?per_page=2');
		expect(pages.flat()).toEqual(busy.records.charges);
	});

	test('returns paid charges by default where the filter has no succeeded', async () => {
		const strict = await start({
			charges: 50,
			dialects: ['paid-charges-by-default', 'strict-statuses'],
		});
		const pages = await walk<Charge>(strict, '/v1/charges?per_page=10');
		const paid = ['succeeded', 'succeeded_manually', 'refunded', 'void'];
		const expected = strict.records.charges.filter(({ status }) => paid.includes(status));
		expect(pages.flat()).toEqual(expected);
		expect(expected.length).toBeGreaterThan(10);
	});

	test('filters by user, whose id is a UUID or a number', async () => {
		const users = those(({ executor }) => executor !== null);
		const byNumber = await Promise.all(
			[1001, 1002, 1003, 1004].map((number) => all(`user_ids[]=${number}`)),
		);
		expect(byNumber).toContainEqual(await all(`user_ids[]=${users[0]!.executor!.id}`));
		expect(byNumber.flat()).toHaveLength(users.length);
	});

	test('filters by payout, whose charges are the credits of its transactions', async () => {
		const [payout] = simulator.records.payouts.filter(({ status }) => status === 'paid');
		const path = '/v1/balances/adyen/transactions?per_page=100';
		const { data } = (await get<Page<BalanceTransaction>>(simulator, path)).json;
		const credits = data.filter((one) => one.payout_id === payout!.id && one.credit !== null);
		const ids = credits.map(({ charge_id }) => charge_id).filter(Boolean);
		expect(ids).not.toEqual([]);
		expect((await all(`payout_id=${payout!.id}`)).map(({ id }) => id).sort()).toEqual(ids.sort());
	});

	test('searches the amount, but not the order', async () => {
		const charge = simulator.records.charges[17] as Charge;
		expect(await all(`keywords=${charge.amount.toFixed(2)}`)).toContainEqual(charge);
		expect(await all(`keywords=${charge.order_reference_number}`)).toEqual([]);
	});
});

describe('GET /v1/charges/{id}', () => {
	test('adds the amount without fees and the refunded amount', async () => {
		const simulator = await start({ charges: 300 });
		const of = async (status: string) => {
			const charge = simulator.records.charges.find((one) => one.status === status)!;
			const { json } = await get<ChargeDetail>(simulator, `/v1/charges/${charge.id}`);
			expect(json).toMatchObject(charge);
			return json;
		};
		const { amount, fixed_fee, discount_fee, ...succeeded } = await of('succeeded');
		expect(succeeded.amount_without_fees).toBeCloseTo(amount - fixed_fee - discount_fee, 5);
		expect(succeeded.refunded_amount).toBe(0);
		const refunded = await of('refunded');
		expect(refunded.refunded_amount).toBe(refunded.amount);
	});
});

describe('GET /v1/charges with a history', () => {
	const simulator = useSimulator({ charges: 30, history: 1_000_000 });

	test('lists the older charges behind the others, each once and in order', async () => {
		const live = await start({ charges: 30, history: 2000 });
		const charges = (await walk<Charge>(live, '/v1/charges?per_page=70')).flat();
		expect(charges.slice(0, 30)).toEqual(live.records.charges);
		expect(new Set(charges.map(({ id }) => id)).size).toBe(2030);
		const times = charges.map(({ created_at }) => created_at);
		expect(times).toEqual([...times].sort().reverse());
		expect([times[0]!.slice(0, 4), times.at(-1)!.slice(0, 4)]).toEqual(['2025', '2022']);
	});

	test('computes a page of a million in a moment, the same one each time', async () => {
		const list = '/v1/charges?per_page=100&date_from=2023-11-05&date_to=2023-11-05';
		const begin = performance.now();
		const pages = await walk<Charge>(simulator, list);
		expect((performance.now() - begin) / pages.length).toBeLessThan(500);
		expect(await walk<Charge>(simulator, list)).toEqual(pages);
		const days = pages.flat().map(({ created_at }) => created_at.slice(0, 10));
		// A million in three years are 913 a day.
		expect(days.length).toBeGreaterThan(880);
		expect(days.length).toBeLessThan(950);
		expect(new Set(days)).toEqual(new Set(['2023-11-05']));
	});

	test('adds nothing to another business', async () => {
		const [, other] = simulator.businesses;
		const { json } = await get<ChargePage>(simulator, '/v1/charges?date_to=2024-01-01', {
			headers: { 'X-BUSINESS-API-KEY': other!.apiKey },
			key: false,
		});
		expect(json.data.length).toBeLessThanOrEqual(25);
	});
});

describe('a charge that is added', () => {
	test('is the newest even if the clock is behind', async () => {
		const early = await start({ now: () => 0 });
		const added = [early.addCharge(), early.addCharge()];
		expect(early.records.charges.slice(0, 2)).toEqual(added.reverse());
		const payout = early.addPayout({ amount: 5 });
		expect(early.records.payouts[0]).toBe(payout);
	});

	test('has its time in business time', async () => {
		const simulator = await start();
		const { created_at } = simulator.addCharge({ created_at: '2030-01-01T00:00:00Z' });
		expect(created_at).toBe('2030-01-01T08:00:00+08:00');
		expect(() => simulator.addCharge({ created_at: 'soon' })).toThrow(/ISO 8601/);
	});
});
