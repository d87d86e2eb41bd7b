import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { deletesForGood, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField } from './fields';
import { idRule } from './rules';

const fields = [scopeNotice, { ...idField, description: 'The invoice to delete' }, deletesForGood];

const rules = z.object({ invoice_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete an invoice',
		description: 'Permanently delete an invoice, so that it can no longer be paid',
		routing: {
			request: { method: 'DELETE', url: '/v1/invoices/{invoice_id}' },
			operations: { pagination: sendOne(rules, fields) },
		},
	},
	fields,
};
