import { pages } from '../../handlers/lists/list';
import * as field from '../fields';
import * as operation from '../operation';
import { productCategoryRecord } from './record';

export const getMany = operation.getMany({
	action: 'Get many product categories',
	description: 'Retrieve a list of the groups that products belong to',
	url: '/v1/product-category',
	output: productCategoryRecord,
	filters: {
		active: field.booleanAsText(
			'Active',
			'Whether to return active categories. Otherwise, the inactive ones are returned.',
			{ default: true },
		),
		keywords: field.text('Name', 'Only categories whose name contains this text', 'e.g. Clothes', {
			name: 'name',
		}),
		parent_id: field.productCategory('Only the categories within this one'),
	},
	handler: pages,
});
