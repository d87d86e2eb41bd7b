import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { deleted } from '../../shared/deleted';
import type { Operation } from '../../shared/resource';
import { uuid } from '../../shared/rules';
import { once } from '../../transport/once';

const fields: INodeProperties[] = [
	{
		displayName: 'Location ID',
		name: 'locationId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description: 'The ID of the location to delete. Only an inactive location can be deleted.',
		routing: { send: { type: 'query', property: 'location' } },
	},
];

const rules = z.object({ location: uuid("Location: Get Many gives it as 'id'.") });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a location',
		description: 'Remove an inactive location for good',
		routing: {
			request: { method: 'DELETE', url: '/v1/locations/{location}' },
			operations: { pagination: once(rules, fields) },
			output: { postReceive: [deleted('locationId')] },
		},
	},
	fields,
};
