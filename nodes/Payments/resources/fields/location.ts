import type { INodeProperties } from 'n8n-workflow';

import { hints } from '../../shared/messages/parameters';
import { uuid, uuids } from '../../validation/rules';
import { locator } from './resourceLocator';

/** One location. The operation describes what it is for. */
export const locationField = locator({
	displayName: 'Location',
	name: 'locationId',
	placeholder: 'Select a location...',
	searchListMethod: 'searchLocations',
});

/** One location that can be deleted. */
export const inactiveLocationField = locator({
	displayName: 'Location',
	name: 'locationId',
	placeholder: 'Select an inactive location...',
	searchListMethod: 'searchInactiveLocations',
});

/** The rule for both fields. */
export const locationRule = uuid(hints.locationId);

/** Several locations to filter by, selected from a list or by an expression with their IDs. */
export const locationsField: INodeProperties = {
	displayName: 'Location Names or IDs',
	name: 'locationIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getLocations' },
	default: [],
	description:
		'Only charges of these locations. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The rule for `locationsField`. */
export const locationsRule = uuids(hints.locationIds);
