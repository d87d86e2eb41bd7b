import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { deletesForGood, scopeNotice } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';

const fields = [
	scopeNotice,
	{ ...idField, description: 'The code to remove, which customers can no longer pay with' },
	deletesForGood,
];

const rules = z.object({ static_qr_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a static QR code',
		description: 'Permanently remove a code, which customers can no longer pay with',
		routing: {
			request: { method: 'DELETE', url: '/v1/static_qr/{static_qr_id}' },
			operations: { pagination: sendOne(rules, fields) },
		},
	},
	fields,
};
