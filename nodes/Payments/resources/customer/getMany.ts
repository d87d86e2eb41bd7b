import type { INodeProperties } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { filterRules, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { customerRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(customerRecord),
	filters([
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Only customers that HitPay finds with these keywords, e.g. a name or an email',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
	]),
];

const rules = filterRules({ keywords: text() });

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many customers',
		description: 'Retrieve a list of customers, all or found by keywords',
		routing: {
			request: { method: 'GET', url: '/v1/customers' },
			operations: { pagination: pages(rules, fields, customerRecord) },
		},
	},
	fields,
};
