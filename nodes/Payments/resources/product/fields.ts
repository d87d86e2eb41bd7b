import type { INodeProperties } from 'n8n-workflow';

import { productField, productRule } from '../fields/product';

/** The product that an operation is about. */
export const idField: INodeProperties = {
	...productField,
	required: true,
	description: 'The product to retrieve',
	routing: { send: { type: 'query', property: 'product_id' } },
};

/** The rule for `idField`. */
export const idRule = productRule;
