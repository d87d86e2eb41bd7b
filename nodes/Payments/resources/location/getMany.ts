import type { INodeProperties } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { filterRules, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { locationRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(locationRecord),
	filters([
		{
			displayName: 'Name or ID',
			name: 'nameOrId',
			type: 'string',
			default: '',
			placeholder: 'e.g. Orchard Road',
			description: 'Only locations whose name contains these words, or the location with this ID',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
	]),
];

const rules = filterRules({ keywords: text() });

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many locations',
		description: 'Retrieve a list of the stores and branches of the business',
		routing: {
			request: { method: 'GET', url: '/v1/locations' },
			operations: { pagination: pages(rules, fields, locationRecord) },
		},
	},
	fields,
};
