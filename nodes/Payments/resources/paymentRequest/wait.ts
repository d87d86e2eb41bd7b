import { readBeforeWait } from '../../handlers/wait/readBeforeWait';
import * as field from '../fields';
import * as operation from '../operation';
import { paymentRequestRecord } from './record';
import { addedFields, waitField, waiting, waitNotice } from './waiting';

export const wait = operation.other({
	name: 'Wait for Payment',
	value: 'wait',
	action: 'Wait for payment',
	description: 'Wait until a payment request is paid, and return it with its charge',
	method: 'GET',
	url: '/v1/payment-requests/{payment_request_id}',
	toolNeeds: 'never',
	parameters: {
		payment_request_id: field.paymentRequest(),
	},
	below: [
		waitField!,
		waitNotice(
			"In Create, set 'Send Notification To' to Wait for Payment. To try both nodes, select 'Execute workflow'. ",
		),
	],
	output: paymentRequestRecord,
	addedFields,
	extendOutput: () => waiting(0),
	handler: readBeforeWait,
});
