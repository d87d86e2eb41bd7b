import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { hints } from '../../shared/messages/parameters';
import { inactiveLocationField, locationRule } from '../fields/location';
import { deletesForGood, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';

const fields: INodeProperties[] = [
	scopeNotice,
	{
		...inactiveLocationField,
		required: true,
		description:
			'The location to delete. Only inactive locations can be deleted, so the list has no others.',
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
		description: 'Permanently remove an inactive location',
		routing: {
			request: { method: 'DELETE', url: '/v1/locations/{location}' },
			operations: {
				pagination: sendOne(rules, fields, undefined, {
					isListed: true,
					refusal: hints.activeLocation,
				}),
			},
		},
	},
	fields,
};
