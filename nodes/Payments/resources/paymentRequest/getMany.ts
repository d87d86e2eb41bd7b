import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { filterRules, someOf, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { listedPaymentRequestRecord } from './record';

/** docs/interface.md, Payment request status. */
const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Completed', value: 'completed', description: 'Paid' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Inactive', value: 'inactive' },
	{ name: 'Pending', value: 'pending', description: 'Not paid yet' },
];

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
			description:
				'Only payment requests with this text in the email, the ID or the reference number, up to 255 characters',
			routing: { send: { type: 'query', property: 'search' } },
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only payment requests with one of these statuses',
			routing: { send: { type: 'query', property: 'statuses' } },
		},
	]),
];

const rules = filterRules({
	search: text(255),
	statuses: someOf(statusOptions, undefined, ['cancelled']),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payment requests',
		description: 'Retrieve a list of payment requests',
		routing: {
			request: { method: 'GET', url: '/v1/payment-requests' },
			operations: {
				pagination: pages(rules, fields, listedPaymentRequestRecord, 'current_page', true),
			},
		},
	},
	fields,
};
