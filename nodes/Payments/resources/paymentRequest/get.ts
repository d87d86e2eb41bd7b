import { z } from 'zod';

import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { idField, idRule } from './fields';

const fields = [idField];

const rules = z.object({ payment_request_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a payment request',
		description: 'Retrieve one payment request with its status and payments',
		routing: {
			request: { method: 'GET', url: '/v1/payment-requests/{payment_request_id}' },
			operations: { pagination: once(rules, fields) },
		},
	},
	fields,
};
