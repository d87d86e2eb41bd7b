import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';

import { pages } from '../../handlers/lists/list';
import { optional, someOf } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { listedOrderRecord } from './record';

/** docs/interface.md, GET /v1/orders. */
export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Canceled', value: 'canceled' },
	{ name: 'Completed', value: 'completed' },
	{ name: 'Draft', value: 'draft' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Sent', value: 'sent' },
];

const includeOptions: INodePropertyOptions[] = [
	{ name: 'Charges', value: 'charges', description: 'What the customer paid' },
	{ name: 'Products', value: 'products', description: 'What the customer ordered' },
];

/** The values are sent as one text, in the documented order. */
const includeRule = z.preprocess(
	(value) => (Array.isArray(value) && value.length === 0 ? undefined : value),
	optional(
		someOf(includeOptions).transform((values) =>
			['products', 'charges'].filter((one) => values.includes(one)).join(','),
		),
	),
);

export const getMany = operation.getMany({
	action: 'Get many orders',
	description: 'Retrieve a list of what customers ordered, all or filtered',
	url: '/v1/orders',
	output: listedOrderRecord,
	ofOutput: {
		with: field.choices(
			'Include',
			'What to add to each order, in a field of that name',
			includeOptions,
			{
				name: 'include',
				// Simplified has no lists, and Selected Fields includes those that are selected (`onRequest`).
				displayOptions: { show: { output: ['raw'] } },
				rule: includeRule,
			},
		),
	},
	days: field.created({ from: 'dateFrom', to: 'dateTo' }, 'orders created on'),
	filters: {
		keywords: field.search(
			"Searches the amount, the creation time, the order ID, the remark and the customer's name for this text",
			'e.g. Ann Tan',
		),
		statuses: field.choices('Statuses', 'Only orders with one of these statuses', statusOptions, {
			rule: someOf(statusOptions, undefined, ['cancelled']),
		}),
	},
	handler: pages,
});
