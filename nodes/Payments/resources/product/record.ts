import type { IDataObject } from 'n8n-workflow';

import { amount, joined, time, unchanged, recordType } from '../../output/recordType';
import { amountOf } from '../../shared/money';
import { isObject } from '../../shared/record';

/** docs/interface.md, Product. */
export const productRecord = recordType(
	{
		id: unchanged,
		name: unchanged,
		price: amount,
		currency: unchanged,
		status: unchanged,
		quantity: quantityOf,
		category_id: joined,
		product_url: unchanged,
		created_at: time,
	},
	{
		channels: unchanged,
		description: unchanged,
		headline: unchanged,
		images: unchanged,
		is_published: unchanged,
		is_shopify: unchanged,
		is_woocommerce: unchanged,
		locations: unchanged,
		price_stored: unchanged,
		quantity_alert_level: unchanged,
		updated_at: time,
		variations: unchanged,
	},
);

/** Returns the quantity of a product, or the sum of the quantities of its variations. */
export function quantityOf({ quantity, variations }: IDataObject): number | undefined {
	const list = Array.isArray(variations) ? (variations as unknown[]).filter(isObject) : [];
	const quantities = list.length > 0 ? list.map((one) => one.quantity) : [quantity];
	const numbers = quantities.map(amountOf).filter((value) => value !== null);
	return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : undefined;
}
