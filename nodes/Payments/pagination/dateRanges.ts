import type { IDataObject } from 'n8n-workflow';

import { statusOf } from '../errors/httpFailure';
import type { RecordMapper } from '../output/simplify';
import type { NodeContext } from '../run/context';
import { DAY_MS } from '../shared/time';
import { byCursor } from './cursorPages';
import { nextOf, pagesByCursor, type FetchPage, type Page, type PageStrategy } from './page';

/** How many pages are fetched before the list is split: shorter lists are not worth it. */
const MIN_PAGES_BEFORE_SPLIT = 3;

/** The rest of a range is split only from so many days and estimated pages on. */
const MIN_DAYS = 4;
const MIN_PAGES = 3;

/** If the age of the oldest record is unknown, each guess lies so many times further back than the last one. */
const GUESS_FACTOR = 4;

/** No record is older, in milliseconds since 1970. */
const OLDEST_MS = Date.UTC(2000);

/** How far a filter for the last day may reach beyond the start of that day in UTC, in any time zone. */
const MAX_DAY_MS = 2 * DAY_MS;

/** The start of the first range, which has no filter for the last day. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** The position of a range without records. */
const NOT_REACHED = Number.POSITIVE_INFINITY;

/** The names of a list's filters for the first and the last day. */
export interface DateFilters {
	from: string;
	to: string;
}

/** A list to fetch by date ranges. */
export interface DateRangeList {
	days: DateFilters;
	/** The first day, YYYY-MM-DD; nothing if the list reaches to the first record. */
	from?: string;
	/** Reading ends after so many records. */
	limit: number;
	concurrency: number;
	/** Reduces each record to the needed fields, page by page, which saves memory. */
	mapRecord: RecordMapper;
}

/** A part of the list, from newer to older records, up to the start of the next range. */
interface DateRange {
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

/**
 * Lists records, newest first, in several date ranges at the same time: cursors can only be followed one after the
 * other, but a filter for the last day leads into the middle of the list.
 *
 * A range ends at a record that the next range contains, so that no record is lost or repeated at the boundary. This
 * holds for a day in any time zone, and whether the filter includes the last day or not. Each range requests up to a
 * day more than its own records: the filter may compare a slightly later time than the order, such as the time of
 * payment.
 *
 * @returns records in the order of the API; nothing if the list is not newest first, has records without ID or time, or
 * if the ranges do not overlap. If there are more records than the limit, the first ones may be missing
 */
export async function listByDateRange(
	context: NodeContext,
	fetchPage: FetchPage,
	list: DateRangeList,
): Promise<IDataObject[] | undefined> {
	return await new DateRangePager(context, fetchPage, list).readAll();
}

/** Returns the day in UTC, YYYY-MM-DD. @param at milliseconds since 1970 */
function utcDayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

class DateRangePager {
	/** Newest first. */
	private readonly ranges: DateRange[] = [];
	/** The range of each record, by ID. */
	private readonly rangeOfRecord = new Map<unknown, DateRange>();
	/** IDs that a range returned after its last record: the next range must contain them. */
	private readonly idsBeyondBoundary: string[] = [];
	private readonly reading: Array<Promise<void>> = [];
	private inFlight = 0;
	private pageCount = 0;
	/** When the newest record was created, in milliseconds since 1970. */
	private newest = Number.NaN;
	/** Whether the filter for the last day works. */
	private canSplit = true;
	/** Whether the list has to be fetched by cursor alone, since it is not as expected. */
	private fallsBack = false;
	private failure?: { thrown: unknown };

	constructor(
		private readonly context: NodeContext,
		private readonly fetchPage: FetchPage,
		private readonly list: DateRangeList,
	) {}

	async readAll(): Promise<IDataObject[] | undefined> {
		this.startRange(0, UNBOUNDED);
		// The loop includes the ranges that are added meanwhile.
		for (const readRange of this.reading) await readRange;
		if (this.failure) throw this.failure.thrown;
		const isReadable = !this.fallsBack && (this.isFull || this.isComplete());
		return isReadable ? this.ranges.flatMap(({ records }) => records) : undefined;
	}

	/** Returns whether each range overlaps the next one, which contains all records beyond the boundary. */
	private isComplete(): boolean {
		const withRecords = this.ranges.filter(({ records }) => records.length > 0);
		return (
			withRecords.slice(0, -1).every(({ hasOverlapped }) => hasOverlapped) &&
			this.idsBeyondBoundary.every((id) => this.rangeOfRecord.has(id))
		);
	}

	private get isFull() {
		return this.rangeOfRecord.size >= this.list.limit;
	}

	private get isOver() {
		return this.isFull || this.fallsBack || this.failure !== undefined;
	}

	private startRange(index: number, start: number) {
		const range = { start, reached: NOT_REACHED, records: [], hasOverlapped: false, isDone: false };
		this.ranges.splice(index, 0, range);
		this.reading.push(this.readRange(range));
	}

