import { z } from 'zod';

import { deletesForGood } from '../../shared/notice';
import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [
	{
		...idField,
		description:
			'The payment request to take back: nobody can pay it any more. One that was paid can not be deleted.',
	},
	deletesForGood,
];

const rules = z.object({ payment_request_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a payment request',
		description: 'Take a payment request back, unless it was paid already',
		routing: {
			request: { method: 'DELETE', url: '/v1/payment-requests/{payment_request_id}' },
			operations: { pagination: once(rules, fields) },
		},
	},
	fields,
};
