import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { sendOne } from '../../handlers/single';
import { outputFields } from '../../output/recordType';
import { recordOutput } from '../../output/simplify';
import { hints } from '../../shared/messages/parameters';
import { uuid } from '../../validation/rules';
import { scopeNotice } from '../fields/notice';
import { locator } from '../fields/resourceLocator';
import type { Operation } from '../resource';
import { orderRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	{
		...locator({
			displayName: 'Order',
			name: 'orderId',
			placeholder: 'Select an order...',
			searchListMethod: 'searchOrders',
		}),
		required: true,
		description: 'The order to retrieve',
		routing: { send: { type: 'query', property: 'order_id' } },
	},
	...outputFields(orderRecord),
];

const rules = z.object({ order_id: uuid(hints.orderId) });

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get an order',
		description: 'Retrieve what a customer ordered, and whether it is paid and fulfilled',
		routing: {
			request: { method: 'GET', url: '/v1/orders/{order_id}' },
			operations: { pagination: sendOne(rules, fields, recordOutput(orderRecord)) },
		},
	},
	fields,
};
