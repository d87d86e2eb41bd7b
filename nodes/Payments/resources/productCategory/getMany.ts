import type { INodeProperties } from 'n8n-workflow';

import { pages } from '../../handlers/list';
import { outputFields } from '../../output/recordType';
import { hints } from '../../shared/messages/parameters';
import { booleanAsText, filterRules, text, uuid } from '../../validation/rules';
import { filters } from '../fields/collections';
import { scopeNotice } from '../fields/notice';
import { locator } from '../fields/resourceLocator';
import { pagingFields } from '../fields/returnAll';
import type { Operation } from '../resource';
import { productCategoryRecord } from './record';

const fields: INodeProperties[] = [
	scopeNotice,
	...pagingFields,
	...outputFields(productCategoryRecord),
	filters([
		{
			displayName: 'Active',
			name: 'active',
			type: 'boolean',
			default: true,
			description:
				'Whether to return active categories. Otherwise, the inactive ones are returned.',
			routing: { send: { type: 'query', property: 'active' } },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Clothes',
			description: 'Only categories whose name contains this text',
			routing: { send: { type: 'query', property: 'keywords' } },
		},
		{
			...locator({
				displayName: 'Parent Category',
				name: 'parentId',
				placeholder: 'Select a category...',
				searchListMethod: 'searchProductCategories',
			}),
			description: 'Only the categories within this one',
			routing: { send: { type: 'query', property: 'parent_id' } },
		},
	]),
];

const rules = filterRules({
	active: booleanAsText(),
	keywords: text(),
	parent_id: uuid(hints.productCategoryId),
});

export const getMany: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many product categories',
		description: 'Retrieve a list of the groups that products belong to',
		routing: {
			request: { method: 'GET', url: '/v1/product-category' },
			operations: { pagination: pages(rules, fields, productCategoryRecord) },
		},
	},
	fields,
};
