import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { createOnce } from '../../handlers/once/create/create';
import { generateQr, withQrImage } from '../../output/qrImage';
import { qrMethodField } from '../../output/qrImageFields';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { inCurrency, webAddress } from '../../validation/rules';
import { additionalFields } from '../fields/collections';
import { notifyFields } from '../notify/fields';
import { withNotificationUrl } from '../notify/notificationOutput';
import { notifyAddress } from '../notify/webhookUrl';
import type { Operation } from '../resource';
import {
	appearanceFields,
	linkPictureField,
	moneyFields,
	moneyRules,
	optionalFields,
	optionalRules,
} from './fields';
import { createdPaymentRequestRecord, paymentRequestPicture } from './record';

const fields: INodeProperties[] = [
	...moneyFields,
	...notifyFields('the payment'),
	linkPictureField,
	qrMethodField,
	...appearanceFields,
	...outputFields(createdPaymentRequestRecord),
	additionalFields(optionalFields),
];

const rules = z
	.object({
		...moneyRules,
		...optionalRules,
		webhook: webAddress().optional(),
	})
	.superRefine(inCurrency);

const notify = notifyAddress(false);

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a payment request',
		description: 'Set up a checkout page for a customer, and return its URL',
		routing: {
			request: {
				method: 'POST',
				url: '/v1/payment-requests',
				headers: {
					// Platforms earn a commission with it. Only this request accepts the header (docs/interface.md,
					// Authentication).
					'X-PLATFORM-KEY': '={{ $credentials.platformKey || undefined }}',
				},
			},
			operations: {
				pagination: createOnce(
					rules,
					fields,
					withNotificationUrl(
						false,
						withQrImage(paymentRequestPicture, recordOutput(createdPaymentRequestRecord)),
					),
					{ extraValues: (context) => ({ ...notify(context), ...generateQr(context) }) },
				),
			},
		},
	},
	fields,
};
