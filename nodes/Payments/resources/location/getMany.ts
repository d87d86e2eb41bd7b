import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { filters } from '../../shared/collections';
import { pagingFields } from '../../shared/paging';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { text } from '../../shared/rules';
import { numberedPages } from '../../transport/pages';
import { locationRecord } from './record';

const fields: INodeProperties[] = [
	...pagingFields,
	...outputFields(locationRecord),
	filters([
		{
			displayName: 'Name or ID',
			name: 'nameOrId',
			type: 'string',
			default: '',
			placeholder: 'e.g. Orchard Road',
			description: 'Only locations whose name has these words, or the one with this ID',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
	]),
];

const rules = z.object({ keywords: text() }).partial();

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many locations',
		description: 'Retrieve a list of the places of the business',
		routing: {
			request: { method: 'GET', url: '/v1/locations' },
			operations: { pagination: numberedPages(rules, fields, locationRecord) },
		},
	},
	fields,
};
