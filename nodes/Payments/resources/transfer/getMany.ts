import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { cursorPages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { hints } from '../../shared/messages/parameters';
import { filterRules, id, oneOf, text } from '../../validation/rules';
import { filters } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { transferRecord } from './record';

/** docs/interface.md, Transfer. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Failed', value: 'failed' },
	{ name: 'Paid', value: 'paid' },
	{ name: 'Processing', value: 'processing' },
	{ name: 'Scheduled', value: 'scheduled' },
];

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(transferRecord),
	filters([
		{
			displayName: 'Beneficiary ID',
			name: 'beneficiaryId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
			description: 'Only transfers to this beneficiary',
			routing: { send: { type: 'query', property: 'beneficiary_id' } },
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. INV-204',
			description: 'Only transfers that HitPay finds by this text',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			default: 'paid',
			description: 'Only transfers with this status',
			routing: { send: { type: 'query', property: 'status' } },
		},
	]),
];

const rules = filterRules({
	beneficiary_id: id(hints.beneficiaryId),
	keywords: text(),
	status: oneOf(statusOptions),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many transfers',
		description: 'Retrieve a list of what was sent to beneficiaries, all or filtered',
		routing: {
			request: { method: 'GET', url: '/v1/transfers' },
			operations: { pagination: cursorPages(rules, fields, transferRecord) },
		},
	},
	fields,
};
