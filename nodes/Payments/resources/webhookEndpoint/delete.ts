import * as field from '../fields';
import { notice } from '../fields/notice';
import * as operation from '../operation';
import { webhookEndpointRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a webhook endpoint',
	description:
		'Permanently remove a URL that HitPay notifies, such as one that an earlier n8n left behind',
	url: '/v1/webhook-events/{webhook_endpoint_id}',
	record: webhookEndpointRecord,
	parameters: {
		webhook_endpoint_id: field.webhookEndpoint(
			'The webhook endpoint to delete. A Payments Trigger deletes its own when its workflow is unpublished.',
		),
	},
	below: [
		notice(
			'A published workflow whose endpoint is deleted is not notified any more, until it is published again.',
		),
	],
});
