import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { locator } from '../../shared/locator';
import { outputFields } from '../../shared/output';
import type { Operation } from '../../shared/resource';
import { uuid } from '../../shared/rules';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import { chargeRecord } from './record';

const fields: INodeProperties[] = [
	{
		...locator({
			displayName: 'Charge',
			name: 'chargeId',
			placeholder: 'Select a charge...',
			searchListMethod: 'searchCharges',
		}),
		required: true,
		description: 'The charge to retrieve',
		routing: { send: { type: 'query', property: 'charge_id' } },
	},
	...outputFields(chargeRecord),
];

const rules = z.object({
	charge_id: uuid("Choose one from the list, or take 'id' of Charge: Get Many."),
});

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
