import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { withQrImage } from '../../output/qrImage';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import type { Operation } from '../resource';
import { appearanceFields, idField, idRule, linkPictureField } from './fields';
import { paymentRequestPicture, paymentRequestRecord } from './record';

const fields = [
	idField,
	linkPictureField,
	...appearanceFields,
	...outputFields(paymentRequestRecord),
];

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
				pagination: sendOne(
					rules,
					fields,
					withQrImage(paymentRequestPicture, recordOutput(paymentRequestRecord)),
				),
			},
		},
	},
	fields,
};
