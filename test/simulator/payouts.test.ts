import type { Payout } from '../../simulator';
import { answered, get, start, walk, type Failure, type Page, useSimulator } from './helpers';

describe('GET /v1/payouts', () => {
	const simulator = useSimulator({ payouts: 60 });

	const list = async (query: string) =>
		(await get<Page<Payout>>(simulator, `/v1/payouts?${query}`)).json;
	const ids = (payouts: Payout[]) => payouts.map(({ id }) => id);

	test('lists 25 by default, newest first', async () => {
		const { status, json } = await get<Page<Payout>>(simulator, '/v1/payouts');
		expect([status, json.data]).toEqual([200, simulator.records.payouts.slice(0, 25)]);
		expect(json.meta).toEqual({
			per_page: 25,
			next_cursor: expect.any(String) as string,
			prev_cursor: null,
		});
		expect(Object.keys(json)).toEqual(['data', 'meta']);
	});

	test('lists each record once by cursor', async () => {
		const pages = await walk<Payout>(simulator, '/v1/payouts?per_page=25');
		expect(pages.map((page) => page.length)).toEqual([25, 25, 10]);
		expect(pages.flat()).toEqual(simulator.records.payouts);
	});

	test('leads to the previous page by prev_cursor', async () => {
		const first = await list('per_page=10');
		const second = await list(`per_page=10&cursor=${first.meta.next_cursor}`);
		const back = await list(`per_page=10&cursor=${second.meta.prev_cursor}`);
		expect(back.data).toEqual(first.data);
		expect(back.meta.prev_cursor).toBeNull();
		expect(back.meta.next_cursor).toBe(first.meta.next_cursor);
	});

	test('reduces the page size to the maximum', async () => {
		const capped = await start({ payouts: 60, maxPerPage: 10 });
		const { json } = await get<Page<Payout>>(capped, '/v1/payouts?per_page=100');
		expect(json.data).toHaveLength(10);
		expect(json.meta.per_page).toBe(10);
	});

	test('refuses larger page sizes with rejectLargePages', async () => {
		const strict = await start({ payouts: 60, maxPerPage: 50, rejectLargePages: true });
		const { status, json } = await get<Failure>(strict, '/v1/payouts?per_page=51');
		expect([status, json.errors.per_page]).toEqual([422, [expect.stringContaining('50')]]);
		expect((await get(strict, '/v1/payouts?per_page=50')).status).toBe(200);
	});

	test('filters by status', async () => {
		for (const status of ['paid', 'failed', 'scheduled']) {
			const { data } = await list(`per_page=100&status=${status}`);
			expect(data.length).toBeGreaterThan(0);
			expect(ids(data)).toEqual(
				ids(simulator.records.payouts.filter((one) => one.status === status)),
			);
		}
	});

	test('filters by day of the business time zone, both ends included', async () => {
		const zoned = await start({ payouts: 0 });
		// 16:00 UTC is midnight in Singapore.
		for (const at of ['2030-03-09T15:59:59Z', '2030-03-09T16:00:00Z', '2030-03-10T15:59:59Z']) {
			zoned.addPayout({ created_at: at });
		}
		zoned.addPayout({ created_at: '2030-03-10T16:00:00Z' });
		const of = async (query: string) => {
			const { json } = await get<Page<Payout>>(zoned, `/v1/payouts?${query}`);
			return json.data.map(({ created_at }) => created_at);
		};
		expect(await of('created_at_from=2030-03-10&created_at_to=2030-03-10')).toEqual([
			'2030-03-10T23:59:59+08:00',
			'2030-03-10T00:00:00+08:00',
		]);
		expect(await of('created_at_from=2030-03-11')).toEqual(['2030-03-11T00:00:00+08:00']);
		expect(await of('created_at_to=2030-03-09')).toEqual(['2030-03-09T23:59:59+08:00']);
	});

	test.each([
		['status=done', 'status'],
		['created_at_from=2025-02-31', 'created_at_from'],
		['created_at_to=31.12.2025', 'created_at_to'],
		['per_page=0', 'per_page'],
		['per_page=ten', 'per_page'],
		['per_page=1.5', 'per_page'],
		['cursor=nonsense', 'cursor'],
		['cursor=', 'cursor'],
	])('refuses %s', async (query, field) => {
		const { json } = await answered(422, get<Failure>(simulator, `/v1/payouts?${query}`));
		expect(Object.keys(json.errors)).toEqual([field]);
		expect(json.message).toBe(json.errors[field]?.[0]);
	});

	test('names every field that breaks a rule', async () => {
		const { json } = await get<Failure>(simulator, '/v1/payouts?per_page=0&status=done');
		expect(Object.keys(json.errors).sort()).toEqual(['per_page', 'status']);
		expect(json.message).toMatch(/and 1 more error/);
	});
});
