import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { cursorPages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { day, filterRules, inOrder, oneOf } from '../../validation/rules';
import { filters } from '../fields/collections';
import { DAY_EXPRESSION, dayField } from '../fields/day';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { payoutRecord } from './record';

/** docs/interface.md, Payout status. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Pending', value: 'pending' },
	{ name: 'Processing', value: 'processing' },
	{ name: 'Scheduled', value: 'scheduled' },
];

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(payoutRecord),
	filters([
		{
			...dayField,
			displayName: 'Created From',
			name: 'createdFrom',
			description: `Only payouts created on this day or later, in the business's time zone. ${DAY_EXPRESSION} The time of day is ignored.`,
			routing: { send: { type: 'query', property: 'created_at_from' } },
		},
		{
			...dayField,
			displayName: 'Created To',
			name: 'createdTo',
			description:
				"Only payouts created on this day or earlier, in the business's time zone. The time of day is ignored.",
			routing: { send: { type: 'query', property: 'created_at_to' } },
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			default: 'paid',
			description: 'Only payouts with this status',
			routing: { send: { type: 'query', property: 'status' } },
		},
	]),
];

const rules = filterRules({
	created_at_from: day(),
	created_at_to: day(),
	status: oneOf(statusOptions),
}).superRefine(inOrder({ from: 'created_at_from', to: 'created_at_to', label: 'Created From' }));

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payouts',
		description: 'Retrieve a list of settlements to the linked bank account, newest first',
		routing: {
			request: { method: 'GET', url: '/v1/payouts' },
			operations: {
				pagination: cursorPages(rules, fields, payoutRecord, {
					from: 'created_at_from',
					to: 'created_at_to',
				}),
			},
		},
	},
	fields,
};
