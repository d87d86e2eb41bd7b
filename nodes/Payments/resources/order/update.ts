import { inCurrency } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { channel, money, optional } from './parameters';
import { orderRecord } from './record';

export const update = operation.update({
	action: 'Update an order',
	description: 'Change the total or the details of an order',
	method: 'PATCH',
	url: '/v1/orders/{order_id}',
	// It may be paid already.
	toolNeeds: 'permission',
	parameters: { order_id: field.order() },
	output: orderRecord,
	updateFields: { ...money, channel, ...optional },
	rules: (schema) => schema.superRefine(inCurrency),
});
