import type { INodePropertyOptions } from 'n8n-workflow';

import { pages } from '../../handlers/lists/list';
import { text } from '../../validation/rules';
import * as field from '../fields';
import * as operation from '../operation';
import { channelOptions } from './parameters';
import { productRecord } from './record';

const inventoryOptions: INodePropertyOptions[] = [
	{ name: 'In Stock', value: 'in_stock' },
	{ name: 'Out of Stock', value: 'out_of_stock' },
];

const sourceOptions: INodePropertyOptions[] = [
	{ name: 'Shopify', value: 'shopify' },
	{ name: 'WooCommerce', value: 'wooCommerce' },
];

export const statusOptions: INodePropertyOptions[] = [
	{ name: 'Draft', value: 'draft' },
	{ name: 'Published', value: 'published' },
];

export const getMany = operation.getMany({
	action: 'Get many products',
	description: 'Retrieve a list of what the business sells, all or filtered',
	url: '/v1/products',
	output: productRecord,
	filters: {
		categories: field.productCategories('Only products of these categories'),
		channels: field.choices(
			'Channels',
			'Only products that are sold in one of these ways',
			channelOptions,
		),
		inventory: field.choices(
			'Inventory',
			'Only products that are in stock, or that are not',
			inventoryOptions,
		),
		keywords: field.search(
			'Only products that the Payments API finds by this text, which can be several for one name',
			'e.g. shirt',
			{
				// The API accepts a list of texts.
				rule: text().transform((value) => [value]),
			},
		),
		location_ids: field.locations('Only products at these locations'),
		source: field.choices(
			'Sources',
			'Only products that were imported from one of these shops',
			sourceOptions,
			{ name: 'sources' },
		),
		statuses: field.choices('Statuses', 'Only products with one of these statuses', statusOptions),
	},
	handler: pages,
});
