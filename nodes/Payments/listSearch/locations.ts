import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { line } from './label';
import { byNumber, listOf } from './list';

/** What a location is shown by (docs/interface.md, Locations). */
interface Location {
	name?: string;
	active?: boolean;
}

/** Locations, searched by words of the name or by ID. */
export const searchLocations = listOf<Location>({
	path: '/v1/locations',
	search: 'keywords',
	paging: byNumber(),
	// Only an inactive one can be deleted, and only an active one can get a static QR code.
	label: ({ name, active }) => (line(name) && !active ? `${line(name)} (inactive)` : line(name)),
});

/** So many locations are offered to be ticked at most: nobody looks through more. */
const MOST = 1000;

/** A list that never ends is left: the service's own pages have 25 locations. */
const MOST_PAGES = 40;

/** All locations, to tick several of them. */
export async function getLocations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const locations: INodePropertyOptions[] = [];
	let page: unknown;
	for (let asked = 0; asked < MOST_PAGES && locations.length < MOST; asked += 1) {
		const came = await searchLocations.call(this, '', page as string | undefined);
		locations.push(...came.results);
		page = came.paginationToken;
		if (page === undefined) break;
	}
	return locations;
}
