import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { hints } from '../../shared/messages/parameters';
import { deletesForGood } from '../fields/notice';
import type { Operation } from '../resource';
import { idField, idRule } from './fields';

const fields = [
	{
		...idField,
		description:
			'The payment request to cancel. A payment request that was paid cannot be deleted.',
	},
	deletesForGood,
];

const rules = z.object({ payment_request_id: idRule });

export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a payment request',
		description: 'Permanently cancel a payment request that was not paid',
		routing: {
			request: { method: 'DELETE', url: '/v1/payment-requests/{payment_request_id}' },
			operations: { pagination: sendOne(rules, fields, undefined, { refusal: hints.paidRequest }) },
		},
	},
	fields,
};
