import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints } from '../../shared/messages/parameters';
import { id } from '../../validation/rules';
import { scopeNotice } from '../fields/notice';
import { locator } from '../fields/resourceLocator';
import type { Operation } from '../resource';
import { transferRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{
		...locator({
			displayName: 'Transfer',
			name: 'transferId',
			placeholder: 'Select a transfer...',
			searchListMethod: 'searchTransfers',
		}),
		required: true,
		description: 'The transfer to retrieve',
		routing: { send: { type: 'query', property: 'transfer_id' } },
	},
	...outputFields(transferRecord),
];

const rules = z.object({ transfer_id: id(hints.transferId) });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a transfer',
		description: 'Retrieve what was sent to a beneficiary, and its status',
		routing: {
			request: { method: 'GET', url: '/v1/transfers/{transfer_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(transferRecord)) },
		},
	},
	fields,
};
