import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints } from '../../shared/messages/parameters';
import { id } from '../../validation/rules';
import type { Operation } from '../resource';
import { refundRecord } from './record';

const fields: INodeProperties[] = [
	{
		displayName: 'Refund ID',
		name: 'refundId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description: 'The ID of the refund to retrieve, which Refund: Create returned',
		routing: { send: { type: 'query', property: 'refund_id' } },
	},
	...outputFields(refundRecord),
];

// The API documents the ID of a refund as a string, not as a UUID.
const rules = z.object({ refund_id: id(hints.refundId) });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a refund',
		description: 'Retrieve one refund with its status',
		routing: {
			request: { method: 'GET', url: '/v1/refund/{refund_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(refundRecord)) },
		},
	},
	fields,
};
