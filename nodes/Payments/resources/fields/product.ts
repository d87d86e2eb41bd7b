import { hints } from '../../shared/messages/parameters';
import { uuid } from '../../validation/rules';
import { locator } from './resourceLocator';

/** One product. The operation describes what it is for. */
export const productField = locator({
	displayName: 'Product',
	name: 'productId',
	placeholder: 'Select a product...',
	searchListMethod: 'searchProducts',
});

/** The rule for `productField`. */
export const productRule = uuid(hints.productId);
