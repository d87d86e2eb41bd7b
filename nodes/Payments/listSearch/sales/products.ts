import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { operationError, toNodeError, unexpectedResponse } from '../../errors/nodeErrors';
import { quantityOf } from '../../resources/product/record';
import { isId, recordPath } from '../../shared/id';
import { lists } from '../../shared/messages/lists';
import { requests } from '../../shared/messages/requests';
import { money } from '../../shared/money';
import { isRecordOf } from '../../shared/record';
import { request } from '../../transport/triggerRequest';
import { valueAt } from '../../validation/quote';
import { trimmed } from '../../validation/rules';
import { allAtOnce } from '../atOnce';
import { line, words } from '../label';
import { listOf } from '../list';
import { byEither } from '../paging';

/** Lists products, searched by the API and by their labels: the fields that the API searches are not documented. */
export const searchProducts = listOf<IDataObject>({
	path: '/v1/products',
	search: 'keywords[]',
	isSearchedHere: true,
	paging: byEither(),
	label: (product) =>
		line(
			product.name,
			money(product.price, product.currency),
			product.status === 'published' ? undefined : words(product.status),
			inStock(product),
		),
	page: ({ product_url }) => product_url,
});

/** Lists the variations of the product that is selected in the same entry, or for the operation. */
export async function searchVariations(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const selected =
		this.getCurrentNodeParameter('&product_id') ?? this.getCurrentNodeParameter('productId');
	const id = trimmed(valueAt(selected, []));
	if (!isId(id)) throw operationError(this, lists.noProduct);
	try {
		const path = recordPath('/v1/products', id);
		const product = await request<IDataObject>(this, { method: 'GET', path });
		if (!isRecordOf(id, product)) throw unexpectedResponse(this, requests.noRecord);
		const variations = Array.isArray(product.variations) ? product.variations : [];
		const label = (one: IDataObject) =>
			line(
				one.description,
				one.stock_keeping_unit,
				money(one.price, product.currency),
				inStock(one),
			);
		return allAtOnce(variations, label, filter);
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

/** Returns how many pieces of a product or a variation there are, such as `12 in stock`. */
function inStock(record: IDataObject): string | undefined {
	const quantity = quantityOf(record);
	return quantity === undefined ? undefined : `${quantity} in stock`;
}
