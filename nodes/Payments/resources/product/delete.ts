import * as field from '../fields';
import * as operation from '../operation';
import { productRecord } from './record';

export const deleteOperation = operation.delete({
	action: 'Delete a product',
	description:
		'Permanently remove a product with all its variations, so that it cannot be sold any more',
	url: '/v1/products/{product_id}',
	record: productRecord,
	parameters: { product_id: field.product() },
});
