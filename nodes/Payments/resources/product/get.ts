import * as field from '../fields';
import * as operation from '../operation';
import { productRecord } from './record';

export const get = operation.get({
	action: 'Get a product',
	description: 'Retrieve what is sold, with its price, stock and variations',
	url: '/v1/products/{product_id}',
	parameters: { product_id: field.product() },
	output: productRecord,
});
