import type { INodeProperties } from 'n8n-workflow';

import { uuid } from './rules';

/** One location, chosen from the list or given by its ID; what it is for is up to the operation. */
export const locationField = {
	displayName: 'Location',
	name: 'locationId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a location...',
			typeOptions: { searchListMethod: 'searchLocations', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		},
	],
} satisfies INodeProperties;

/** The rule for `locationField`. */
export const locationRule = uuid("Choose one from the list, or take 'id' of Location: Get Many.");
