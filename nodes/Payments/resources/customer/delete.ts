import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { deletesForGood, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { customerRule, idField } from './fields';

const fields = [scopeNotice, { ...idField, description: 'The customer to delete' }, deletesForGood];

const rules = z.object({ customer_id: customerRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a customer',
		description: 'Permanently remove a customer from the customers of the business',
		routing: {
			request: { method: 'DELETE', url: '/v1/customers/{customer_id}' },
			operations: { pagination: sendOne(rules, fields) },
		},
	},
	fields,
};
