import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { upsertOnce } from '../../handlers/once/create/upsert';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { additionalFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { emailField, emailRule, optionalFields, optionalRules } from './fields';
import { customerRecord, writableFields } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{ ...emailField, description: 'The email address by which an existing customer is found' },
	...outputFields(customerRecord),
	{
		...additionalFields(optionalFields),
		description: 'Optional fields. An existing customer keeps the values of all others.',
	},
];

const rules = z.object({ email: emailRule, ...optionalRules });

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update a customer',
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		routing: {
			request: { method: 'POST', url: '/v1/customers' },
			operations: {
				pagination: upsertOnce(rules, fields, recordOutput(customerRecord), {
					key: 'email',
					writableFields,
				}),
			},
		},
	},
	fields,
};
