import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { customerRule, idField } from './fields';
import { customerRecord } from './record';

const fields = [scopeNotice, idField, ...outputFields(customerRecord)];

const rules = z.object({ customer_id: customerRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a customer',
		description: 'Retrieve one customer with contact details',
		routing: {
			request: { method: 'GET', url: '/v1/customers/{customer_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(customerRecord)) },
		},
	},
	fields,
};
