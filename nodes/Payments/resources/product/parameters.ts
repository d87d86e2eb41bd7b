import type { INodePropertyOptions } from 'n8n-workflow';

import { amount } from '../../validation/rules';
import * as field from '../fields';
import type { Parameter } from '../fields';

/** docs/interface.md, GET /v1/products. */
export const channelOptions: INodePropertyOptions[] = [
	{ name: 'Invoice', value: 'invoice' },
	{ name: 'Online Store', value: 'online_store' },
	{ name: 'Point of Sale', value: 'pos' },
];

/** The required parameters of a product. */
export const required = {
	name: field.text('Name', 'What customers see as the name of the product', 'e.g. Linen shirt'),
	price: field.amount('What one costs, in major units (12.50)', {
		displayName: 'Price',
		rule: amount(),
	}),
};

/** Of a variation. None is preset: it would be in stock although nobody entered it. */
export const quantity: Parameter<number> = {
	...field.integer('Quantity', 'How many are in stock, a whole number', 0),
	default: '',
	placeholder: 'e.g. 12',
};

/** The optional parameters of a product, in Create and in Update. */
export const optional = {
	category_ids: field.productCategories('The categories of the product'),
	description: field.text(
		'Description',
		'What customers read about the product, also as HTML',
		'e.g. Made in Penang',
	),
	publish: field.boolean('Published', 'Whether customers can buy it. Otherwise, it is a draft.', {
		default: true,
	}),
	quantity: {
		...quantity,
		description: `${quantity.description}. Without one, the stock of a new product is not counted.`,
	},
};
