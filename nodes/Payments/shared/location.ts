import type { INodeProperties } from 'n8n-workflow';

import { locator } from './locator';
import { uuid, uuids } from './rules';

/** One location; what it is for is up to the operation. */
export const locationField = locator({
	displayName: 'Location',
	name: 'locationId',
	placeholder: 'Select a location...',
	searchListMethod: 'searchLocations',
});

/** The rule for `locationField`. */
export const locationRule = uuid("Choose one from the list, or take 'id' of Location: Get Many.");

/** Several locations to filter by, ticked in a list; an expression gives their IDs. */
export const locationsField: INodeProperties = {
	displayName: 'Location Names or IDs',
	name: 'locationIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLocations' },
	default: [],
	description:
		'Only charges made at these locations. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The rule for `locationsField`. */
export const locationsRule = uuids(
	"Choose them from the list, or take 'id' of Location: Get Many.",
);
