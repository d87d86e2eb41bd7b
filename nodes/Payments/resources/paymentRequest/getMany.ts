import type { INodeProperties } from 'n8n-workflow';

import { numberedPages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { filters } from '../../shared/fields/collections';
import { pagingFields } from '../../shared/fields/returnAll';
import { filterRules, text } from '../../shared/validation/rules';
import type { Operation } from '../resource';
import { listedPaymentRequestRecord } from './record';

const fields: INodeProperties[] = [
	...pagingFields,
	...outputFields(listedPaymentRequestRecord),
	filters([
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. ORD-1042',
			description: 'Only payment requests with this text, such as a reference number',
			routing: { send: { type: 'query', property: 'search' } },
		},
	]),
];

const rules = filterRules({ search: text() });

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payment requests',
		description: 'Retrieve a list of payment requests',
		routing: {
			request: { method: 'GET', url: '/v1/payment-requests' },
			operations: {
				pagination: numberedPages(rules, fields, listedPaymentRequestRecord, 'current_page'),
			},
		},
	},
	fields,
};
