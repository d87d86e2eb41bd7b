import type { IDataObject } from 'n8n-workflow';

import { byCursor } from '../../nodes/Payments/pagination/cursorPages';
import { byFirstPage } from '../../nodes/Payments/pagination/firstPage';
import { byPageNumber } from '../../nodes/Payments/pagination/numberedPages';
import {
	hasNext,
	lastOf,
	nextOf,
	pageOf,
	type FetchPage,
	type ListRequest,
	type PageStrategy,
} from '../../nodes/Payments/pagination/page';
import { nodeContext } from '../fuzz/context';

const all: ListRequest = {
	limit: Number.POSITIVE_INFINITY,
	mapRecord: (record) => record,
	concurrency: 8,
	isByDateRange: false,
	filters: {},
};

const records = (...ids: unknown[]) => ids.map((id) => ({ id }) as IDataObject);
const page = (data: unknown, meta: unknown = {}, next?: unknown) =>
	pageOf({ data, meta, links: { next } })!;

describe('a page', () => {
	test.each([
		['no body', undefined],
		['null', null],
		['no list', { data: {} }],
		['an empty list that reports an error', { data: [], success: false, errors: ['x'] }],
		['a record that is none', { data: [1] }],
		['meta that is text', { data: [], meta: 'x' }],
		['meta that is a list with something in it', { data: [], meta: [1] }],
		['a cursor that is none', { data: [], meta: { next_cursor: { a: 1 } } }],
		['a cursor that is no exact integer', { data: [], meta: { next_cursor: 2 ** 53 } }],
		['a last page that is none', { data: [], meta: { last_page: 'many' } }],
	])('is not made of %s', (_, body) => expect(pageOf(body)).toBeUndefined());

	test.each([
		['without meta', { data: [] }, {}],
		['with meta that is null', { data: [], meta: null }, {}],
		['with an empty list for meta, as PHP writes it', { data: [], meta: [] }, []],
		['with an empty cursor', { data: [], meta: { next_cursor: '' } }, { next_cursor: '' }],
		['with a last page that is text', { data: [], meta: { last_page: '3' } }, { last_page: '3' }],
	])('is read %s', (_, body, meta) => {
		expect(pageOf(body)).toEqual({ records: [], meta, next: undefined });
	});

	test('has the query of its link, whatever else the link has', () => {
		const link = 'https://api.example.com/v1/charges?a=1?2&cursor=x%3D#page=7';
		expect([...page([], {}, link).next!]).toEqual([
			['a', '1?2'],
			['cursor', 'x='],
		]);
		expect(page([], {}, '').next).toBeUndefined();
		expect(page([], {}, 5).next).toBeUndefined();
	});

	test.each<[object, string | undefined, object | undefined]>([
		[{ next_cursor: 'x' }, '/?cursor=y', { cursor: 'x' }],
		[{ next_cursor: 7 }, undefined, { cursor: 7 }],
		[{ next_cursor: 0 }, '/?cursor=y', undefined],
		[{ next_cursor: '' }, '/?cursor=y', undefined],
		[{ next_cursor: null }, '/?cursor=y', undefined],
		[{}, '/?page=2&cursor=y', { cursor: 'y' }],
		[{}, '/?page=2', { page: '2' }],
		[{}, '/?cursor=&page=', undefined],
		[{}, undefined, undefined],
	])('with %j and the link %j is followed by %j', (meta, link, next) => {
		expect(nextOf(page([], meta, link))).toEqual(next);
	});

	test('has another one behind it by its last page, or else by its link', () => {
		expect(hasNext(page([], { last_page: 3 }, '/?page=9'), 2)).toBe(true);
		expect(hasNext(page([], { last_page: 3 }, '/?page=9'), 3)).toBe(false);
		expect(hasNext(page([], {}, '/?page=9'), 3)).toBe(true);
		expect(hasNext(page([]), 3)).toBe(false);
		expect(lastOf(page([], { last_page: '3' }))).toBe(3);
	});
});