	private async readRange(range: DateRange): Promise<void> {
		this.inFlight += 1;
		const isFirst = range.start === UNBOUNDED;
		const { days, from = utcDayOf(OLDEST_MS) } = this.list;
		// Both filters are set: with only one, the API could have a default for the other.
		const filters = isFirst ? {} : { [days.from]: from, [days.to]: utcDayOf(range.start) };
		try {
			for await (const page of pagesByCursor(this.context, this.fetchPage, filters)) {
				if (this.isOver) break;
				range.isDone = !this.addPage(range, page) || !nextOf(page);
				this.startSegments();
				if (range.isDone) break;
			}
		} catch (thrown) {
			// If the API refuses the filter for the last day, the previous range continues instead. If it refuses only
			// a cursor together with the filter, the list is fetched again by cursor alone.
			if (!isFirst && range.reached === NOT_REACHED) this.canSplit = false;
			else if (!isFirst && statusOf(thrown) === 422) this.fallsBack = true;
			else this.failure ??= { thrown };
		}
		range.isDone = true;
		this.inFlight -= 1;
		this.startSegments();
	}

	/** Adds the records of a page that no other range contains. @returns whether the range continues */
	private addPage(range: DateRange, { records }: Page): boolean {
		this.pageCount += 1;
		let ownCount = 0;
		// The range ends after the first record beyond the boundary. That record shows whether the order is kept.
		let isOver = false;
		for (const record of records) {
			const { id, created_at: created } = record;
			const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
			if (typeof id !== 'string' || Number.isNaN(at) || at > range.reached) {
				this.fallsBack = true;
				return false;
			}
			if (at > range.start + MAX_DAY_MS) {
				this.canSplit = false;
				return false;
			}
			if (Number.isNaN(this.newest)) this.newest = at;
			range.reached = at;
			if (at >= range.start) continue;
			ownCount += 1;
			if (range.hasOverlapped) {
				isOver = true;
				this.idsBeyondBoundary.push(id);
				continue;
			}
			const other = this.rangeOfRecord.get(id);
			range.hasOverlapped = other !== undefined && other.start < range.start;
			if (other) continue;
			this.rangeOfRecord.set(id, range);
			range.records.push(this.list.mapRecord(record));
		}
		// If other ranges contain all records, the previous range went past the start of this one.
		return !isOver && (ownCount === 0 || range.records.length > 0);
	}

	/** Starts as many ranges as allowed, each where it saves most time. */
	private startSegments() {
		while (!this.isOver && this.inFlight < this.list.concurrency) {
			const split = this.nextSplit();
			if (!split) return;
			this.startRange(split.index, Math.floor(split.at / DAY_MS) * DAY_MS);
		}
	}

	/** Returns where the next range should start; nothing if none would save time. */
	private nextSplit(): { index: number; at: number } | undefined {
		// With a first day, the first page is enough to estimate the length of the list.
		const minPages = this.list.from === undefined ? MIN_PAGES_BEFORE_SPLIT : 1;
		if (!this.canSplit || this.pageCount < minPages) return undefined;
		const minimum = Math.max(MIN_DAYS * DAY_MS, MIN_PAGES * this.timePerPage());
		let longest = minimum;
		let best: { index: number; at: number } | undefined;
		// Unless records are expected up to the first day, the last range with records is open: the age of the oldest
		// record is unknown.
		const lastFound = this.ranges.findLastIndex(({ records }) => records.length > 0);
		const isKnown = this.isFirstDayReached();
		const ranges = isKnown ? this.ranges : this.ranges.slice(0, lastFound + 1);
		for (const [index, range] of ranges.entries()) {
			const next = this.ranges[index + 1];
			const isOpen = !isKnown && index === lastFound;
			// One guess at a time in the open range.
			if (range.isDone || (isOpen && next?.isDone === false)) continue;
			const reached = Math.min(range.start, range.reached);
			const rest = reached - (next?.start ?? this.oldest);
			if (rest < longest) continue;
			longest = rest;
			// Both parts should take the same time, although the second part requests a day more.
			const half = (rest + DAY_MS) / 2;
			const step = isOpen
				? Math.min(half, Math.max(minimum, GUESS_FACTOR * (this.newest - reached)))
				: half;
			best = { index: index + 1, at: reached - step };
		}
		return best;
	}

	/** Returns whether records are expected up to the first day. Once a range has no records, they are not. */
	private isFirstDayReached(): boolean {
		const isEmpty = ({ isDone, reached }: DateRange) => isDone && reached === NOT_REACHED;
		return this.list.from !== undefined && !this.ranges.some(isEmpty);
	}

	/** No requested record is older, in milliseconds since 1970. */
	private get oldest(): number {
		const { from } = this.list;
		return from === undefined ? OLDEST_MS : Date.parse(from) - DAY_MS;
	}

	/** Estimates the time between the first and last record of a page, in milliseconds. */
	private timePerPage(): number {
		let covered = 0;
		for (const { start, reached, records } of this.ranges) {
			if (records.length > 0) covered += Math.min(start, this.newest) - reached;
		}
		return covered / this.pageCount;
	}
}

/** Returns a strategy that fetches several date ranges at the same time, or else by cursor alone. */
export function byDateRange(days: DateFilters): PageStrategy {
	return async (context, fetchPage, list) => {
		const { isByDateRange, limit, concurrency, filters, mapRecord } = list;
		const records = isByDateRange
			? await listByDateRange(context, fetchPage, {
					days,
					from: filters[days.from] as string | undefined,
					limit,
					concurrency,
					mapRecord,
				})
			: undefined;
		return records ?? (await byCursor(context, fetchPage, list));
	};
}
