import * as field from '../fields';
import * as operation from '../operation';
import { email, optional, writableFields } from './parameters';
import { customerRecord } from './record';

export const update = operation.update({
	action: 'Update a customer',
	description: 'Change the contact details of a customer',
	method: 'PATCH',
	url: '/v1/customers/{customer_id}',
	parameters: { customer_id: field.customer() },
	output: customerRecord,
	updateFields: { email, ...optional },
	options: { writableFields },
});
