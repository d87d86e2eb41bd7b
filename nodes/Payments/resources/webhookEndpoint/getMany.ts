import { unpagedList } from '../../handlers/lists/list';
import * as operation from '../operation';
import { webhookEndpointRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many webhook endpoints',
	description:
		'Retrieve a list of the URLs that HitPay notifies of events of the account, with the workflow of those that a Payments Trigger created',
	url: '/v1/webhook-events',
	output: webhookEndpointRecord,
	handler: unpagedList,
});
