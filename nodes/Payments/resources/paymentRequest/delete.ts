import { hints } from '../../shared/messages/hints';
import { updates } from '../../shared/messages/once';
import { linkOf } from '../../shared/paymentLink';
import { isClosed } from '../../shared/paymentRequest';
import * as field from '../fields';
import * as operation from '../operation';
import { paymentRequestRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a payment request',
	description:
		'Permanently cancel a payment request that was not paid, or a link for several payments',
	url: '/v1/payment-requests/{payment_request_id}',
	record: paymentRequestRecord,
	parameters: {
		payment_request_id: field.paymentRequest(
			'The payment request to cancel. A payment request that was paid cannot be deleted.',
		),
	},
	options: {
		refusal: hints.paidRequest,
		refuses: (record) => {
			const link = linkOf(record);
			// No customer pays with one of a test run, or with a closed one, which no publish removes.
			if (!link || link.isOfTest || isClosed(record.status)) return undefined;
			return updates.triggerLink(link.workflow);
		},
	},
});
