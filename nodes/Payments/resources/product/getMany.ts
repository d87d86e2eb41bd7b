import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { hints } from '../../shared/messages/parameters';
import { filterRules, someOf, text, uuids } from '../../validation/rules';
import { filters } from '../fields/collections';
import { locationsField, locationsRule } from '../fields/location';
import { scopeNotice } from '../fields/notice';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { productRecord } from './record';

/** docs/interface.md, GET /v1/products. */
const channelOptions: INodePropertyOptions[] = [
	{ name: 'Invoice', value: 'invoice' },
	{ name: 'Online Store', value: 'online_store' },
	{ name: 'Point of Sale', value: 'pos' },
];

const inventoryOptions: INodePropertyOptions[] = [
	{ name: 'In Stock', value: 'in_stock' },
	{ name: 'Out of Stock', value: 'out_of_stock' },
];

const sourceOptions: INodePropertyOptions[] = [
	{ name: 'Shopify', value: 'shopify' },
	{ name: 'WooCommerce', value: 'wooCommerce' },
];

const statusOptions: INodePropertyOptions[] = [
	{ name: 'Draft', value: 'draft' },
	{ name: 'Published', value: 'published' },
];

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(productRecord),
	filters([
		{
			displayName: 'Category Names or IDs',
			name: 'categories',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getProductCategories' },
			default: [],
			description:
				'Only products of these categories. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			routing: { send: { type: 'query', property: 'categories' } },
		},
		{
			displayName: 'Channels',
			name: 'channels',
			type: 'multiOptions',
			options: channelOptions,
			default: [],
			description: 'Only products that are sold in one of these ways',
			routing: { send: { type: 'query', property: 'channels' } },
		},
		{
			displayName: 'Inventory',
			name: 'inventory',
			type: 'multiOptions',
			options: inventoryOptions,
			default: [],
			description: 'Only products that are in stock, or that are not',
			routing: { send: { type: 'query', property: 'inventory' } },
		},
		{
			...locationsField,
			description: locationsField.description!.replace('charges of', 'products at'),
			routing: { send: { type: 'query', property: 'location_ids' } },
		},
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. shirt',
			description: 'Only products that the Payments API finds by this text',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
		{
			displayName: 'Sources',
			name: 'sources',
			type: 'multiOptions',
			options: sourceOptions,
			default: [],
			description: 'Only products that were imported from one of these shops',
			routing: { send: { type: 'query', property: 'source' } },
		},
		{
			displayName: 'Statuses',
			name: 'statuses',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only products with one of these statuses',
			routing: { send: { type: 'query', property: 'statuses' } },
		},
	]),
];

const rules = filterRules({
	categories: uuids(hints.productCategoryIds),
	channels: someOf(channelOptions),
	inventory: someOf(inventoryOptions),
	// The API accepts a list of texts.
	keywords: text().transform((value) => [value]),
	location_ids: locationsRule,
	source: someOf(sourceOptions),
	statuses: someOf(statusOptions),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many products',
		description: 'Retrieve a list of what the business sells, all or filtered',
		routing: {
			request: { method: 'GET', url: '/v1/products' },
			operations: { pagination: pages(rules, fields, productRecord) },
		},
	},
	fields,
};
