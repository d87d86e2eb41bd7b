import { z } from 'zod';

import { cursorPages, pages } from '../../nodes/Payments/handlers/lists/list';
import { MAX_RECORDS } from '../../nodes/Payments/run/limits';
import { runList, type Server } from '../fuzz/context';

const type = { fields: {}, simplified: [] };
const days = z.object({ date_from: z.string() }).partial();
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 2, 1);

/**
 * Returns a server with so many charges, a minute apart, newest first; it counts its requests.
 *
 * @param deleted how many of the oldest are deleted with each request
 */
function serverOf(total: number, deleted = 0) {
	const requests: unknown[] = [];
	const record = (number: number) => ({
		id: `charge ${number}`,
		created_at: new Date(NOW - number * MINUTE).toISOString(),
	});
	const server: Server = (query) => {
		requests.push(query);
		const count = total - deleted * requests.length;
		const { per_page, cursor, page, date_to: to } = query as Record<string, string | undefined>;
		const size = Number(per_page);
		const ofDay = to ? Math.max(0, Math.ceil((NOW - Date.parse(`${to}T23:59:59Z`)) / MINUTE)) : 0;
		const start = page ? (Number(page) - 1) * size : Number(cursor ?? ofDay);
		const end = Math.min(count, start + size);
		const data = Array.from({ length: Math.max(0, end - start) }, (_, i) => record(start + i));
		const last_page = Math.ceil(count / size);
		const meta = page
			? { current_page: Number(page), last_page }
			: { next_cursor: end < count ? String(end) : null };
		return { data, meta };
	};
	return { server, requests };
}

describe.each([
	['by date range', cursorPages(days, [], type, { from: 'date_from', to: 'date_to' })],
	['by cursor', cursorPages(days, [], type)],
	['by page number', pages(days, [], type)],
])('a list %s', (_, list) => {
	test('returns as many records as n8n takes from one item', async () => {
		const { server } = serverOf(MAX_RECORDS);
		const items = await runList(list, server);
		expect(items).toHaveLength(MAX_RECORDS);
		expect(items.at(-1)!.json.id).toBe(`charge ${MAX_RECORDS - 1}`);
	});

	test('with all of more records on one page says the same', async () => {
		const { server } = serverOf(2 * MAX_RECORDS);
		const inOne: Server = (query) => server({ ...query, per_page: 2 * MAX_RECORDS });
		await expect(runList(list, inOne)).rejects.toThrow('The list has more than 100,000 records');
	});

	test('with more records stops early, and says what to do', async () => {
		const { server, requests } = serverOf(2 * MAX_RECORDS);
		await expect(runList(list, server)).rejects.toMatchObject({
			message: 'The list has more than 100,000 records, which is the maximum for one item',
			description: expect.stringContaining('list one month for each item') as string,
		});
		expect(requests.length).toBeLessThan(1.3 * (MAX_RECORDS / 100));
	});
});

test('a list by page number that changes while it is read stops as early', async () => {
	const { server, requests } = serverOf(2 * MAX_RECORDS, 1);
	await expect(runList(pages(days, [], type), server)).rejects.toMatchObject({
		message: 'The list has more than 100,000 records, which is the maximum for one item',
	});
	expect(requests.length).toBeLessThan(1.3 * (MAX_RECORDS / 100));
});

test('n8n takes so many records from one item, and fails with some more', () => {
	// As its RoutingNode does (n8n 2.41.1).
	const taken: unknown[] = [];
	expect(taken.push(...Array<unknown>(MAX_RECORDS))).toBe(MAX_RECORDS);
	expect(() => taken.push(...Array<unknown>(2 * MAX_RECORDS))).toThrow(RangeError);
});
