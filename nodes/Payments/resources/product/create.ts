import type { IDataObject } from 'n8n-workflow';

import { defined } from '../../shared/record';
import { formHeaders } from '../../transport/form';
import { fitsCurrency, text } from '../../validation/rules';
import * as field from '../fields';
import { createsAnother } from '../fields/notice';
import * as operation from '../operation';
import { statusOptions } from './getMany';
import { channelOptions, optional, quantity, required } from './parameters';
import { productRecord } from './record';

/** The maximum length of a stock keeping unit (docs/interface.md, POST /v1/products). */
const MAX_LENGTH = 255;

const variations = field.filledEntries(
	{
		displayName: 'Variations',
		placeholder: 'Add Variation',
		description:
			'The forms of the product, such as sizes. An entry whose fields are all empty is left out.',
		entry: { displayName: 'Variation', name: 'variations' },
		sortable: true,
	},
	{
		variation_value_1: field.text('Option', 'What the variation is', 'e.g. Medium'),
		variation_value_2: field.optional(field.text('Second Option', 'What else it is', 'e.g. Blue')),
		price: required.price,
		quantity,
	},
);

export const create = operation.create({
	action: 'Create a product',
	description: 'Add something to sell, with its price, stock and variations',
	url: '/v1/products',
	headers: formHeaders,
	// Customers may buy it at once.
	toolNeeds: 'permission',
	parameters: required,
	below: [createsAnother],
	output: productRecord,
	additionalFields: {
		...optional,
		channels: field.choices('Channels', 'How the product is sold', channelOptions),
		currency: field.currency('The currency of the prices. By default, that of the account.'),
		location_ids: field.locations('Where it is sold'),
		stock_keeping_unit: field.text(
			'Stock Keeping Unit',
			`Your own code, up to ${MAX_LENGTH} characters`,
			'e.g. SHIRT-1',
			{ rule: text(MAX_LENGTH) },
		),
		variations,
	},
	rules: (schema) =>
		schema
			.superRefine(({ price, currency, variations: rows = [] }, context) => {
				fitsCurrency(context, 'price', price, currency);
				for (const [index, row] of rows.entries()) {
					fitsCurrency(context, ['variations', index, 'price'], row?.price, currency);
				}
			})
			.transform(({ variations: entries = [], ...product }) => {
				const rows = entries.filter((row) => row !== undefined);
				return {
					...product,
					...stockOf(product, rows),
					variations: rows.map((row) => ({ ...defined(row), quantity_alert_level: 0 })),
				};
			}),
	options: operation.inAnyStatus(statusOptions),
});

/** Returns the fields of a new product that follow from its quantity: without one, its stock is not counted. */
function stockOf({ quantity: own }: { quantity?: number }, rows: unknown[]): IDataObject {
	if (own !== undefined) return { quantity_alert_level: 0 };
	return rows.length > 0 ? {} : { is_manageable: false };
}
