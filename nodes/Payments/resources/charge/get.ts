import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { uuid } from '../../shared/rules';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import { chargeRecord } from './record';

const fields: INodeProperties[] = [
	{
		displayName: 'Charge ID',
		name: 'chargeId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 9f1c7c7e-2f5b-4a0e-9d52-6d0a3f1b8c11',
		description: 'The ID of the charge to retrieve',
		routing: { send: { type: 'query', property: 'charge_id' } },
	},
	...outputFields(chargeRecord),
];

const rules = z.object({ charge_id: uuid("Charge: Get Many gives it as 'id'.") });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a charge',
		description: 'Retrieve one payment, with what was refunded of it',
		routing: {
			request: { method: 'GET', url: '/v1/charges/{charge_id}' },
			operations: { pagination: once(rules, fields, shaped(chargeRecord)) },
		},
	},
	fields,
};
