import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { deletesForGood, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';

const fields: INodeProperties[] = [
	scopeNotice,
	{ ...idField, description: 'The product to delete, with all its variations' },
	deletesForGood,
];

const rules = z.object({ product_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a product',
		description: 'Permanently remove a product, so that it cannot be sold any more',
		routing: {
			request: { method: 'DELETE', url: '/v1/products/{product_id}' },
			operations: { pagination: sendOne(rules, fields) },
		},
	},
	fields,
};
