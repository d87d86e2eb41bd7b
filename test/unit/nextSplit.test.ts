import {
	nextSplit,
	NOT_REACHED,
	type DateRange,
	type ListProgress,
} from '../../nodes/Payments/pagination/nextSplit';

const DAY = 86_400_000;
const NEWEST = Date.UTC(2026, 0, 1);

/** A time so many days before the newest record. */
const before = (days: number) => NEWEST - days * DAY;
const dayBefore = (days: number) => new Date(before(days)).toISOString().slice(0, 10);

/** A range that starts and has reached so many days before the newest record; the first has no start. */
function range(start: number | undefined, reached: number | undefined, isDone = false): DateRange {
	return {
		start: start === undefined ? Number.POSITIVE_INFINITY : before(start),
		reached: reached === undefined ? NOT_REACHED : before(reached),
		records: reached === undefined ? [] : [{ id: 'charge' }],
		hasOverlapped: false,
		isDone,
	};
}

/** Returns the index of the next range, and how many days before the newest record it starts. */
function split(
	ranges: DateRange[],
	{ from, pageCount = 3 }: { from?: number; pageCount?: number } = {},
) {
	const progress: ListProgress = {
		ranges,
		from: from === undefined ? undefined : dayBefore(from),
		newest: NEWEST,
		pageCount,
	};
	const next = nextSplit(progress);
	return next && [next.index, (NEWEST - next.at) / DAY];
}

describe('without a first day', () => {
	test('a list is split after three pages', () => {
		expect(split([range(undefined, 2)], { pageCount: 2 })).toBeUndefined();
		expect(split([range(undefined, 2)], { pageCount: 3 })).toEqual([1, 2 + 4 * 2]);
	});

	test('each guess is four times further back, and at least four days, or three pages', () => {
		expect(split([range(undefined, 0.5)])).toEqual([1, 0.5 + 4]);
		expect(split([range(undefined, 30)], { pageCount: 30 })).toEqual([1, 30 + 4 * 30]);
		const guessed = [range(undefined, 4, true), range(10, 12)];
		expect(split(guessed)).toEqual([2, 12 + 4 * 12]);
	});

	test('there is one guess at a time', () => {
		expect(
			split([range(undefined, 10, true), range(10, 12), range(60, undefined)]),
		).toBeUndefined();
	});

	test('after a guess without records, the rest before it is halved', () => {
		const ranges = [range(undefined, 10, true), range(10, 12), range(60, undefined, true)];
		expect(split(ranges)).toEqual([2, 12 + (48 + 1) / 2]);
	});

	test('a long rest is halved, too, if that is nearer than the guess', () => {
		const ranges = [range(undefined, 2), range(40, 42), range(50, undefined)];
		expect(split(ranges)).toEqual([1, 2 + (38 + 1) / 2]);
	});
});

describe('with a first day', () => {
	test('the rest is halved after the first page: the second half requests a day more', () => {
		expect(split([range(undefined, 2)], { from: 20, pageCount: 1 })).toEqual([1, 2 + (19 + 1) / 2]);
	});

	test('a rest of less than four days, or three pages, is not split', () => {
		expect(split([range(undefined, 2)], { from: 7, pageCount: 1 })).toEqual([1, 2 + (6 + 1) / 2]);
		expect(split([range(undefined, 2)], { from: 6, pageCount: 1 })).toBeUndefined();
		expect(split([range(undefined, 2)], { from: 5, pageCount: 9 })).toEqual([1, 2 + (4 + 1) / 2]);
		expect(split([range(undefined, 2)], { from: 4, pageCount: 9 })).toBeUndefined();
	});

	test('the longest rest is split, also of a range without records yet', () => {
		const ranges = [range(undefined, 2), range(12, undefined)];
		expect(split(ranges, { from: 40, pageCount: 9 })).toEqual([2, 12 + (29 + 1) / 2]);
		expect(split(ranges, { from: 16, pageCount: 9 })).toEqual([1, 2 + (10 + 1) / 2]);
	});

	test('a range that is done is not split', () => {
		const ranges = [range(undefined, 2), range(12, 13, true)];
		expect(split(ranges, { from: 60, pageCount: 9 })).toEqual([1, 2 + (10 + 1) / 2]);
	});

	test('once a range has no records, none are expected up to the first day', () => {
		const ranges = [range(undefined, 2), range(100, undefined, true)];
		expect(split(ranges, { from: 200, pageCount: 9 })).toEqual([1, 2 + 4 * 2]);
	});
});
