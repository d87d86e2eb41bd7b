import type { IDataObject } from 'n8n-workflow';

import { refuses } from '../errors/httpFailure';
import { unexpectedResponse } from '../errors/nodeErrors';
import type { NodeContext } from '../run/context';
import { lists } from '../shared/messages/lists';
import { pageOf, type FetchPage, type QueryPage } from './page';

/** Records in a page. The default of the Payments API is 25; its maximum is not documented. */
const PAGE_SIZE = 100;

/** Records in a page if PAGE_SIZE is refused: the default of the Payments API (docs/interface.md, Limits). */
const SAFE_PAGE_SIZE = 25;

/** The lists whose page size has another name in some sources (docs/dialects.md). */
const OTHER_NAMES: Record<string, string> = {
	'/v1/charges': 'perPage',
	'/v1/orders': 'perPage',
	'/v1/product-category': 'perPage',
	'/v1/readers': 'limit',
};

/** Returns the size of a page, by each of its names in the sources. */
function pageSize(path: string, size: number): IDataObject {
	const other = OTHER_NAMES[path];
	return { per_page: size, ...(other && { [other]: size }) };
}

/**
 * Returns a function that fetches pages of PAGE_SIZE or `limit` records, or fewer if that size is refused.
 *
 * @param path of the list
 * @param queryPage sends the request
 */
export function pageFetcher(
	context: NodeContext,
	path: string,
	queryPage: QueryPage,
	limit = Number.POSITIVE_INFINITY,
): FetchPage {
	let size = Math.min(PAGE_SIZE, limit);
	const query = async (position: IDataObject) =>
		await queryPage({ ...pageSize(path, size), ...position });
	return async (position) => {
		const body = await query(position).catch(async (error: unknown) => {
			const isRefused = Object.keys(pageSize(path, size)).some((name) => refuses(error, name));
			const isTooLarge = size > SAFE_PAGE_SIZE && isRefused;
			if (!isTooLarge) throw error;
			size = SAFE_PAGE_SIZE;
			return await query(position);
		});
		const page = pageOf(body);
		if (page) return page;
		throw unexpectedResponse(context, lists.noList);
	};
}
