import { inCurrency } from '../../validation/rules';
import { createsAnother } from '../fields/notice';
import * as operation from '../operation';
import { statusOptions } from './getMany';
import { channel, money, optional } from './parameters';
import { orderRecord } from './record';

export const create = operation.create({
	action: 'Create an order',
	description: 'Record a sale as a draft, with its total and without products',
	url: '/v1/orders',
	parameters: { ...money, channel },
	below: [createsAnother],
	output: orderRecord,
	additionalFields: optional,
	rules: (schema) =>
		// The API reference requires a version.
		schema.superRefine(inCurrency).transform((order) => ({ ...order, version: '1.0' })),
	options: operation.inAnyStatus(statusOptions),
});
