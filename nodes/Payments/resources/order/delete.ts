import * as field from '../fields';
import * as operation from '../operation';

export const deleteOperation = operation.delete({
	action: 'Delete an order',
	description: 'Permanently remove an order',
	url: '/v1/orders/{order_id}',
	parameters: { order_id: field.order() },
});
