import { line } from '../label';
import { allOptions, listOf } from '../list';
import { byEither } from '../paging';

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

/** Lists all locations, to select several of them. */
export const getLocations = allOptions(searchLocations);
