import { z } from 'zod';

import { outputFields } from '../../shared/output';
import { pictureFields } from '../../shared/picture';
import type { Operation } from '../../shared/resource';
import { once } from '../../transport/once';
import { shaped } from '../../transport/output';
import { withPicture } from '../../transport/picture';
import { idField, idRule } from './fields';
import { paymentRequestPicture, paymentRequestRecord } from './record';

const fields = [idField, ...pictureFields, ...outputFields(paymentRequestRecord)];

const rules = z.object({ payment_request_id: idRule });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a payment request',
		description: 'Retrieve one payment request with its status and payments',
		routing: {
			request: { method: 'GET', url: '/v1/payment-requests/{payment_request_id}' },
			operations: {
				pagination: once(
					rules,
					fields,
					withPicture(paymentRequestPicture, shaped(paymentRequestRecord)),
				),
			},
		},
	},
	fields,
};
