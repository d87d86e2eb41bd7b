import * as field from '../fields';
import * as operation from '../operation';
import { orderRecord } from './record';

export const get = operation.get({
	action: 'Get an order',
	description: 'Retrieve what a customer ordered, and whether it is paid and fulfilled',
	url: '/v1/orders/{order_id}',
	parameters: { order_id: field.order() },
	output: orderRecord,
});