/** Reads a list. @returns also the positions that were requested */
async function read(
	strategy: PageStrategy,
	serve: (position: IDataObject, requests: number) => ReturnType<typeof page>,
	list: Partial<ListRequest> = {},
) {
	const positions: IDataObject[] = [];
	const fetchPage: FetchPage = async (position) => {
		positions.push(position);
		return await Promise.resolve(serve(position, positions.length));
	};
	const found = await strategy(nodeContext, fetchPage, { ...all, ...list });
	return { ids: found.map(({ id }) => id), positions };
}

/** Serves pages by number, of two records each. */
const numbered =
	(total: number) =>
	({ page: number }: IDataObject) => {
		const from = 2 * (Number(number) - 1);
		const ids = Array.from(
			{ length: Math.max(0, Math.min(2, total - from)) },
			(_, at) => from + at,
		);
		return page(records(...ids), { last_page: Math.ceil(total / 2), total, current_page: number });
	};
const numbers = (positions: IDataObject[]) => positions.map((position) => position.page);

describe('a list by page number', () => {
	const byNumber = byPageNumber('page');

	test('is read page by page, then several at a time', async () => {
		const { ids, positions } = await read(byNumber, numbered(9));
		expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
		expect(numbers(positions)).toEqual([1, 2, 3, 4, 5]);
	});

	test('requests so many pages at a time, and no more than the limit needs', async () => {
		let inProgress = 0;
		let most = 0;
		const fetchPage: FetchPage = async (position) => {
			inProgress += 1;
			most = Math.max(most, inProgress);
			await new Promise(setImmediate);
			inProgress -= 1;
			return numbered(40)(position);
		};
		await byNumber(nodeContext, fetchPage, { ...all, concurrency: 3 });
		expect(most).toBe(3);
		const { ids, positions } = await read(byNumber, numbered(40), { limit: 5 });
		expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
		expect(numbers(positions)).toEqual([1, 2, 3]);
	});

	test('ends when it is enough, and leaves out records that are not accepted', async () => {
		const isEnough = ({ records: [first] }: ReturnType<typeof page>) => first?.id === 2;
		const accepts = ({ id }: IDataObject) => id !== 1;
		const { ids } = await read(byNumber, numbered(9), { isEnough, accepts });
		expect(ids).toEqual([0, 2, 3]);
	});

	test('follows links where the number of pages is not known', async () => {
		const links: Record<number, [unknown[], string?]> = {
			1: [[0, 1], '/?page=2'],
			2: [[2, 3], '/?page=5'],
			5: [[4, 5], '/?page=x'],
			6: [[6]],
		};
		const serve = ({ page: number }: IDataObject) => {
			const [ids, next] = links[number as number]!;
			return page(records(...ids), {}, next);
		};
		const { ids, positions } = await read(byNumber, serve);
		expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6]);
		expect(numbers(positions)).toEqual([1, 2, 5, 6]);
	});

	test('ends at an empty page where the number of pages is not known', async () => {
		const serve = ({ page: number }: IDataObject) =>
			number === 3
				? page([], {}, '/?page=4')
				: page(records(number), {}, `/?page=${Number(number) + 1}`);
		const { ids, positions } = await read(byNumber, serve);
		expect(ids).toEqual([1, 2]);
		// An empty page may hide others: the list is read again.
		expect(numbers(positions)).toEqual([1, 2, 3, 1, 2, 3]);
	});

	test('is read again if a page was short, until two readings have the same', async () => {
		const whole = numbered(6);
		const serve = (position: IDataObject, requests: number) =>
			requests === 2 ? page(records(2), whole(position).meta) : whole(position);
		const { ids, positions } = await read(byNumber, serve, { concurrency: 1 });
		expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
		expect(numbers(positions)).toEqual([1, 2, 3, 1, 2, 3]);
	});

	test('is read again if it grew or shrank without a record that pages share', async () => {
		for (const [before, after] of [
			[6, 7],
			[7, 6],
		] as const) {
			const serve = (position: IDataObject, requests: number) =>
				numbered(requests > 1 ? after : before)(position);
			const { ids } = await read(byNumber, serve, { concurrency: 1 });
			expect(ids).toHaveLength(after);
		}
	});

	test('is read again if a record moved to the front from a page behind', async () => {
		const moved = [4, 0, 1, 2, 3, 5];
		const serve = ({ page: number }: IDataObject, requests: number) => {
			const from = 2 * (Number(number) - 1);
			const ids = (requests === 1 ? [0, 1, 2, 3, 4, 5] : moved).slice(from, from + 2);
			return page(records(...ids), { last_page: 3, total: 6 });
		};
		const { ids } = await read(byNumber, serve, { concurrency: 1 });
		expect(ids).toEqual(moved);
	});

	test('is not read again if a new record moved one to the next page', async () => {
		const pages = [records(0, 1), records(1, 2), records(3)];
		const serve = ({ page: number }: IDataObject) =>
			page(pages[Number(number) - 1], { last_page: 3, total: number === 1 ? 4 : 5 });
		const { ids, positions } = await read(byNumber, serve, { concurrency: 1 });
		expect(ids).toEqual([0, 1, 2, 3]);
		expect(numbers(positions)).toEqual([1, 2, 3]);
	});

	test('is read five times at most', async () => {
		const serve = ({ page: number }: IDataObject, requests: number) =>
			page(records(requests, -requests), { last_page: 2, total: requests, current_page: number });
		await expect(read(byNumber, serve, { concurrency: 1 })).rejects.toThrow(
			'The list kept changing while it was read',
		);
	});

	test('is an error if another page is returned than the one that was requested', async () => {
		const serve = () => page(records(1), { current_page: 1, last_page: 3 });
		await expect(read(byNumber, serve)).rejects.toMatchObject({
			description: expect.stringContaining('Page 2 was requested, page 1 was returned.') as string,
		});
	});

	test('is an error if a page is repeated', async () => {
		const serve = () => page(records(1, 2), { last_page: 3 });
		await expect(read(byNumber, serve)).rejects.toMatchObject({
			description: expect.stringContaining('Page 2 begins like an earlier page.') as string,
		});
	});

	test('is an error after 20 pages in a row without new records', async () => {
		const serve = ({ page: number }: IDataObject) =>
			page(number === 1 ? records(1) : [], { last_page: 99 });
		await expect(read(byNumber, serve)).rejects.toMatchObject({
			description: expect.stringContaining('21 pages in a row contained no new records.') as string,
		});
	});

	test('without IDs is read again until it has all records of the reading before', async () => {
		// A page in the middle that is not full: records may be missing.
		const readings = ['ab c d', 'ab d e', 'ab cd e'].map((reading) => reading.split(' '));
		let requests = 0;
		const fetchPage: FetchPage = async ({ page: number }) => {
			const reading = readings[Math.floor(requests / 3)]!;
			requests += 1;
			const data = [...reading[Number(number) - 1]!].map((name) => ({ name }));
			return await Promise.resolve(page(data, { last_page: 3 }));
		};
		const found = await byNumber(nodeContext, fetchPage, { ...all, concurrency: 1 });
		expect(found.map(({ name }) => name)).toEqual([...'abcde']);
		expect(requests).toBe(9);
	});

	test('without IDs keeps records that are equal', async () => {
		const data = [[{ name: 'a' }, { name: 'a' }], [{ name: 'b' }]];
		const serve = ({ page: number }: IDataObject) =>
			page(data[Number(number) - 1], { last_page: 2, total: 3 });
		expect((await read(byNumber, serve)).ids).toHaveLength(3);
	});
});

