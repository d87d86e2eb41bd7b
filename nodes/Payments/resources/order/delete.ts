import * as field from '../fields';
import * as operation from '../operation';
import { orderRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete an order',
	description: 'Permanently remove an order',
	url: '/v1/orders/{order_id}',
	record: orderRecord,
	parameters: { order_id: field.order() },
});
