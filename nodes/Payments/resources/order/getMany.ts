import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { day, filterRules, inOrder, optional, someOf, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { DAY_EXPRESSION, dayField } from '../fields/day';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { orderRecord } from './record';

/** docs/interface.md, GET /v1/orders. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Completed', value: 'completed' },
	{ name: 'Draft', value: 'draft' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Sent', value: 'sent' },
];

const includeOptions: INodePropertyOptions[] = [
	{ name: 'Charges', value: 'charges', description: 'What the customer paid' },
	{ name: 'Products', value: 'products', description: 'What the customer ordered' },
];

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(orderRecord),
	{
		displayName: 'Include',
		name: 'include',
		type: 'multiOptions',
		options: includeOptions,
		default: [],
		// These are lists, which do not fit into Simplified.
		displayOptions: { show: { output: ['raw', 'selected'] } },
		description:
			"What to add to each order, in a field of that name. With Selected Fields, select it in 'Fields' too.",
		routing: { send: { type: 'query', property: 'with' } },
	},
	filters([
		{
			...dayField,
			displayName: 'Created From',
			name: 'createdFrom',
			description: `Only orders created on this day or later. ${DAY_EXPRESSION} The time of day is ignored.`,
			routing: { send: { type: 'query', property: 'dateFrom' } },
		},
		{
			...dayField,
			displayName: 'Created To',
			name: 'createdTo',
			description: 'Only orders created on this day or earlier. The time of day is ignored.',
			routing: { send: { type: 'query', property: 'dateTo' } },
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ann Tan',
			description:
				"Searches the amount, the creation time, the order ID, the remark and the customer's name for this text",
			routing: { send: { type: 'query', property: 'keywords' } },
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only orders with one of these statuses',
			routing: { send: { type: 'query', property: 'statuses' } },
		},
	]),
];

/** Sent as one text, in the order that is documented. */
const includeRule = z.preprocess(
	(value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
	optional(
		someOf(includeOptions).transform((values) =>
			['products', 'charges'].filter((one) => values.includes(one)).join(','),
		),
	),
);

const rules = filterRules({
	dateFrom: day(),
	dateTo: day(),
	keywords: text(),
	statuses: someOf(statusOptions, undefined, ['cancelled']),
	with: includeRule,
}).superRefine(inOrder({ from: 'dateFrom', to: 'dateTo', label: 'Created From' }));

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many orders',
		description: 'Retrieve a list of what customers ordered, all or filtered',
		routing: {
			request: { method: 'GET', url: '/v1/orders' },
			operations: { pagination: pages(rules, fields, orderRecord) },
		},
	},
	fields,
};
