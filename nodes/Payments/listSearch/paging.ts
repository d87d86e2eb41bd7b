import type { IDataObject } from 'n8n-workflow';

import { hasNext, nextOf, positionAfter, type Page } from '../pagination/page';

/** The paging of a list. The editor keeps a token for the next page. */
export interface Paging {
	/** Returns the query of a page; without a token, of the first one. */
	query: (token?: string) => IDataObject;
	next: (page: Page, token?: string) => string | undefined;
}

/** Pages by cursor; by number if the page states no cursor. The token is the query of the page. */
export const byCursor: Paging = {
	query: (token) => Object.fromEntries(new URLSearchParams(token)),
	next: (page, token) => {
		const next = positionAfter(page, byCursor.query(token));
		const following = next && new URLSearchParams(next as Record<string, string>).toString();
		return following === token ? undefined : following;
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
			return { ...numbers.query(number), ...(cursor !== undefined && { cursor }) };
		},
		next: (page, token = '1') => {
			const [number, previous] = partsOf(token);
			const cursor = nextOf(page)?.cursor;
			// A list that repeats its cursor never ends.
			if (cursor !== undefined && String(cursor) === previous) return undefined;
			if (cursor !== undefined) return `${Number(number) + 1} ${cursor}`;
			return previous === undefined ? numbers.next(page, number) : undefined;
		},
	};
}

function partsOf(token: string): [number: string, cursor?: string] {
	const [number = '', ...cursor] = token.split(' ');
	return cursor.length === 0 ? [number] : [number, cursor.join(' ')];
}
