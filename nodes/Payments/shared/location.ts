import { locator } from './locator';
import { uuid } from './rules';

/** One location; what it is for is up to the operation. */
export const locationField = locator({
	displayName: 'Location',
	name: 'locationId',
	placeholder: 'Select a location...',
	searchListMethod: 'searchLocations',
});

/** The rule for `locationField`. */
export const locationRule = uuid("Choose one from the list, or take 'id' of Location: Get Many.");
