import type { IDataObject } from 'n8n-workflow';

import { hasNext, nextOf, type Page } from '../pagination/page';

/** The paging of a list. The editor keeps a token for the next page. */
export interface Paging {
	/** Returns the query of a page; without a token, of the first one. */
	query: (token?: string) => IDataObject;
	next: (page: Page, token?: string) => string | undefined;
}

/** Pages by cursor. */
export const byCursor: Paging = {
	query: (cursor) => (cursor === undefined ? {} : { cursor }),
	next: (page) => {
		const cursor = nextOf(page)?.cursor;
		return cursor === undefined ? undefined : String(cursor);
	},
};

/** Pages by number. @param name the query parameter of the page number */
function byNumber(name: string): Paging {
	return {
		query: (page = '1') => ({ [name]: page }),
		next: (page, number = '1') =>
			hasNext(page, Number(number)) ? String(Number(number) + 1) : undefined,
	};
}

/**
 * Pages by number or by cursor, as each page has it. Both are sent, since lists with cursors have a page number too in
 * some sources (docs/dialects.md). The token is the number of the page and, after a blank, its cursor if it has one.
 *
 * @param name as in `byNumber`
 */
export function byEither(name = 'page'): Paging {
	const numbers = byNumber(name);
	return {
		query: (token = '1') => {
			const [number, cursor] = partsOf(token);
			return { ...numbers.query(number), ...byCursor.query(cursor) };
		},
		next: (page, token = '1') => {
			const [number, previous] = partsOf(token);
			const cursor = byCursor.next(page);
			if (cursor !== undefined) return `${Number(number) + 1} ${cursor}`;
			return previous === undefined ? numbers.next(page, number) : undefined;
		},
	};
}

function partsOf(token: string): [number: string, cursor?: string] {
	const [number = '', ...cursor] = token.split(' ');
	return cursor.length === 0 ? [number] : [number, cursor.join(' ')];
}
