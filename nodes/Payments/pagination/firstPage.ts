import { byCursor } from './cursorPages';
import { byPageNumber } from './numberedPages';
import { nextOf, startingWith, type FetchPage, type PageStrategy } from './page';

/** Returns a strategy that continues by number or by cursor, as the first page has it. @param pageName as in `pages` */
export function byFirstPage(pageName: string): PageStrategy {
	return async (context, fetchPage, listRequest) => {
		const first = await fetchPage({ [pageName]: 1 });
		const strategy = nextOf(first)?.cursor === undefined ? byPageNumber(pageName) : byCursor;
		let number = 1;
		// In some sources, lists with cursors have a page number, too (docs/dialects.md).
		const fetchNext: FetchPage = async (position) =>
			await fetchPage({ [pageName]: (number += 1), ...position });
		return await strategy(context, startingWith(first, fetchNext), listRequest);
	};
}
