import * as field from '../fields';
import * as operation from '../operation';
import { customerRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a customer',
	description: 'Permanently remove a customer from the customers of the business',
	url: '/v1/customers/{customer_id}',
	record: customerRecord,
	parameters: { customer_id: field.customer() },
});
