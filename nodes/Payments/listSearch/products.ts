import type { IDataObject } from 'n8n-workflow';

import { quantityOf } from '../resources/product/record';
import { money } from '../shared/money';
import { line, words } from './label';
import { listOf } from './list';
import { byEither } from './paging';

/** Lists products, searched by the API and by their labels: the fields that the API searches are not documented. */
export const searchProducts = listOf<IDataObject>({
	path: '/v1/products',
	search: 'keywords[]',
	isSearchedHere: true,
	paging: byEither(),
	label: (product) => {
		const quantity = quantityOf(product);
		return line(
			product.name,
			money(product.price, product.currency),
			product.status === 'published' ? undefined : words(product.status),
			quantity === undefined ? undefined : `${quantity} in stock`,
		);
	},
	page: ({ product_url }) => product_url,
});