describe('a list by cursor', () => {
	test.each([true, false])(
		'that only states its last page is read by number, with that of the page: %p',
		async (isNumbered) => {
			const { ids, positions } = await read(byCursor, ({ page: number = 1 }) => {
				const { records: some, meta } = numbered(5)({ page: number });
				return page(some, isNumbered ? meta : { last_page: meta.last_page });
			});
			expect(ids).toEqual([0, 1, 2, 3, 4]);
			expect(positions).toEqual([{}, { page: 2 }, { page: 3 }]);
		},
	);

	test.each([
		['states no further cursor', undefined, null],
		['had a cursor before', 'b', undefined],
	])('that %s ends there, whatever its page number is', async (_, first, second) => {
		const { ids } = await read(byCursor, ({ cursor }) => {
			const next_cursor = cursor || first === undefined ? second : first;
			return page(records(cursor ?? 'a'), { current_page: 1, last_page: 3, next_cursor });
		});
		expect(ids).toEqual(first ? ['a', 'b'] : ['a']);
	});

	test('has all records whose IDs are too large to be distinguished', async () => {
		const { ids } = await read(byCursor, () => page(records(2 ** 53, 2 ** 53, 7, 7)));
		expect(ids).toEqual([2 ** 53, 2 ** 53, 7]);
	});

	const pages: Record<string, [unknown[], unknown]> = {
		first: [[0, 1], 'b'],
		b: [[1, 2, 3], 'c'],
		c: [[4], null],
	};
	const serve = ({ cursor = 'first' }: IDataObject) => {
		const [ids, next_cursor] = pages[cursor as string]!;
		return page(records(...ids), { next_cursor });
	};

	test('is read to its end, each record once', async () => {
		const { ids, positions } = await read(byCursor, serve);
		expect(ids).toEqual([0, 1, 2, 3, 4]);
		expect(positions).toEqual([{}, { cursor: 'b' }, { cursor: 'c' }]);
	});

	test('ends at its limit, or when it is enough, and leaves out records that are not accepted', async () => {
		expect((await read(byCursor, serve, { limit: 2 })).ids).toEqual([0, 1]);
		expect((await read(byCursor, serve, { limit: 3 })).ids).toEqual([0, 1, 2, 3]);
		expect((await read(byCursor, serve, { isEnough: () => true })).ids).toEqual([0, 1]);
		const accepts = ({ id }: IDataObject) => id !== 2;
		expect((await read(byCursor, serve, { accepts })).ids).toEqual([0, 1, 3, 4]);
	});

	test('is an error if a cursor is repeated', async () => {
		const repeating = (_: IDataObject, requests: number) =>
			page(records(requests), { next_cursor: requests % 2 ? 'x' : 'y' });
		await expect(read(byCursor, repeating)).rejects.toMatchObject({
			description: expect.stringContaining('The cursor of page 3 leads back') as string,
		});
	});

	test('is an error after 20 pages in a row without new records', async () => {
		const serveEmpty = (_: IDataObject, requests: number) =>
			page(requests === 1 || requests === 21 ? records(requests) : [], { next_cursor: requests });
		await expect(read(byCursor, serveEmpty)).rejects.toMatchObject({
			description: expect.stringContaining('21 pages in a row contained no new records.') as string,
		});
	});

	test('by its first page continues by cursor or by number, with the number in either case', async () => {
		const both = await read(byFirstPage('page'), serve);
		expect(both.ids).toEqual([0, 1, 2, 3, 4]);
		expect(both.positions).toEqual([
			{ page: 1 },
			{ page: 2, cursor: 'b' },
			{ page: 3, cursor: 'c' },
		]);
		const byNumber = await read(byFirstPage('page'), numbered(5));
		expect(byNumber.ids).toEqual([0, 1, 2, 3, 4]);
		expect(numbers(byNumber.positions)).toEqual([1, 2, 3]);
	});
});
