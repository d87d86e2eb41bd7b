import type { OutputMapper } from '../../output/outputMapper';
import { isSimplified } from '../../output/simplify';
import { orderNumberOf } from '../failedItem';

/**
 * Adds the order number of the charge to the simplified output, by the name that it has in a charge and in a failed
 * item: the Payments API does not return it with a refund.
 *
 * @param mapOutput maps the refund to the rest of the item
 */
export function withOrderNumber(mapOutput: OutputMapper): OutputMapper {
	return (context) => {
		const mapItems = mapOutput(context);
		if (!isSimplified(context)) return mapItems;
		return async (items) => {
			const mapped = await mapItems(items);
			return mapped.map((item) => ({ ...item, json: { ...item.json, ...orderNumberOf(context) } }));
		};
	};
}
