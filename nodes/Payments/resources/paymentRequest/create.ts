import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { additionalFields } from '../../shared/collections';
import { notifyFields } from '../../shared/notify';
import { outputFields } from '../../shared/output';
import { pictureFields } from '../../shared/picture';
import type { Operation } from '../../shared/resource';
import { inCurrency, webAddress } from '../../shared/rules';
import { createOnce } from '../../transport/create';
import { shaped } from '../../transport/output';
import { generateQr, withPicture } from '../../transport/picture';
import { notifyAddress } from '../../webhook/address';
import { moneyFields, moneyRules, optionalFields, optionalRules } from './fields';
import { paymentRequestPicture, paymentRequestRecord } from './record';

const [pictureField, ...lookFields] = pictureFields as [INodeProperties, ...INodeProperties[]];

const fields: INodeProperties[] = [
	...moneyFields,
	...notifyFields('the payment'),
	{
		...pictureField,
		description: `${pictureField.description}. Needs 'Payment Methods' with QR methods only, such as PayNow.`,
	},
	...lookFields,
	...outputFields(paymentRequestRecord),
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
		description: 'Make a checkout page that a customer can pay on, and give its URL',
		routing: {
			request: {
				method: 'POST',
				url: '/v1/payment-requests',
				headers: {
					// Platforms earn a commission with it. Only the OAuth2 credential has the field, and the
					// interface wants the header nowhere else (docs/interface.md, Authentication).
					'X-PLATFORM-KEY': '={{ $credentials.platformKey || undefined }}',
				},
			},
			operations: {
				pagination: createOnce(
					rules,
					fields,
					withPicture(paymentRequestPicture, shaped(paymentRequestRecord)),
					(context) => ({ ...notify(context), ...generateQr(context) }),
				),
			},
		},
	},
	fields,
};
