import { z } from 'zod';

import { deletesForGood } from '../../shared/notice';
import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [
	{ ...idField, description: 'The code to remove: nobody can pay by scanning it any more' },
	deletesForGood,
];

const rules = z.object({ static_qr_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a static QR code',
		description: 'Remove a code for good; nobody can pay by scanning it any more',
		routing: {
			request: { method: 'DELETE', url: '/v1/static_qr/{static_qr_id}' },
			operations: { pagination: once(rules, fields) },
		},
	},
	fields,
};
