import * as field from '../fields';
import * as operation from '../operation';
import { customerRecord } from './record';

export const get = operation.get({
	action: 'Get a customer',
	description: 'Retrieve one customer with contact details',
	url: '/v1/customers/{customer_id}',
	parameters: { customer_id: field.customer() },
	output: customerRecord,
});
