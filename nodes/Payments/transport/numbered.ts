import type { IDataObject } from 'n8n-workflow';

import { stop } from './errors';
import {
	endless,
	hasId,
	hasNext,
	isNew,
	lastOf,
	MOST_EMPTY,
	wholeOf,
	type Page,
	type Walk,
	type Wanted,
} from './page';
import type { NodeContext } from './types';

/** How often a list is read at most that changes while it is read. */
const MOST_READS = 5;

/** Gets the page with a number, from 1. */
type AskPage = (number: number) => Promise<Page>;

/** What reading a list once gave. */
interface Reading {
	records: IDataObject[];
	/** Their IDs; of records without one, all that they say. */
	ids: Set<unknown>;
	/** Whether the pages may not fit together: the list changed between two of them. */
	isDoubtful: boolean;
	/** Whether records vanished meanwhile, or fewer came than the list says that there are. */
	isShort: boolean;
}

/**
 * Page after page; once one tells how many there are, the next ones are fetched at the same time.
 *
 * The pages of a list move when records arrive or vanish meanwhile: one that is met again is left out, and where
 * another one may have slipped through, the list is read again, until its pages fit together or hold all that was
 * there the time before and as much as the list says.
 *
 * @param pageName what the endpoint calls the number of the page
 */
export function byNumber(pageName: string): Walk {
	return async (context, fetchPage, wanted) => {
		const ask: AskPage = async (number) => await fetchPage({ [pageName]: number });
		let before: Set<unknown> | undefined;
		for (let reads = 1; reads <= MOST_READS; reads += 1) {
			const ahead: Array<Promise<Page>> = [];
			try {
				const reading = await readOnce(context, ask, ahead, pageName, wanted);
				const { records, ids, isDoubtful, isShort } = reading;
				const hasAll = before !== undefined && [...before].every((id) => ids.has(id));
				if (!isDoubtful || (hasAll && !isShort)) return records;
				before = ids;
			} finally {
				// Where the list ends before, nothing is left behind.
				await Promise.allSettled(ahead);
			}
		}
		throw stop(
			context,
			'The pages of the list do not fit together',
			`Records were deleted while they were read, or the service leaves some out. They were read ${MOST_READS} times, and records could still be missing. Run the node again at a quieter time, or set a limit.`,
		);
	};
}

/** @param ahead pages that were asked for already, the next one first; it asks for more */
async function readOnce(
	context: NodeContext,
	ask: AskPage,
	ahead: Array<Promise<Page>>,
	pageName: string,
	{ limit, shape, atOnce }: Wanted,
): Promise<Reading> {
	const records: IDataObject[] = [];
	const ids = new Set<unknown>();
	const beginnings = new Set<string>();
	let isDoubtful = false;
	let isShort = false;
	let first: Page | undefined;
	let before: Page | undefined;
	let idle = 0;
	for (let number = 1; ;) {
		const page = await (ahead.shift() ?? ask(number));
		const came = wholeOf(page.meta.current_page) ?? number;
		if (came !== number) {
			throw endless(context, `Page ${number} was asked for, page ${came} came.`);
		}
		first ??= page;
		const size = first.records.length;
		const isLast = !hasNext(page, number);
		const fresh = page.records.map((record) => isNew(ids, record));
		for (const record of page.records) if (!hasId(record)) ids.add(JSON.stringify(record));
		isDoubtful ||= !isLast && page.records.length !== size;
		isDoubtful ||= before !== undefined && !follows(page, before, fresh);
		isShort ||= before !== undefined && isShorter(page, before);

		const beginning = JSON.stringify(page.records[0]) ?? '';
		const isRepeated = beginnings.has(beginning) && beginning !== '';
		if (isRepeated && !isDoubtful && countOf(page) === countOf(first)) {
			throw endless(context, `Page ${number} begins as one before it.`);
		}
		beginnings.add(beginning);
		idle = isRepeated || !fresh.includes(true) ? idle + 1 : 0;
		if (idle > MOST_EMPTY) throw endless(context, `${idle} pages in a row held nothing new.`);

		records.push(...page.records.filter((_, index) => fresh[index]).map(shape));
		const last = lastOf(page);
		const isEnd = isLast || (last === undefined && page.records.length === 0);
		if (isEnd || records.length >= limit) {
			const total = wholeOf(page.meta.total) ?? 0;
			isShort ||= isEnd && records.length < total;
			return { records, ids, isDoubtful, isShort };
		}
		const needed = number + Math.ceil((limit - records.length) / Math.max(1, size));
		const most = Math.min(last ?? number, needed, number + atOnce);
		while (number + ahead.length < most) {
			const next = ask(number + ahead.length + 1);
			// It is waited for later, or for nothing.
			next.catch(() => {});
			ahead.push(next);
		}
		before = page;
		number = last === undefined ? linkedFrom(page, pageName, number) : number + 1;
	}
}

/**
 * Whether a page surely follows the one before it, so that nothing slipped through in between: it begins with
 * a record that is there, too, or the list is as long as it was and nothing came twice.
 *
 * @param fresh which of its records are new
 */
function follows(page: Page, before: Page, fresh: boolean[]): boolean {
	const known = fresh.lastIndexOf(false) + 1;
	if (known === 0) return countOf(page) === countOf(before);
	const { id } = page.records[0]!;
	const isOverlap = !fresh.slice(0, known).includes(true);
	return isOverlap && before.records.some((record) => record.id === id);
}

/** Whether the list was longer by the page before. */
function isShorter(page: Page, before: Page): boolean {
	const totalOf = ({ meta }: Page) => wholeOf(meta.total) ?? 0;
	return totalOf(page) < totalOf(before) || (lastOf(page) ?? 0) < (lastOf(before) ?? 0);
}

/** How long the list is, as far as a page tells. */
function countOf({ meta }: Page): string {
	return JSON.stringify([wholeOf(meta.total), wholeOf(meta.last_page)]);
}

/** The number that a page's link leads to, where it leads on; else the next one. */
function linkedFrom({ next }: Page, pageName: string, number: number): number {
	return Math.max(number + 1, wholeOf(next?.get(pageName)) ?? 0);
}
