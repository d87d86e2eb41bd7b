import * as field from '../fields';
import * as operation from '../operation';

export const deleteOperation = operation.delete({
	action: 'Delete a customer',
	description: 'Permanently remove a customer from the customers of the business',
	url: '/v1/customers/{customer_id}',
	parameters: { customer_id: field.customer() },
});
