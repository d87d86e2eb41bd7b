import type { IDataObject } from 'n8n-workflow';

import { DateRangePager, type DateRangeList } from '../../nodes/Payments/pagination/dateRangePager';
import type { FetchPage } from '../../nodes/Payments/pagination/page';
import { failure, nodeContext } from '../fuzz/context';

const HOUR = 3_600_000;
const NEWEST = Date.UTC(2026, 2, 1, 12);

/** So many charges, newest first, one in so many hours. */
const chargesOf = (count: number, hours = 12) =>
	Array.from({ length: count }, (_, at): IDataObject => ({
		id: `c${at}`,
		created_at: new Date(NEWEST - at * hours * HOUR).toISOString(),
	}));

interface Server {
	charges?: IDataObject[];
	/** Records of a page. */
	size?: number;
	/** Changes what is fetched, or throws. */
	edit?: (
		data: IDataObject[],
		position: IDataObject,
		requests: number,
	) => IDataObject[] | undefined;
}

/** Reads a list by date range. @returns also the positions, and how many requests were in progress at the same time */
async function read(
	{ charges = chargesOf(60), size = 5, edit }: Server = {},
	list: Partial<DateRangeList> = {},
) {
	const positions: IDataObject[] = [];
	let inProgress = 0;
	let most = 0;
	const fetchPage: FetchPage = async (position) => {
		positions.push(position);
		const number = positions.length;
		inProgress += 1;
		most = Math.max(most, inProgress);
		await new Promise(setImmediate);
		inProgress -= 1;
		const { date_from: from = '', date_to: to = '9', cursor } = position as Record<string, string>;
		const ofDays = charges.filter(({ created_at }) => {
			const day = (created_at as string).slice(0, 10);
			return day >= from && day <= to;
		});
		const start = cursor === undefined ? 0 : Number(cursor);
		const end = start + size;
		const data = ofDays.slice(start, end);
		const next_cursor = end < ofDays.length ? String(end) : null;
		return { records: edit?.(data, position, number) ?? data, meta: { next_cursor } };
	};
	const pager = new DateRangePager(nodeContext, fetchPage, {
		days: { from: 'date_from', to: 'date_to' },
		limit: Number.POSITIVE_INFINITY,
		concurrency: 8,
		mapRecord: ({ id }) => ({ id }),
		...list,
	});
	const found = await pager.readAll().catch((thrown: unknown) => ({ thrown }));
	return {
		ids: Array.isArray(found) ? found.map(({ id }) => id as string) : found,
		ranges: positions.filter(({ date_to, cursor }) => date_to && cursor === undefined),
		positions,
		most,
	};
}

const all = chargesOf(60).map(({ id }) => id);

test('a long list is read in several ranges, each record once, newest first', async () => {
	const { ids, ranges, most } = await read();
	expect(ids).toEqual(all);
	expect(ranges.length).toBeGreaterThan(2);
	expect(most).toBeGreaterThan(2);
});

test('both days are filtered, from 2000 on or from the first day', async () => {
	expect((await read()).ranges[0]).toEqual({ date_from: '2000-01-01', date_to: '2026-01-25' });
	const { ids, ranges } = await read({}, { from: '2026-02-10' });
	expect(ids).toEqual(all.slice(0, 40));
	expect(ranges[0]!.date_from).toBe('2026-02-10');
});

test.each([1, 2, 3])('at most %d requests are in progress', async (concurrency) => {
	const { ids, most } = await read({}, { concurrency });
	expect(ids).toEqual(all);
	expect(most).toBe(concurrency);
});

test('a list that only states its last page is read to it', async () => {
	const charges = chargesOf(30);
	const fetchPage: FetchPage = async ({ page = 1 }) => {
		const end = 10 * Number(page);
		const meta = { current_page: page, last_page: 3 };
		return await Promise.resolve({ records: charges.slice(end - 10, end), meta });
	};
	const pager = new DateRangePager(nodeContext, fetchPage, {
		days: { from: 'date_from', to: 'date_to' },
		limit: Number.POSITIVE_INFINITY,
		concurrency: 1,
		mapRecord: ({ id }) => ({ id }),
	});
	expect(await pager.readAll()).toEqual(charges.map(({ id }) => ({ id })));
});

test('a short list is read by cursor alone', async () => {
	const { ids, ranges } = await read({ charges: chargesOf(14) });
	expect(ids).toHaveLength(14);
	expect(ranges).toEqual([]);
});

test('an empty list has no records', async () => {
	expect((await read({ charges: [] })).ids).toEqual([]);
});

test('reading ends at the limit', async () => {
	const { ids, positions } = await read({}, { limit: 5 });
	expect(ids).toEqual(all.slice(0, 5));
	expect(positions.length).toBeLessThan(3);
	const more = await read({ charges: chargesOf(600) }, { limit: 100 });
	expect((more.ids as string[]).length).toBeGreaterThanOrEqual(100);
	expect(more.positions.length).toBeLessThan(40);
});

test('a failure ends the list, and no range goes on', async () => {
	const thrown = failure(503);
	const edit: Server['edit'] = (_, { cursor }, requests) => {
		if (requests > 8 && cursor) throw thrown;
		return undefined;
	};
	const { ids, positions } = await read({ charges: chargesOf(600), edit });
	expect(ids).toEqual({ thrown });
	expect(positions.length).toBeLessThan(25);
	const atOnce = await read({
		edit: () => {
			throw thrown;
		},
	});
	expect(atOnce.ids).toEqual({ thrown });
	expect(atOnce.positions).toHaveLength(1);
});

test('where the filter for the last day is refused, the list is read by cursor', async () => {
	const edit: Server['edit'] = (_, { date_to }) => {
		if (date_to) throw failure(422);
		return undefined;
	};
	const { ids, ranges } = await read({ edit });
	expect(ids).toEqual(all);
	expect(ranges).toHaveLength(1);
});

test('where the filter for the last day is ignored, the list is read by cursor', async () => {
	const edit: Server['edit'] = (_, { date_to, cursor }) =>
		date_to && !cursor ? chargesOf(5) : undefined;
	const { ids, ranges } = await read({ edit });
	expect(ids).toEqual(all);
	expect(ranges.length).toBeLessThan(3);
});

describe('is read again by cursor alone', () => {
	const without = (name: string) => (data: IDataObject[]) =>
		data.map((record) => (record.id === 'c7' ? { ...record, [name]: undefined } : record));

	test.each<[string, Server['edit']]>([
		['a record without an ID', without('id')],
		['a record without a time', without('created_at')],
		[
			'a time that is none',
			(data) =>
				data.map((record) => (record.id === 'c7' ? { ...record, created_at: 'x' } : record)),
		],
		['an ID that is a number', (data) => data.map((record, at) => ({ ...record, id: at }))],
		['a list with the oldest first', (data) => [...data].reverse()],
		[
			'a cursor that is refused with the filter for the last day',
			(_, { date_to, cursor }) => {
				if (date_to && cursor) throw failure(422);
				return undefined;
			},
		],
		[
			// Each range ends in front of the next one.
			'ranges that do not overlap',
			(data, { date_to }) => (date_to ? data.slice(3) : undefined),
		],
	])('%s', async (_, edit) => {
		expect((await read({ edit })).ids).toBeUndefined();
	});

	test('but not if a range fails otherwise', async () => {
		const thrown = failure(503);
		const edit: Server['edit'] = (_, { date_to, cursor }) => {
			if (date_to && cursor) throw thrown;
			return undefined;
		};
		expect((await read({ edit })).ids).toEqual({ thrown });
	});
});
