import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints } from '../../shared/messages/parameters';
import { uuid } from '../../validation/rules';
import { locator } from '../fields/resourceLocator';
import type { Operation } from '../resource';
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
	charge_id: uuid(hints.chargeId),
});

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a charge',
		description: 'Retrieve what a customer paid, and how much of it was refunded',
		routing: {
			request: { method: 'GET', url: '/v1/charges/{charge_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(chargeRecord)) },
		},
	},
	fields,
};
