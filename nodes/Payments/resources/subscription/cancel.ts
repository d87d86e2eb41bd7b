import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { subscriptionRecord } from './record';

export const cancel = operation.other({
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a subscription',
	description: 'Permanently cancel a subscription, so that the customer is not charged again',
	method: 'DELETE',
	url: '/v1/recurring-billing/{recurring_billing_id}',
	parameters: { recurring_billing_id: field.subscription() },
	previews: { would_cancel: true },
	below: [notice('Each input item permanently cancels a subscription')],
	output: subscriptionRecord,
	options: { cancels: true },
});
