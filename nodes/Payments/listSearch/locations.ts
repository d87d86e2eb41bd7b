import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { elsewhere, toNodeError } from '../transport/errors';
import { hasNext, NO_LIST, pageOf } from '../transport/pages';
import { request } from '../transport/request';

/** What a location is shown by (docs/interface.md, Locations). */
interface Location {
	id: string;
	name: string;
	active: boolean;
}

/**
 * Fills the drop-down of a location, a page at a time, as the service sorts them.
 *
 * @param filter words of the name, or an ID
 * @param page where the page before this one ended
 */
export async function searchLocations(
	this: ILoadOptionsFunctions,
	filter = '',
	page = '1',
): Promise<INodeListSearchResult> {
	try {
		const keywords = filter.trim();
		const answer = await request(this, {
			method: 'GET',
			path: '/v1/locations',
			query: { page, ...(keywords && { keywords }) },
		});
		const came = pageOf(answer);
		if (!came) throw new NodeOperationError(this.getNode(), NO_LIST, { description: elsewhere });
		const locations = came.records as unknown as Location[];
		return {
			results: locations.map(({ id, name, active }) => ({
				// Only an inactive one can be deleted, and only an active one can get a static QR code.
				name: active ? name : `${name} (inactive)`,
				value: id,
			})),
			paginationToken: hasNext(came, Number(page)) ? String(Number(page) + 1) : undefined,
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}
