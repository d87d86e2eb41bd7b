import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { locationField, locationRule } from '../../shared/location';
import { deletesForGood } from '../../shared/notice';
import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';

const fields: INodeProperties[] = [
	{
		...locationField,
		required: true,
		description: 'The location to delete. Only an inactive location can be deleted.',
		routing: { send: { type: 'query', property: 'location' } },
	},
	deletesForGood,
];

const rules = z.object({ location: locationRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a location',
		description: 'Remove an inactive location for good',
		routing: {
			request: { method: 'DELETE', url: '/v1/locations/{location}' },
			operations: { pagination: once(rules, fields) },
		},
	},
	fields,
};
