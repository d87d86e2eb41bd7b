import type { IDataObject } from 'n8n-workflow';

import type { Shape } from './output';
import { nextCursorOf, pagesByCursor, type FetchPage, type Page } from './page';
import type { NodeContext } from './types';

/** In milliseconds. */
const DAY = 86_400_000;

/** So many pages come in the plain way first: a shorter list is not worth the trouble. */
const FIRST_PAGES = 3;

/** What is left of a stretch is cut in two only if it has at least so many days and, it seems, pages. */
const LEAST_DAYS = 4;
const LEAST_PAGES = 4;

/** Where nobody says when a list begins, each guess lies so many times further back than the one before. */
const FURTHER = 4;

/** No record is older, in milliseconds since 1970. */
const OLDEST = Date.UTC(2000);

/** A filter for the last day never lets more in than this beyond the day's beginning in UTC. */
const LONGEST_DAY = 2 * DAY;

/** What is known of a list, and what to make of it. */
export interface ToList {
	/** What the service calls its filter for the last day. */
	lastDay: string;
	/** The first day asked for, YYYY-MM-DD; nothing when the list goes back to the first record. */
	from?: string;
	/** How many stretches are fetched at the same time, at most. */
	atOnce: number;
	/** What is kept of each record; page by page, so that the rest takes no memory. */
	shape: Shape;
}

/** A part of the list, from a moment back to where the next stretch begins. */
interface Stretch {
	/** It counts for records made before this moment, the beginning of a day in UTC. Milliseconds. */
	begin: number;
	/** How far back it has come, in milliseconds since 1970. */
	reached: number;
	/** Its records that no other stretch has, in the service's order. */
	records: IDataObject[];
	/** Whether it has come to a record that a later stretch has. */
	hasMet: boolean;
	isDone: boolean;
}

/**
 * Lists records, newest first, in several stretches at the same time. The service's cursors can only be
 * followed one after the other, but its filter for the last day leads into the middle of the list.
 *
 * A stretch goes on until it meets a record that a later stretch has, so that nothing is lost or doubled
 * at a seam whatever the service counts as a day: in whatever time zone, with or without its end. It
 * asks for a day more than it counts for, in case the filter goes by another time than the order does.
 *
 * @returns records in the order of the service; nothing when it can not be done so, because the list is
 *   not newest first, or has records without ID or time
 */
export async function listInStretches(
	context: NodeContext,
	fetchPage: FetchPage,
	toList: ToList,
): Promise<IDataObject[] | undefined> {
	return await new Stretches(context, fetchPage, toList).list();
}

class Stretches {
	/** From new to old. */
	private readonly stretches: Stretch[] = [];
	/** By the IDs of the records. */
	private readonly owners = new Map<unknown, Stretch>();
	private readonly walks: Array<Promise<void>> = [];
	private underway = 0;
	private pages = 0;
	/** When the newest record was made, in milliseconds since 1970. */
	private newest = Number.NaN;
	/** Whether the filter for the last day does what it should. */
	private isCuttable = true;
	private isPlain = false;
	private failure?: { thrown: unknown };

	constructor(
		private readonly context: NodeContext,
		private readonly fetchPage: FetchPage,
		private readonly toList: ToList,
	) {}

	async list(): Promise<IDataObject[] | undefined> {
		this.begin(0, Number.POSITIVE_INFINITY);
		// There are more of them with time.
		for (const walk of this.walks) await walk;
		if (this.failure) throw this.failure.thrown;
		return this.isPlain ? undefined : this.stretches.flatMap(({ records }) => records);
	}

	private get isOver() {
		return this.isPlain || this.failure !== undefined;
	}

	private begin(place: number, begin: number) {
		const reached = Number.POSITIVE_INFINITY;
		const stretch = { begin, reached, records: [], hasMet: false, isDone: false };
		this.stretches.splice(place, 0, stretch);
		this.walks.push(this.walk(stretch));
	}

