import type { INodeParameters } from 'n8n-workflow';

import type { Product } from '../../../simulator';
import type { Case, Run, Said } from './case';
import { judgeFields } from './updates';

/** A change of a product: its fields in the node, and where the record shows it. */
interface Change {
	field: string;
	value: number;
	updateFields: (product: Product) => INodeParameters;
	shown: (product: Product) => number;
}

const price: Change = {
	...{ field: 'price', value: 50, updateFields: () => ({ price: 50 }) },
	shown: (product) => product.price,
};
const draft: Change = {
	...{ field: 'published', value: 0, updateFields: () => ({ publish: false }) },
	shown: (product) => Number(product.is_published),
};

const ofVariation = (index: number, name: 'price' | 'quantity', value: number): Change => ({
	field: `${name} of variation ${index}`,
	value,
	updateFields: ({ variations }) => ({
		existingVariation: { variations: [{ id: variations[index]!.id, [name]: value }] },
	}),
	shown: ({ variations }) => variations[index]![name],
});

/** The fields that no update here names, also those of variations. */
const OTHERS = [
	...['id', 'name', 'description', 'category_id', 'is_manageable', 'is_pinned'],
	...['quantity_alert_level', 'variations', 'variation_value_1'],
];

/** Two updates of one product, in turn or at the same time. */
const twoChanges = (first: Change, second: Change, isAtOnce: boolean): Case => ({
	name: `update ${first.field} and ${second.field} of a product, ${isAtOnce ? 'at once' : 'in turn'}`,
	begin: async (world) => {
		const row = { price: 45, quantity: 3, quantity_alert_level: 2, variation_value_1: 'M' };
		const { id } = await world.create('/v1/products', {
			...{ name: 'Shirt', price: 45, is_manageable: '0' },
			variations: [row, row],
		});
		const find = () => world.service.records.products.find((one) => one.id === id)!;
		const all = [first, second];
		const shown = () => Object.fromEntries(all.map((one) => [one.field, one.shown(find())]));
		const before = shown();
		const others = () => JSON.stringify(find(), OTHERS);
		const othersBefore = others();
		const runs = all.map(({ field, value, updateFields }, index): Run => ({
			parameters: {
				...{ resource: 'product', operation: 'update', updateFields: updateFields(find()) },
				productId: { __rl: true, mode: 'id', value: id },
			},
			items: [{ field, value }],
			...(index === 1 && { isAtOnce }),
		}));
		const judge = (said: Said[]) => [
			...judgeFields(said, before, shown(), !isAtOnce),
			...(others() === othersBefore ? [] : [`undone: ${othersBefore} is ${others()}`]),
		];
		return { runs, judge };
	},
});

/** Updates of products. */
export const productUpdates: Case[] = [true, false].flatMap((isAtOnce) => [
	twoChanges(draft, price, isAtOnce),
	twoChanges(ofVariation(0, 'quantity', 9), ofVariation(1, 'quantity', 7), isAtOnce),
	twoChanges(ofVariation(0, 'quantity', 9), ofVariation(0, 'price', 60), isAtOnce),
]);
