import type { IDataObject } from 'n8n-workflow';

import { statusOf } from './failure';
import type { Shape } from './output';
import { nextOf, pagesByCursor, type FetchPage, type Page } from './page';
import type { NodeContext } from './types';

/** In milliseconds. */
const DAY = 86_400_000;

/**
 * So many pages come in the plain way first: a shorter list is not worth the trouble. Where it is known how far
 * back the list goes, the first page tells how long it will be.
 */
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

/** The first stretch begins wherever the list does. */
const FIRST = Number.POSITIVE_INFINITY;

/** How far back a stretch has come that has not got a record yet. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** What a service calls the filters of a list for the first and the last day. */
export interface Days {
	from: string;
	to: string;
}

/** What is known of a list, and what to make of it. */
export interface ToList {
	/** What the service calls its filters for the first and the last day. */
	days: Days;
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
 * asks for some hours to a day more than it counts for, in case the filter goes by a time that is a little later
 * than that of the order, such as the payment's. Where the stretches do not fit together all the same, the
 * list is not believed.
 *
 * @returns records in the order of the service; nothing when it can not be done so: the list is not newest
 *   first, has records without ID or time, or its stretches do not fit together
 */
export async function listInStretches(
	context: NodeContext,
	fetchPage: FetchPage,
	toList: ToList,
): Promise<IDataObject[] | undefined> {
	return await new Stretches(context, fetchPage, toList).list();
}

/** YYYY-MM-DD, in UTC. @param at milliseconds since 1970 */
function dayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

class Stretches {
	/** From new to old. */
	private readonly stretches: Stretch[] = [];
	/** By the IDs of the records. */
	private readonly owners = new Map<unknown, Stretch>();
	/** IDs of records that a stretch saw behind the one that it met. */
	private readonly seen: string[] = [];
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
		this.begin(0, FIRST);
		// There are more of them with time.
		for (const walk of this.walks) await walk;
		if (this.failure) throw this.failure.thrown;
		return this.isPlain || !this.isClosed()
			? undefined
			: this.stretches.flatMap(({ records }) => records);
	}

	/** Whether each stretch ended where the next one is, and what one saw of it the next one has. */
	private isClosed(): boolean {
		const found = this.stretches.filter(({ records }) => records.length > 0);
		return (
			found.slice(0, -1).every(({ hasMet }) => hasMet) &&
			this.seen.every((id) => this.owners.has(id))
		);
	}

	private get isOver() {
		return this.isPlain || this.failure !== undefined;
	}

	private begin(place: number, begin: number) {
		const stretch = { begin, reached: UNKNOWN, records: [], hasMet: false, isDone: false };
		this.stretches.splice(place, 0, stretch);
		this.walks.push(this.walk(stretch));
	}

	private async walk(stretch: Stretch): Promise<void> {
		this.underway += 1;
		const { begin } = stretch;
		const { days, from = dayOf(OLDEST) } = this.toList;
		// Where one is given, a service could take the other one for granted in its own way.
		const start = begin === FIRST ? {} : { [days.from]: from, [days.to]: dayOf(begin) };
		try {
			for await (const page of pagesByCursor(this.context, this.fetchPage, start)) {
				if (this.isOver) break;
				stretch.isDone = !this.take(stretch, page) || !nextOf(page);
				this.spread();
				if (stretch.isDone) break;
			}
		} catch (thrown) {
			const isFirst = begin === FIRST;
			// Where the filter for the last day is refused, the stretches before do without; where only
			// a cursor together with it is, all is fetched again without.
			if (!isFirst && stretch.reached === UNKNOWN) this.isCuttable = false;
			else if (!isFirst && statusOf(thrown) === 422) this.isPlain = true;
			else this.failure ??= { thrown };
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
				this.seen.push(id);
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
		const first = this.toList.from === undefined ? FIRST_PAGES : 1;
		if (!this.isCuttable || this.pages < first) return undefined;
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
