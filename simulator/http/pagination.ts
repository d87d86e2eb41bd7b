import { invalid } from '../errors';
import type { Settings } from '../options';
import {
	firstAfter,
	firstFrom,
	keyOf,
	rangeOf,
	type Key,
	type List,
	type Range,
} from '../records/newestFirst';
import type { Service } from '../service';

/** The page size without `per_page` (docs/interface.md, Pagination envelopes). */
const DEFAULT_PER_PAGE = 25;

/** Returns the page size, up to the maximum. @param name name of the parameter */
export function pageSize(
	perPage: number | undefined,
	settings: Settings,
	name = 'per_page',
): number {
	const { maxPerPage, rejectLargePages } = settings;
	if (perPage === undefined) return Math.min(DEFAULT_PER_PAGE, maxPerPage);
	if (perPage > maxPerPage && rejectLargePages) {
		throw invalid(name, `The ${name} field must not be greater than ${maxPerPage}.`);
	}
	return Math.min(perPage, maxPerPage);
}

/** One page of a list with cursors. */
export interface CursorPage<T> {
	data: T[];
	meta: {
		per_page: number;
		next_cursor: string | number | null;
		prev_cursor: string | number | null;
	};
}

/** A record, and the side of it on which the page is. */
interface Cursor extends Key {
	side: 'after' | 'before';
}

/**
 * Returns one page of records, newest first. A cursor contains the time and ID of a record, so records
 * that are added between two pages neither repeat nor hide others.
 *
 * @param days first and last day
 * @param cursors with `numbers`, a cursor is the number of records before the page
 */
export function cursorPage<T extends { id: string; created_at: string }>(
	items: List<T>,
	keep: (item: T) => boolean,
	perPage: number,
	text?: string,
	days: { from?: string; to?: string } = {},
	cursors: Settings['cursors'] = 'opaque',
): CursorPage<T> {
	if (cursors === 'numbers') return countedPage(items, keep, perPage, text, days);
	const cursor = text === undefined ? undefined : readCursor(text);
	const range = rangeOf(items, days.from, days.to);
	const data: T[] = [];
	if (cursor?.side === 'before') {
		const from = Math.min(firstFrom(items, cursor), range.end) - 1;
		for (let i = from; i >= range.start && data.length < perPage; i--) {
			const item = items.at(i) as T;
			if (keep(item)) data.unshift(item);
		}
	} else {
		const from = Math.max(cursor ? firstAfter(items, cursor) : 0, range.start);
		for (let i = from; i < range.end; i++) {
			if (data.length === perPage) break;
			const item = items.at(i) as T;
			if (keep(item)) data.push(item);
		}
	}
	const first = data[0];
	const last = data[data.length - 1];
	return {
		data,
		meta: {
			per_page: perPage,
			next_cursor: last && hasAfter(items, range, last, keep) ? writeCursor(last, 'after') : null,
			prev_cursor:
				first && hasBefore(items, range, first, keep) ? writeCursor(first, 'before') : null,
		},
	};
}

function countedPage<T extends { id: string; created_at: string }>(
	items: List<T>,
	keep: (item: T) => boolean,
	perPage: number,
	text = '0',
	days: { from?: string; to?: string },
): CursorPage<T> {
	if (!/^\d+$/.test(text)) throw invalid('cursor', 'The cursor field is not a cursor.');
	const { start, end } = rangeOf(items, days.from, days.to);
	const found = Array.from({ length: end - start }, (_, i) => items.at(start + i) as T).filter(
		keep,
	);
	const from = Number(text);
	const next = from + perPage;
	return {
		data: found.slice(from, next),
		meta: {
			per_page: perPage,
			next_cursor: next < found.length ? next : null,
			prev_cursor: from > 0 ? Math.max(0, from - perPage) : null,
		},
	};
}

function hasAfter<T extends { id: string; created_at: string }>(
	items: List<T>,
	range: Range,
	item: T,
	keep: (item: T) => boolean,
): boolean {
	for (let i = firstAfter(items, keyOf(item)); i < range.end; i++) {
		if (keep(items.at(i) as T)) return true;
	}
	return false;
}

function hasBefore<T extends { id: string; created_at: string }>(
	items: List<T>,
	range: Range,
	item: T,
	keep: (item: T) => boolean,
): boolean {
	for (let i = firstFrom(items, keyOf(item)) - 1; i >= range.start; i--) {
		if (keep(items.at(i) as T)) return true;
	}
	return false;
}

function writeCursor(record: { id: string; created_at: string }, side: Cursor['side']): string {
	return Buffer.from(JSON.stringify({ ...keyOf(record), side })).toString('base64url');
}

function readCursor(text: string): Cursor {
	try {
		const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<Cursor>;
		const { at, id, side } = cursor;
		if (Number.isFinite(at) && typeof id === 'string' && (side === 'after' || side === 'before')) {
			return cursor as Cursor;
		}
	} catch {
		// Not a cursor of this API.
	}
	throw invalid('cursor', 'The cursor field is not a cursor.');
}

/** One page of a numbered list (docs/interface.md, Pagination envelopes). */
export interface NumberedPage<T> {
	data: T[];
	links: { first: string; last: string; prev: string; next: string };
	meta: {
		current_page: number;
		per_page: number;
		from: number;
		to: number;
		total: number;
		last_page: number;
		path: string;
		links: Array<{ url: string; label: string; active: boolean }>;
	};
}

/** Links in numbered lists are text, and never null. */
const NO_LINK = '';

/**
 * Returns the page of a numbered list that a request is about.
 *
 * @param parameter name of its page number
 * @param size name of its page size
 */
export function numberedPage<T>(
	items: T[],
	request: { query: unknown; url: string },
	service: Service,
	parameter: 'page' | 'current_page' = 'page',
	size: 'per_page' | 'perPage' | 'limit' = 'per_page',
): NumberedPage<T> {
	const query = request.query as Partial<Record<string, number>>;
	const page = query[parameter] ?? 1;
	const perPage = pageSize(query[size], service.settings, size);
	const address = new URL(request.url, service.url);
	const lastPage = Math.max(1, Math.ceil(items.length / perPage));
	const start = (page - 1) * perPage;
	const data = items.slice(start, start + perPage);
	const link = (to: number) =>
		to >= 1 && to <= lastPage ? withParameter(address, parameter, String(to)) : NO_LINK;
	const pages = Array.from({ length: lastPage }, (_, index) => index + 1);
	return {
		data,
		links: { first: link(1), last: link(lastPage), prev: link(page - 1), next: link(page + 1) },
		meta: {
			current_page: page,
			per_page: perPage,
			from: data.length > 0 ? start + 1 : 0,
			to: data.length > 0 ? start + data.length : 0,
			total: items.length,
			last_page: lastPage,
			path: pathOf(address),
			links: [
				{ url: link(page - 1), label: '&laquo; Previous', active: false },
				...pages.map((to) => ({ url: link(to), label: String(to), active: to === page })),
				{ url: link(page + 1), label: 'Next &raquo;', active: false },
			],
		},
	};
}

/** Returns a URL without its query. */
export function pathOf(address: URL): string {
	return address.origin + address.pathname;
}

/** Returns a URL with a query parameter, or without it if the value is null. */
export function withParameter(address: URL, name: string, value: string | null): string {
	const copy = new URL(address);
	if (value === null) copy.searchParams.delete(name);
	else copy.searchParams.set(name, value);
	return copy.href;
}
