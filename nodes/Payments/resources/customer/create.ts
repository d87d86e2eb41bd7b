import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { additionalFields } from '../fields/collections';
import { notice, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { emailField, emailRule, optionalFields, optionalRules } from './fields';
import { customerRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	emailField,
	notice(
		"Each execution creates another customer, also one by hand and even if one has this email. 'Create or Update' avoids that.",
	),
	...outputFields(customerRecord),
	additionalFields(optionalFields),
];

const rules = z.object({ email: emailRule, ...optionalRules });

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a customer',
		description: 'Add a person or a company to the customers of the business',
		routing: {
			request: { method: 'POST', url: '/v1/customers' },
			operations: { pagination: createOnce(rules, fields, recordOutput(customerRecord)) },
		},
	},
	fields,
};
