import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { byNumber, listOf } from './list';

/** What a location is shown by (docs/interface.md, Locations). */
interface Location {
	id: string;
	name: string;
	active: boolean;
}

/** Locations, searched by words of the name or by ID. */
export const searchLocations = listOf<Location>({
	path: '/v1/locations',
	search: 'keywords',
	paging: byNumber(),
	// Only an inactive one can be deleted, and only an active one can get a static QR code.
	label: ({ name, active }) => (active ? name : `${name} (inactive)`),
});

/** So many locations are offered to be ticked at most: nobody looks through more. */
const MOST = 1000;

/** All locations, to tick several of them. */
export async function getLocations(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const locations: INodePropertyOptions[] = [];
	let page: unknown;
	do {
		const came = await searchLocations.call(this, '', page as string | undefined);
		locations.push(...came.results);
		page = came.paginationToken;
	} while (page !== undefined && locations.length < MOST);
	return locations;
}
