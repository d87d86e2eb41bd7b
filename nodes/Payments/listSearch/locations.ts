import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { line } from './label';
import { byEither, listOf } from './list';

/** The fields of a location's label (docs/interface.md, Locations). */
interface Location {
	name?: string;
	active?: boolean;
}

const locations = {
	path: '/v1/locations',
	search: 'keywords',
	paging: byEither(),
	// Only active locations can have static QR codes.
	label: ({ name, active }: Location) =>
		line(name) && !active ? `${line(name)} (inactive)` : line(name),
};

/** Lists locations, searched by words of the name or by ID. */
export const searchLocations = listOf<Location>(locations);

/** Lists the locations that can be deleted. */
export const searchInactiveLocations = listOf<Location>({
	...locations,
	isListed: ({ active }) => !active,
});

/** The maximum number of locations to select from (choice). */
const MAX_LOCATIONS = 1000;

/** The maximum number of pages, in case a list never ends. By default, a page has 25 locations. */
const MAX_PAGES = 40;

/** Lists all locations, to select several of them. */
export async function getLocations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const found: INodePropertyOptions[] = [];
	let page: unknown;
	for (let pages = 0; pages < MAX_PAGES && found.length < MAX_LOCATIONS; pages += 1) {
		const { results, paginationToken } = await searchLocations.call(
			this,
			'',
			page as string | undefined,
		);
		found.push(...results);
		page = paginationToken;
		if (page === undefined) break;
	}
	return found;
}
