import type { IDataObject } from 'n8n-workflow';

import { operationError } from '../errors/nodeErrors';
import type { NodeContext } from '../run/context';
import { MAX_RECORDS } from '../run/limits';
import { lists } from '../shared/messages/lists';
import { toInteger } from '../shared/record';
import {
	hasId,
	hasNext,
	isNew,
	lastOf,
	MAX_EMPTY_PAGES,
	type Page,
	type PageStrategy,
	type ListRequest,
} from './page';

/** How many times a list is read if it changes meanwhile. */
const MAX_READS = 5;

/** Fetches the page with a number, from 1. */
type FetchNumberedPage = (number: number) => Promise<Page>;

interface Reading {
	records: IDataObject[];
	/** The IDs of the records, or their JSON if they have none. */
	ids: Set<unknown>;
	/** Whether the list may have changed between two pages, so that records may be missing. */
	isDoubtful: boolean;
	/** Whether records were deleted meanwhile, or fewer were read than the list reports. */
	isShort: boolean;
}

/**
 * Returns a strategy that fetches pages by number. Once the number of pages is known, it fetches several at a time.
 *
 * If records are created or deleted meanwhile, the others move between pages. Repeated records are left out. If records
 * may be missing, the list is read again, until its pages fit together, or until they contain all records of the
 * previous reading and as many as the list reports.
 *
 * @param pageName the query parameter for the page number
 */
export function byPageNumber(pageName: string): PageStrategy {
	return async (context, fetchPage, list) => {
		const fetchNumber: FetchNumberedPage = async (number) =>
			await fetchPage({ [pageName]: number });
		let previousIds: Set<unknown> | undefined;
		for (let reads = 1; reads <= MAX_READS; reads += 1) {
			const prefetched: Array<Promise<Page>> = [];
			try {
				const reading = await readOnce(context, fetchNumber, prefetched, pageName, list);
				const { records, ids, isDoubtful, isShort } = reading;
				const hasAll = previousIds !== undefined && [...previousIds].every((id) => ids.has(id));
				// A list that is too long fails anyway, whichever records are missing.
				const isTooLong = list.limit > MAX_RECORDS && records.length >= list.limit;
				if (!isDoubtful || (hasAll && !isShort) || isTooLong) return records;
				previousIds = ids;
			} finally {
				// If the list ended earlier, requests may still be in progress.
				await Promise.allSettled(prefetched);
			}
		}
		throw operationError(context, lists.changing(MAX_READS));
	};
}

/** Reads a list once. @param prefetched the next pages that were requested, in order; more are added */
async function readOnce(
	context: NodeContext,
	fetchNumber: FetchNumberedPage,
	prefetched: Array<Promise<Page>>,
	pageName: string,
	{ limit, accepts = () => true, isEnough, mapRecord, concurrency }: ListRequest,
): Promise<Reading> {
	const records: IDataObject[] = [];
	let readCount = 0;
	const ids = new Set<unknown>();
	const firstRecords = new Set<string>();
	let isDoubtful = false;
	let isShort = false;
	let first: Page | undefined;
	let previous: Page | undefined;
	let idle = 0;
	for (let number = 1; ;) {
		const page = await (prefetched.shift() ?? fetchNumber(number));
		const came = toInteger(page.meta.current_page) ?? number;
		if (came !== number) throw operationError(context, lists.otherPage(number, came));
		first ??= page;
		const size = first.records.length;
		const isLast = !hasNext(page, number);
		const fresh = page.records.map((record) => isNew(ids, record));
		for (const record of page.records) if (!hasId(record)) ids.add(JSON.stringify(record));
		isDoubtful ||= !isLast && page.records.length !== size;
		isDoubtful ||= previous !== undefined && !follows(page, previous, fresh);
		isShort ||= previous !== undefined && isShorter(page, previous);

		const firstRecord = JSON.stringify(page.records[0]) ?? '';
		const isRepeated = firstRecords.has(firstRecord) && firstRecord !== '';
		if (isRepeated && !isDoubtful && countOf(page) === countOf(first)) {
			throw operationError(context, lists.pageRepeated(number));
		}
		firstRecords.add(firstRecord);
		idle = isRepeated || !fresh.includes(true) ? idle + 1 : 0;
		if (idle > MAX_EMPTY_PAGES) throw operationError(context, lists.noNewRecords(idle));

		const freshRecords = page.records.filter((_, index) => fresh[index]);
		readCount += freshRecords.length;
		for (const record of freshRecords.filter(accepts)) records.push(mapRecord(record));
		const last = lastOf(page);
		const isEnd = isLast || (last === undefined && page.records.length === 0);
		if (isEnd || records.length >= limit || isEnough?.(page)) {
			isShort ||= isEnd && readCount < totalOf(page);
			return { records, ids, isDoubtful, isShort };
		}
		const lastNeeded = number + Math.ceil((limit - records.length) / Math.max(1, size));
		const lastToPrefetch = Math.min(last ?? number, lastNeeded, number + concurrency);
		while (number + prefetched.length < lastToPrefetch) {
			const next = fetchNumber(number + prefetched.length + 1);
			// The promise is awaited later, or never.
			next.catch(() => {});
			prefetched.push(next);
		}
		previous = page;
		number = last === undefined ? linkedFrom(page, pageName, number) : number + 1;
	}
}

/**
 * Returns whether no record can be missing between two pages: either the second begins with as many records of the first as
 * the list has grown by, or the list is as long as before and no record is repeated.
 *
 * @param fresh which records of the page are new
 */
function follows(page: Page, previous: Page, fresh: boolean[]): boolean {
	const overlap = fresh.lastIndexOf(false) + 1;
	if (overlap === 0) return countOf(page) === countOf(previous);
	const { id } = page.records[0]!;
	const isAtStart = !fresh.slice(0, overlap).includes(true);
	const grown = totalOf(page) - totalOf(previous);
	// Otherwise, a record has moved to the front, perhaps from a page that was not read yet.
	const isCreated = grown === overlap || Number.isNaN(grown);
	return isAtStart && isCreated && previous.records.some((record) => record.id === id);
}

/** Returns the length of the list; NaN if the page does not report it. */
function totalOf({ meta }: Page): number {
	return toInteger(meta.total) ?? Number.NaN;
}

function isShorter(page: Page, previous: Page): boolean {
	return totalOf(page) < totalOf(previous) || (lastOf(page) ?? 0) < (lastOf(previous) ?? 0);
}

/** Returns the length of the list as a page reports it. */
function countOf({ meta }: Page): string {
	return JSON.stringify([toInteger(meta.total), toInteger(meta.last_page)]);
}

/** Returns the page number in a page's link if it is greater than the next number; otherwise the next number. */
function linkedFrom({ next }: Page, pageName: string, number: number): number {
	return Math.max(number + 1, toInteger(next?.get(pageName)) ?? 0);
}
