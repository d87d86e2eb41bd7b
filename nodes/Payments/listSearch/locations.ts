import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { toNodeError } from '../transport/errors';
import { request } from '../transport/request';

/** What the service answers to a list of locations (docs/interface.md, Locations). */
interface Locations {
	data: Array<{ id: string; name: string; active: boolean }>;
	meta: { last_page: number };
}

/**
 * Fills the drop-down of a location, a page at a time, as the service sorts them.
 *
 * @param filter words of the name, or an ID
 * @param page where the page before this one ended
 */
export async function searchLocations(
	this: ILoadOptionsFunctions,
	filter?: string,
	page = '1',
): Promise<INodeListSearchResult> {
	try {
		const { data, meta } = await request<Locations>(this, {
			method: 'GET',
			path: '/v1/locations',
			query: { page, ...(filter && { keywords: filter }) },
		});
		const next = Number(page) + 1;
		return {
			results: data.map(({ id, name, active }) => ({
				// Only an inactive one can be deleted, and only an active one can get a static QR code.
				name: active ? name : `${name} (inactive)`,
				value: id,
			})),
			paginationToken: next <= meta.last_page ? String(next) : undefined,
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