	private async walk(stretch: Stretch): Promise<void> {
		this.underway += 1;
		const { begin } = stretch;
		const day = Number.isFinite(begin) && new Date(begin).toISOString().slice(0, 10);
		try {
			const start = day ? { [this.toList.lastDay]: day } : {};
			for await (const page of pagesByCursor(this.context, this.fetchPage, start)) {
				if (this.isOver) break;
				stretch.isDone = !this.take(stretch, page) || !nextCursorOf(page);
				this.spread();
				if (stretch.isDone) break;
			}
		} catch (thrown) {
			this.failure ??= { thrown };
		}
		stretch.isDone = true;
		this.underway -= 1;
		this.spread();
	}

	/** Takes the records of a page that no stretch has. @returns whether the stretch goes on */
	private take(stretch: Stretch, { records }: Page): boolean {
		this.pages += 1;
		let counted = 0;
		// Not at the record that it met: in another order, the one after it may be newer again.
		let isOver = false;
		for (const record of records) {
			const { id, created_at: created } = record;
			const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
			if (typeof id !== 'string' || Number.isNaN(at) || at > stretch.reached) {
				this.isPlain = true;
				return false;
			}
			if (at > stretch.begin + LONGEST_DAY) {
				this.isCuttable = false;
				return false;
			}
			if (Number.isNaN(this.newest)) this.newest = at;
			stretch.reached = at;
			if (at >= stretch.begin) continue;
			counted += 1;
			if (stretch.hasMet) {
				isOver = true;
				continue;
			}
			const owner = this.owners.get(id);
			stretch.hasMet = owner !== undefined && owner.begin < stretch.begin;
			if (owner) continue;
			this.owners.set(id, stretch);
			stretch.records.push(this.toList.shape(record));
		}
		// If others had all of it, the stretch before has gone past this one's beginning.
		return !isOver && (counted === 0 || stretch.records.length > 0);
	}

	/** Begins as many stretches as may be under way, where they pay most. */
	private spread() {
		while (!this.isOver && this.underway < this.toList.atOnce) {
			const cut = this.nextCut();
			if (!cut) return;
			this.begin(cut.place, Math.floor(cut.at / DAY) * DAY);
		}
	}

	/** Where the next stretch should begin; nothing where none would pay. */
	private nextCut(): { place: number; at: number } | undefined {
		if (!this.isCuttable || this.pages < FIRST_PAGES) return undefined;
		const least = Math.max(LEAST_DAYS * DAY, LEAST_PAGES * this.timePerPage());
		let longest = least;
		let best: { place: number; at: number } | undefined;
		// How far back there are records, nobody says: what none was found behind is open.
		const lastFound = this.stretches.findLastIndex(({ records }) => records.length > 0);
		for (const [index, stretch] of this.stretches.slice(0, lastFound + 1).entries()) {
			const next = this.stretches[index + 1];
			const isOpen = index === lastFound;
			// One guess at a time.
			if (stretch.isDone || (isOpen && next?.isDone === false)) continue;
			const reached = Math.min(stretch.begin, stretch.reached);
			const left = reached - (next?.begin ?? this.oldest);
			if (left < longest) continue;
			longest = left;
			// Both parts should take as long, and the second one asks for a day more.
			const half = (left + DAY) / 2;
			const step = isOpen
				? Math.min(half, Math.max(least, FURTHER * (this.newest - reached)))
				: half;
			best = { place: index + 1, at: reached - step };
		}
		return best;
	}

	/** No record that is asked for is older, in milliseconds since 1970. */
	private get oldest(): number {
		const { from } = this.toList;
		return from === undefined ? OLDEST : Date.parse(from) - DAY;
	}

	/** How much time the records of a page span, as far as is known, in milliseconds. */
	private timePerPage(): number {
		let covered = 0;
		for (const { begin, reached, records } of this.stretches) {
			if (records.length > 0) covered += Math.min(begin, this.newest) - reached;
		}
		return covered / this.pages;
	}
}
