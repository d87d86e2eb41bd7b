import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { changes, optional, somethingToChange } from '../../validation/rules';
import { updateFields } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import {
	customerRule,
	emailField,
	emailRule,
	idField,
	optionalFields,
	optionalRules,
} from './fields';
import { customerRecord, writableFields } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{ ...idField, description: 'The customer to change' },
	...outputFields(customerRecord),
	updateFields([emailField, ...optionalFields]),
];

const rules = z
	.object({
		customer_id: customerRule,
		...changes({ email: optional(emailRule), ...optionalRules }),
	})
	.superRefine(somethingToChange('customer_id'));

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a customer',
		description: 'Change the contact details of a customer',
		routing: {
			request: { method: 'PATCH', url: '/v1/customers/{customer_id}' },
			operations: {
				pagination: sendOne(rules, fields, recordOutput(customerRecord), { writableFields }),
			},
		},
	},
	fields,
};
