import type { IDataObject } from 'n8n-workflow';

import { statusOf } from '../errors/httpFailure';
import type { RecordMapper } from '../output/simplify';
import type { NodeContext } from '../run/context';
import { DAY_MS } from '../shared/time';
import { NOT_REACHED, OLDEST_MS, nextSplit, type DateRange } from './nextSplit';
import { pagesByCursor, type FetchPage, type Page } from './page';

/** How far a filter for the last day may reach beyond the start of that day in UTC, in any time zone. */
const MAX_DAY_MS = 2 * DAY_MS;

/** The start of the first range, which has no filter for the last day. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

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

/** Returns the day in UTC, YYYY-MM-DD. @param at milliseconds since 1970 */
function utcDayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** Reads a list in several date ranges at the same time (`listByDateRange`). */
export class DateRangePager {
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
				range.isDone = !this.addPage(range, page) || page.isLast;
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
			const { ranges, list, newest, pageCount } = this;
			const split = this.canSplit && nextSplit({ ranges, from: list.from, newest, pageCount });
			if (!split) return;
			this.startRange(split.index, Math.floor(split.at / DAY_MS) * DAY_MS);
		}
	}
}
