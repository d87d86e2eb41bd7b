import type { INodeProperties } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { email, filterRules, oneOf, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { statusOptions } from './fields';
import { invoiceRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(invoiceRecord),
	filters([
		{
			displayName: 'Customer Email',
			name: 'customerEmail',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com',
			description: 'Only invoices for the customer with this email address',
			routing: { send: { type: 'query', property: 'customer_email' } },
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			default: '',
			placeholder: 'e.g. ORD-1042',
			description: 'Only invoices with this reference',
			routing: { send: { type: 'query', property: 'reference' } },
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			default: 'overdue',
			description: 'Only invoices with this status',
			routing: { send: { type: 'query', property: 'status' } },
		},
	]),
];

const rules = filterRules({
	customer_email: email(),
	reference: text(),
	status: oneOf(statusOptions),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many invoices',
		description: 'Retrieve a list of invoices, all or filtered',
		routing: {
			request: { method: 'GET', url: '/v1/invoices' },
			operations: { pagination: pages(rules, fields, invoiceRecord) },
		},
	},
	fields,
};
