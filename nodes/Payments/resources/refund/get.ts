import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { id } from '../../shared/rules';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import { refundRecord } from './record';

const fields: INodeProperties[] = [
	{
		displayName: 'Refund ID',
		name: 'refundId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description: 'The ID of the refund to retrieve, as Refund: Create gave it',
		routing: { send: { type: 'query', property: 'refund_id' } },
	},
	...outputFields(refundRecord),
];

// The interface calls the id of a refund a string, not a UUID.
const rules = z.object({ refund_id: id("Refund: Create gives it as 'id'.") });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a refund',
		description: 'Retrieve one refund with its status',
		routing: {
			request: { method: 'GET', url: '/v1/refund/{refund_id}' },
			operations: { pagination: once(rules, fields, shaped(refundRecord)) },
		},
	},
	fields,
};
