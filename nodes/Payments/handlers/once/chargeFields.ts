import type { OutputMapper } from '../../output/outputMapper';
import { isSimplified } from '../../output/simplify';
import { chargeFieldsOf } from '../failedItem';

/**
 * Adds what the Payments API does not return with a refund to the simplified output: the order number of the charge, by
 * the name that it has in a charge and in a failed item, and its remaining amount.
 *
 * @param mapOutput maps the refund to the rest of the item
 */
export function withChargeFields(mapOutput: OutputMapper): OutputMapper {
	return (context) => {
		const mapItems = mapOutput(context);
		if (!isSimplified(context)) return mapItems;
		return async (items) => {
			const mapped = await mapItems(items);
			return mapped.map((item) => ({
				...item,
				json: { ...item.json, ...chargeFieldsOf(context) },
			}));
		};
	};
}
