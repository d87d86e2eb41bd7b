import * as field from '../fields';
import * as operation from '../operation';
import { subscriptionRecord } from './record';

export const get = operation.get({
	action: 'Get a subscription',
	description: 'Retrieve one subscription with its status, its amount and its cycle',
	url: '/v1/recurring-billing/{recurring_billing_id}',
	parameters: { recurring_billing_id: field.subscription() },
	output: subscriptionRecord,
});
