import type { IDataObject } from 'n8n-workflow';

import { DAY_MS } from '../shared/time';

/** How many pages are fetched before the list is split: shorter lists are not worth it. */
const MIN_PAGES_BEFORE_SPLIT = 3;

/** The rest of a range is split only from so many days and estimated pages on. */
const MIN_DAYS = 4;
const MIN_PAGES = 3;

/** If the age of the oldest record is unknown, each guess lies so many times further back than the last one. */
const GUESS_FACTOR = 4;

/** The position of a range without records. */
export const NOT_REACHED = Number.POSITIVE_INFINITY;

/** No record is older, in milliseconds since 1970. */
export const OLDEST_MS = Date.UTC(2000);

/** A part of the list, from newer to older records, up to the start of the next range. */
export interface DateRange {
	/** Its records were created before this time, the start of a day in UTC, in milliseconds since 1970. */
	start: number;
	/** When its last fetched record was created, in milliseconds since 1970. */
	reached: number;
	/** Its records that no other range contains, in the order of the API. */
	records: IDataObject[];
	/** Whether it reached a record of an older range. */
	hasOverlapped: boolean;
	isDone: boolean;
}

/** How far a list is read. */
export interface ListProgress {
	/** Newest first. */
	ranges: DateRange[];
	/** The first day, YYYY-MM-DD; nothing if the list reaches to the first record. */
	from?: string;
	/** When the newest record was created, in milliseconds since 1970. */
	newest: number;
	pageCount: number;
}

/** Returns where the next range should start; nothing if none would save time. */
export function nextSplit(progress: ListProgress): { index: number; at: number } | undefined {
	const { ranges: all, from, newest, pageCount } = progress;
	// With a first day, the first page is enough to estimate the length of the list.
	const minPages = from === undefined ? MIN_PAGES_BEFORE_SPLIT : 1;
	if (pageCount < minPages) return undefined;
	const minimum = Math.max(MIN_DAYS * DAY_MS, MIN_PAGES * timePerPage(progress));
	let longest = minimum;
	let best: { index: number; at: number } | undefined;
	// Unless records are expected up to the first day, the last range with records is open: the age of the oldest
	// record is unknown.
	const lastFound = all.findLastIndex(({ records }) => records.length > 0);
	const isKnown = isFirstDayReached(progress);
	const ranges = isKnown ? all : all.slice(0, lastFound + 1);
	for (const [index, range] of ranges.entries()) {
		const next = all[index + 1];
		const isOpen = !isKnown && index === lastFound;
		// One guess at a time in the open range.
		if (range.isDone || (isOpen && next?.isDone === false)) continue;
		const reached = Math.min(range.start, range.reached);
		const rest = reached - (next?.start ?? oldestOf(progress));
		if (rest < longest) continue;
		longest = rest;
		// Both parts should take the same time, although the second part requests a day more.
		const half = (rest + DAY_MS) / 2;
		const step = isOpen
			? Math.min(half, Math.max(minimum, GUESS_FACTOR * (newest - reached)))
			: half;
		best = { index: index + 1, at: reached - step };
	}
	return best;
}

/** Returns whether records are expected up to the first day. Once a range has no records, they are not. */
function isFirstDayReached({ ranges, from }: ListProgress): boolean {
	const isEmpty = ({ isDone, reached }: DateRange) => isDone && reached === NOT_REACHED;
	return from !== undefined && !ranges.some(isEmpty);
}

/** No requested record is older, in milliseconds since 1970. */
function oldestOf({ from }: ListProgress): number {
	return from === undefined ? OLDEST_MS : Date.parse(from) - DAY_MS;
}

/** Estimates the time between the first and last record of a page, in milliseconds. */
function timePerPage({ ranges, newest, pageCount }: ListProgress): number {
	let covered = 0;
	for (const { start, reached, records } of ranges) {
		if (records.length > 0) covered += Math.min(start, newest) - reached;
	}
	return covered / pageCount;
}
