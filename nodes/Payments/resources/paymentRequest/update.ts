import type { IDataObject } from 'n8n-workflow';

import { amountOf } from '../../shared/money';
import { inCurrency } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { money, optional } from './parameters';
import { paymentRequestRecord } from './record';

function required({ amount, currency }: IDataObject): IDataObject {
	return { amount: amountOf(amount) ?? undefined, currency };
}

export const update = operation.update({
	action: 'Update a payment request',
	description: 'Change a payment request that is not paid yet',
	method: 'PUT',
	url: '/v1/payment-requests/{payment_request_id}',
	parameters: { payment_request_id: field.paymentRequest() },
	output: paymentRequestRecord,
	updateFields: {
		...money,
		...optional,
		webhook: field.webhook('The URL that HitPay notifies when the payment completes'),
	},
	rules: (schema) => schema.superRefine(inCurrency),
	options: { required },
});
