import { changeByPost } from '../../handlers/changeByPost';
import { replaceListed } from '../../handlers/lists/listed';
import { formHeaders } from '../../transport/form';
import * as field from '../fields';
import * as operation from '../operation';
import { byRecord, checkEntries, merge, rulesFor } from './changes';
import { optional, quantity, required } from './parameters';
import { productRecord } from './record';
import { showsLists } from './shown';

const variations = field.entries(
	{
		displayName: 'Variations',
		placeholder: 'Add Variation',
		description:
			"The variations to change. A price or quantity that you leave empty is sent as it was read just before. To see them in the output, set 'Output' to Raw.",
		entry: { displayName: 'Variation', name: 'variations' },
	},
	{
		id: field.variation('Which one to change', {
			typeOptions: { loadOptionsDependsOn: ['productId.value'] },
		}),
		price: field.optional(required.price),
		quantity: field.optional(quantity),
	},
);

export const update = operation.update({
	action: 'Update a product',
	description: 'Change a product: its price, its stock, or one of its variations',
	method: 'POST',
	url: '/v1/products/{product_id}',
	headers: formHeaders,
	// Customers may buy it at once.
	toolNeeds: 'permission',
	parameters: { product_id: field.product() },
	output: productRecord,
	updateFields: { ...required, ...optional, existing_variation: variations },
	rules: (schema) => schema.superRefine(checkEntries).transform(byRecord),
	handler: (rules, fields, output) =>
		changeByPost(replaceListed(rules, fields, output, { merge, rulesFor, shows: showsLists })),
});
