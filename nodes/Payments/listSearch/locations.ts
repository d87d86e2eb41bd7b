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
