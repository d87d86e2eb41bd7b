import * as field from '../fields';
import * as operation from '../operation';
import { chargeRecord } from './record';

export const get = operation.get({
	action: 'Get a charge',
	description: 'Retrieve what a customer paid, and how much of it was refunded',
	url: '/v1/charges/{charge_id}',
	parameters: { charge_id: field.charge() },
	output: chargeRecord,
});
